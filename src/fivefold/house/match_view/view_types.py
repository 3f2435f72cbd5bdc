"""Everything that leaves the house as JSON, as types: the page's scripts get theirs from here.

After a change run ``make types``: the page's types are made from these.
"""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

Marks = dict[str, str]
"""CSS class names to add, by the name of the thing on the picture."""
Motion = tuple[str, str]
"""Ids of an element before and after: what stood at the first now stands at the second."""
Availability = Literal[True] | str
"""Whether something can be done: true, or a sentence that says why not."""
Edit = tuple[int, int] | str
"""A part of a drawing, made of an earlier one that is cut before each tag: from which piece on so many are kept, or new
text."""


class MoveView(TypedDict):
    """A legal move."""

    text: str
    picks: list[str]
    """The picks of things on the picture that spell it."""
    seat: NotRequired[int]
    """Whose move it is, where anyone may move."""


class PartView(TypedDict):
    """A part of a line in the list of moves: something drawn small, or words."""

    kind: str
    """``card``, ``die``, ``place`` or ``words``."""
    code: str
    """Which card, ``7h``; which face; which place; empty for words."""
    words: str
    """What it is called, or the words."""


class LastView(TypedDict):
    """What led to the position: a move, a run of chance as one event, or something that is no move."""

    number: int
    """Of its last entry in the log."""
    since: int
    """Of its first entry in the log."""
    ply: int
    kind: str
    """``move``, ``undo``, or how the match was ended."""
    mover: int
    """A seat, or below 0 for chance and the table."""
    who: str
    """The mover's name; empty for chance and the table."""
    text: str
    said: str
    """What happened, in a sentence."""
    gains: list[int]
    """What each seat's points changed by."""
    begins: bool
    """As in ``LineView``."""
    parts: list[PartView]
    marks: Marks
    motions: list[Motion]
    feat: str
    """What about it deserves a moment of celebration, in a few words; empty as a rule."""


class LineView(TypedDict):
    """One event in the list of moves."""

    ply: int
    """How many plies there were after it."""
    mover: int
    text: str
    gains: list[int]
    said: str
    begins: bool
    """Whether a line of the list begins with it; otherwise it belongs to the one before: a card drawn after a move, the
    move that follows a roll."""
    parts: list[PartView]
    """What it is in pictures and words; none where it only leads to the next."""


class OutcomeView(TypedDict):
    """How the match ended."""

    winner: int | None
    returns: list[float]
    """For each seat 1 for a win, 0 for a loss; draws share."""
    reason: str
    said: str
    """Who won, and why, in a sentence."""


class NonceView(TypedDict):
    """A player's own number, mixed into the draws."""

    seat: int
    nonce: str


class ChanceView(TypedDict):
    """Where chance comes from: what a fair match promised of its seed, and the players' own numbers."""

    kind: str
    """``fair``, ``seeded`` or ``scripted``."""
    public: str
    nonces: list[NonceView]
    dealt: bool


class SeatClockView(TypedDict):
    """What a seat's clock said after the last entry; all times are milliseconds."""

    left: int
    used: int
    handicap: int
    """The part of the time this seat has, in per cent."""
    moves: int
    """How many it has made."""
    low: int
    """It is low once it says so much."""


class ClockView(TypedDict):
    """The clocks of a match; moments are milliseconds since 1970 by the house's clock, see ``GET /time``."""

    control: str
    """How long everybody may think, ``5m+3s``."""
    words: str
    """The same in words, a clause."""
    short: str
    """The same for a narrow place: ``5+3``."""
    slow: bool
    """Whether it is counted in days."""
    whole: bool
    """Whether one clock counts for all, the first of ``seats``."""
    seats: list[SeatClockView]
    at: int
    """When the last entry was made."""
    running: int | None
    """Whose clock runs."""
    since: int
    """From when it runs; while the match is paused, when it goes on by itself."""
    free: int
    """How much of this move doesn't count yet."""
    paused: bool
    runs_out: int | None
    """When the running clock comes to nothing."""
    first_move: int | None
    """By when the seat to move has to make its first move, or the match is cancelled; in game 2 of a double, lost."""
    stops: list[tuple[int, int]]
    """When the running clock stands still: from and until."""
    out: int | None
    """Whose time ran out."""
    given_back: int
    """What the network took of the last move's time, and was not counted."""
    delay: int
    """How long after the players those see all this who watch."""


