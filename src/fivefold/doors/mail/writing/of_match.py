"""Letters about a match: as one person may see it, the words before the board."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from fivefold.contract.errors import FivefoldError
from fivefold.contract.words import explain
from fivefold.doors.mail.letters import Letter, Picture
from fivefold.doors.mail.writing import clocks, for_players, happened
from fivefold.doors.mail.writing.blocks import (
    Block,
    Choices,
    Columns,
    Foot,
    Heading,
    Items,
    Lead,
    Paragraph,
    Position,
    Quoted,
    Typed,
)
from fivefold.doors.mail.writing.letter import letter, one_subject
from fivefold.doors.mail.writing.words import phrase, said
from fivefold.house.house import House
from fivefold.house.match_view.events import History
from fivefold.house.match_view.perspective import LegalMove, ViewContext, view_context
from fivefold.house.match_view.pictures import onlooker
from fivefold.house.match_view.views import status
from fivefold.house.stored_match import time_from_text
from fivefold.house.table import followups
from fivefold.house.table.chat import PLAYERS
from fivefold.house.table.offers import offer_view
from fivefold.parts.messages import Reader
from fivefold.play import set_ups, time_words
from fivefold.raster.jobs import Board
from fivefold.session import answers, narration
from fivefold.session.snapshot import LIVE, OVER, WAITING, MatchSnapshot
from fivefold.session.timing import moment

FEW_MOVES: Final = 12
"""So many legal moves are explained."""
MOST_COMMENTS: Final = 6
PICTURE_WIDTH: Final = 544
"""What a page of a letter has room for."""


class Looking(NamedTuple):
    """A match as somebody looks at it."""

    house: House
    now: MatchSnapshot
    person: str
    sight: ViewContext
    public: History
    """What everybody at the same screen may know."""
    shown: History
    number: int
    """What mails call the match."""
    base: str
    """The public address of the pages; empty where there is none."""

    @property
    def reader(self) -> Reader:
        """Who reads: a person with one seat is "You"."""
        return Reader(self.now.names, self.sight.you)

    @property
    def address(self) -> str:
        """The page of the match; empty where there is none."""
        return f"{self.base}/matches/{self.now.id}" if self.base else ""


def match_letter(
    house: House,
    match_id: str,
    person_id: str,
    since: int,
    number: int | None = None,
    base: str = "",
    done: Sequence[str] = (),
) -> Letter:
    """Return a letter about a match, as one person may see it; ``person_id`` is empty for somebody unknown.

    It tells what entries ``since`` + 1 to ``number`` brought, or all until now, and shows the position after them.
    ``done``: sentences about what the person has just done. Raises what ``House.shown_to`` does.
    """
    looking = look(house, match_id, person_id, base, number=number)
    return about(looking, blocks_of(looking, since, whole=since == 0 and not done, done=done))


def about(looking: Looking, blocks: Sequence[Block]) -> Letter:
    """Return a letter of the thread of a match."""
    game = looking.now.match.game
    title = subject(looking.now, looking.number, _turn(looking))
    return letter(title, [*blocks, foot(looking)], (game.key, looking.number))


def _turn(looking: Looking) -> str:
    """Return whose turn it is, a few words for a subject; empty where it is nobody's, or another position is shown."""
    now, seat = looking.now, looking.now.to_act
    if not looking.sight.now or now.status != LIVE or seat is None:
        return ""
    return phrase("turn-own") if now.may_move(looking.person) else phrase("turn-of", who=now.names[seat])


def subject(now: MatchSnapshot, number: int, turn: str = "") -> str:
    """Return the subject of every letter about a match: ``Focus 101: your turn, Anna – Ben``."""
    key = "subject-turn" if turn else "subject-match"
    return one_subject(phrase(key, game=now.match.game.name, number=number, turn=turn, names=now.names))


def look(
    house: House,
    match_id: str,
    person_id: str,
    base: str = "",
    ply: int | None = None,
    number: int | None = None,
) -> Looking:
    """Return a match as a person may see it: now, after ``ply`` plies, or when entry ``number`` was the last.

    Raises what ``House.shown_to`` does.
    """
    now = house.shown_to(person_id, match_id)
    at = number if number is not None and number < now.number and not now.taken_back_since(number) else None
    sight = view_context(now, person_id, ply, at, everything=True)
    if at is not None:
        sight = sight._replace(now=False, seats=())
    public, shown = house.views.histories(now, sight)
    return Looking(house, now, person_id, sight, public, shown, house.mail.boards.number(match_id), base)


