"""What a person can look up about a position: what a thing on the table is, and the score card."""

from collections.abc import Sequence

from fivefold.contract import Game, Row, TableHelp
from fivefold.house.match_view.perspective import Perspective, Sight, sight_of
from fivefold.house.match_view.view_types import ExplanationView, ScoreCardView
from fivefold.parts.messages import ANYBODY, Fact, Reader
from fivefold.session.errors import NotOffered
from fivefold.session.snapshot import MatchSnapshot


def explanation(snapshot: MatchSnapshot, person_id: str, thing: str, ply: int | None = None) -> ExplanationView:
    """Return what a thing on the picture is, as the person may know it. Raises ``NotOffered`` for a name of nothing.

    ``thing``: its name there, or ``seat-0`` … for a player; ``ply``: after so many plies, else as it stands.
    """
    sight = _sight(snapshot, person_id, ply)
    return explained(snapshot.match.game, _row(snapshot, sight), sight.viewer, thing, Reader(snapshot.names, sight.you))


def explained(game: Game, row: Row, viewer: int, thing: str, reader: Reader = ANYBODY) -> ExplanationView:
    """Return what a thing is in an observed position, in words. Raises ``NotOffered``."""
    extra = game.extra_of(TableHelp)
    told = extra.explain(row, viewer, thing) if extra else None
    if told is None:
        raise NotOffered("there is nothing to explain there", subject=thing, remedy="tap another thing")
    said = [sentence(game, one, reader) for one in told.sentences]
    return {"said": said, "anchor": told.anchor}


def score_card(snapshot: MatchSnapshot, person_id: str, ply: int | None = None) -> ScoreCardView | None:
    """Return what scores in a match, and how far everybody is; ``None`` for a game without a score card."""
    sight = _sight(snapshot, person_id, ply)
    return card_in_words(snapshot.match.game, _row(snapshot, sight))


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


def lines_scored(game: Game, row: Row, move: int) -> Sequence[str]:
    """Return the lines of the score card that a legal move would score."""
    extra = game.extra_of(TableHelp)
    return extra.scored(row, move) if extra else ()


def question(game: Game, row: Row, picks: Sequence[str]) -> str:
    """Return what is to be chosen after these picks; empty where the game does not say."""
    extra = game.extra_of(TableHelp)
    asked = extra.question(row, picks[-1]) if extra and picks else None
    return sentence(game, asked) if asked else ""


def prints_values(game: Game) -> bool:
    """Return whether the game's pictures print on what can be picked what it scores."""
    extra = game.extra_of(TableHelp)
    return extra is not None and extra.prints_values


def task(game: Game, row: Row) -> str:
    """Return what the seat to move has to do where this turn is unlike others; empty as a rule."""
    extra = game.extra_of(TableHelp)
    special = extra.task(row) if extra else None
    return game.notation.WORDS.text(special, starts=False) if special else ""


def sentence(game: Game, fact: Fact, reader: Reader = ANYBODY) -> str:
    """Return a fact in words, with a capital at its beginning."""
    said = game.notation.WORDS.text(fact, reader)
    return said[:1].upper() + said[1:]


def _sight(snapshot: MatchSnapshot, person_id: str, ply: int | None) -> Sight:
    return sight_of(snapshot, person_id, None if ply is None else min(ply, len(snapshot.match.moves)))


def _row(snapshot: MatchSnapshot, sight: Sight) -> list[int]:
    return Perspective(snapshot, sight.viewer).position(sight.ply).row