class SharedView(TypedDict):
    """The part of a view that all share who look at a match the same way."""

    version: str
    """Different where any field of this part is."""
    match: str
    game: str
    number: int
    """Entries in the log that this view knows."""
    ply: int
    over: bool
    """Whether the match is over; in a view of an earlier entry, whether it was."""
    to_move: int | None
    """The seat to move."""
    anyone: bool
    """Whether any seat may move, first come first served."""
    viewer: int
    """The seat whose position this is, or below 0 for a spectator's."""
    picture: str
    size: tuple[float, float]
    """The picture's width and height, in the units it is drawn in."""
    cover: str | None
    """The picture without what is hidden, where several sit at one screen."""
    status: str
    """Whose turn it is and who leads, or how it ended, in a sentence."""
    scores: list[int]
    standings: list[int] | None
    """The number to show beside each player where points do not decide."""
    says: list[str]
    """What the computer of each seat says just now; empty as a rule."""
    moves: list[MoveView]
    last: LastView | None
    outcome: OutcomeView | None
    clock: ClockView | None
    """The clocks; null where there are none, and in a view of an earlier entry."""


class OwnView(TypedDict):
    """The part of a view that is one person's alone."""

    yours: list[int]
    """The person's seats."""
    turn: bool
    """Whether the person may move now."""
    held: MoveView | None
    """The person's move here that waits for the one on the other board of a duplicate."""
    can: dict[str, Availability]
    """What can be done besides moving, by its name."""


class MatchView(SharedView, OwnView):
    """A match as a person sees it, now or at an earlier ply."""

    history: NotRequired[list[LineView]]
    chance: NotRequired[ChanceView]


class ChangeView(OwnView):
    """What has changed in a match since an earlier view of it that the same person has."""

    since: str
    """The version of that view."""
    check: int
    """The checksum (CRC-32) of the drawings that come of it: ``picture``, then ``cover`` where there is one."""
    drawn: dict[str, list[Edit]]
    """How to make the drawings that differ, by their names."""
    changed: dict[str, object]
    """All other fields that differ, whole."""


class SeatView(TypedDict):
    """A seat and who sits there."""

    seat: int
    seat_name: str
    """What the game calls the seat: a colour."""
    name: str
    """Who sits there; empty for an open seat."""
    kind: str
    """``person``, ``computer`` or ``open``."""
    level: int | None
    """Of a computer opponent, 1 to 7, or its strength in Elo."""
    portrait: str | None
    """The address of its picture."""
    yours: bool
    style: str
    """How a computer opponent plays, in a sentence."""
    bot: bool
    """Whether a program plays for this account."""
    left: str
    """``resigned`` or ``out of time`` for one who has left, in a match that ends or with others who play on."""


class FollowupsPart(TypedDict):
    """The matches before and after this one; addresses are paths."""

    rematch: str | None
    second: str | None
    double_of: str | None
    totals: list[int] | None
    """Each seat's points from both games of a double match."""
    won: list[float] | None
    """In a rematch of two: how many matches each seat's player has won since the first, a draw counted half."""
    carried: list[int] | None
    """What the first game of a double match brings to each seat of its second."""
    duplicate: bool
    """Whether both games are played at once."""
    held: int | None
    """The seat whose move waits here for the one on the other board of a duplicate."""
    double_game: int | None
    """Which game of a double match it is, 1 or 2."""
    ready: list[int]
    """The seats of people who are ready for the second game of a double match and wait for the others."""
    pack_of: str | None
    """The first match with these cards, if this is not it."""
    replayed: bool
    """Whether these cards were played before."""


