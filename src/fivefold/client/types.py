"""What the API takes and answers, by the names of its description. Made by `make types`."""

from typing import Literal, NotRequired, TypedDict


class TokenTold(TypedDict):
    """The token that this was asked with."""

    name: str
    scopes: list[str]
    expires: str | None  # ISO 8601; null for never.


class AccountTold(TypedDict):
    """Who you are."""

    name: str
    account: bool  # Whether you keep an account; otherwise you are a guest.
    bot: bool
    page: str | None  # The address of your page.
    token: TokenTold | None  # Null where a cookie says who you are.


class EstimateView(TypedDict):
    """What the engine thinks of one position of a match that is over."""

    ply: int
    text: str  # The best move.
    explain: str  # What the best move earns or does.
    values: list[float]  # For each seat its chance to win, 0 to 1.
    points: float  # The lead that best play is expected to bring; for one player the final score.
    line: list[str]  # The play it expects, the best move first.
    played: str  # The move that was made.
    loss: float  # What the played move cost its mover in chance to win, 0 to 1.
    exact: bool  # Whether this was searched to the end of the game.
    note: str  # Why it may be weaker than usual; empty as a rule.
    cost: float  # What the played move cost one player in points.
    seat: int  # Whose move it was; -1 where the match was broken off, and in old estimates.
    kind: str  # What kind of mistake it would be: `missed`, `hasty`, `unseen`; empty for the best move.


class AnalysisView(TypedDict):
    """What is known so far of a match that is over."""

    done: int
    of: int
    estimates: list[EstimateView]


class AnnouncementTold(TypedDict):
    """Something that everybody is told."""

    text: str
    made: str
    until: str | None  # Null until it is withdrawn.


class AnnouncementsTold(TypedDict):
    """What everybody is told just now."""

    announcements: list[AnnouncementTold]


class Answer(TypedDict):
    """An answer to what is offered; whoever offered it withdraws it with a no."""

    agree: bool
    # What you think is offered.
    kind: NotRequired[Literal["undo", "draw", "abort", "more-time", "pause", "resume", "rematch"] | None]
    number: NotRequired[int | None]  # Of the next entry, if you know it.


class AnswerLine(TypedDict):
    """Moves in turn, theirs and yours, beginning with the next entry; the last one is yours."""

    number: int  # Of the entry that it would be: one more than the `number` you know.
    line: list[str]


class AnswerLineView(TypedDict):
    """A move of a tree of answers."""

    path: list[str]  # The moves that lead to it, itself last.
    text: str
    seat: int
    yours: bool
    said: str  # What it is, in words: "If Ben plays king of hearts face up on c3 (flush, 8 points)".


class AnswersView(TypedDict):
    """The answers of one player."""

    number: int  # Of the last entry.
    live: bool  # Whether a move is made ahead here, and not a tree of answers.
    refused: str  # Why no answers can be given now, a sentence; empty if they can.
    lines: list[AnswerLineView]  # The tree, in the order of reading.
    ahead: str  # The move made ahead; empty for none.
    summary: str  # What the house will do, a sentence; empty for nothing.
    told: str  # What became of the answers before, a sentence; empty for nothing.


class ChallengeTold(TypedDict):
    """A challenge, as one of the two sees it."""

    id: str
    match: str  # The table it is about.
    game: str
    set_up: str  # What differs from the usual set-up, in words; empty where nothing does.
    time: str  # How long everybody may think: `5m+3s`; empty for as long as they like.
    rated: bool
    mine: bool  # Whether you made it; otherwise you are asked.
    other: str  # The name of who made it, or of who is asked.
    bot: bool  # Whether that is a bot.
    # `open`, `accepted`, `declined` or `withdrawn`; in a stream also `gone`, when you can answer it no more.
    state: str
    word: str  # Why it was declined, or what was said with it.
    made: str  # When, ISO 8601.


class ChallengesTold(TypedDict):
    """Your challenges."""

    challenges: list[ChallengeTold]


