"""Puzzles from matches, between computers or those played in a house: ``fivefold puzzles``.

A position becomes a puzzle where one move is better than all others by a margin, first at a quick look and then by a
longer search, and where there is more to it than taking what scores most: a win by force, or one of the themes. The
levels of opponents that find it tell how hard it is.
"""

import argparse
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from math import log
from pathlib import Path
from typing import Any, Final

from fivefold.command import FINE, at_least_one
from fivefold.contract import CHANCE, NOBODY, AlphaBeta, Game, PolicyRollouts, Sampling, Search, WholeTurns
from fivefold.engine.alphabeta import DECISIVE, Deepening
from fivefold.engine.budget import Budget
from fivefold.engine.compile import kernels_of
from fivefold.engine.kernels import Kernels
from fivefold.engine.opponents import Opponent, new_search
from fivefold.house.database.database import open_house
from fivefold.house.database.place import database_url
from fivefold.house.house import House
from fivefold.lab.arguments import lab_command
from fivefold.lab.configuration import Configuration, configuration_of
from fivefold.lab.jobs import Figure, Job, ResultCoding, finished, place_of
from fivefold.lab.matches import derived_seed
from fivefold.lab.players.registry import make_ready, points_after
from fivefold.lab.provenance import check_places
from fivefold.parts.words import counted
from fivefold.play.catalogue import find
from fivefold.play.chance import Seeded
from fivefold.play.match import Match
from fivefold.play.puzzles import Kind, Puzzle, Theme, line_of, puzzle_of, written
from fivefold.play.start import Start

PLAYED_BY: Final = (3, 4, 5)
"""Levels that play the matches."""
GRADED_BY: Final = range(1, 7)
"""Levels asked for the answer: those that do not think by the clock."""
ASKED: Final = 3
"""How often each is asked."""
MISSED_BY: Final = 2
"""The level that finds what is no puzzle."""
FEWEST_MOVES: Final = 4
MOST_OF_ONE: Final = 6
"""Puzzles that are taken from one match."""
FINALISTS: Final = 4
"""Moves that alpha-beta looks at longer."""
LEAST_POINTS: Final = 5
"""Fewer are nothing to ask for."""
LONGEST_WIN: Final = 3
"""In turns."""
TO_WIN: Final = Budget(nodes=100_000)
TO_PROVE: Final = Budget(nodes=1_000_000)
TO_REPLY: Final = Budget(nodes=5_000)
HOLDS, LOSES = 0.45, 0.3
"""The only move leaves so much of a chance to win, every other so little."""
USUAL, SPREAD = 1500.0, 350.0
"""What puzzles are rated while nobody was asked, in Elo."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How long a kind of search looks at a position, and by how much the best move has to be better."""

    quick: Budget
    longer: Budget
    margin: float
    """In chance to win; where one plays alone in points."""


LOOKS: Final[Mapping[type[Search], Looks]] = {
    AlphaBeta: Looks(Budget(nodes=200), Budget(nodes=50_000), 0.15),
    Sampling: Looks(Budget(nodes=1_000, depth=2), Budget(nodes=20_000, depth=2), 0.06),
    WholeTurns: Looks(Budget(nodes=5_000, depth=2), Budget(nodes=100_000, depth=2), 0.06),
    PolicyRollouts: Looks(Budget(nodes=1_500), Budget(nodes=30_000), 1.2),
}
SIFTED: Final = 0.6
"""The part of the margin that a quick look has to see."""

Values = Mapping[int, float]
"""For moves that were compared, what each is worth."""


def run(options: argparse.Namespace) -> int:
    """Find puzzles and print them as the game's file has them, or write that file, or add them to a house."""
    game, games = find(options.game), at_least_one("games", options.games)
    check_places(game.key, [Path(options.output).parent] if options.output else [])
    make_ready(game)
    if options.house:
        return _run_in_house(options, game, games)
    configuration = configuration_of(game, None, options.option)
    with finished(puzzles_job(game, configuration, games, options.seed), place_of(options)) as found:
        command = f"fivefold puzzles {game.key} --games {games} --seed {options.seed} {configuration.arguments}".strip()
        today = datetime.now(UTC).date().isoformat()
        made = {"command": command, "date": today, "games": games, "margin": LOOKS[type(game.search)].margin}
        text = written(found, made)
        if options.output:
            Path(options.output).parent.mkdir(parents=True, exist_ok=True)
            Path(options.output).write_text(text, encoding="utf-8")
        else:
            print(text, end="")
    return FINE