class DailyPart(TypedDict):
    """The deal of a day that a match is."""

    daily: str | None
    """The day, ISO 8601, whose deal this is."""


class TournamentPart(TypedDict):
    """The tournament that a match is played in."""

    tournament: str | None
    """Its address, a path."""


class CompanionPart(TypedDict):
    """Whether somebody plays along."""

    companion: bool
    """Whether the expert plays the same cards beside."""


class StartView(TypedDict):
    """The start of a race for which everybody sits."""

    ready: list[int]
    """The seats that are ready."""
    seconds: float | None
    """How long until the cards are dealt, by the house's clock; null while somebody is not ready."""


class RacePart(TypedDict):
    """Whether a match is a race, and how it begins."""

    race: bool
    start: StartView | None
    """Null once it has begun, and while a seat is free."""


class OfferView(TypedDict):
    """What a player offers the others, or offered until somebody declined."""

    kind: str
    """``undo``, ``draw``, ``abort`` or ``rematch``."""
    by: int
    """The seat that offers it."""
    agreed: list[int]
    waits_for: list[int]
    """The seats that have yet to answer."""
    declined_by: int | None
    """The seat that has declined it; then it is no longer open."""
    answers: bool
    """Whether the person may accept or decline it."""
    withdraws: bool
    """Whether the person may withdraw it."""
    said: str
    """All this in sentences."""


class SeatingView(TypedDict):
    """Who sits where."""

    match: str
    status: str
    """``waiting``, ``live`` or ``over``."""
    seats: list[SeatView]
    offer: OfferView | None
    thinking: int | None
    """The seat of the computer opponent that is to move."""
    note: str
    """What the table waits for besides a move; empty as a rule."""
    alone: bool
    chance: ChanceView


class SeatPresenceView(TypedDict):
    """How present somebody is at their seat."""

    seat: int
    state: str
    """``here``, ``away`` (connected, but not looking) or ``gone``."""
    seconds: float | None
    """For how long; null where that is not known."""


class PresenceView(TypedDict):
    """Who is at a table: no part of the match, and never the same for long."""

    seats: list[SeatPresenceView]
    """The seats of people."""
    watching: int
    """How many look on."""
    named: list[str]
    """Those of them who want to be named."""


class ChatLineView(TypedDict):
    """A line of chat."""

    id: int
    room: str
    """``players`` or ``spectators``."""
    seat: int | None
    """Where who wrote it sat; null for who looked on."""
    name: str
    """What they were called."""
    own: bool
    text: str
    """What they wrote, or the words of a quick phrase."""
    phrase: str
    """The key of the quick phrase; empty where somebody wrote themselves."""
    at: str
    """When, ISO 8601."""


class MutedView(TypedDict):
    """Somebody whose lines the viewer does not see."""

    name: str
    seat: int | None
    line: int | None
    """A line of theirs, by which they can be named where they have no seat."""


class ChatView(TypedDict):
    """The chat of a match, as one person sees it."""

    open: bool
    """Whether there is anything to read or to write; false for those who want no chat."""
    off: bool
    """Whether the person wants no chat."""
    room: str
    """The room the person writes in; empty where they can only read."""
    lines: list[ChatLineView]
    earlier: bool
    """Whether there are lines before these."""
    longest: int
    """How many characters a line may have."""
    muted: list[MutedView]


class ChatNewsView(TypedDict):
    """What has been said since a page knew the chat."""

    lines: list[ChatLineView]
    anew: bool
    """Whether the page should ask for the whole chat: other rooms can be read now."""


class TableView(SeatingView, RacePart, FollowupsPart, DailyPart, TournamentPart, CompanionPart):
    """Who sits where, and what each feature adds to the table."""


class FollowedMove(MoveView):
    """A move that continues the picks, with its consequences."""

    explain: str
    """What it earns or does."""
    said: str
    gains: list[int]
    marks: Marks
    motions: list[Motion]
    lines: list[str]
    """The lines of the score card that it scores, by their keys."""


class PreviewedMove(FollowedMove):
    """Such a move with what comes of it."""

    after: str
    """The position after it, drawn; empty where it is not shown."""


