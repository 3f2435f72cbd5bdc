"""A match in words beyond the game's own: what can be looked up, what a move does in brief, lines of the move list."""

from collections.abc import Iterator, Sequence
from typing import Final

from fivefold.contract import CHANCE, DropOut, Game, Row, TableHelp
from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.contract.notation import CARD, PLACE, MoveEffects
from fivefold.contract.words import in_brief
from fivefold.house.match_view.perspective import Facts, Perspective, ViewContext, view_context
from fivefold.house.match_view.view_types import ExplanationView, PartView, ScoreCardView
from fivefold.parts.messages import ANYBODY, Catalogue, Fact, Message, Reader
from fivefold.play.match import Match
from fivefold.session import narration, races
from fivefold.session.errors import NotOffered
from fivefold.session.snapshot import MatchSnapshot


def explanation(snapshot: MatchSnapshot, person_id: str, thing: str, ply: int | None = None) -> ExplanationView:
    """Return what a thing on the picture is, as the person may know it. Raises ``NotOffered`` for a name of nothing.
    ``thing``: its name there, or ``seat-0`` … for a player; ``ply``: after so many plies, else as it stands."""
    context, row = _seen(snapshot, person_id, ply)
    return explained(snapshot.match.game, row, context.viewer, thing, Reader(snapshot.names, context.you))


def explained(game: Game, row: Row, viewer: int, thing: str, reader: Reader = ANYBODY) -> ExplanationView:
    """Return what a thing is in an observed position, in words. Raises ``NotOffered``."""
    extra = game.extra_of(TableHelp)
    told = extra.explain(row, viewer, thing) if extra else None
    if told is None:
        raise NotOffered("there is nothing to explain there", subject=thing, remedy="choose another thing")
    said = [sentence(game, one, reader) for one in told.sentences]
    return {"said": said, "anchor": told.anchor}


def score_card(snapshot: MatchSnapshot, person_id: str, ply: int | None = None) -> ScoreCardView | None:
    """Return what scores in a match, and how far everybody is; ``None`` for a game without a score card."""
    return card_in_words(snapshot.match.game, _seen(snapshot, person_id, ply)[1])


def card_in_words(game: Game, row: Row) -> ScoreCardView | None:
    """Return the score card of an observed position in words."""
    extra, words = game.extra_of(TableHelp), game.notation.WORDS
    if extra is None:
        return None
    card = extra.score_card(row)
    return {
        "worth": words.text(card.worth),
        "lines": [
            {
                "key": line.key,
                "name": sentence(game, line.name),
                "worth": words.text(line.worth),
                "counts": [words.text(count) for count in line.counts],
            }
            for line in card.lines
        ],
        "notes": [sentence(game, note) for note in card.notes],
    }


def standings(game: Game, row: Row, seats: int) -> list[int] | None:
    """Return the number to show beside each player where points do not decide, otherwise ``None``."""
    extra = game.extra_of(TableHelp)
    found = [extra.standing(row, seat) for seat in range(seats)] if extra else [-1]
    return None if -1 in found else found


def standing_name(game: Game) -> str:
    """Return what the numbers beside the players count where points do not decide; empty elsewhere."""
    extra = game.extra_of(TableHelp)
    return game.notation.WORDS.text(extra.standing_name, starts=False) if extra and extra.standing_name else ""


SAID_FOR: Final = 4  # Moves of players for which a computer's word stands at its seat.


def spoken(snapshot: MatchSnapshot, events: Sequence[Facts]) -> list[str]:
    """Return what the computer of each seat says after these events: as the match begins, and once each when its side
    takes and when it loses the lead. Of several computers only the one that has moved speaks, and none in the usual
    first third of a match."""
    moves, match = [event for event in events if event.mover >= 0], snapshot.match
    said, computers = [""] * len(snapshot.seats), [seat for seat in snapshot.seats if seat.level]
    early = match.game.setup.usual_moves(match.options) * len(said) / 3
    for seat, level in ((seat.seat, seat.level or 0) for seat in computers):
        persona, turned = match.game.persona(level), {"hello": 0}
        for at, way in _changes_of_lead(match, seat, moves):
            if at > early and (moves[at - 1].mover == seat or len(computers) == 1):
                turned.setdefault(way, at)
        latest = max(turned, key=lambda way: turned[way])
        said[seat] = getattr(persona, latest) if len(moves) < turned[latest] + SAID_FOR else ""
    return said