def _run_in_house(options: argparse.Namespace, game: Game, games: int) -> int:
    """Look through the last matches of a house, and add what is found to its puzzles."""
    url = options.house if "://" in options.house else database_url(Path(options.house))
    with closing(open_house(url)) as database:
        house = House(database)
        records = house.puzzles.records(game.key, games)
        with finished(records_job(game, records), place_of(options)) as found:
            added = house.puzzles.add(found)
    looked = counted(len(records), "match", "matches")
    print(f"{counted(added, 'new puzzle')} from {looked} of {game.name}.")
    return FINE


def puzzles_job(
    game: Game, configuration: Configuration, games: int, seed: int
) -> Job[int, list[Puzzle], list[Puzzle]]:
    """Return the job of looking for puzzles in so many matches between computers."""
    function = partial(_puzzles_of_number, game.key, configuration, seed)
    return _job(game, repr(("puzzles", game.key, configuration.options, seed)), range(games), function)


def records_job(game: Game, records: Sequence[str]) -> Job[str, list[Puzzle], list[Puzzle]]:
    """Return the job of looking for puzzles in matches that were played, given by their records."""
    return _job(game, repr(("puzzles", game.key, records)), records, partial(_puzzles_of_record, game.key))


def _job(
    game: Game, terms: str, tasks: Sequence[Any], function: Callable[[Any], list[Puzzle]]
) -> Job[Any, list[Puzzle], list[Puzzle]]:
    return Job(
        title=f"{game.name}, puzzles",
        unit="matches",
        terms=terms,
        tasks=tasks,
        function=function,
        reduce=lambda found: list(chain.from_iterable(found)),
        coding=ResultCoding(lambda found: [line_of(each) for each in found], lambda data: list(map(puzzle_of, data))),
        figure=Figure(len, lambda mean: f"{mean:.1f} puzzles a match"),
    )


def _puzzles_of_number(key: str, configuration: Configuration, seed: int, number: int) -> list[Puzzle]:
    game, own = find(key), derived_seed(seed, number) % (1 << 31)
    kernels = kernels_of(game)
    return _puzzles_at(kernels, _computers_positions(game, kernels, dict(configuration.options), own))


def _puzzles_of_record(key: str, record: str) -> list[Puzzle]:
    return _puzzles_at(kernels_of(find(key)), _recorded_positions(Match.from_record(record)))


def _computers_positions(game: Game, kernels: Kernels, options: Mapping[str, str], seed: int) -> Iterator[Match]:
    """Play a match between opponents; yield it before each choice."""
    drawn = random.Random(seed)
    match = Match(game, seed=seed, options=options)
    players = [Opponent(game, drawn.choice(PLAYED_BY), drawn.getrandbits(32), kernels) for _ in match.seats]
    while match.outcome is None:
        yield match
        match.play(players[match.to_move].choose(match))


def _recorded_positions(played: Match) -> Iterator[Match]:
    """Yield a match that is over as it stood before each choice."""
    texts = played.history
    for ply in played.decisions:
        yield played.replayed(texts[:ply])


def _puzzles_at(kernels: Kernels, positions: Iterable[Match]) -> list[Puzzle]:
    """Return the puzzles that a match gives, no two with the same answer."""
    found: list[Puzzle] = []
    for match in positions:
        if len(found) == MOST_OF_ONE:
            break
        puzzle = _puzzle_at(kernels, match) if len(match.legal()) >= FEWEST_MOVES else None
        if puzzle is not None and puzzle.answer not in [each.answer for each in found]:
            found += _rated(kernels, match, puzzle)
    return found


def _rated(kernels: Kernels, match: Match, puzzle: Puzzle) -> list[Puzzle]:
    """Return a puzzle with its rating, if it is worth solving: not too hard, or doubtful, nor what anybody plays."""
    elo, marks = elo_of(kernels, match, puzzle.answer), match.game.traits.marks()
    if elo is None:
        return []
    missed = (Theme.MISSED,) if elo >= marks[MISSED_BY - 1] else ()
    themes = (*puzzle.themes, *missed)
    return [replace(puzzle, elo=elo, themes=themes)] if themes or puzzle.kind is Kind.WIN else []