class PreviewView(TypedDict):
    """What the moves would do that continue some picks."""

    picture: str
    marks: Marks
    question: str
    """What is to be chosen next; empty where the game does not say."""
    moves: list[PreviewedMove]


class ChangedMove(FollowedMove):
    """Such a move with how to draw what comes of it."""

    after: list[Edit]
    """How to draw the position after it; empty where it is not shown."""


class ChangedPreviewView(TypedDict):
    """A preview drawn as what it changes in the picture of a view that the same person has."""

    since: str
    """The version of that view."""
    check: int
    """The checksum (CRC-32) of the drawing that comes of ``picture``."""
    picture: list[Edit]
    marks: Marks
    question: str
    moves: list[ChangedMove]


class TrialView(MatchView):
    """A board to try moves on."""

    preview: NotRequired[PreviewView]


class ExplanationView(TypedDict):
    """What a thing on the picture is."""

    said: list[str]
    """Sentences, the thing itself first."""
    anchor: str
    """Of the term on the rules page that tells more."""


class ScoreLineView(TypedDict):
    """A line of a score card."""

    key: str
    name: str
    worth: str
    """Its points; empty for a line that only counts."""
    counts: list[str]
    """For each seat how often it has this; empty where nobody counts that."""


class ScoreCardView(TypedDict):
    """What scores in a match, and how far everybody is."""

    worth: str
    """The heading of the lines' ``worth``."""
    lines: list[ScoreLineView]
    notes: list[str]
    """What wins, in sentences."""


class TaskView(TypedDict):
    """A position to answer in."""

    words: str
    """What is asked for."""
    look: str
    """The address of what picks would do, for ``pick`` to be added."""
    picture: str
    size: tuple[float, float]
    moves: list[MoveView]
    scores: list[int]


class LessonView(TaskView):
    """A step of a lesson."""

    number: int
    """From 1."""
    of: int
    """How many there are."""
    light: list[str]
    """Names of things to light up."""


class PuzzleView(TaskView):
    """A puzzle."""

    id: str
    tried: bool
    """Whether the visitor has answered it before; then nothing counts any more."""


class FrameView(TypedDict):
    """A position on the way from a learner's move to the end of the reply."""

    picture: str
    said: str
    motions: list[Motion]
    scores: list[int]


class LearnerAnswerView(TypedDict):
    """What comes of a move that a learner tried."""

    right: bool
    move: str
    """Its text in one form."""
    said: str
    """What it does."""
    words: str
    """What to say about it."""
    frames: list[FrameView]
    """The position after it and after each move of the reply; of a wrong one only where the reply is known."""


class PuzzleAnswerView(LearnerAnswerView):
    """What comes of an answer to a puzzle."""

    counts: bool
    """Whether it changed the ratings: it was the first answer to this puzzle."""
    rating: int
    """The visitor's, now."""
    provisional: bool
    """Whether too little is known to say so."""
    change: int
    puzzle_rating: int


class PuzzleRunView(TypedDict):
    """A run: as many puzzles as one can solve in a few minutes."""

    puzzle: PuzzleView | None
    """The one to answer; ``None`` once it is over."""
    seconds: float
    """That are left."""
    solved: int
    missed: int
    misses: int
    """How many may be missed; the last one ends the run."""
    best: int
    """The visitor's most in this game."""


class CoachView(TypedDict):
    """What the coach says of a move: a player's own, or a computer's reply."""

    ply: int
    """The position before it, by the moves made until then."""
    mark: str
    """``best``, ``good``, ``mistake`` or ``blunder``."""
    played: str
    best: str
    """What it would have played."""
    picks: list[str]
    """Of the best move."""
    did: str
    """The move and what came of it."""
    explain: str
    """The points it earned, itemised; empty where there are none."""
    before: float | None
    """Your chance to win before it, 0 to 1; among several sides its player's, alone null."""
    after: float | None
    words: str
    """These numbers, what was better and why, or what its player expects next."""