def blocks_of(
    looking: Looking, since: int | None = None, *, whole: bool = False, done: Sequence[str] = ()
) -> list[Block]:
    """Return all that is said of a match: how it stands, what happened, the board, the moves, how to answer.

    ``done``: sentences about what was just done, before all that.
    """
    return [
        *_lead(looking, since, done),
        *_time(looking),
        *_happened(looking, since),
        *_comments(looking, since),
        *_board(looking),
        *_legal(looking),
        *_answering(looking),
        *_moves(looking, whole or looking.now.status == OVER),
    ]


# --- in words --------------------------------------------------------------------------------------------------------


def _lead(looking: Looking, since: int | None, done: Sequence[str]) -> Iterator[Block]:
    now, sight = looking.now, looking.sight
    if since == 0 and now.status == LIVE and not done:
        done = [said("begun", game=now.match.game.name, names=now.names)]
    ended = [each if each.endswith(":") else narration.sentence(each) for each in done]
    yield Lead(" ".join([*ended, narration.sentence(standing(looking))]))
    if offer := _offer(looking):
        yield Paragraph(offer)
    if since == 0 and now.status != OVER:
        yield from _terms(now)
    if sight.number < now.number:
        yield Paragraph(said("went-on"))
    elif not sight.now and not sight.ended and not done:
        count = bisect_left(now.match.decisions, sight.ply)
        yield Paragraph(said("earlier", count=count) if count else said("earlier-start"))
    if now.seats_of(looking.person) and sight.now:
        if now.status == LIVE:
            yield from for_players.in_store(looking.house, now, looking.person)
        elif since is not None:
            yield from for_players.ratings(looking.house, now, looking.reader)


def standing(looking: Looking) -> str:
    """Return whose turn it is and who leads, or how it ended; what the table waits for."""
    now, sight = looking.now, looking.sight
    if now.status == WAITING:
        return narration.waiting_note(now, now.seats_of(looking.person))
    outcome = now.match.outcome
    if sight.ended and outcome is not None:
        return followups.outcome_line(now, outcome, looking.reader)
    seen = looking.public.perspective.position(sight.ply)
    turn = looking.public.perspective.turn(sight.ply)
    if not sight.now and 0 <= turn < len(now.names):
        return said("was-own") if turn == sight.you else said("was-of", who=now.names[turn])
    return status(now.match.game, seen, turn, looking.reader)


def _terms(now: MatchSnapshot) -> Iterator[Block]:
    yield Paragraph(terms(now))


def terms(now: MatchSnapshot) -> str:
    """Return what is agreed before a match: its set-up where that is unusual, and how long everybody may think."""
    starting = now.match.game.setup.starting_option
    first = "" if starting is None else starting.name
    chosen = {name: value for name, value in now.match.options.items() if name != first}
    unusual = set_ups.differing(now.match.game, chosen)
    told = [said("set-up", set_up=set_ups.explained(now.match.game, chosen))] if unusual else []
    return " ".join([*told, time_words.agreement(now.terms.time)])


def _offer(looking: Looking) -> str:
    now = looking.now
    offered = offer_view(now, now.seats_of(looking.person)) if looking.sight.now else None
    if offered is None:
        return ""
    return f"{offered['said']} {said('reply-offer')}" if offered["answers"] else offered["said"]


def _happened(looking: Looking, since: int | None) -> Iterator[Block]:
    if since is None or (since == 0 and looking.now.number == 0):
        return
    told = happened.since(looking.now, looking.public, looking.reader, since, looking.sight.number)
    if not told:
        return
    last = told[-happened.MOST_TOLD :]
    more = len(told) > len(last)
    yield Heading(phrase("happened-more", count=len(last), all=len(told)) if more else phrase("happened"))
    yield Items(last) if len(last) > 1 else Paragraph(last[0])


def _comments(looking: Looking, since: int | None) -> Iterator[Block]:
    """Yield what the players have written since."""
    house, now, person = looking.house, looking.now, looking.person
    if since is None or not now.seats_of(person) or not house.chat.latest(now.id):
        return
    happened_at = now.started if since == 0 else now.entries[since - 1].at
    after = max(filter(None, (happened_at, house.mail.queue.told_at(person, now.id))), default=None)
    lines, _ = house.chat.since(now.id, person, house.chat.rooms(now, person), 0)
    told = [
        line
        for line in lines
        if line["room"] == PLAYERS and not line["own"] and (after is None or time_from_text(line["at"]) > after)
    ]
    if told:
        yield Heading(phrase("comments"))
    for line in told[-MOST_COMMENTS:]:
        yield Quoted(line["text"], line["name"])


