"""The command table: what is done here, each thing declared once. Page, API, mail and the tests read it.

A command is a plain function with its declaration above it. It gets a ``Context``, the id of the match or whatever else
it is about, and what was sent with it as one typed object; what it returns is the answer. At a table that is the match
as it is then, perhaps the next one. The type of ``sent`` says what the page's form and the API's body may hold: a
field's type, bounds and words are its whole description.

Whatever adds an entry to the log is sent with the ``number`` that this entry would be, one more than the ``number``
known. So nothing is done twice, and nothing is done in another position than was meant.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Final, Literal, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, Field

from fivefold.house.errors import InvalidField
from fivefold.house.house import House
from fivefold.house.match_view.view_types import AnswersView, ChatLineView, ChatView
from fivefold.house.moderation.reports import LONGEST_WHY
from fivefold.house.table.answers import answers_view
from fivefold.house.table.chat import LARGEST_LINE, LONGEST_SENT, PHRASES
from fivefold.house.table.seating import HERE
from fivefold.play.chance import LONGEST_NONCE
from fivefold.session import answers
from fivefold.session.offers import REMATCH
from fivefold.session.snapshot import MatchSnapshot

LONGEST_MOVE: Final = 100
LONGEST_WORD: Final = 2000
"""Of a word to whoever made a challenge, as it is sent; the house allows fewer."""
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
CHAT: Final = Rate("lines of chat", 12, 20)
REPORTS: Final = Rate("reports", 6, 600)


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
    """A position to play on from."""

    ply: int = Field(ge=0, le=LARGEST_NUMBER)
    """After so many moves."""
    against: str = Field(HERE, max_length=10)
    """A level `1` to `7`, or `here` for all seats."""


class Filled(Sent):
    """A computer for an open seat."""

    level: int = Field(ge=1, le=7)
    seat: int | None = Field(None, ge=0, le=7)
    """Which one; any if left out."""


class AnswerLine(Numbered):
    """Moves in turn, theirs and yours, beginning with the next entry; the last one is yours."""

    line: list[Annotated[str, Field(max_length=answers.LONGEST_MOVE)]] = Field(min_length=1, max_length=answers.DEEPEST)


class Ahead(Numbered):
    """A move to make as soon as it is your turn, if it is legal then."""

    move: str = Field(max_length=answers.LONGEST_MOVE)


class ChatLine(Sent):
    """A line to say."""

    text: str = Field("", max_length=LONGEST_SENT)
    phrase: str = Field("", max_length=20)
    """Or the key of a quick phrase."""


class About(Sent):
    """A person at a table: who wrote a line, or who sits at a seat."""

    line: int | None = Field(None, ge=0, le=LARGEST_LINE)
    seat: int | None = Field(None, ge=0, le=7)

    def one(self) -> tuple[int | None, int | None]:
        """Return the line and the seat, one of them ``None``. Raises ``InvalidField``."""
        if (self.line is None) == (self.seat is None):
            raise InvalidField("line: takes a line or a seat, and not both", field="line")
        return self.line, self.seat


class Muting(About):
    """Somebody to mute, or to hear again."""

    muted: bool = True


class Reported(About):
    """Something to report to those who run the house."""

    reason: str = Field(max_length=20)
    """`rude`, `threats`, `spam`, `unfair`, `name` or `other`."""
    why: str = Field("", max_length=3 * LONGEST_WHY)


class Accepted(Sent):
    """A challenge that is accepted."""

    nonce: str = Field("", max_length=LONGEST_NONCE)
    """Your own number, mixed into the draws."""


class Declined(Sent):
    """A challenge that is declined."""

    reason: str = Field("", max_length=20)
    """A ready reason, one of `reasons` in `GET /challenges/reasons`."""
    word: str = Field("", max_length=LONGEST_WORD)
    """Or a word of your own."""


@dataclass(frozen=True, slots=True)
class Context:
    """Who gives a command, and to which house."""

    house: House
    person_id: str
    arrived: datetime | None = None
    """When, if not now."""
    name: str = ""
    """What somebody says they are called, as they sit down."""

    def shown(self, match_id: str) -> MatchSnapshot:
        """Return a match as this person may see it. Raises ``UnknownMatch``, ``NotYours``."""
        return self.house.shown_to(self.person_id, match_id)

    def player(self, name: str) -> str:
        """Return the id of a player whom this person may know. Raises ``UnknownPlayer``."""
        return self.house.histories.named(name, self.person_id).id


Run = Callable[..., Any]
"""``(context, match_id)``, or ``(context, match_id, sent)`` where something is sent with it."""
RunT = TypeVar("RunT", bound=Run)


PLAYING, CHATTING, ANSWERING, CHALLENGING, KNOWING = "playing", "chat", "answers in advance", "challenges", "players"
"""Features: commands of which page and API have together."""
REFUSALS: Final = ("unknown-match", "not-yours", "not-offered", "match-over", "stale")


@dataclass(frozen=True, slots=True)
class Command:
    """Something that is done at a table, or about something else."""

    path: str
    """Of page and API, below the match's or whatever ``at`` says."""
    run: Run
    sent: type[Sent] | None
    answers: type | None
    """The type of what it returns; ``None`` where it returns nothing."""
    feature: str = PLAYING
    at: str = "/matches/{match_id}/"
    form: str = ""
    """The page's path, where that is another one."""
    method: str = "POST"
    """Of the API."""
    scope: str = "play"
    """Of a token that may do it."""
    bare: bool = False
    """Whether a program may leave out what is sent with it."""
    rate: Rate = COMMANDS
    words: Sequence[str] = ()
    """By which it is done in a mail."""
    can: str = ""
    """By which name a view says whether it can be done (``availability.CHECKS``), where that is told."""
    begins: Literal["never", "always", "perhaps"] = "never"
    """Whether the match that comes back is a new one."""
    rate_if: Callable[[Any], Rate | None] = lambda sent: None
    """What counts besides, by what is sent."""
    problems: Sequence[str] = REFUSALS
    """Kinds of problems that it may answer besides those of every route."""
    given: str = "live"
    """The state of the match in which its example is tried, see ``tests/doors/web/api_examples.py``."""
    example: Mapping[str, Any] | None = field(default=None)
    """What the documentation sends, with ``{number}`` and the like for what a test fills in."""
    stands_for: str = "{match}"
    """Stands in the example for the id of what it is about."""
    status: int = 200
    """Of the answer to the example."""

    @property
    def name(self) -> str:
        """What it is called: its function, the client's method, the operation of the API."""
        return self.run.__name__

    @property
    def done_status(self) -> int:
        """The status of its answer where it is done, and does not begin the next match."""
        return self.status if self.status < 300 else 200

    @property
    def about(self) -> str:
        """The name of the id in its path, of the match or whatever else it is about."""
        return self.at.partition("{")[2].partition("}")[0]

    def do(self, context: Context, about: str, sent: Sent | None) -> Any:
        """Do it. ``about``: the id of the match or whatever else it is about."""
        return self.run(context, about, *(() if self.sent is None else (sent,)))

    def has_begun(self, match_id: str, after: MatchSnapshot) -> bool:
        """Tell whether the match that came back has just begun."""
        return self.begins == "always" or (self.begins == "perhaps" and after.id != match_id)


