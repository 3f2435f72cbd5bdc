"""Letters about matches: as one person may see them, the words before the board; challenges, and the digest."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from fivefold.contract import CHANCE, Chance
from fivefold.contract.errors import FivefoldError
from fivefold.contract.words import explain
from fivefold.doors.mail.answers import phrase
from fivefold.doors.mail.writing import times
from fivefold.doors.mail.writing.letters import Letter, Picture, one_subject, written
from fivefold.house.availability import CHECKS
from fivefold.house.house import House
from fivefold.house.links import SECOND, other_board
from fivefold.house.match_view.perspective import Facts, LegalMove, Perspective, ViewContext, view_context
from fivefold.house.match_view.pictures import onlooker
from fivefold.house.match_view.views import status
from fivefold.house.meeting.challenges import DECLINED
from fivefold.house.notices.mail.mail_queue import ASKED, LATE, REMINDER, OutgoingMail
from fivefold.house.records.ratings import counted_less
from fivefold.house.stored_match import time_from_text
from fivefold.house.table import followups
from fivefold.house.table.answers import answers_view
from fivefold.house.table.chat import PLAYERS
from fivefold.house.table.offers import offer_view
from fivefold.parts.messages import Reader
from fivefold.parts.words import listed
from fivefold.play import set_ups, time_words
from fivefold.play.outcome import WORDS
from fivefold.raster.jobs import Board
from fivefold.session import answers, narration, races, steps
from fivefold.session.seats import PERSON
from fivefold.session.snapshot import HELD, LIVE, MOVE, OVER, UNDO, WAITING, Entry, MatchSnapshot
from fivefold.session.timing import moment

FEW_MOVES: Final = 12
"""So many legal moves are explained."""
MOST_COMMENTS: Final = 6
PICTURE_WIDTH: Final = 544
"""What a page of a letter has room for."""
MOST_TOLD: Final = 12
"""Lines of what happened: who has been away for longer than that looks at the board."""
ENDS: Final = frozenset(WORDS)
"""Kinds of entries with which a match ends."""
ROUNDS: Final = 4
"""Of moves that are listed, the last ones."""
LONGEST_NAME: Final = 16
NAGS: Final = {
    REMINDER: "Your time is running out.",
    LATE: "Your time is out: the others may claim the win at any moment.",
}


class Looking(NamedTuple):
    """A match as somebody looks at it."""

    house: House
    now: MatchSnapshot
    person: str
    sight: ViewContext
    public: Perspective
    """What everybody at the same screen may know."""
    shown: Perspective
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
    return _whole_letter(looking, match_facts(looking, since, whole=since == 0 and not done, done=done))


def nag_letter(house: House, match_id: str, person_id: str, what: str = REMINDER, base: str = "") -> Letter:
    """Return what somebody is told of a slow clock: ``REMINDER``, ``LATE`` or ``CLAIMABLE``."""
    looking = look(house, match_id, person_id, base)
    return _whole_letter(looking, match_facts(looking, done=[NAGS[what]] if what in NAGS else []))


def chat_letter(house: House, match_id: str, person_id: str, by: str, text: str, base: str = "") -> Letter:
    """Return what somebody called ``by`` says to everybody at a match."""
    looking = look(house, match_id, person_id, base)
    return about(looking, "chat", by=by, text=text, standing=narration.sentence(standing(looking)))


def _whole_letter(looking: "Looking", facts: dict[str, Any]) -> Letter:
    position = facts["position"]
    return about(looking, "match", [position["picture"]] if position else [], m=facts)


def about(looking: "Looking", template: str, pictures: Sequence[Picture] = (), **facts: Any) -> Letter:
    """Return a letter of the thread of a match."""
    game = looking.now.match.game
    title, board = subject(looking.now, looking.number, _turn(looking)), (game.key, looking.number)
    plays = bool(looking.now.seats_of(looking.person))
    facts |= {"game": game, "number": looking.number, "plays": plays, "address": looking.address}
    return written(template, subject=title, board=board, pictures=pictures, **facts)


def _turn(looking: Looking) -> str:
    """Return whose turn it is, a few words for a subject; empty where it is nobody's, or another position is shown."""
    now, seat = looking.now, looking.now.to_act
    if not looking.sight.now or now.status != LIVE or seat is None:
        return ""
    return "your turn" if now.may_move(looking.person) else f"{now.names[seat]}'s turn"


