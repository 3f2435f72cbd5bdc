"""The command table: what is done at a table, each thing declared once. Page, API, mail and the tests read it.

A command is a plain function with its declaration above it. It gets a ``Context`` and a match, and what was sent with
it as one typed object; it returns the match as it is then, perhaps the next one. ``sent`` says what the page's form and
the API's body may hold: a field's type, bounds and words are its whole description.

Whatever adds an entry to the log is sent with the ``number`` that this entry would be, one more than the ``number``
known. So nothing is done twice, and nothing is done in another position than was meant.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from fivefold.house.house import House
from fivefold.house.table.seating import HERE
from fivefold.play.chance import LONGEST_NONCE
from fivefold.session.offers import REMATCH
from fivefold.session.snapshot import MatchSnapshot

LONGEST_MOVE: Final = 100
LARGEST_NUMBER: Final = 1_000_000
ANY_LAG: Final = 10**18
"""What a device has measured refuses no move, not even while it slept; the clocks give back little of it."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A number of requests in some seconds, for each person; an address may make a few times as many."""

    what: str
    """What is limited, in words."""
    count: int
    seconds: int


MOVES: Final = Rate("moves", 20, 5)
COMMANDS: Final = Rate("requests", 30, 10)
MATCHES: Final = Rate("new matches", 30, 600)


class Sent(BaseModel):
    """What is sent with a command; a field that we do not know is refused, so that nothing is silently left out."""

    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)


Number = Annotated[int, Field(ge=1, le=LARGEST_NUMBER + 1)]
OfferKind = Literal["undo", "draw", "abort", "more-time", "pause", "resume", "rematch"]


class Numbered(Sent):
    """Something for how the match stands: what becomes the next entry in the log, or answers it in advance."""

    number: Number
    """Of the entry that it would be: one more than the `number` you know."""


class Move(Numbered):
    """A move."""

    move: str = Field(max_length=LONGEST_MOVE)
    """In the game's notation."""
    lag: int = Field(0, ge=0, le=ANY_LAG)
    """Milliseconds that it takes to get here, as you have measured; some of it is given back to your clock."""


class Seat(Sent):
    """A seat to take."""

    seat: int | None = Field(None, ge=0, le=7)
    """Which one; any if left out."""
    nonce: str = Field("", max_length=LONGEST_NONCE)
    """Your own number, mixed into the draws."""


class Offer(Numbered):
    """Something to offer the others; with nobody to ask it happens at once."""

    kind: OfferKind


class Answer(Sent):
    """An answer to what is offered; whoever offered it withdraws it with a no."""

    agree: bool
    kind: OfferKind | None = None
    """What you think is offered."""
    number: Number | None = None
    """Of the next entry, if you know it."""


class PlayOn(Sent):
    """A position of a match that is over, to play on from."""

    ply: int = Field(ge=0, le=LARGEST_NUMBER)
    """After so many moves."""
    against: str = Field(HERE, max_length=10)
    """A level `1` to `7`, or `here` for all seats."""


class Filled(Sent):
    """A computer for an open seat."""

    level: int = Field(ge=1, le=7)
    seat: int | None = Field(None, ge=0, le=7)
    """Which one; any if left out."""


@dataclass(frozen=True, slots=True)
class Context:
    """Who gives a command, and to which house."""

    house: House
    person_id: str
    arrived: datetime | None = None
    """When, if not now."""
    name: str = ""
    """What somebody says they are called, as they sit down."""


Run = Callable[..., MatchSnapshot]
"""``(context, match_id)``, or ``(context, match_id, sent)`` where something is sent with it."""
RunT = TypeVar("RunT", bound=Run)


@dataclass(frozen=True, slots=True)
class Command:
    """Something that is done at a table."""

    path: str
    """Of page and API, below the match's."""
    run: Run
    sent: type[Sent] | None = None
    rate: Rate = COMMANDS
    words: Sequence[str] = ()
    """By which it is done in a mail."""
    can: str = ""
    """By which name a view says whether it can be done (``availability.CHECKS``), where that is told."""
    begins: Literal["never", "always", "perhaps"] = "never"
    """Whether the match that comes back is a new one."""
    rate_if: Callable[[Any], Rate | None] = lambda sent: None
    """What counts besides, by what is sent."""
    problems: Sequence[str] = ()
    """Kinds of problems that it may answer besides those of every command at a table."""
    given: str = "live"
    """The state of the match in which its example is tried, see ``tests/doors/web/api_examples.py``."""
    example: Mapping[str, Any] | None = field(default=None)
    """What the documentation sends, with ``{number}`` and the like for what a test fills in."""
    status: int = 200
    """Of the answer to the example."""

    @property
    def name(self) -> str:
        """What it is called: its function, the client's method, the operation of the API."""
        return self.run.__name__

    def has_begun(self, match_id: str, after: MatchSnapshot) -> bool:
        """Tell whether the match that came back has just begun."""
        return self.begins == "always" or (self.begins == "perhaps" and after.id != match_id)


TABLE: Final[list[Command]] = []
"""All of them, in the order of the documentation."""


def command(path: str, **declared: Any) -> Callable[[RunT], RunT]:
    """Declare a command: its function goes into the table and stays what it is. ``declared``: fields of ``Command``."""

    def declare(run: RunT) -> RunT:
        TABLE.append(Command(path, run, **declared))
        return run

    return declare


NUMBER: Final = {"number": "{number}"}


