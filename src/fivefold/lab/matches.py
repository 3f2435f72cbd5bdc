"""Matches between players, played as jobs: paired games with seats swapped, and games for one on the same packs."""

import hashlib
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Final, NamedTuple, TypeVar

from fivefold.contract import ANYONE, CHANCE, Game
from fivefold.engine.calibration import sides_of
from fivefold.engine.finding import Finding
from fivefold.lab.estimates import percent
from fivefold.lab.jobs import Figure, Job, ResultCoding
from fivefold.lab.players.registry import MOVE_SECONDS, LevelName, Player, close, digest, new_player, title
from fivefold.lab.players.replies import Forfeit, refusal
from fivefold.play.catalogue import find
from fivefold.play.match import Match
from fivefold.play.options import matters
from fivefold.session.offers import LONGEST_AMONG_COMPUTERS
from fivefold.session.snapshot import reaction_seconds

Position = TypeVar("Position", bound=tuple[Any, ...])
OPENING_PLIES: Final = 4
"""Random plies at the start of a game without chance, which would otherwise always go the same way."""
MIDDLE_LEVEL: Final = 4
TRIES: Final = 200
"""How many openings are drawn in search of a new one before an old one is played again."""


class Matchup(NamedTuple):
    """Two players and the conditions they meet under, the same for all their pairs."""

    game: str
    """Its key in the catalogue."""
    a: str
    b: str
    """The players' canonical names (``players.canonical_name``)."""
    options: tuple[tuple[str, str], ...] = ()
    scale: float = 1.0
    """Factor on both players' thinking time and nodes."""
    seed: int = 1


class PairTask(NamedTuple):
    """One pair to play, as sent to a worker process."""

    matchup: Matchup
    number: int
    """From 0."""
    opening: tuple[int, ...]
    """The players' first moves, the same in both games."""


class Effort(NamedTuple):
    """What one side's moves took, added up."""

    moves: int = 0
    seconds: float = 0.0
    depth: int = 0
    nodes: int = 0


class GameResult(NamedTuple):
    """One finished game, from A's side."""

    share: float
    """The sum of the returns of A's seats: 1 if one of them won."""
    points_a: float
    points_b: float
    """Points a seat."""
    first: bool
    """Whether A made the first move."""
    plies: int
    effort_a: Effort
    effort_b: Effort
    mistake_a: str = ""
    """What A did wrong, and lost the game by; mostly empty."""
    mistake_b: str = ""


class Lost(NamedTuple):
    """How a player lost a game by what it did wrong."""

    seat: int
    offence: str
    """One of ``Offence``."""
    detail: str
    player: str
    """Its canonical name."""


class PlayedGame(NamedTuple):
    """A game of a pair, played to its end."""

    match: Match
    findings: list[list[Finding]]
    """For each seat how its moves were found."""
    lost: Lost | None
    """Set where a player did not answer with a legal move."""


class Pair(NamedTuple):
    """Two finished games on one start."""

    number: int
    score: float
    """A's, 0 to 1, even at 0.5."""
    games: tuple[GameResult, GameResult]

    @property
    def margin(self) -> float:
        """A's lead in points, a game."""
        return sum(game.points_a - game.points_b for game in self.games) / 2


def derived_seed(*parts: int) -> int:
    """Return a seed of 48 bits that belongs to these numbers."""
    return int.from_bytes(hashlib.sha256(" ".join(map(str, parts)).encode()).digest()[:6], "big")


def new_match(matchup: Matchup, number: int, half: int) -> Match:
    """Start game ``half``, 0 or 1, of a pair: chance falls alike in both, the other seat begins if the game can."""
    game, given = find(matchup.game), dict(matchup.options)
    option = game.setup.starting_option
    if option is not None and _by_option(game, given):
        given[option.name] = str(half)
    return Match(game, seed=derived_seed(matchup.seed, number), options=given)


def _by_option(game: Game, options: Mapping[str, str]) -> bool:
    """Tell whether who begins is an option that matters here; otherwise the players change seats."""
    settled = {option.name: option.default or "" for option in game.setup.options} | dict(options)
    first = game.setup.starting_option
    return game.setup.seats(options) == 2 and first is not None and matters(first, settled)