def subject(now: MatchSnapshot, number: int, turn: str = "") -> str:
    """Return the subject of every letter about a match: ``Focus 101: your turn, Anna – Ben``."""
    who = ", ".join(filter(None, [turn, " – ".join(now.names)]))
    return one_subject(f"{now.match.game.name} {number}: {who}")


def look(
    house: House, match_id: str, person_id: str, base: str = "", ply: int | None = None, number: int | None = None
) -> Looking:
    """Return a match as a person may see it: now, after ``ply`` plies, or when entry ``number`` was the last.

    Raises what ``House.shown_to`` does.
    """
    now = house.shown_to(person_id, match_id)
    at = number if number is not None and number < now.number and not now.taken_back_since(number) else None
    sight = view_context(now, person_id, ply, at, everything=True)
    if at is not None:
        sight = sight._replace(now=False, seats=())
    public, shown = house.views.perspectives(now, sight)
    return Looking(house, now, person_id, sight, public, shown, house.mail.boards.number(match_id), base)


def match_facts(
    looking: Looking, since: int | None = None, *, whole: bool = False, done: Sequence[str] = ()
) -> dict[str, Any]:
    """Return all that ``match_body.jinja`` says of a match.

    ``since``: what happened after this entry is told. ``done``: sentences about what was just done, before all that.
    """
    now, sight, legal = looking.now, looking.sight, legal_moves(looking)
    whole = whole or now.status == OVER
    headings, rows = _moves_table(now, looking.public, sight.ply, looking.reader, whole)
    shows_board = now.status != WAITING or now.match.dealt
    row, notation = looking.shown.latest.row, now.match.game.notation
    return {
        "lead": _lead(looking, since, done),
        "notes": [*_notes(looking, since, done), *_time(looking)],
        "happened": _happened(looking, since),
        "most_told": MOST_TOLD,
        "comments": _comments(looking, since),
        "position": position(looking, "board") if shows_board else None,
        "seats": narration.seats_line(now, looking.reader),
        "legal": legal,
        "explained": [(move.text, explain(notation, row, move.move)) for move in legal if len(legal) <= FEW_MOVES],
        **_answering(looking, legal),
        "headings": headings,
        "rows": rows,
        "whole": whole,
    }


def _lead(looking: Looking, since: int | None, done: Sequence[str]) -> str:
    now = looking.now
    if since == 0 and now.status == LIVE and not done:
        done = [f"A new match of {now.match.game.name} has begun: {listed(now.names)}"]
    return " ".join([*map(sentence, done), narration.sentence(standing(looking))])


def sentence(words: str) -> str:
    """Return words as a sentence; a colon at its end leads to what is shown."""
    return words if words.endswith(":") else narration.sentence(words)


def _notes(looking: Looking, since: int | None, done: Sequence[str]) -> Iterator[str]:
    now, sight = looking.now, looking.sight
    if offer := _offer(looking):
        yield offer
    if since == 0 and now.status != OVER:
        yield terms(now)
        yield from _two_boards(looking)
    if sight.number < now.number:
        yield "The match has gone on since then; another mail tells how."
    elif not sight.now and not sight.ended and not done:
        count = bisect_left(now.match.decisions, sight.ply)
        after = "one move" if count == 1 else f"{count} moves"
        yield f"This is the position after {after}." if count else "This is the position at the start."
    if now.seats_of(looking.person) and sight.now:
        if now.status == LIVE:
            yield from filter(None, [_in_store(looking.house, now, looking.person)])
        elif since is not None:
            yield from filter(None, [_ratings(looking.house, now, looking.reader)])


def _two_boards(looking: Looking) -> Iterator[str]:
    """Yield what a duplicate is, to somebody to whom one has begun."""
    other = other_board(looking.now)
    if other is not None:
        number = looking.house.mail.boards.number(other)
        yield (
            f"This is a duplicate: the same cards on two boards at once, this one and board {number}. A move is shown"
            " once the other player has moved on the other board. The points of both boards decide."
        )


def _in_store(house: House, now: MatchSnapshot, person_id: str) -> str:
    """Return which answers a player has given in advance and what became of them, and whether a resignation waits."""
    told = []
    with suppress(FivefoldError):
        view = answers_view(house.answers.given(person_id, now.id))
        told = [each for each in (view["told"], view["summary"]) if each]
    if not now.may_move(person_id) and house.mail.resignations.waits(now.id, person_id):
        told.append("You resign as soon as it is your turn, unless you reply with “resign back” before.")
    return " ".join(told)


