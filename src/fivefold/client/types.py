"""What the API takes and answers, by the names of its description. Made by `python -m fivefold.web.script_types`."""

from typing import Literal, NotRequired, TypedDict


class TokenTold(TypedDict):
    """The token that this was asked with."""

    name: str
    scopes: list[str]
    expires: str | None
    """ISO 8601; null for never."""


class AccountTold(TypedDict):
    """Who you are."""

    name: str
    account: bool
    """Whether you keep an account; otherwise you are a guest."""
    bot: bool
    page: str | None
    """The address of your page."""
    token: TokenTold | None
    """Null where a cookie says who you are."""


class EstimateView(TypedDict):
    """What the engine thinks of one position of a match that is over."""

    ply: int
    text: str
    explain: str
    values: list[float]
    points: float
    line: list[str]
    played: str
    loss: float
    exact: bool
    note: str
    cost: float


class AnalysisView(TypedDict):
    """What is known so far of a match that is over."""

    done: int
    of: int
    estimates: list[EstimateView]


class Answer(TypedDict):
    """An answer to what is offered; whoever offered it withdraws it with a no."""

    agree: bool
    kind: NotRequired[Literal["undo", "draw", "abort", "more-time", "pause", "resume", "rematch"] | None]
    """What you think is offered."""
    number: NotRequired[int | None]
    """Of the next entry, if you know it."""


class ArrangementView(TypedDict):
    """The best that could have been made of the cards a seat had."""

    seat: int
    picture: str
    points: int
    yours: int
    share: float | None
    seconds: float


class CoachView(TypedDict):
    """What the coach says of the last move a player made."""

    ply: int
    mark: str
    played: str
    best: str
    words: str


class CompactOffer(TypedDict):
    """What a player offers the others, or offered until somebody declined."""

    kind: str
    by: int
    agreed: list[int]
    waits_for: list[int]
    declined_by: int | None


class CompactOutcome(TypedDict):
    """How a match ended."""

    winner: int | None
    returns: list[float]
    how: str
    seat: int | None
    cause: str | None


class CompactSeat(TypedDict):
    """A seat and who sits there."""

    seat: int
    seat_name: str
    kind: str
    name: str
    bot: bool
    level: int | None
    handicap: int


class CompactBrief(TypedDict):
    """A match in a list, as somebody who plays in it sees it."""

    id: str
    game: str
    status: str
    """``waiting`` (for players), ``live`` or ``over``."""
    number: int
    """Of the last entry in the log."""
    seats: list[CompactSeat]
    yours: list[int]
    """Your seats."""
    turn: bool
    """Whether you may move now."""
    awaited: bool
    """Whether other people wait for you: for a move or an answer."""
    rated: bool
    time: str
    """How long everybody may think; empty for as long as they like."""
    started: int
    offer: CompactOffer | None
    outcome: CompactOutcome | None


class CompactSeatClock(TypedDict):
    """What a seat's clock said after the last entry, in milliseconds."""

    left: int
    used: int
    moves: int


class CompactClock(TypedDict):
    """The clocks; moments are milliseconds since 1970 by the house's clock."""

    control: str
    slow: bool
    whole: bool
    seats: list[CompactSeatClock]
    at: int
    running: int | None
    since: int
    free: int
    paused: bool
    runs_out: int | None
    first_move: int | None
    stops: list[tuple[int, int]]


class CompactLinks(TypedDict):
    """What ties a match to others, by their ids; null where nothing does."""

    rematch: str | None
    second: str | None
    double_of: str | None
    same_cards_as: str | None
    beside: str | None
    tournament: str | None
    day: str | None


class CompactMove(TypedDict):
    """A move that was made."""

    by: int | None
    text: str


class CompactPosition(TypedDict):
    """A position as the viewer may know it."""

    row: list[int]
    diagram: str


class CompactMatch(TypedDict):
    """A match as a program sees it."""

    number: int
    status: str
    ply: int
    after_ply: int
    moves: list[CompactMove]
    to_move: int | None
    anyone: bool
    turn: bool
    scores: list[int]
    offer: CompactOffer | None
    ready: list[int]
    begins: int | None
    clock: CompactClock | None
    outcome: CompactOutcome | None
    legal: NotRequired[list[str]]
    position: NotRequired[CompactPosition]
    id: str
    game: str
    options: dict[str, str]
    seats: list[CompactSeat]
    yours: list[int]
    viewer: int | None
    rated: bool
    race: bool
    double: bool
    started: int
    links: CompactLinks
    commitment: str
    can: NotRequired[list[str]]


class CompactState(TypedDict):
    """How a match stands."""

    number: int
    status: str
    ply: int
    after_ply: int
    moves: list[CompactMove]
    to_move: int | None
    anyone: bool
    turn: bool
    scores: list[int]
    offer: CompactOffer | None
    ready: list[int]
    begins: int | None
    clock: CompactClock | None
    outcome: CompactOutcome | None
    legal: NotRequired[list[str]]
    position: NotRequired[CompactPosition]


class Filled(TypedDict):
    """A computer for an open seat."""

    level: int
    seat: NotRequired[int | None]
    """Which one; any if left out."""


class LevelTold(TypedDict):
    """A computer opponent of the house."""

    level: int
    """From 1, the weakest."""
    name: str
    style: str