class ChatLineView(TypedDict):
    """A line of chat."""

    id: int
    room: str  # `players` or `spectators`.
    seat: int | None  # Where who wrote it sat; null for who looked on.
    name: str  # What they were called.
    own: bool
    text: str  # What they wrote, or the words of a quick phrase.
    phrase: str  # The key of the quick phrase; empty where somebody wrote themselves.
    at: str  # When, ISO 8601.


class MutedView(TypedDict):
    """Somebody whose lines the viewer does not see."""

    name: str
    seat: int | None
    line: int | None  # A line of theirs, by which they can be named where they have no seat.


class ChatView(TypedDict):
    """The chat of a match, as one person sees it."""

    open: bool  # Whether there is anything to read or to write; false for those who want no chat.
    off: bool  # Whether the person wants no chat.
    room: str  # The room the person writes in; empty where they can only read.
    lines: list[ChatLineView]
    earlier: bool  # Whether there are lines before these.
    longest: int  # How many characters a line may have.
    muted: list[MutedView]


class CoachView(TypedDict):
    """What the coach says of a move: a player's own, or a computer's reply."""

    ply: int  # The position before it, by the moves made until then.
    mark: str  # `best`, `good`, `mistake` or `blunder`.
    played: str
    best: str  # What it would have played.
    picks: list[str]  # Of the best move.
    did: str  # The move and what came of it.
    explain: str  # The points it earned, itemised; empty where there are none.
    before: float | None  # Your chance to win before it, 0 to 1; among several sides its player's, alone null.
    after: float | None
    words: str  # These numbers, what was better and why, or what its player expects next.


class CompactSeatClock(TypedDict):
    """What a seat's clock said after the last entry, in milliseconds."""

    left: int
    used: int
    moves: int  # How many moves it has made.


class CompactClock(TypedDict):
    """The clocks."""

    control: str  # How long everybody may think: `5m+3s`.
    slow: bool  # Whether it is counted in days.
    whole: bool  # Whether one clock counts for all, the first of `seats`.
    seats: list[CompactSeatClock]
    at: str  # When the last entry was made, ISO 8601 like all moments here.
    running: int | None  # Whose clock runs.
    since: str  # From when it runs; while the match is paused, when it goes on by itself.
    free: int  # How much of this move does not count yet, in milliseconds.
    paused: bool
    runs_out: str | None  # When the running clock comes to nothing.
    # By when the seat to move has to make its first move, or the match is cancelled; in game 2 of a double, lost.
    first_move: str | None
    stops: list[tuple[str, str]]  # When the running clock stands still: from and until.


class CompactLinks(TypedDict):
    """What ties a match to others, by their ids; null where nothing does."""

    rematch: str | None
    second: str | None  # The second game of a double match.
    double_of: str | None  # The first game of a double match, if this is the second.
    same_cards_as: str | None  # The first match on the same cards, if this is another.
    beside: str | None
    tournament: str | None
    day: str | None  # The day whose deal this is, ISO 8601.


class CompactMove(TypedDict):
    """A move that was made."""

    by: int | None  # The seat that made it; null for chance.
    text: str  # In the game's notation, as the viewer may know it.


class CompactOffer(TypedDict):
    """What a player offers the others, or offered until somebody declined."""

    kind: str  # `undo`, `draw`, `abort`, `more-time`, `pause`, `resume` or `rematch`.
    by: int  # The seat that offers it.
    agreed: list[int]
    waits_for: list[int]  # The seats that have yet to answer.
    declined_by: int | None  # The seat that has declined it; then it is no longer open.


class CompactOutcome(TypedDict):
    """How a match ended."""

    winner: int | None  # The seat that won alone.
    returns: list[float]  # For each seat 1 for a win, 0 for a loss; a shared first place shares the 1.
    how: str  # `played-out`, `resigned`, `time`, `agreed` or `abandoned`.
    seat: int | None  # Who resigned or ran out of time.
    cause: str | None  # Why the game ended by its rules, a key of that game; null where the players ended it.


class CompactPosition(TypedDict):
    """A position as the viewer may know it."""

    row: list[int]  # In numbers, as the game's rules keep it, with what the viewer cannot know blanked.
    diagram: str  # As text.