def _ratings(house: House, now: MatchSnapshot, reader: Reader) -> str:
    changed = [
        f"{times.owner(reader, each['seat'])} rating went from {each['before']} to {each['rating']}."
        for each in house.ratings.at_table(now)
        if each["before"] is not None
    ]
    less = counted_less(now, house.ratings.met_before(now)) if house.ratings.pool(now) is not None else ""
    return " ".join([*changed, *filter(None, [less])])


def standing(looking: Looking) -> str:
    """Return whose turn it is and who leads, or how it ended; what the table waits for."""
    now, sight = looking.now, looking.sight
    if now.status == WAITING:
        return narration.waiting_note(now, now.seats_of(looking.person))
    outcome = now.match.outcome
    if sight.ended and outcome is not None:
        return followups.outcome_line(now, outcome, looking.reader)
    seen = looking.public.position(sight.ply)
    turn = looking.public.turn(sight.ply)
    if not sight.now and 0 <= turn < len(now.names):
        whose = "your" if turn == sight.you else f"{now.names[turn]}'s"
        return f"It was {whose} turn."
    return status(now.match.game, seen, turn, looking.reader, now.held if sight.now else None)


def terms(now: MatchSnapshot) -> str:
    """Return what is agreed before a match: its set-up where that is unusual, and how long everybody may think."""
    starting = now.match.game.setup.starting_option
    first = "" if starting is None else starting.name
    chosen = {name: value for name, value in now.match.options.items() if name != first}
    unusual = set_ups.differing(now.match.game, chosen)
    told = [narration.sentence(f"Set-up: {set_ups.explained(now.match.game, chosen)}")] if unusual else []
    return " ".join([*told, time_words.agreement(now.terms.time)])


def _offer(looking: Looking) -> str:
    now = looking.now
    offered = offer_view(now, now.seats_of(looking.person)) if looking.sight.now else None
    if offered is None:
        return ""
    return f"{offered['said']} Reply with “accept” or “reject”." if offered["answers"] else offered["said"]


def _happened(looking: Looking, since: int | None) -> list[str]:
    if since is None or (since == 0 and looking.now.number == 0):
        return []
    return happened_since(looking.now, looking.public, looking.reader, since, looking.sight.number)


def _comments(looking: Looking, since: int | None) -> list[Any]:
    """Return what the others have written since, the last few lines."""
    house, now, person = looking.house, looking.now, looking.person
    if since is None or not now.seats_of(person) or not house.chat.latest(now.table_id):
        return []
    happened_at = now.started if since == 0 else now.entries[since - 1].at
    after = max(filter(None, (happened_at, house.mail.outgoing.told_at(person, now.id))), default=None)
    lines, _ = house.chat.since(now.table_id, person, house.chat.rooms(now, person), 0)
    return [
        line
        for line in lines
        if line["room"] == PLAYERS and not line["own"] and (after is None or time_from_text(line["at"]) > after)
    ][-MOST_COMMENTS:]


def _time(looking: Looking) -> Iterator[str]:
    if not looking.sight.now:
        return
    house, now = looking.house, looking.now
    at, stops = moment(house.now()), house.clocks.stops(now)
    told = list(times.sentences(now, looking.reader, at, stops, house.vacations.zone(looking.person)))
    if times.is_out(now, at, stops) and now.status == LIVE and _may(CHECKS["claim"], now, looking.person):
        told.append("Reply with “claim” to end the match and win, with “give” to give them more time, or wait.")
    if told:
        yield " ".join(told)


def position(looking: Looking, name: str) -> dict[str, Any]:
    """Return the position as the reader may see it: its diagram and its picture."""
    game, sight = looking.now.match.game, looking.sight
    row = looking.shown.position(sight.ply).row
    marks = tuple(looking.public.lit(sight.ply).items())
    board = Board(game.key, tuple(row), onlooker(game, sight.viewer), marks)
    picture = Picture(name, board, f"The board of {game.name} {looking.number}", PICTURE_WIDTH)
    return {"diagram": game.notation.diagram(row, sight.viewer), "picture": picture}


def legal_moves(looking: Looking) -> Sequence[LegalMove]:
    """Return the moves that the reader may make now."""
    sight = looking.sight
    return looking.shown.legal(sight.seats) if sight.now and sight.seats else ()