def seats_of_a(match: Match, half: int) -> list[int]:
    """Return the seats A takes in game ``half``: every other seat, in the other game the ones between.

    With three seats A has two in one game and one in the other, so even play still scores half over the pair.
    """
    if _by_option(match.game, match.options):
        return [0]
    return list(range(half, len(match.seats), 2))


def seats_by_side(match: Match) -> list[tuple[int, ...]]:
    """Return the seats of each side, in the order of the seats: partners are one side."""
    numbers = sides_of(match)
    return [tuple(seat for seat, side in enumerate(numbers) if side == each) for each in sorted(set(numbers))]


def pairs_job(
    matchup: Matchup, pairs: int, title: str, opening_plies: int | None = None
) -> Job[PairTask, Pair, list[Pair]]:
    """Return the job of playing so many pairs. ``opening_plies``: see ``tasks``."""
    return Job(
        title=title,
        unit="pairs",
        terms=terms_of(matchup, "pairs", opening_plies),
        tasks=list(pair_tasks(matchup, pairs, opening_plies)),
        function=play_pair,
        reduce=list,
        coding=ResultCoding(list, pair_of),
        figure=Figure(lambda pair: pair.score, percent),
    )


def positions_job(
    matchup: Matchup,
    pairs: int,
    title: str,
    function: Callable[[PairTask], list[Position]],
    position_of: Callable[[Sequence[Any]], Position],
    *terms: object,
) -> Job[PairTask, list[Position], list[Position]]:
    """Return the job of playing so many pairs of which ``function`` returns positions; it comes to all of them, sorted.

    ``position_of``: see ``Coding.load``; ``terms``: what positions depend on besides the matchup.
    """
    return Job(
        title=title,
        unit="pairs",
        terms=terms_of(matchup, *terms),
        tasks=list(pair_tasks(matchup, pairs)),
        function=function,
        reduce=lambda found: sorted(chain.from_iterable(found)),
        coding=ResultCoding(list, lambda listed: [position_of(each) for each in listed]),
        figure=Figure(len, lambda mean: f"{mean:.1f} positions a pair"),
    )


def terms_of(matchup: Matchup, *further: object) -> str:
    """Return all that games between these players depend on, with what their levels may spend, and what else counts."""
    players = [digest(find(matchup.game), name) for name in (matchup.a, matchup.b)]
    return repr((matchup, players, *further))


def pair_of(data: Sequence[Any]) -> Pair:
    """Return the pair that JSON has made lists of."""
    number, score, (first, second) = data
    return Pair(number, score, (_game_of(first), _game_of(second)))


def _game_of(data: Sequence[Any]) -> GameResult:
    share, points_a, points_b, first, plies, effort_a, effort_b, *mistakes = data
    return GameResult(share, points_a, points_b, first, plies, Effort(*effort_a), Effort(*effort_b), *mistakes)


def play_pair(task: PairTask) -> Pair:
    """Play both games of a pair."""
    return played_pair(task, (played_game(task, 0), played_game(task, 1)))


def played_pair(task: PairTask, played: tuple[PlayedGame, PlayedGame]) -> Pair:
    """Return the result of both games. Where a player lost one by what it did wrong, each game counts by itself."""
    games = _played_result(played[0], 0), _played_result(played[1], 1)
    doubles = find(task.matchup.game).traits.doubles and not any(game.lost for game in played)
    return Pair(task.number, double_score(games) if doubles else sum(game.share for game in games) / 2, games)


def double_score(games: Sequence[GameResult]) -> float:
    """Return A's score in a double match: the points of both games are added, and more of them win."""
    lead = sum(game.points_a - game.points_b for game in games)
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


def _played_result(played: PlayedGame, half: int) -> GameResult:
    """Return the result of game ``half`` of a pair."""
    efforts, mine = [_effort_of(found) for found in played.findings], seats_of_a(played.match, half)
    result = _game_result(played.match, mine, efforts)
    if played.lost is None:
        return result
    what = f"{played.lost.offence}: {played.lost.detail}"
    return result._replace(mistake_a=what) if played.lost.seat in mine else result._replace(mistake_b=what)


def finished_match(task: PairTask, half: int) -> Match:
    """Return a ``faultless`` game of a pair, played to its end."""
    return faultless(played_game(task, half)).match