@command(
    "moves",
    sent=Move,
    rate=MOVES,
    words=("move", "play"),
    example={"number": "{number}", "move": "{move}"},
    problems=("invalid-move", "illegal-move"),
)
def move(context: Context, match_id: str, sent: Move) -> MatchSnapshot:
    """Make a move. It is safe to repeat: the same move with the same number is made once.

    The answer has the move and whatever followed from it at once, such as cards drawn.
    """
    arrived = context.arrived or context.house.now()
    return context.house.play(match_id, context.person_id, sent.number, sent.move, sent.lag, arrived)


@command("seats", sent=Seat, given="waiting", example={}, problems=("seat-taken",))
def sit(context: Context, match_id: str, sent: Seat) -> MatchSnapshot:
    """Take an open seat. With the last one the match begins, unless it is a race."""
    return context.house.sit(match_id, context.person_id, sent.seat, context.name, sent.nonce)


@command("ready", given="race")
def ready(context: Context, match_id: str) -> MatchSnapshot:
    """Say that you are ready to race; when the countdown is over, the same again deals the cards."""
    return context.house.race_starts.ready(match_id, context.person_id)


@command("undo", sent=Numbered, words=("undo",), can="undo", given="computer", example=NUMBER)
def undo(context: Context, match_id: str, sent: Numbered) -> MatchSnapshot:
    """Take back your last move; where other people play, ask them whether you may."""
    return context.house.undo(match_id, context.person_id, sent.number)


@command("resign", sent=Numbered, words=("resign",), can="resign", example=NUMBER)
def resign(context: Context, match_id: str, sent: Numbered) -> MatchSnapshot:
    """Give the match up; where more than two play the others may play on without you."""
    return context.house.resign(match_id, context.person_id, sent.number)


def _next_match(sent: Offer | Answer) -> Rate | None:
    return MATCHES if sent.kind == REMATCH and getattr(sent, "agree", True) else None


@command(
    "offers",
    sent=Offer,
    words=("propose", "pause", "resume", "more", "abort", "rematch"),
    begins="perhaps",
    rate_if=_next_match,
    example={"kind": "abort", **NUMBER},
)
def offer(context: Context, match_id: str, sent: Offer) -> MatchSnapshot:
    """Offer the others something. Status 201 where that begins the next match, which is the answer."""
    return context.house.offer(match_id, context.person_id, sent.kind, sent.number)


@command(
    "offers/answer",
    sent=Answer,
    words=("accept", "reject"),
    begins="perhaps",
    rate_if=_next_match,
    given="asked",
    example={"agree": False},
)
def answer(context: Context, match_id: str, sent: Answer) -> MatchSnapshot:
    """Accept what is offered, or decline it. Status 201 where that begins the next match, which is the answer."""
    return context.house.answer(match_id, context.person_id, sent.agree, sent.kind or "", sent.number or 0)


@command("claim", words=("claim",), can="claim", status=409)
def claim(context: Context, match_id: str) -> MatchSnapshot:
    """End a slow match in which another player's time is out."""
    return context.house.clocks.claim(match_id, context.person_id)


@command("give", sent=Numbered, words=("give",), can="give", example=NUMBER)
def give_time(context: Context, match_id: str, sent: Numbered) -> MatchSnapshot:
    """Give the others more time."""
    return context.house.clocks.give(match_id, context.person_id, sent.number)


@command("fill", sent=Filled, given="own", example={"level": 3})
def fill(context: Context, match_id: str, sent: Filled) -> MatchSnapshot:
    """Give an open seat of your table to a computer."""
    return context.house.lobby.fill(match_id, context.person_id, sent.level, sent.seat)


@command("stand-up", given="table")
def stand_up(context: Context, match_id: str) -> MatchSnapshot:
    """Give your seat back while the table waits for others."""
    return context.house.lobby.stand_up(match_id, context.person_id)


@command("close", given="own")
def close_table(context: Context, match_id: str) -> MatchSnapshot:
    """Close your table before its match begins."""
    return context.house.lobby.close(match_id, context.person_id)


@command("rematch", rate=MATCHES, words=("rematch",), can="rematch", begins="perhaps", given="over")
def rematch(context: Context, match_id: str) -> MatchSnapshot:
    """Offer to play again, seats swapped, or accept that. Status 201 once it has begun: it is the answer."""
    return context.house.rematch(match_id, context.person_id)


@command("second", rate=MATCHES, words=("ready",), can="second", begins="perhaps", given="double")
def second(context: Context, match_id: str) -> MatchSnapshot:
    """Say that you are ready for the second game of a double match. Status 201 once it has begun."""
    return context.house.second(match_id, context.person_id)


@command("new-cards", rate=MATCHES, can="new_cards", begins="always", given="over", status=201)
def new_cards(context: Context, match_id: str) -> MatchSnapshot:
    """Play on with fresh cards, everybody in the same seat."""
    return context.house.new_cards(match_id, context.person_id)


@command("same-cards", rate=MATCHES, can="same_cards", begins="always", given="alone", status=201)
def same_cards(context: Context, match_id: str) -> MatchSnapshot:
    """Play the same cards again, everybody in the same seat."""
    return context.house.same_cards(match_id, context.person_id)


@command(
    "play-on",
    sent=PlayOn,
    rate=MATCHES,
    begins="always",
    given="over",
    example={"ply": "{ply}", "against": "3"},
    status=201,
    problems=("invalid-option",),
)
def play_on(context: Context, match_id: str, sent: PlayOn) -> MatchSnapshot:
    """Play on from a position of a match that is over."""
    return context.house.play_on(match_id, context.person_id, sent.ply, sent.against)