class CompactSeat(TypedDict):
    """A seat and who sits there."""

    seat: int
    seat_name: str  # What the game calls the seat: a colour.
    kind: str  # `person`, `computer` or `open`.
    name: str  # Who sits there; empty for an open seat.
    bot: bool  # Whether a program plays for this account.
    level: int | None  # Of a computer opponent of the house, from 1.
    handicap: int  # The part of the time this seat has, in per cent.
    # How this player dropped out while the others play on: `resigned`, or `time` that ran out; else empty. How a match
    # ended its outcome says.
    left: str


class CompactMatch(TypedDict):
    """A match as a program sees it."""

    number: int  # Of the last entry in the log. A move is sent with the number it would be: one more.
    status: str  # `waiting` (for players), `live` or `over`.
    ply: int  # How many moves have been made, those of chance among them, without those taken back.
    after_ply: int  # `moves` are those after so many: keep as many of what you know and add these.
    moves: list[CompactMove]
    to_move: int | None  # The seat to move.
    held: int | None  # In a duplicate the seat whose move here is in, and is shown once the other board has its own.
    anyone: bool  # Whether any seat may move, first come first served.
    scores: list[int]
    offer: CompactOffer | None
    ready: list[int]  # The seats that are ready: for a race to begin, or for the second game of a double match.
    begins: str | None  # When a race begins for which everybody is ready, ISO 8601.
    clock: CompactClock | None  # The clocks; null where nobody's time is limited.
    outcome: CompactOutcome | None
    turn: bool  # Whether you may move now.
    legal: NotRequired[list[str]]  # The moves you may make now, where you have asked for them.
    position: NotRequired[CompactPosition]  # The position, where you have asked for it.
    id: str
    game: str
    options: dict[str, str]  # `?` for what chance decides when everybody sits.
    seats: list[CompactSeat]
    yours: list[int]  # Your seats.
    viewer: int | None  # The seat whose position this is; null for a spectator's.
    rated: bool
    race: bool
    double: bool  # Whether it is one of the two games of a double match.
    duplicate: bool  # Whether both games of the double match are played at once.
    started: str  # When, ISO 8601.
    links: CompactLinks
    commitment: str  # What is promised of chance from the start: the hash of the seed, or the number of an open one.
    can: NotRequired[list[str]]  # What you can do besides moving, where you look at the whole match.


class CompactState(TypedDict):
    """How a match stands."""

    number: int  # Of the last entry in the log. A move is sent with the number it would be: one more.
    status: str  # `waiting` (for players), `live` or `over`.
    ply: int  # How many moves have been made, those of chance among them, without those taken back.
    after_ply: int  # `moves` are those after so many: keep as many of what you know and add these.
    moves: list[CompactMove]
    to_move: int | None  # The seat to move.
    held: int | None  # In a duplicate the seat whose move here is in, and is shown once the other board has its own.
    anyone: bool  # Whether any seat may move, first come first served.
    scores: list[int]
    offer: CompactOffer | None
    ready: list[int]  # The seats that are ready: for a race to begin, or for the second game of a double match.
    begins: str | None  # When a race begins for which everybody is ready, ISO 8601.
    clock: CompactClock | None  # The clocks; null where nobody's time is limited.
    outcome: CompactOutcome | None
    turn: bool  # Whether you may move now.
    legal: NotRequired[list[str]]  # The moves you may make now, where you have asked for them.
    position: NotRequired[CompactPosition]  # The position, where you have asked for it.


class PointTold(TypedDict):
    """A rating after a match."""

    match: str
    at: str
    rating: int
    deviation: int


class CurveTold(TypedDict):
    """How a rating has changed, the earliest match first."""

    pool: str
    points: list[PointTold]


class FinishTold(TypedDict):
    """How somebody finished a day's deal."""

    name: str
    points: int | None
    share: float | None  # 1 for a win, a half for a draw, 0 for a loss; null where one plays alone.
    moves: int


