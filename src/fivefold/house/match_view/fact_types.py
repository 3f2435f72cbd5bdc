"""What the API tells of a match, as types: facts alone. Moments are ISO 8601 in UTC, by the house's clock."""

from typing import NotRequired

from typing_extensions import TypedDict


class CompactMove(TypedDict):
    """A move that was made."""

    by: int | None
    """The seat that made it; null for chance."""
    text: str
    """In the game's notation, as the viewer may know it."""


class CompactSeat(TypedDict):
    """A seat and who sits there."""

    seat: int
    seat_name: str
    """What the game calls the seat: a colour."""
    kind: str
    """``person``, ``computer`` or ``open``."""
    name: str
    """Who sits there; empty for an open seat."""
    bot: bool
    """Whether a program plays for this account."""
    level: int | None
    """Of a computer opponent of the house, from 1."""
    handicap: int
    """The part of the time this seat has, in per cent."""
    left: str
    """How this player dropped out while the others play on: ``resigned``, or ``time`` that ran out; else empty. How a
    match ended its outcome says."""


class CompactOffer(TypedDict):
    """What a player offers the others, or offered until somebody declined."""

    kind: str
    """``undo``, ``draw``, ``abort``, ``more-time``, ``pause``, ``resume`` or ``rematch``."""
    by: int
    """The seat that offers it."""
    agreed: list[int]
    waits_for: list[int]
    """The seats that have yet to answer."""
    declined_by: int | None
    """The seat that has declined it; then it is no longer open."""


class CompactOutcome(TypedDict):
    """How a match ended."""

    winner: int | None
    """The seat that won alone."""
    returns: list[float]
    """For each seat 1 for a win, 0 for a loss; a shared first place shares the 1."""
    how: str
    """``played-out``, ``resigned``, ``time``, ``agreed`` or ``abandoned``."""
    seat: int | None
    """Who resigned or ran out of time."""
    cause: str | None
    """Why the game ended by its rules, a key of that game; null where the players ended it."""


class CompactSeatClock(TypedDict):
    """What a seat's clock said after the last entry, in milliseconds."""

    left: int
    used: int
    moves: int
    """How many moves it has made."""


class CompactClock(TypedDict):
    """The clocks."""

    control: str
    """How long everybody may think: ``5m+3s``."""
    slow: bool
    """Whether it is counted in days."""
    whole: bool
    """Whether one clock counts for all, the first of ``seats``."""
    seats: list[CompactSeatClock]
    at: str
    """When the last entry was made, ISO 8601 like all moments here."""
    running: int | None
    """Whose clock runs."""
    since: str
    """From when it runs; while the match is paused, when it goes on by itself."""
    free: int
    """How much of this move does not count yet, in milliseconds."""
    paused: bool
    runs_out: str | None
    """When the running clock comes to nothing."""
    first_move: str | None
    """By when the seat to move has to make its first move, or the match is cancelled; in game 2 of a double, lost."""
    stops: list[tuple[str, str]]
    """When the running clock stands still: from and until."""


class CompactPosition(TypedDict):
    """A position as the viewer may know it."""

    row: list[int]
    """In numbers, as the game's rules keep it, with what the viewer cannot know blanked."""
    diagram: str
    """As text."""


class CompactState(TypedDict):
    """How a match stands."""

    number: int
    """Of the last entry in the log. A move is sent with the number it would be: one more."""
    status: str
    """``waiting`` (for players), ``live`` or ``over``."""
    ply: int
    """How many moves have been made, those of chance among them, without those taken back."""
    after_ply: int
    """``moves`` are those after so many: keep as many of what you know and add these."""
    moves: list[CompactMove]
    to_move: int | None
    """The seat to move."""
    anyone: bool
    """Whether any seat may move, first come first served."""
    turn: bool
    """Whether you may move now."""
    scores: list[int]
    offer: CompactOffer | None
    ready: list[int]
    """The seats that are ready: for a race to begin, or for the second game of a double match."""
    begins: str | None
    """When a race begins for which everybody is ready, ISO 8601."""
    clock: CompactClock | None
    """The clocks; null where nobody's time is limited."""
    outcome: CompactOutcome | None
    legal: NotRequired[list[str]]
    """The moves you may make now, where you have asked for them."""
    position: NotRequired[CompactPosition]
    """The position, where you have asked for it."""


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
    started: str
    """When, ISO 8601."""
    offer: CompactOffer | None
    outcome: CompactOutcome | None


class CompactLinks(TypedDict):
    """What ties a match to others, by their ids; null where nothing does."""

    rematch: str | None
    second: str | None
    """The second game of a double match."""
    double_of: str | None
    """The first game of a double match, if this is the second."""
    same_cards_as: str | None
    """The first match on the same cards, if this is another."""
    beside: str | None
    tournament: str | None
    day: str | None
    """The day whose deal this is, ISO 8601."""


class CompactMatch(CompactState):
    """A match as a program sees it."""

    id: str
    game: str
    options: dict[str, str]
    """``?`` for what chance decides when everybody sits."""
    seats: list[CompactSeat]
    yours: list[int]
    """Your seats."""
    viewer: int | None
    """The seat whose position this is; null for a spectator's."""
    rated: bool
    race: bool
    double: bool
    """Whether it is one of the two games of a double match."""
    started: str
    """When, ISO 8601."""
    links: CompactLinks
    commitment: str
    """What is promised of chance from the start: the hash of the seed, or the number of an open one."""
    can: NotRequired[list[str]]
    """What you can do besides moving, where you look at the whole match."""