def _puzzle_at(kernels: Kernels, match: Match) -> Puzzle | None:
    """Return the puzzle that a position is, not yet rated; ``None`` if it is none."""
    solved = forced_win(kernels, match) or _standing_out(kernels, match)
    if solved is None:
        return None
    named = dict(zip(match.legal(), match.legal_moves(), strict=True))
    return Puzzle(
        kind=solved.kind,
        start=start_of(match),
        seat=match.to_move,
        answer=named[solved.move],
        elo=round(USUAL),
        themes=solved.themes,
        points=points_after(match, solved.move) - match.scores[match.to_move],
        turns=solved.turns,
        values={named[move]: round(value, 3) for move, value in solved.values.items()},
        replies=_replies(kernels, match, solved.move),
    )


def start_of(match: Match) -> Start:
    """Return a match's position by how it came about; of its options those that are not as usual."""
    usual = {option.name: option.default for option in match.game.setup.options}
    options = {name: value for name, value in match.options.items() if value != usual[name]}
    moves = tuple(match.history[ply] for ply in match.decisions)
    if isinstance(match.source, Seeded):
        return Start(match.game.key, options, match.source.number, moves, match.script)
    drawn = tuple(text for text, mover in zip(match.history, match.movers, strict=True) if mover == CHANCE)
    return Start(match.game.key, options, 0, moves, drawn)


@dataclass(frozen=True, slots=True)
class Solved:
    """The one move, and what is known of the others."""

    kind: Kind
    move: int
    turns: int = 0
    values: Mapping[int, float] = field(default_factory=dict)
    themes: tuple[Theme, ...] = ()


def forced_win(kernels: Kernels, match: Match) -> Solved | None:
    """Return the only move that wins by force in a few turns, looked for by alpha-beta."""
    if type(match.game.search) is not AlphaBeta or len(match.seats) > 2:
        return None
    if not _wins_within(kernels, match.row, 2 * LONGEST_WIN - 1):
        return None
    turns = next(n for n in range(1, LONGEST_WIN + 1) if _wins_within(kernels, match.row, 2 * n - 1))
    winning = [move for move in match.legal() if still_wins(kernels, match, move, 2 * turns - 2)]
    return Solved(Kind.WIN, winning[0], turns) if len(winning) == 1 else None


def _wins_within(kernels: Kernels, row: Sequence[int], plies: int) -> bool:
    found = new_search(kernels, 2, TO_WIN).think(list(row), replace(TO_WIN, depth=plies))
    return found.depth <= plies and found.points > DECISIVE


def still_wins(kernels: Kernels, match: Match, move: int, plies: int) -> bool:
    """Tell whether a move wins by force, the opponent's next move and all after it being so many plies."""
    row, seat = _played(match, move), match.to_move
    rules, returns = match.game.rules, [0.0] * len(match.seats)
    if rules.to_move(row) == NOBODY:
        rules.returns(row, returns)
        return returns[seat] == 1.0
    if not plies:
        return False
    # No move is passed over, so that no second way to win escapes.
    found = Deepening(kernels, 2, nodes=TO_PROVE.nodes, reduced=0).think(row, replace(TO_PROVE, depth=plies))
    return (found.points if rules.to_move(row) == seat else -found.points) > DECISIVE


def _replies(kernels: Kernels, match: Match, answer: int) -> dict[str, str]:
    """Return what best answers each wrong move, where nothing is hidden and chance does nothing in between."""
    if not _is_open(match):
        return {}
    named = zip(match.legal(), match.legal_moves(), strict=True)
    replies = {text: _reply(kernels, match, move) for move, text in named if move != answer}
    return {text: reply for text, reply in replies.items() if reply}


def _reply(kernels: Kernels, match: Match, move: int) -> str:
    row, rules = _played(match, move), match.game.rules
    if rules.to_move(row) in (NOBODY, match.to_move):
        return ""
    reply = new_search(kernels, 2, TO_REPLY).think(row, TO_REPLY).move
    return match.game.notation.say(row, reply, rules.to_move(row))


def _standing_out(kernels: Kernels, match: Match) -> Solved | None:
    """Return the move that is better than all others by a margin, if a theme makes it worth finding."""
    looks = LOOKS[type(match.game.search)]
    first = compared(kernels, match, looks.quick, match.legal())
    if margin(first) < SIFTED * looks.margin:
        return None
    best = ranked(first)[0]
    gains = {move: points_after(match, move) - match.scores[match.to_move] for move in match.legal()}
    themes = tuple(themes_of(match, best, gains, first))
    greediest = max(gains, key=lambda move: gains[move])
    values = compared(kernels, match, looks.longer, [*{*ranked(first)[:FINALISTS], greediest}])
    if margin(values) < looks.margin or ranked(values)[0] != best:
        return None
    alone_at_top = gains[best] >= max(LEAST_POINTS, *(points + 1 for move, points in gains.items() if move != best))
    known = {move: value for move, value in values.items() if move in (*ranked(values)[:FINALISTS], greediest)}
    return Solved(Kind.POINTS if alone_at_top else Kind.BEST, best, 0, known, themes)