class DayTold(TypedDict):
    """A deal of the day."""

    game: str
    day: str
    options: dict[str, str]
    level: int | None  # Of the computer that everybody plays; null where one plays alone.
    finished: int  # How many have finished it that day.
    best: list[FinishTold]  # The best of them.
    yours: FinishTold | None
    score: int | None  # Yours, 0 to 100, as good as the house's is 100; null until both are there.
    # What the house's strongest opponent made of it; null until you have finished, and while it plays.
    house: FinishTold | None
    rank: int | None  # Yours among them.
    match: str | None  # Your match, also while it goes on.


class DaysTold(TypedDict):
    """The games that have a deal of the day."""

    day: str
    games: list[str]


class Filled(TypedDict):
    """A computer for an open seat."""

    level: int
    seat: NotRequired[int | None]  # Which one; any if left out.


class LevelTold(TypedDict):
    """A computer opponent of the house."""

    level: int  # From 1, the weakest.
    name: str
    style: str


class NumbersTold(TypedDict):
    """The whole numbers that an option takes besides its values."""

    least: int
    most: int


class ValueTold(TypedDict):
    """A value that an option can have."""

    value: str  # As it is sent.
    meaning: str
    seats: int | None  # How many play with it, where this option decides that.


class OptionTold(TypedDict):
    """A choice made before the first move."""

    name: str
    meaning: str
    values: list[ValueTold]
    numbers: NumbersTold | None
    # Whether it takes a table of numbers, `3=13,80=-65`: entries by number from 1, those left out as usual.
    table: bool
    default: str | None  # Null where it is drawn at random.
    only: dict[str, list[str]]  # It means something only where each of these options has one of these values.
    group: str
    starts: bool  # Whether it decides which seat begins.


class PresetTold(TypedDict):
    """A well-known set of options."""

    name: str
    meaning: str
    options: dict[str, str]  # The options that differ from their defaults.


class GameTold(TypedDict):
    """A game of the house."""

    key: str
    name: str
    tagline: str
    rules: str  # Where its rules stand.
    rules_version: int
    seats: list[int]  # How many may play.
    hidden: bool  # Whether a seat may not see all of a position.
    race: bool  # Whether in some of its set-ups anyone may move, first come first served.
    chance: str  # When chance moves: `none`, `at the start`, `between moves` or `within turns`.
    teams: bool
    doubles: bool  # Whether a double match is offered: two games on the same deal, seats swapped.
    same_cards: bool  # Whether the same cards can be played again.
    agreed_draw: bool
    scores_decide: bool  # Whether whoever has most points wins.
    levels: list[LevelTold]
    options: list[OptionTold]
    presets: list[PresetTold]


class GamesTold(TypedDict):
    """All games of the house."""

    games: list[GameTold]


class ArrangementTold(TypedDict):
    """The best that could have been made of the cards a seat had."""

    seat: int
    points: int
    made: int  # What was made.
    share: float | None  # What was made of what was possible, 0 to 1; null where nothing above 0 was possible.
    seconds: float  # How long it was looked for.


class HindsightTold(TypedDict):
    """What could have been made of the cards of a match that is over."""

    seats: list[ArrangementTold]


class HintView(TypedDict):
    """What the strongest opponent would play."""

    text: str
    picks: list[str]
    said: str  # The reason, the expected line and the chance to win, in sentences.
    values: list[float]  # For each seat its chance to win, 0 to 1.
    line: list[str]  # The play it expects, the move first.
    note: str  # Why it may be weak; empty as a rule.
    marks: dict[str, str]


class Invited(TypedDict):
    """Players to challenge to a table of yours."""

    names: list[str]
    word: NotRequired[str]


class RankTold(TypedDict):
    """A line of a leaderboard."""

    pool: str
    rating: int
    deviation: int  # Its standard deviation.
    provisional: bool  # Whether it is still too uncertain to count.
    games: int
    place: int | None  # From 1; null for a computer, which is there as a mark.
    name: str
    level: int | None
    yours: bool


class LeaderboardTold(TypedDict):
    """The best of a pool."""

    pool: str
    ranks: list[RankTold]
    yours: RankTold | None  # Your own line where it is not among them.
    people: int  # How many are on the whole of it.


