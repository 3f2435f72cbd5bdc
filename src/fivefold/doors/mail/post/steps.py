"""The commands of a mail one by one, each with all that it takes to carry it out, now or after a yes."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Self

from fivefold.doors.mail.reading.command_lines import Asked, CommandLine
from fivefold.doors.mail.words import BY_NAME
from fivefold.house.notices.mail.outgoing import CHAT, MESSAGE, QUESTION
from fivefold.house.notices.mail.stored_outgoing import StoredOutgoing

YES, NO = "yes", "no"
HELD: Final = "held"
"""In the content of a question: the steps that are carried out after a yes."""
SETTLED: Final = "settled"
"""In the content of a question: whether it was answered."""
ANSWERED_BY: Final[Mapping[str, str]] = {MESSAGE: "message", CHAT: "chat"}
"""What an answer without a command does, by the kind of the mail that is answered: its words go back."""


@dataclass(frozen=True, slots=True)
class Step:
    """A command, what is written below it, and the mail that it answers."""

    line: CommandLine
    comment: str = ""
    match: str | None = None
    number: int | None = None
    kind: str = ""
    answered: int | None = None

    @property
    def changes(self) -> bool:
        """Whether it changes something in somebody's name."""
        word = BY_NAME.get(self.line.word)
        return word is None or (word.changes and not word.strangers)

    @property
    def stores(self) -> bool:
        """Whether it stores anything besides mails that were asked for."""
        word = BY_NAME.get(self.line.word)
        return word is None or word.changes

    @property
    def for_strangers(self) -> bool:
        """Whether anybody may ask for it."""
        word = BY_NAME.get(self.line.word)
        return word is not None and word.strangers

    @property
    def is_answer(self) -> bool:
        """Whether it says yes or no to what was asked."""
        return self.line.word in (YES, NO)

    @property
    def happens_once(self) -> bool:
        """Whether it is known again if it is carried out twice: a move that says which one it is."""
        numbered = self.line.number is not None or (self.number is not None and self.line.board is None)
        return self.line.word in ("", "move") and numbered

    @property
    def depends_on_position(self) -> bool:
        """Whether it means what a match is waiting for when it is written, which the mail itself does not say."""
        words = {"move", "pass", "swap", "submit", "queue"}
        answers = self.line.word in {"accept", "reject"} and self.line.board is not None
        return self.line.number is None and self.number is None and (self.line.word in words or answers)

    @property
    def at_a_match(self) -> bool:
        """Whether what it changes is a match and nothing else."""
        word = BY_NAME.get(self.line.word)
        others = {"resign", "chat", "submit", "queue"}
        return word is None or (word.needs_match and word.name not in others) or word.name in {"challenge", "accept"}

    def stored(self) -> dict[str, Any]:
        """Return what is kept of it, for JSON."""
        return asdict(self)

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Return a step that was kept."""
        line = dict(stored["line"])
        return cls(**{**stored, "line": CommandLine(**{**line, "arguments": tuple(line["arguments"])})})


def steps_of(asked: Asked, answered: StoredOutgoing | None, game: str | None = None) -> list[Step]:
    """Return the steps of a mail; ``game``: whose address it came to. A yes to a question is what it holds."""
    found: list[Step] = []
    for line in asked.commands:
        known = line
        if line.word and game and not line.game:
            known = replace(line, game=game, source=f"{game} {line.source}")
        if line.word == YES and answered is not None and answered.kind == QUESTION:
            found += [] if is_settled(answered) else held(answered)
        elif answered is None:
            found.append(Step(known, asked.comment))
        else:
            found.append(Step(known, asked.comment, *_about(answered)))
    if not found and answered is not None and answered.kind in ANSWERED_BY and asked.comment.strip():
        found.append(Step(CommandLine(ANSWERED_BY[answered.kind]), asked.comment, *_about(answered)))
    return found


def _about(answered: StoredOutgoing) -> tuple[str | None, int | None, str, int]:
    return answered.match, answered.number, answered.kind, answered.id


def held(question: StoredOutgoing) -> list[Step]:
    """Return the steps that a question holds."""
    return [Step.read(each) for each in (question.content or {}).get(HELD, ())]


def is_settled(question: StoredOutgoing) -> bool:
    """Return whether a question was answered before."""
    return bool((question.content or {}).get(SETTLED))


def sources(steps: Sequence[Step]) -> list[str]:
    """Return the commands as they were typed, or as they could have been without a user id and a password."""
    return [without_password(step.line) if step.line.old_form else step.line.source for step in steps]


def without_password(line: CommandLine) -> str:
    """Return a line as it is written today."""
    board = f"{line.board}#{line.number}" if line.board and line.number is not None else line.board
    options = [f"-{name}={value}" if value else f"-{name}" for name, value in line.options.items()]
    return " ".join(filter(None, (line.game, line.word, board, *line.arguments, *options)))