def faultless(played: PlayedGame) -> PlayedGame:
    """Return a game that is to tell something of its players. Raises ``InvalidOption`` if one lost it by a mistake."""
    if (lost := played.lost) is not None:
        raise refusal(lost.player, lost.offence, lost.detail)
    return played


def played_game(task: PairTask, half: int, seconds: float = MOVE_SECONDS) -> PlayedGame:
    """Play a game of a pair to its end; ``seconds``: what functions and programs have for a move."""
    matchup, match = task.matchup, new_match(task.matchup, task.number, half)
    for move in task.opening:
        match.make(move)
    mine = seats_of_a(match, half)
    names = [matchup.a if seat in mine else matchup.b for seat in range(len(match.seats))]
    seed = derived_seed(matchup.seed, task.number, half)
    return play_to_the_end(match, names, matchup.scale, seed, seconds)


def play_to_the_end(
    match: Match, names: Sequence[str], scale: float, seed: int, seconds: float = MOVE_SECONDS
) -> PlayedGame:
    """Let players, one for each seat by canonical name, finish a match; ``seconds``: see ``played_game``."""
    players = [
        new_player(match.game, name, scale, derived_seed(seed, seat), seconds) for seat, name in enumerate(names)
    ]
    try:
        return _play(match, names, players, Clock([level_of(match.game, name) for name in names], str(seed)))
    finally:
        close(players)


def _play(match: Match, names: Sequence[str], players: Sequence[Player], clock: "Clock") -> PlayedGame:
    findings: list[list[Finding]] = [[] for _ in players]
    while match.outcome is None:
        seat = clock.quickest(match) if match.to_move == ANYONE else match.to_move
        try:
            findings[seat].append(players[seat].find(match, seat=seat))
        except Forfeit as reason:
            reason.end(match, seat)
            return PlayedGame(match, findings, Lost(seat, reason.offence, reason.detail, names[seat]))
        match.make(findings[seat][-1].move)
        if match.outcome is None and len(match.decisions) >= LONGEST_AMONG_COMPUTERS and match.game.traits.agreed_draw:
            match.agree_draw()
    return PlayedGame(match, findings, None)


class Clock:
    """Whose move it is in a race: each seat needs its reaction time from one move to the next."""

    def __init__(self, levels: Sequence[int], name: str) -> None:
        """``name``: of the match, from which the reaction times follow."""
        self._levels, self._name = levels, name
        self._ready = [reaction_seconds(level, f"{name} {seat}", 0) for seat, level in enumerate(levels)]

    def quickest(self, match: Match) -> int:
        """Return the seat that moves next, one that has a move; its clock begins anew."""
        able = {match.mover(move) for move in match.legal()}
        seat = min(able, key=lambda each: self._ready[each])
        now = self._ready[seat]
        self._ready[seat] = now + reaction_seconds(self._levels[seat], f"{self._name} {seat}", len(match.moves))
        for other in range(len(self._ready)):
            if other not in able:
                # A seat without a move waits, and needs its reaction time once it has one again.
                self._ready[other] = max(self._ready[other], now + reaction_seconds(self._levels[other], self._name, 0))
        return seat


def level_of(game: Game, name: str) -> int:
    """Return the level whose reaction times a player of this canonical name has; a baseline has those of the middle."""
    level = LevelName.of(name).level
    return game.level_below(int(level)) if level.isdigit() else MIDDLE_LEVEL


def _effort_of(findings: Sequence[Finding]) -> Effort:
    seconds = math.fsum(found.seconds for found in findings)
    depth, nodes = sum(found.depth for found in findings), sum(found.nodes for found in findings)
    return Effort(len(findings), seconds, depth, nodes)


def total_effort(efforts: Iterable[Effort]) -> Effort:
    """Add efforts up."""
    listed = list(efforts)
    return Effort(
        moves=sum(each.moves for each in listed),
        seconds=math.fsum(each.seconds for each in listed),
        depth=sum(each.depth for each in listed),
        nodes=sum(each.nodes for each in listed),
    )