class LegalMoveTold(TypedDict):
    """A move that you may make now."""

    text: str  # As it is sent.
    does: str  # What it earns or does, in words.


class LegalMovesTold(TypedDict):
    """The moves that you may make now."""

    number: int  # With which a move is sent.
    turn: bool
    moves: list[LegalMoveTold]


class RivalTold(TypedDict):
    """Whom somebody played."""

    name: str
    level: int | None  # Of a computer.


class FinishedGameTold(TypedDict):
    """A finished game, as one of its players saw it."""

    match: str
    game: str
    result: str  # `won`, `drawn`, `lost`, `alone`, `broken_off` or `one_screen`.
    how: str  # How it ended: `finished`, `resigned`, `time` …
    points: int | None
    others: list[int]  # The points of the others.
    rivals: list[RivalTold]
    rated: bool
    annulled: bool
    day: str | None  # Where it was a deal of the day, which.
    double_of: str | None  # The first game of a double match: result and points are those of both games.
    cancelled: str | None  # Who cancelled it and why, a sentence.
    ended: str


class ListOfFinishedGameTold(TypedDict):
    """ListOf_FinishedGameTold_"""

    items: list[FinishedGameTold]
    next: str | None  # With this as `after` comes the next page; null at the end.


class PlaceTold(TypedDict):
    """A seat at a table."""

    kind: str  # `person`, `computer` or `open`.
    name: str
    level: int | None  # Of a computer.


class TableTold(TypedDict):
    """A table that is open to all."""

    id: str  # Of its match: sit down with `POST /matches/{id}/seats`.
    game: str
    set_up: str  # What differs from the usual set-up, in words; empty where nothing does.
    host: str
    places: list[PlaceTold]
    free: int
    rated: bool
    double: bool
    duplicate: bool  # Whether both games of the double match are played at once.
    time: str
    since: str


class ListOfTableTold(TypedDict):
    """ListOf_TableTold_"""

    items: list[TableTold]
    next: str | None  # With this as `after` comes the next page; null at the end.


class CompactBrief(TypedDict):
    """A match in a list, as somebody who plays in it sees it."""

    id: str
    game: str
    status: str  # ``waiting`` (for players), ``live`` or ``over``.
    number: int  # Of the last entry in the log.
    seats: list[CompactSeat]
    yours: list[int]  # Your seats.
    turn: bool  # Whether you may move now.
    awaited: bool  # Whether other people wait for you: for a move or an answer.
    rated: bool
    time: str  # How long everybody may think; empty for as long as they like.
    started: str  # When, ISO 8601.
    offer: CompactOffer | None
    outcome: CompactOutcome | None


class MatchesTold(TypedDict):
    """Your matches that are not over."""

    matches: list[CompactBrief]


class Muting(TypedDict):
    """Somebody to mute, or to hear again."""

    line: NotRequired[int | None]
    seat: NotRequired[int | None]
    muted: NotRequired[bool]


class NamesTold(TypedDict):
    """Players by name, the latest first."""

    names: list[str]


class NewMatch(TypedDict):
    """A match to begin."""

    game: str
    # Those that differ from their defaults; see `GET /games`. `3` is as good as `"3"`, `true` as `"on"`.
    options: NotRequired[dict[str, str | int | bool]]
    preset: NotRequired[str]  # The name of a well-known set of options; `options` change it.
    # For each other seat, in turn order after yours: a level `1` to `7` of a computer, its strength in Elo such as
    # `1340`, `mine` (a computer about as strong as you), `here` (you play it too) or `link` (open). A single one stands
    # for all; none for a game for one.
    others: NotRequired[list[str]]
    begin: NotRequired[Literal["me", "them", "draw"]]  # Who moves first.
    seat: NotRequired[int | None]  # Where you sit, whoever moves first.
    invite: NotRequired[list[str]]  # The names of players who are challenged to sit down.
    word: NotRequired[str]  # What you say to them.
    listed: NotRequired[bool]  # Whether the lobby shows it, so that anyone may sit down.
    rated: NotRequired[bool]
    time: NotRequired[str]  # How long everybody may think: `5m+3s`, `3d`, `10m/game`; empty for as long as they like.
    handicap: NotRequired[int]  # The part of that time that you have, in per cent.
    double: NotRequired[bool]  # Whether a second game on the same deal follows.
    # Whether both games are played at once, on two boards; as is every rated match of a game that can be.
    duplicate: NotRequired[bool]
    seed: NotRequired[int | None]  # Makes chance open and repeatable, if nobody else plays.
    move: NotRequired[str]  # A first move to make at once.
    nonce: NotRequired[str]  # Your own number, mixed into the draws.
    delay: NotRequired[int]  # Seconds after which spectators see what happened, in games with secrets: 0, 60 or 300.