def themes_of(match: Match, best: int, gains: Mapping[int, int], values: Values) -> Iterator[Theme]:
    """Yield what makes a move worth finding; ``gains``: what each move scores at once."""
    most = max(gains.values())
    if len(match.seats) > 1 and values[best] >= HOLDS and sorted(values.values())[-2] <= LOSES:
        yield Theme.ONLY
    if gains[best] < most:
        yield Theme.QUIET if gains[best] <= 0 else Theme.GREEDY
    leads = {move: gain - _best_reply(match, move) for move, gain in gains.items()} if _is_open(match) else {}
    if leads and leads[best] < max(leads.values()):
        yield Theme.SACRIFICE


def _is_open(match: Match) -> bool:
    """Tell whether the next move answers this one: nothing hidden, and no chance between."""
    return type(match.game.search) is AlphaBeta and len(match.seats) == 2


def _best_reply(match: Match, move: int) -> int:
    """Return the most points that the opponent can make at once after a move."""
    after = match.copy()
    after.make(move)
    if after.outcome is not None or after.to_move == match.to_move:
        return 0
    return max(points_after(after, reply) for reply in after.legal()) - after.scores[after.to_move]


def compared(kernels: Kernels, match: Match, budget: Budget, moves: Sequence[int]) -> dict[int, float]:
    """Return what moves are worth: those given, or those that the search compares by itself."""
    game, seats = match.game, len(match.seats)
    if type(game.search) is AlphaBeta:  # (others are kinds of it)
        return {move: _worth_after(kernels, match, move, budget) for move in moves}
    seen = match.seen_by(match.to_move)
    return dict(new_search(kernels, seats, budget).think(seen, budget, seat=match.to_move).weighed)


def _worth_after(kernels: Kernels, match: Match, move: int, budget: Budget) -> float:
    row, seat, rules = _played(match, move), match.to_move, match.game.rules
    if rules.to_move(row) != NOBODY:
        return new_search(kernels, len(match.seats), budget).think(row, budget).shares[seat]
    returns = [0.0] * len(match.seats)
    rules.returns(row, returns)
    return returns[seat]


def _played(match: Match, move: int) -> list[int]:
    row = list(match.row)
    match.game.rules.play(row, move)
    return row


def ranked(values: Values) -> list[int]:
    """Return moves, the best first."""
    return sorted(values, key=lambda move: -values[move])


def margin(values: Values) -> float:
    """Return by how much the best is better than the next; 0 where there is nothing to compare."""
    worth = sorted(values.values(), reverse=True)
    return worth[0] - worth[1] if len(worth) > 1 else 0.0


def elo_of(kernels: Kernels, match: Match, answer: str) -> int | None:
    """Return how hard a puzzle is, from how often each level finds the answer; ``None`` where none does."""
    marks, asked = match.game.traits.marks(), list[tuple[int, int]]()
    for level in GRADED_BY:
        right = sum(Opponent(match.game, level, seed, kernels).choose(match) == answer for seed in range(ASKED))
        asked.append((marks[level - 1], right))
        if [count for _, count in asked[-2:]] == [ASKED, ASKED]:
            break  # stronger ones will, too
    return likeliest_elo(asked) if any(2 * right > ASKED for _, right in asked) else None


def likeliest_elo(asked: Sequence[tuple[int, int]]) -> int:
    """Return the rating of a puzzle that opponents of these ratings have solved so often of ``ASKED``."""
    low, high = 0.0, 4000.0
    while high - low > 1:
        middle = (low + high) / 2
        expected = sum(ASKED / (1 + 10 ** ((middle - mark) / 400)) for mark, _ in asked)
        surplus = (expected - sum(right for _, right in asked)) * log(10) / 400
        low, high = (middle, high) if surplus > (middle - USUAL) / SPREAD**2 else (low, middle)
    return round(low)


PUZZLES = lab_command("puzzles", run)
