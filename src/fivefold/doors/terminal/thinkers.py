"""Who thinks beside the people at a keyboard: opponents, hints, rivals in a race."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from types import TracebackType
from typing import Final, Protocol, Self

from fivefold.contract import Game
from fivefold.contract.stored import stored_sentences
from fivefold.engine.arrangement_search import Arranged
from fivefold.engine.budget import Budget
from fivefold.engine.calibration import calibration_at
from fivefold.engine.opponents import Thought
from fivefold.house.computers.hints import in_words
from fivefold.parts.messages import Message, Reader
from fivefold.play.match import Match
from fivefold.session.narration import percent, player, sentence
from fivefold.session.snapshot import MatchSnapshot


class Thinker(Protocol):
    """Thinks for computer opponents; an interrupt from the keyboard stops it."""

    def think(self, match: Match, level: int, seat: int | None = None, budget: Budget | None = None) -> Thought:
        """Return what the opponent of this level thinks, in a race for this seat; the match is not over. ``budget``:
        what it may spend, where its clock leaves it less than usual."""

    def arrange(self, match: Match, seat: int) -> Arranged:
        """Return the best that could have been made of a seat's cards in a match that is over."""


class ThinkerOnDemand:
    """A thinker that is started when first needed: two friends at one keyboard never wait for an engine."""

    def __init__(self, game: Game, at_once: bool) -> None:
        """With ``at_once`` it starts on entering, so that it compiles what it has to while people look at the table."""
        self._game, self._at_once = game, at_once
        self._open = ExitStack()
        self._thinker: Thinker | None = None

    def __enter__(self) -> Self:
        if self._at_once:
            self._start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._open.close()

    def _start(self) -> Thinker:
        if self._thinker is None:
            self._thinker = self._open.enter_context(_worker(self._game))
        return self._thinker

    def think(self, match: Match, level: int, seat: int | None = None, budget: Budget | None = None) -> Thought:
        """Return what the opponent of this level thinks."""
        return self._start().think(match, level, seat, budget)

    def arrange(self, match: Match, seat: int) -> Arranged:
        """Return the best that could have been made of a seat's cards."""
        return self._start().arrange(match, seat)


def _worker(game: Game) -> AbstractContextManager[Thinker]:
    from fivefold.engine.workers import Thinker as Worker  # noqa: PLC0415  loads numpy

    return Worker(game)


WORDS: Final = stored_sentences("fivefold.doors.terminal", "thinkers")
"""The sentences about what computers think, in English."""


def hint(snapshot: MatchSnapshot, reader: Reader, thought: Thought) -> Iterator[str]:
    """Yield what the strongest opponent would do here, what it expects next and how it judges the position. In a game
    with secrets what it expects next is a guess at what is hidden, and left out."""
    match = snapshot.match
    row = match.seen_by(match.to_move)
    move = in_words(match.game.notation, row, match.game.notation.read(row, thought.text))
    yield sentence(WORDS.text(Message("hint", move=move, text=thought.text)))
    if len(thought.line) > 1 and match.game.hidden is None:
        yield WORDS.text(Message("then", moves=tuple(thought.line[1:6])))
    if snapshot.alone:
        yield WORDS.text(Message("expects", points=Message("points", count=round(thought.points))))
    else:
        calibration = calibration_at(match, snapshot.levels)
        yield chances(reader, thought.values if calibration is None else calibration.shares(thought.values))
    if thought.exact:
        yield WORDS.text(Message("to-the-end"))
    if thought.note:
        yield note(match.game.personas[-1].name, thought)


def chances(reader: Reader, shares: Iterable[float]) -> str:
    """Return everybody's chance to win: ``Chances to win: You 63%, Pip 37%.``"""
    each = tuple(
        WORDS.text(Message("chance", who=player(seat), share=percent(share)), reader)
        for seat, share in enumerate(shares)
    )
    return WORDS.text(Message("chances", chances=each))


def arranged(snapshot: MatchSnapshot, reader: Reader, found: Arranged) -> str:
    """Return what could have been made of the cards that came to a seat, and the share of it that was made."""
    made = snapshot.match.scores[found.seat]
    who = player(found.seat)
    best = Message("best-with", who=who, points=found.points)
    if snapshot.alone:
        best = Message("best", points=found.points)
    scored = Message("scored", who=who, made=made)
    if found.points > 0 and made >= 0:
        scored = Message("scored-share", who=who, made=made, share=percent(made / found.points))
    return f"{WORDS.text(best, reader)} {WORDS.text(scored, reader)}"


def note(name: str, thought: Thought) -> str:
    """Return how an opponent came by its thought, where it wants that known."""
    return sentence(f"{name} {thought.note}")