class Entrant(TypedDict):
    """Somebody who takes part: you move for whoever is no computer."""

    name: NotRequired[str]
    level: NotRequired[int | None]  # For a computer.


class NewTournament(TypedDict):
    """A tournament to begin."""

    name: str
    game: str
    options: NotRequired[dict[str, str | int | bool]]
    entrants: list[Entrant]


class NewVacation(TypedDict):
    """A time away to book."""

    begins: NotRequired[str]  # ISO 8601 with a time zone; now if empty.
    ends: str


class NextGame(TypedDict):
    """A game to play."""

    entrants: list[int]  # Who plays, by number, in the order of the seats.
    same: NotRequired[str | None]  # The match whose cards are played again; fresh ones if left out.


class Offer(TypedDict):
    """Something to offer the others; with nobody to ask it happens at once."""

    number: int  # Of the entry that it would be: one more than the `number` you know.
    kind: Literal["undo", "draw", "abort", "more-time", "pause", "resume", "rematch"]


class PlayOn(TypedDict):
    """A position to play on from."""

    ply: int  # After so many moves.
    against: NotRequired[str]  # A level `1` to `7`, or `here` for all seats.


class RatingTold(TypedDict):
    """A rating."""

    pool: str
    rating: int
    deviation: int  # Its standard deviation.
    provisional: bool  # Whether it is still too uncertain to count.
    games: int


class TallyTold(TypedDict):
    """How games ended."""

    won: int
    drawn: int
    lost: int
    alone: int  # Games for one.
    best: int | None  # The most points in a game for one.


class RecordTold(TypedDict):
    """What a player has reached in a game."""

    game: str
    all: TallyTold
    moving_first: TallyTold | None
    moving_second: TallyTold | None


class PlayerTold(TypedDict):
    """A player, as far as they let you see."""

    name: str
    bot: bool
    blocked: bool  # Whether you block them.
    followed: bool  # Whether you follow them.
    hidden: bool  # Whether they show others no more than the name.
    since: str | None
    presence: str | None  # `here`, `away` or `gone`; null where they don't tell.
    ratings: list[RatingTold] | None  # Null where they don't tell, as below.
    records: list[RecordTold] | None
    recent: list[FinishedGameTold] | None


class PoolTold(TypedDict):
    """Matches that are rated together."""

    key: str
    game: str
    race: bool
    seats: int | None  # How many play; null where the game leaves no choice.


class PoolsTold(TypedDict):
    """All pools of ratings."""

    pools: list[PoolTold]


class ReasonsTold(TypedDict):
    """The ready reasons to decline."""

    reasons: dict[str, str]  # For each key the words.


class Reported(TypedDict):
    """Something to report to those who run the house."""

    line: NotRequired[int | None]
    seat: NotRequired[int | None]
    reason: str  # `rude`, `threats`, `spam`, `unfair`, `name` or `other`.
    why: NotRequired[str]


class SearchTold(TypedDict):
    """Your search for somebody to play with."""

    game: str
    rated: bool
    time: str
    since: str
    state: str  # `looking`, `found` (accept to sit down), `waiting` for the other to, or `ready`: the match has begun.
    match: str | None
    others: list[str]  # The names of those who were found.