class NumbersTold(TypedDict):
    """The whole numbers that an option takes besides its values."""

    least: int
    most: int


class ValueTold(TypedDict):
    """A value that an option can have."""

    value: str
    """As it is sent."""
    meaning: str
    seats: int | None
    """How many play with it, where this option decides that."""


class OptionTold(TypedDict):
    """A choice made before the first move."""

    name: str
    meaning: str
    values: list[ValueTold]
    numbers: NumbersTold | None
    table: bool
    """Whether it takes a table of numbers, `3=13,80=-65`: entries by number from 1, those left out as usual."""
    default: str | None
    """Null where it is drawn at random."""
    only: dict[str, list[str]]
    """It means something only where each of these options has one of these values."""
    group: str
    starts: bool
    """Whether it decides which seat begins."""


class PresetTold(TypedDict):
    """A well-known set of options."""

    name: str
    meaning: str
    options: dict[str, str]
    """The options that differ from their defaults."""


class GameTold(TypedDict):
    """A game of the house."""

    key: str
    name: str
    tagline: str
    rules: str
    """Where its rules stand."""
    rules_version: int
    seats: list[int]
    """How many may play."""
    hidden: bool
    """Whether a seat may not see all of a position."""
    race: bool
    """Whether in some of its set-ups anyone may move, first come first served."""
    chance: str
    """When chance moves: `none`, `at the start`, `between moves` or `within turns`."""
    teams: bool
    doubles: bool
    """Whether a double match is offered: two games on the same deal, seats swapped."""
    same_cards: bool
    """Whether the same cards can be played again."""
    agreed_draw: bool
    scores_decide: bool
    """Whether whoever has most points wins."""
    levels: list[LevelTold]
    options: list[OptionTold]
    presets: list[PresetTold]


class GamesTold(TypedDict):
    """All games of the house."""

    games: list[GameTold]


class HindsightView(TypedDict):
    """What could have been made of the cards of a match that is over."""

    seats: list[ArrangementView]


class HintView(TypedDict):
    """What the strongest opponent would play."""

    text: str
    picks: list[str]
    said: str
    values: list[float]
    line: list[str]
    note: str
    marks: dict[str, str]


class LegalMoveTold(TypedDict):
    """A move that you may make now."""

    text: str
    """As it is sent."""
    does: str
    """What it earns or does, in words."""


class LegalMovesTold(TypedDict):
    """The moves that you may make now."""

    number: int
    """With which a move is sent."""
    turn: bool
    moves: list[LegalMoveTold]


class MatchesTold(TypedDict):
    """Your matches that are not over."""

    matches: list[CompactBrief]


class Move(TypedDict):
    """A move."""

    number: int
    """Of the entry that it would be: one more than the `number` you know."""
    move: str
    """In the game's notation."""
    lag: NotRequired[int]
    """Milliseconds that it takes to get here, as you have measured; some of it is given back to your clock."""


class NewMatch(TypedDict):
    """A match to begin."""

    game: str
    options: NotRequired[dict[str, str]]
    """Those that differ from their defaults; see `GET /games`."""
    preset: NotRequired[str]
    """The name of a well-known set of options; `options` change it."""
    others: NotRequired[list[str]]
    """For each other seat, in turn order after yours: a level `1` to `7` of a computer, `here` (you play it too)
    or `link` (open). A single one stands for all; none for a game for one.
    """
    begin: NotRequired[Literal["me", "them", "draw"]]
    """Who moves first."""
    seat: NotRequired[int | None]
    """Where you sit, whoever moves first."""
    invite: NotRequired[list[str]]
    """The names of players who are challenged to sit down."""
    word: NotRequired[str]
    """What you say to them."""
    listed: NotRequired[bool]
    """Whether the lobby shows it, so that anyone may sit down."""
    rated: NotRequired[bool]
    time: NotRequired[str]
    """How long everybody may think: `5m+3s`, `3d`, `10m/game`; empty for as long as they like."""
    handicap: NotRequired[int]
    """The part of that time that you have, in per cent."""
    double: NotRequired[bool]
    """Whether a second game on the same deal follows."""
    seed: NotRequired[int | None]
    """Makes chance open and repeatable, if nobody else plays."""
    move: NotRequired[str]
    """A first move to make at once."""
    nonce: NotRequired[str]
    """Your own number, mixed into the draws."""
    delay: NotRequired[int]
    """Seconds after which spectators see what happened, in games with secrets: 0, 60 or 300."""


class Numbered(TypedDict):
    """Something that becomes the next entry in the log."""

    number: int
    """Of the entry that it would be: one more than the `number` you know."""


class Offer(TypedDict):
    """Something to offer the others; with nobody to ask it happens at once."""

    number: int
    """Of the entry that it would be: one more than the `number` you know."""
    kind: Literal["undo", "draw", "abort", "more-time", "pause", "resume", "rematch"]


class PlayOn(TypedDict):
    """A position of a match that is over, to play on from."""

    ply: int
    """After so many moves."""
    against: NotRequired[str]
    """A level `1` to `7`, or `here` for all seats."""


class Seat(TypedDict):
    """A seat to take."""

    seat: NotRequired[int | None]
    """Which one; any if left out."""
    nonce: NotRequired[str]
    """Your own number, mixed into the draws."""


class Thinking(TypedDict):
    """It is being worked out: ask again after the seconds in Retry-After."""

    state: NotRequired[str]