TABLE: Final[list[Command]] = []
"""All of them, in the order of the documentation."""


def command(path: str, **declared: Any) -> Callable[[RunT], RunT]:
    """Declare a command: its function goes into the table and stays what it is. ``declared``: fields of ``Command``."""

    def declare(run: RunT) -> RunT:
        kinds = get_type_hints(run)
        answers = None if kinds["return"] is type(None) else kinds["return"]
        TABLE.append(Command(path, run, kinds.get("sent"), answers, **declared))
        return run

    return declare


NUMBER: Final = {"number": "{number}"}


@command(
    "moves",
    rate=MOVES,
    words=("move", "play"),
    example={"number": "{number}", "move": "{move}"},
    problems=(*REFUSALS, "invalid-move", "illegal-move"),
)
def move(context: Context, match_id: str, sent: Move) -> MatchSnapshot:
    """Make a move. It is safe to repeat: the same move with the same number is made once.

    The answer has the move and whatever followed from it at once, such as cards drawn.
    """
    return context.house.play(match_id, context.person_id, sent.number, sent.move, sent.lag, context.arrived)


@command("seats", given="waiting", example={}, problems=(*REFUSALS, "seat-taken"))
def sit(context: Context, match_id: str, sent: Seat) -> MatchSnapshot:
    """Take an open seat. With the last one the match begins, unless it is a race."""
    return context.house.sit(match_id, context.person_id, sent.seat, context.name, sent.nonce)