class SearchingTold(TypedDict):
    """What you look for."""

    search: SearchTold | None  # Null where you don't look for anybody.


class Seat(TypedDict):
    """A seat to take."""

    seat: NotRequired[int | None]  # Which one; any if left out.
    nonce: NotRequired[str]  # Your own number, mixed into the draws.


class Seek(TypedDict):
    """Somebody to look for: the usual set-up of a game."""

    game: str
    rated: NotRequired[bool]
    time: NotRequired[str]  # `5m+3s`; empty for no clocks.
    nonce: NotRequired[str]


class SettingsChange(TypedDict):
    """What to choose; what is left out stays as it is."""

    chat: NotRequired[bool | None]
    named_spectator: NotRequired[bool | None]
    public_profile: NotRequired[bool | None]
    show_presence: NotRequired[bool | None]
    public_games: NotRequired[bool | None]
    public_ratings: NotRequired[bool | None]
    public_opponents: NotRequired[bool | None]
    news_of_turns: NotRequired[bool | None]
    news_of_offers: NotRequired[bool | None]
    news_of_challenges: NotRequired[bool | None]
    news_of_seats: NotRequired[bool | None]
    news_of_ends: NotRequired[bool | None]
    news_of_chat: NotRequired[bool | None]
    mail_of_matches: NotRequired[str | None]
    mail_hours: NotRequired[str | None]
    mail_of_week: NotRequired[bool | None]
    mail_pictures: NotRequired[bool | None]
    quiet_from: NotRequired[str | None]
    quiet_until: NotRequired[str | None]
    time_zone: NotRequired[str | None]
    rest: NotRequired[str | None]
    look: NotRequired[str | None]


class SettingsTold(TypedDict):
    """What you have chosen; docs/api.md says what each choice does."""

    chat: bool
    named_spectator: bool
    public_profile: bool
    show_presence: bool
    public_games: bool
    public_ratings: bool
    public_opponents: bool
    news_of_turns: bool
    news_of_offers: bool
    news_of_challenges: bool
    news_of_seats: bool
    news_of_ends: bool
    news_of_chat: bool
    mail_of_matches: str
    mail_hours: str
    mail_of_week: bool
    mail_pictures: bool
    quiet_from: str
    quiet_until: str
    time_zone: str
    rest: str
    look: str


class Standing(TypedDict):
    """What to answer beforehand."""

    game: NotRequired[str]  # Its key; empty for all games.
    rejects: NotRequired[bool]
    most: NotRequired[int | None]


class StandingTold(TypedDict):
    """What you answer to challenges before they come."""

    game: str  # Its key; empty for all games.
    rejects: bool  # Whether nobody can challenge you.
    most: int | None  # Nobody can challenge you while you play so many matches; null for no limit.
    seeks: int  # You look for so many more slow matches.


class StandingsTold(TypedDict):
    """What you answer beforehand, for each game that you have settled anything for."""

    standing: list[StandingTold]


class Thinking(TypedDict):
    """It is being worked out: ask again after the seconds in Retry-After."""

    state: NotRequired[str]


class EntrantTold(TypedDict):
    """An entrant, and what they have reached."""

    number: int
    name: str
    level: int | None  # Of a computer.
    games: int
    highest: int | None
    lowest: int | None
    average: float | None


class PlayedTold(TypedDict):
    """A game of a tournament."""

    number: int
    match: str
    entrants: list[int]  # Who plays, in the order of the seats.
    points: list[int] | None
    status: str


class TournamentTold(TypedDict):
    """A tournament."""

    id: str
    name: str
    game: str
    options: dict[str, str]
    seats: int
    begun: str
    yours: bool
    standings: list[EntrantTold]
    games: list[PlayedTold]


class TournamentsTold(TypedDict):
    """Your tournaments, the latest first."""

    tournaments: list[TournamentTold]


class VacationTold(TypedDict):
    """A time in which your clocks of slow games stand still."""

    id: int
    begins: str
    ends: str


class VacationsTold(TypedDict):
    """Your times away."""

    vacations: list[VacationTold]
    days_left: int  # That you can still take within a year.