def _game_result(match: Match, mine: Sequence[int], efforts: Sequence[Effort]) -> GameResult:
    """Return the result of a finished match for the side that sits on the seats ``mine``."""
    assert match.outcome is not None  # noqa: S101  callers pass finished matches
    theirs = [seat for seat in range(len(match.seats)) if seat not in mine]
    began = next((mover for mover in match.movers if mover != CHANCE), match.game.rules.to_move(match.row))
    returns, scores = match.outcome.returns, match.outcome.scores
    return GameResult(
        share=sum(returns[seat] for seat in mine),
        points_a=sum(scores[seat] for seat in mine) / len(mine),
        points_b=sum(scores[seat] for seat in theirs) / len(theirs),
        first=began in mine,
        plies=sum(mover != CHANCE for mover in match.movers),
        effort_a=total_effort(efforts[seat] for seat in mine),
        effort_b=total_effort(efforts[seat] for seat in theirs),
    )


def pair_tasks(matchup: Matchup, pairs: int, opening_plies: int | None = None) -> Iterator[PairTask]:
    """Yield the pairs to play, with different openings as long as there are enough.

    ``opening_plies``: random plies at the start, when not given ``OPENING_PLIES`` if no chance falls before the first
    decision and none otherwise. The first pairs of a longer series are those of a shorter one.
    """
    if opening_plies is None:
        opening_plies = 0 if CHANCE in new_match(matchup, 0, 0).movers else OPENING_PLIES
    known: set[tuple[int, ...]] = {()}
    for number in range(pairs):
        drawn: tuple[int, ...] = ()
        tried = 0
        while opening_plies and drawn in known and tried < TRIES:
            drawn, tried = random_opening(matchup, number, tried, opening_plies), tried + 1
        known.add(drawn)
        yield PairTask(matchup, number, drawn)


def random_opening(matchup: Matchup, number: int, attempt: int, plies: int) -> tuple[int, ...]:
    """Return the first ``plies`` decisions of a pair, drawn at random among moves that do not end the game.

    Fewer where every move would.
    """
    chance = random.Random(derived_seed(matchup.seed, number, attempt, plies))
    match = new_match(matchup, number, 0)
    moves: list[int] = []
    while len(moves) < plies:
        shuffled = chance.sample(match.legal(), len(match.legal()))
        move = next((move for move in shuffled if _goes_on(match, move)), None)
        if move is None:
            break
        match.make(move)
        moves.append(move)
    return tuple(moves)


def _goes_on(match: Match, move: int) -> bool:
    later = match.copy()
    later.make(move)
    return later.outcome is None


# --- games for one ---------------------------------------------------------------------------------------------------


class Series(NamedTuple):
    """Games of one player on packs numbered from 0."""

    game: str
    player: str
    """Canonical name (``players.canonical_name``)."""
    options: tuple[tuple[str, str], ...] = ()
    scale: float = 1.0
    seed: int = 1
    seconds: float = MOVE_SECONDS
    """What functions and programs have for a move."""


class Scored(NamedTuple):
    """One finished game."""

    number: int
    """Of its pack."""
    points: int
    effort: Effort
    lost: str = ""
    """What the player did wrong, in words; then it has no points, or fewer if it had fewer."""


def play_pack(series: Series, number: int) -> Scored:
    """Play one game."""
    match = Match(find(series.game), seed=derived_seed(series.seed, number), **dict[str, Any](series.options))
    seed = derived_seed(series.seed, number, 0)
    player = new_player(match.game, series.player, series.scale, seed, series.seconds)
    findings = list[Finding]()
    try:
        while match.outcome is None:
            findings.append(player.find(match, seat=0))
            match.make(findings[-1].move)
    except Forfeit as reason:
        return Scored(number, min(0, match.scores[0]), _effort_of(findings), f"{reason.offence}: {reason.detail}")
    finally:
        close([player])
    return Scored(number, match.scores[0], _effort_of(findings))


def series_job(game: Game, series: Series, games: int) -> Job[int, Scored, list[Scored]]:
    """Return the job of playing this many games of a series."""
    spent = digest(game, series.player)
    return Job(
        title=title(game, series.player),
        unit="games",
        terms=repr((series, spent)),
        tasks=range(games),
        function=partial(play_pack, series),
        reduce=list,
        coding=ResultCoding(list, _scored_of),
        figure=Figure(lambda each: each.points, lambda points: f"{points:.1f} points"),
    )


def _scored_of(data: Sequence[Any]) -> Scored:
    number, points, spent, *lost = data
    return Scored(number, points, Effort(*spent), *lost)