@command("ready", given="race")
def ready(context: Context, match_id: str) -> MatchSnapshot:
    """Say that you are ready to race; when the countdown is over, the same again deals the cards."""
    return context.house.race_starts.ready(match_id, context.person_id)


@command("undo", words=("undo",), can="undo", given="computer", example=NUMBER)
def undo(context: Context, match_id: str, sent: Numbered) -> MatchSnapshot:
    """Take back your last move; where other people play, ask them whether you may."""
    return context.house.undo(match_id, context.person_id, sent.number)


@command("resign", words=("resign",), can="resign", example=NUMBER)
def resign(context: Context, match_id: str, sent: Numbered) -> MatchSnapshot:
    """Give the match up; where more than two play the others may play on without you."""
    return context.house.resign(match_id, context.person_id, sent.number)


def _next_match(sent: Offer | Answer) -> Rate | None:
    return MATCHES if sent.kind == REMATCH and getattr(sent, "agree", True) else None


@command(
    "offers",
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


@command("give", words=("give",), can="give", example=NUMBER)
def give_time(context: Context, match_id: str, sent: Numbered) -> MatchSnapshot:
    """Give the others more time."""
    return context.house.clocks.give(match_id, context.person_id, sent.number)


@command("fill", given="own", example={"level": 3})
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
    rate=MATCHES,
    begins="always",
    given="over",
    example={"ply": "{ply}", "against": "3"},
    status=201,
    problems=(*REFUSALS, "invalid-option"),
)
def play_on(context: Context, match_id: str, sent: PlayOn) -> MatchSnapshot:
    """Play on from a position of a match that is over, or of one that you watch and that hides nothing."""
    return context.house.play_on(match_id, context.person_id, sent.ply, sent.against)


# --- answers in advance ----------------------------------------------------------------------------------------------

LINE: Final = {"number": "{number}", "line": ["{move}"]}
in_advance = partial(command, feature=ANSWERING, problems=(*REFUSALS, "illegal-move", "invalid-move"), status=409)


@in_advance("answers", form="answers/add", example=LINE)
def answer_ahead(context: Context, match_id: str, sent: AnswerLine) -> AnswersView:
    """Add a line: if the others play so, your answers are played for you. In slow games.

    Where there is another answer to the same moves it is refused: remove that one first. The same again is no harm.
    """
    return answers_view(context.house.answers.add_line(context.person_id, match_id, sent.number, sent.line))


@in_advance("answers/remove", form="answers/drop", example=LINE)
def remove_answer(context: Context, match_id: str, sent: AnswerLine) -> AnswersView:
    """Remove the last move of a line, and all that follows it."""
    return answers_view(context.house.answers.drop_line(context.person_id, match_id, sent.number, sent.line))


CLEARED: Final = ("not-offered", "not-yours", "match-over", "unknown-match", "stale")


@command("answers", feature=ANSWERING, form="answers/clear", method="DELETE", problems=CLEARED)
def clear_answers(context: Context, match_id: str) -> AnswersView:
    """Take back all of your answers, and a move made ahead."""
    return answers_view(context.house.answers.clear(context.person_id, match_id))


@in_advance("ahead", form="answers/ahead", rate=MOVES, example={"number": "{number}", "move": "{move}"})
def move_ahead(context: Context, match_id: str, sent: Ahead) -> AnswersView:
    """Make a move ahead, while it is another's turn, in live games. Another one takes its place."""
    return answers_view(context.house.answers.move_ahead(context.person_id, match_id, sent.number, sent.move))


# --- challenges ------------------------------------------------------------------------------------------------------