def _changes_of_lead(match: Match, seat: int, moves: Sequence[Facts]) -> Iterator[tuple[int, str]]:
    """Yield after how many moves the side of a seat takes the lead, ``ahead``, or loses it, ``behind``."""
    own, *_ = teams = [match.game.setup.team(match.options, other) for other in (seat, *range(len(match.seats)))]
    points, leads = dict.fromkeys(teams, 0), False
    for at, move in enumerate(moves, start=1):
        for team in points:
            points[team] += sum(move.gains[each] for each in team)
        lead = points[own] - max(points[team] for team in teams if team != own)
        if lead and leads != (lead > 0):
            leads = lead > 0
            yield at, "ahead" if leads else "behind"


def lines_scored(game: Game, row: Row, move: int) -> Sequence[str]:
    """Return the lines of the score card that a legal move would score."""
    extra = game.extra_of(TableHelp)
    return extra.scored(row, move) if extra else ()


def question(game: Game, row: Row, picks: Sequence[str]) -> str:
    """Return what is to be chosen after these picks; empty where the game does not say."""
    extra = game.extra_of(TableHelp)
    asked = extra.question(row, picks[-1]) if extra and picks else None
    return sentence(game, asked) if asked else ""


def task(game: Game, row: Row) -> str:
    """Return what the seat to move has to do where this turn is unlike others; empty as a rule."""
    extra = game.extra_of(TableHelp)
    special = extra.task(row) if extra else None
    return game.notation.WORDS.text(special, starts=False) if special else ""


def sentence(game: Game, fact: Fact, reader: Reader = ANYBODY) -> str:
    """Return a fact in words, with a capital at its beginning."""
    said = game.notation.WORDS.text(fact, reader)
    return said[:1].upper() + said[1:]


def _seen(snapshot: MatchSnapshot, person_id: str, ply: int | None) -> tuple[ViewContext, list[int]]:
    context = view_context(snapshot, person_id, None if ply is None else min(ply, len(snapshot.match.moves)))
    return context, Perspective(snapshot, context.viewer).position(context.ply).row


WORDS: Final = Catalogue({"points": "{count} {count:point|points}", "comes": "{what/, }"})


def consequences(words: Catalogue, account: MoveEffects) -> str:
    """Return what comes of a move in a few words: ``full house, 9 points``. Of a move that puts nothing anywhere its
    name says all."""
    puts = any(thing.kind in (CARD, PLACE) for thing in account.played)
    what, points = in_brief(words, account) if puts else "", sum(each.points for each in account.points)
    told: list[Fact] = [what] if what else []
    if points:
        told.append(Message("points", count=points))
    return WORDS.text(Message("comes", what=tuple(told)))


def line_parts(game: Game, event: Facts) -> list[PartView]:
    """Return the parts of an event, in the order to show them; none for a deal that the picture tells of."""
    words = game.notation.WORDS
    parts = [part for account in event.accounts for part in _of_account(words, account)]
    in_words = event.mover == CHANCE or DropOut.read(event.text) is not None
    if in_words or any(part["kind"] != "words" for part in parts):
        return parts
    text = races.without_seat_number(event.text) if event.anyone else event.text
    return [{"kind": "place", "code": text, "words": text}, *parts]


def _of_account(words: Catalogue, account: MoveEffects) -> Iterator[PartView]:
    for thing in account.played:
        yield {"kind": thing.kind, "code": thing.code, "words": words.text(thing.words, starts=False)}
    if brief := in_brief(words, account):
        yield {"kind": "words", "code": "", "words": brief}


def why_refused(game: Game, row: Row, picks: Sequence[str]) -> str:
    """Return why no legal move begins with these picks, a sentence; empty where the game has nothing to say of them.
    ``row``: the position as who picked may see it."""
    table_help = game.extra_of(TableHelp)
    text = table_help.spell(row, picks) if table_help is not None else ""
    if not text:
        return ""
    try:
        game.notation.read(row, text)
    except IllegalMove as error:
        wrong = error.problem.wrong
        return narration.sentence(game.notation.WORDS.text(wrong)) if wrong is not None else ""
    except InvalidMove:
        return ""
    return ""
