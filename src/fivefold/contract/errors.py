"""What can go wrong at the edges: a problem in data, and the exceptions that carry one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fivefold.parts.messages import Catalogue, Message


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, with what, and what would do."""

    message: str
    """What is wrong, a clause in words."""
    subject: str = ""
    """What it is wrong with, as it was given: a move's text, ``players=5``, a line of a record."""
    remedy: str = ""
    """What would do, a clause in words."""
    field: str = ""
    """What was asked for when this was given: the name of an option or of a field of a form."""
    code: str = ""
    """Which problem it is, one word for programs: ``not-on-top``."""
    wrong: Message | None = None
    """What ``message`` says, as data; ``None`` where there is no catalogue for it."""
    better: Message | None = None
    """What ``remedy`` says, as data."""

    @classmethod
    def of(
        cls, words: Catalogue, subject: str, wrong: Message, better: Message | None = None, *, field: str = ""
    ) -> Problem:
        """Return a problem given as data and put into words; its code is the key of what is wrong."""
        return cls("", subject, field=field, code=wrong.key, wrong=wrong, better=better).translated(words)

    def translated(self, words: Catalogue) -> Problem:
        """Return the problem in the language of these words, as far as it is data."""
        message = words.text(self.wrong, starts=False) if self.wrong else self.message
        remedy = words.text(self.better, starts=False) if self.better else self.remedy
        return replace(self, message=message, remedy=remedy)

    @property
    def sentence(self) -> str:
        """What is wrong and what would do, without what it is wrong with."""
        return f"{self.message}; {self.remedy}" if self.remedy else self.message

    def __str__(self) -> str:
        return f"{self.subject}: {self.sentence}" if self.subject else self.sentence


class FivefoldError(Exception):
    """The root of every error this package raises on purpose; its text is its problem's."""

    def __init__(
        self, problem: Problem | str, /, *, subject: str = "", remedy: str = "", field: str = "", code: str = ""
    ) -> None:
        """``problem``: a ``Problem``, or the message of one with its other fields."""
        if isinstance(problem, str):
            problem = Problem(problem, subject, remedy, field, code)
        self.problem = problem
        super().__init__(problem)

    def __str__(self) -> str:
        return str(self.problem)


class InvalidMove(FivefoldError):
    """A text that is no move at all in this game's notation."""


class IllegalMove(FivefoldError):
    """A well-formed move that the rules do not allow in this position."""


class InvalidOption(FivefoldError):
    """An unknown game, option or option value."""


class InvalidGame(FivefoldError):
    """A game whose traits, functions and search do not go together."""


class InvalidRecord(FivefoldError):
    """A record that is damaged, edited or of another format; names the line and the reason."""


class MatchOver(FivefoldError):
    """A move, undo or resignation that comes after the end, or an undo with nothing to take back."""


class MissingChance(FivefoldError):
    """Chance is to move and nothing decides for it: a script that ran out, or a fair match without its seed."""