def _time(looking: Looking) -> Iterator[Block]:
    if not looking.sight.now:
        return
    house, now = looking.house, looking.now
    at, stops = moment(house.now()), house.clocks.stops(now)
    told = list(clocks.sentences(now, looking.reader, at, stops, house.vacations.zone(looking.person)))
    told += filter(None, [for_players.claiming(now, looking.person, clocks.is_out(now, at, stops))])
    if told:
        yield Paragraph(" ".join(told))


# --- the board -------------------------------------------------------------------------------------------------------


def _board(looking: Looking) -> Iterator[Block]:
    now = looking.now
    if now.status == WAITING and not now.match.dealt:
        return
    yield Heading(phrase("board"))
    if seats := narration.seats_line(now, looking.reader):
        yield Paragraph(narration.sentence(seats))
    yield position(looking, "board")


def position(looking: Looking, name: str) -> Position:
    """Return the position as the reader may see it."""
    game, sight = looking.now.match.game, looking.sight
    row = looking.shown.perspective.position(sight.ply).row
    marks = tuple(looking.public.lit(sight.ply).items())
    says = phrase("picture", game=game.name, number=looking.number)
    board = Board(game.key, tuple(row), onlooker(game, sight.viewer), marks)
    return Position(game.notation.diagram(row, sight.viewer), Picture(name, board, says, PICTURE_WIDTH))


def preview(game_key: str, row: Sequence[int], viewer: int, diagram: str, name: str) -> Position:
    """Return a position that is no match of the house."""
    board = Board(game_key, tuple(row), viewer)
    return Position(diagram, Picture(name, board, phrase("picture-preview"), PICTURE_WIDTH))


def _moves(looking: Looking, whole: bool) -> Iterator[Block]:
    headings, rows = happened.moves_table(looking.now, looking.public, looking.sight.ply, looking.reader, whole)
    if rows:
        yield Heading(phrase("all-moves" if whole else "last-moves"))
        yield Columns(headings, rows)


# --- how to answer ---------------------------------------------------------------------------------------------------


def legal_moves(looking: Looking) -> Sequence[LegalMove]:
    """Return the moves that the reader may make now."""
    sight = looking.sight
    return looking.shown.perspective.legal(sight.seats) if sight.now and sight.seats else ()


def _legal(looking: Looking) -> Iterator[Block]:
    legal = legal_moves(looking)
    if not legal:
        return
    yield Heading(phrase("your-moves"))
    if len(legal) > FEW_MOVES:
        yield Paragraph(said("many-moves", count=len(legal)))
        return
    yield Paragraph(said("few-moves" if len(legal) > 1 else "only-move"))
    perspective = looking.shown.perspective
    row, notation = perspective.latest.row, perspective.game.notation
    yield Choices([(move.text, explain(notation, row, move.move)) for move in legal])


def _answering(looking: Looking) -> Iterator[Block]:
    now = looking.now
    if now.status == WAITING or not now.seats_of(looking.person) or not looking.sight.now:
        return
    if legal := legal_moves(looking):
        yield Heading(phrase("how-to-answer"))
        yield Paragraph(f"{phrase('reply-move')}:")
        yield Typed([legal[len(legal) // 2].text], answers=True)
        comment = f"{said('reply-comment')} " if now.people_besides(looking.person) else ""
        yield Paragraph(f"{comment}{said('more')}")
    elif now.status == LIVE:
        queue = f" {said('reply-queue')}" if _may_queue(now, looking.person) else ""
        yield Paragraph(f"{said('waits')}{queue}")
    else:
        yield from for_players.again(now, looking.person)


def _may_queue(now: MatchSnapshot, person_id: str) -> bool:
    """Tell whether a player may answer in advance what the others play next."""
    try:
        answers.start(now, answers.answering_seat(now, person_id))
    except FivefoldError:
        return False
    return True


def foot(looking: Looking) -> Foot:
    """Return what stands below every letter about a match."""
    game = looking.now.match.game
    key = "foot-match" if looking.now.seats_of(looking.person) else "foot-watched"
    return Foot([said(key, game=game.name, number=looking.number)], looking.address)