NOT_YOURS: Final = ("not-offered", "not-yours")
challenge = partial(command, feature=CHALLENGING, at="/challenges/{challenge_id}", stands_for="{challenge}")


@challenge("/accept", bare=True, problems=(*NOT_YOURS, "seat-taken"))
def accept(context: Context, challenge_id: str, sent: Accepted) -> MatchSnapshot:
    """Sit down where you are asked to; the match is the answer."""
    return context.house.challenges.accept(challenge_id, context.person_id, sent.nonce)


@challenge(
    "/decline",
    scope="account",
    bare=True,
    problems=(*NOT_YOURS, "invalid-option"),
    example={"reason": "later"},
    status=204,
)
def decline(context: Context, challenge_id: str, sent: Declined) -> None:
    """Say no, with a ready reason or a word of your own."""
    context.house.challenges.decline(challenge_id, context.person_id, sent.reason, sent.word)


@challenge(
    "", form="/withdraw", method="DELETE", scope="account", stands_for="{own challenge}", problems=NOT_YOURS, status=204
)
def withdraw(context: Context, challenge_id: str) -> None:
    """Take a challenge of yours back."""
    context.house.challenges.withdraw(challenge_id, context.person_id)


# --- players ---------------------------------------------------------------------------------------------------------

UNKNOWN: Final = ("unknown-player", "not-offered")
at_player = partial(command, feature=KNOWING, at="/players/{name}/", stands_for="{other}", given="alone", status=204)
player = partial(at_player, scope="account", problems=UNKNOWN)


@player("block", method="PUT", words=("block",))
def block(context: Context, name: str) -> None:
    """Block a player: neither of you can challenge or join the other, nor follow them."""
    context.house.blocks.block(context.person_id, context.player(name))


@player("block", form="unblock", method="DELETE", words=("unblock",))
def unblock(context: Context, name: str) -> None:
    """Block a player no longer."""
    context.house.blocks.unblock(context.person_id, context.player(name))


@player("follow", method="PUT", words=("follow",))
def follow(context: Context, name: str) -> None:
    """Follow a player: they, their tables and their matches come first where you see them. Nobody is told."""
    context.house.follows.follow(context.person_id, context.player(name))


@player("follow", form="unfollow", method="DELETE", words=("unfollow",))
def unfollow(context: Context, name: str) -> None:
    """Follow a player no longer."""
    context.house.follows.unfollow(context.person_id, context.player(name))


# --- chat ------------------------------------------------------------------------------------------------------------


AT_ALL: Final = ("unknown-match", "not-yours")
chat = partial(command, feature=CHATTING, scope="account")
PHRASE: Final = {"phrase": next(iter(PHRASES))}
REPORT: Final = {"seat": "{seat}", "reason": "unfair", "why": "stops the clock"}
REPORTED: Final = (*AT_ALL, "unknown-line", "not-offered", "invalid-option")


@chat("chat", rate=CHAT, problems=(*AT_ALL, "not-offered", "too-fast", "invalid-option"), example=PHRASE, status=201)
def say(context: Context, match_id: str, sent: ChatLine) -> ChatLineView:
    """Say something, or a quick phrase."""
    return context.house.chat.say(context.shown(match_id), context.person_id, sent.text, sent.phrase)


@chat("mute", problems=(*AT_ALL, "unknown-line", "not-offered"), example={"seat": "{seat}"})
def mute(context: Context, match_id: str, sent: Muting) -> ChatView:
    """Mute who wrote a line or sits at a seat, in all matches, or hear them again."""
    snapshot, lines, person_id = context.shown(match_id), context.house.chat, context.person_id
    other = context.house.reports.about(snapshot, person_id, *sent.one())
    (lines.mute if sent.muted else lines.unmute)(person_id, other)
    return lines.view(snapshot, person_id)


@chat("report", rate=REPORTS, problems=REPORTED, example=REPORT, status=204)
def report(context: Context, match_id: str, sent: Reported) -> None:
    """Report a line, or who sits at a seat, to those who run the house."""
    snapshot = context.shown(match_id)
    context.house.reports.add(snapshot, context.person_id, sent.reason, sent.why, *sent.one())