def _answering(looking: Looking, legal: Sequence[LegalMove]) -> dict[str, Any]:
    now, person_id = looking.now, looking.person
    if now.status == WAITING or not now.seats_of(person_id) or not looking.sight.now:
        return {"answers": ""}
    if legal:
        others = bool(now.people_besides(person_id))
        return {"answers": "move", "example": legal[len(legal) // 2].text, "others": others}
    if now.status == LIVE:
        foreseen = now.match.game.traits.chance in {Chance.NONE, Chance.AT_THE_START}
        may_queue = foreseen and _may(lambda: answers.start(now, answers.answering_seat(now, person_id)))
        return {"answers": "wait", "may_queue": may_queue}
    return {"answers": next((what for what in ("second", "rematch") if _may(CHECKS[what], now, person_id)), "")}


def _may(check: Callable[..., object], *given: object) -> bool:
    """Tell whether nothing keeps somebody from doing something."""
    try:
        check(*given)
    except FivefoldError:
        return False
    return True


class Line(NamedTuple):
    """A turn: a move with what chance brought before or after it."""

    mover: int
    facts: tuple[Facts, ...]


def happened_since(now: MatchSnapshot, history: Perspective, reader: Reader, after: int, number: int) -> list[str]:
    """Return what entries ``after`` + 1 to ``number`` brought, a sentence or a few for each turn.

    What was taken back meanwhile is left out, and how the match ended: that is said first.
    """
    by_ply = {facts.ply: facts for facts in history.all_facts()}
    told: list[str] = []
    deal = _deal(now)
    for entry in _standing(now, after, number):
        if entry.kind in {*ENDS, HELD}:
            continue
        if entry.kind != MOVE:
            told.append(narration.sentence(narration.entry_sentence(entry, reader)))
            continue
        facts = by_ply.get(now.plies[entry.number - 1])
        if facts is None or facts.ply <= deal:
            continue
        told_event = narration.event_text(now.match.game, facts.accounts, _shown_text(facts), reader)
        sentence = narration.sentence(told_event)
        if facts.begins or not told:
            told.append(sentence)
        else:
            told[-1] += f" {sentence}"
    return told


def _standing(now: MatchSnapshot, after: int, number: int) -> Iterator[Entry]:
    left = len(now.match.moves)
    kept = []
    for entry in reversed(now.entries):
        if entry.kind == UNDO:
            left = min(left, int(entry.text))
        if after < entry.number <= number and (entry.kind != MOVE or now.plies[entry.number - 1] <= left):
            kept.append(entry)
        if entry.number <= after:
            break
    return reversed(kept)


def _deal(now: MatchSnapshot) -> int:
    """Return how many plies chance had before anybody moved: the table as people found it."""
    movers = now.match.movers
    return next((ply for ply, mover in enumerate(movers) if mover != CHANCE), len(movers))


def _shown_text(facts: Facts) -> str:
    return races.without_seat_number(facts.text) if facts.anyone else facts.text


def lines(now: MatchSnapshot, history: Perspective, ply: int) -> list[Line]:
    """Return the turns until a ply; without what was dealt before the first."""
    found: list[Line] = []
    deal, turns_are_long = _deal(now), now.match.game.long_turns is not None
    for facts in history.all_facts():
        if not deal < facts.ply <= ply:
            continue
        goes_on = turns_are_long and found and facts.mover == found[-1].mover
        if not found or (facts.begins and not goes_on):
            found.append(Line(facts.mover, (facts,)))
        else:
            mover, before = found[-1]
            found[-1] = Line(facts.mover if mover == CHANCE else mover, (*before, facts))
    return found


def _moves_table(
    now: MatchSnapshot, history: Perspective, ply: int, reader: Reader, whole: bool = False
) -> tuple[list[str], list[list[str]]]:
    """Return headings and rows of the moves until a ply: a round a row, a player a column."""
    rounds = _rounds(now, [line for line in lines(now, history, ply) if line.mover >= 0])
    starts = [*(number for number, _ in rounds), bisect_left(now.match.decisions, ply) + 1]
    numbered = [(_numbers(starts[at], starts[at + 1] - 1), row) for at, (_, row) in enumerate(rounds)]
    longest = LONGEST_NAME
    names = [each if len(each) <= longest else f"{each[: longest - 1]}…" for each in narration.names_for(reader)]
    rows = [[numbers, *row] for numbers, row in (numbered if whole else numbered[-ROUNDS:])]
    return ["Move", *names], rows


def _numbers(first: int, last: int) -> str:
    return f"{first}–{last}" if last > first else str(first)


def _rounds(now: MatchSnapshot, turns: Sequence[Line]) -> list[tuple[int, list[str]]]:
    """Return the moves of each round by seat, with the number of the first of them."""
    rounds: list[tuple[int, list[str]]] = []
    last = seats = len(now.seats)
    for line in turns:
        place = (line.mover - turns[0].mover) % seats
        if place <= last:
            rounds.append((_number(now, line), [""] * seats))
        rounds[-1][1][line.mover] = ", ".join(_shown_text(facts) for facts in line.facts if facts.mover >= 0)
        last = place
    return rounds


def _number(now: MatchSnapshot, line: Line) -> int:
    """Return the number of a turn's first move, as people count the moves that somebody chose."""
    ply = next(facts.ply for facts in line.facts if facts.mover >= 0)
    return bisect_left(now.match.decisions, ply - 1) + 1


# --- Challenges, and several matches in one letter -------------------------------------------------------------------


def challenge_letter(house: House, match_id: str, person_id: str, by: str, comment: str = "", base: str = "") -> Letter:
    """Return an invitation to a match whose seats wait for answers; ``by``: the name of who invites."""
    now = house.snapshot(match_id)
    own, asked = house.person(person_id).shown, house.challenges.asked_to(match_id)
    facts: dict[str, Any] = {
        "by": by,
        "game": now.match.game,
        "others": [name for name in [seat.name for seat in now.seats] + asked if name and name not in (by, own)],
        "terms": terms(now),
        "games": phrase("duplicate") if now.terms.duplicate else phrase("double") if SECOND in now.links else "",
        "rated": now.terms.rated,
        "comment": comment,
    }
    return written("challenge", board=(now.match.game.key, house.mail.boards.number(match_id)), base=base, **facts)


def told_of_challenge(house: House, mail: OutgoingMail, base: str = "") -> Letter:
    """Return what a stored mail of the kind ``CHALLENGE`` says."""
    content, match_id, person_id = mail.content, str(mail.match), str(mail.person)
    if content["what"] == ASKED:
        return challenge_letter(house, match_id, person_id, house.person(content["by"]).shown, content["word"], base)
    now, number = house.snapshot(match_id), house.mail.boards.number(match_id)
    about: dict[str, Any] = {"game": now.match.game, "number": number, "base": base}
    about |= {"subject": subject(now, number), "board": (now.match.game.key, number)}
    if content["what"] == DECLINED:
        told = {"who": house.person(content["to"]).shown, "word": content["word"]}
        return written("declined", **about, **told, **_left_at_table(house, now, person_id))
    outcome = now.match.outcome
    taken = now.status != WAITING and (outcome is None or outcome.termination != "abandoned")
    return written("withdrawn", **about, who=house.person(content["by"]).shown, taken=taken)


def _left_at_table(house: House, now: MatchSnapshot, person_id: str) -> dict[str, Any]:
    """Return who sits or is asked at a table where somebody has declined, and whether a seat is free."""
    asked = house.challenges.asked_to(now.id)
    return {
        "waits": now.status == WAITING,
        "sitting": [seat.name for seat in now.seats if seat.kind == PERSON and seat.person != person_id],
        "asked": asked,
        "has_free_seat": len(steps.open_seats(now)) > len(asked),
    }


def digest_letter(house: House, person_id: str, matches: Sequence[tuple[str, int]], base: str = "") -> Letter:
    """Return what happened in several matches since an entry of each, those where it is the person's turn first."""
    looked = []
    for match_id, since in matches:
        with suppress(FivefoldError):
            looked.append((look(house, match_id, person_id, base), since))
    looked.sort(key=lambda pair: not pair[0].sight.seats)
    turns = sum(bool(looking.sight.seats) for looking, _ in looked)
    example = _example(looked[0][0]) if looked else None
    told = [_in_digest(*each) for each in looked]
    return written("digest", turns=turns, matches=told, example=example, base=base)


def _in_digest(looking: Looking, since: int) -> dict[str, Any]:
    now = looking.now
    told = happened_since(now, looking.public, looking.reader, since, now.number)
    return {
        "subject": subject(now, looking.number),
        "standing": narration.sentence(standing(looking)),
        "address": looking.address,
        "told": told[-4:] if now.status != OVER else [],
    }


def _example(looking: Looking) -> dict[str, Any]:
    legal = legal_moves(looking)
    key = looking.now.match.game.key
    return {"game": key, "number": looking.number, "move": legal[0].text if legal else ""}