class HintView(TypedDict):
    """What the strongest opponent would play."""

    text: str
    picks: list[str]
    said: str
    """The reason, the expected line and the chance to win, in sentences."""
    values: list[float]
    """For each seat its chance to win, 0 to 1."""
    line: list[str]
    """The play it expects, the move first."""
    note: str
    """Why it may be weak; empty as a rule."""
    marks: Marks


class EstimateView(TypedDict):
    """What the engine thinks of one position of a match that is over."""

    ply: int
    text: str
    """The best move."""
    explain: str
    """What the best move earns or does."""
    values: list[float]
    """For each seat its chance to win, 0 to 1."""
    points: float
    """The lead that best play is expected to bring; for one player the final score."""
    line: list[str]
    """The play it expects, the best move first."""
    played: str
    """The move that was made."""
    loss: float
    """What the played move cost its mover in chance to win, 0 to 1."""
    exact: bool
    """Whether this was searched to the end of the game."""
    note: str
    """Why it may be weaker than usual; empty as a rule."""
    cost: float
    """What the played move cost one player in points."""
    seat: int
    """Whose move it was; -1 where the match was broken off, and in old estimates."""
    kind: str
    """What kind of mistake it would be: `missed`, `hasty`, `unseen`; empty for the best move."""


class AnalysisView(TypedDict):
    """What is known so far of a match that is over."""

    done: int
    of: int
    estimates: list[EstimateView]


class CompanionView(TypedDict):
    """What the expert has made of the same cards, as far as its player may see."""

    picture: str
    score: int
    cards: int
    """How many have come."""
    over: bool
    thinking: bool
    """Whether the expert has yet to come so far."""


class ArrangementView(TypedDict):
    """The best that could have been made of the cards a seat had."""

    seat: int
    picture: str
    points: int
    yours: int
    """What was made."""
    share: float | None
    """What was made of what was possible, 0 to 1; null where nothing above 0 was possible."""
    seconds: float
    """How long it was looked for."""


class HindsightView(TypedDict):
    """What could have been made of the cards of a match that is over."""

    seats: list[ArrangementView]


class ProblemView(TypedDict):
    """What went wrong, as data."""

    code: str
    """Which problem it is, for programs."""
    subject: str
    """What it is wrong with, as it was given."""
    message: str
    remedy: str
    """What would do."""
    field: str
    """The field of the form that it was given in."""


class RefusalView(TypedDict):
    """Why something was not done."""

    error: str
    """The problem in a sentence."""
    problem: NotRequired[ProblemView]
    view: NotRequired[MatchView]
    """The match as it is now, where the request was made for an earlier position."""


class AnswerLineView(TypedDict):
    """A move of a tree of answers."""

    path: list[str]
    """The moves that lead to it, itself last."""
    text: str
    seat: int
    yours: bool
    said: str
    """What it is, in words: "If Ben plays king of hearts face up on c3 (flush, 8 points)"."""


class AnswersView(TypedDict):
    """The answers of one player."""

    number: int
    """Of the last entry."""
    live: bool
    """Whether a move is made ahead here, and not a tree of answers."""
    refused: str
    """Why no answers can be given now, a sentence; empty if they can."""
    lines: list[AnswerLineView]
    """The tree, in the order of reading."""
    ahead: str
    """The move made ahead; empty for none."""
    summary: str
    """What the house will do, a sentence; empty for nothing."""
    told: str
    """What became of the answers before, a sentence; empty for nothing."""


class AheadView(TypedDict):
    """A position that may come."""

    view: MatchView
    """The board as its player would see it, with the moves of whoever is to move."""
    preview: PreviewView | None
    line: list[str]
    """The moves that lead to it."""
    told: list[str]
    """The same in words."""
    asks: str
    """What is to be said next, a question; empty where the line ends."""
    answers: bool
    """Whether the next move is the player's own."""
    closed: str
    """Why the line cannot go on, a sentence; empty if it can."""


class MovesAheadView(TypedDict):
    """The moves that can be made ahead."""

    moves: list[MoveView]
