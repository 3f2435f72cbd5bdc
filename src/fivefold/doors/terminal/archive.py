"""Records at the keyboard: show one, verify many, and the best that could have been made of one's cards."""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from fivefold.command import FAILED, FINE, Command, whole
from fivefold.contract import CHANCE, SPECTATOR, TABLE, Game, Hindsight
from fivefold.contract.errors import FivefoldError, InvalidOption, MatchOver
from fivefold.doors.terminal import saved_matches, table_clocks, thinkers
from fivefold.doors.terminal.saved_matches import load
from fivefold.doors.terminal.screen import Screen
from fivefold.doors.terminal.table import options_line, recorded_table
from fivefold.doors.terminal.thinkers import Thinker, ThinkerOnDemand
from fivefold.parts.messages import Reader
from fivefold.play import audit
from fivefold.play.match import Match, Ply
from fivefold.play.observation import observed
from fivefold.session import history
from fivefold.session.narration import outcome_line, score_line, sentence
from fivefold.session.snapshot import MatchSnapshot


def show(path: Path, ply: int | None, svg: Path | None) -> int:
    """Print a record's game, move by move in words, and a position: the last one, or the one after ``ply`` moves."""
    match = load(path)
    reader, viewer = Reader(match.seats), _viewer_of(match)
    table = recorded_table(match)
    plies = list(match.replay())
    shown = plies[: _count(ply, len(plies))]
    for line in _heading(match):
        print(line)
    for line in _moves(table, reader, shown, viewer):
        print(line)
    row = observed(match.game, shown[-1].after if shown else plies[0].before if plies else match.row, viewer)
    print(f"\n{match.game.notation.diagram(row, viewer)}")
    if len(shown) == len(plies):
        print(f"\n{_end(table, reader)}")
    if svg is not None:
        svg.write_text(match.game.picture.draw(row, viewer, {}).svg, encoding="utf-8")
    return FINE


def _viewer_of(match: Match) -> int:
    """Return the viewer of a record: one who may see everything once it is over, until then only what is public."""
    return SPECTATOR if match.game.hidden is None or match.outcome is None else TABLE


def _count(ply: int | None, moves: int) -> int:
    if ply is None:
        return moves
    if not -moves <= ply <= moves:
        raise InvalidOption(f"ply {ply}: the record has {moves} moves, so 0 to {moves}, or -{moves} to -1 from the end")
    return ply if ply >= 0 else moves + ply


def _heading(match: Match) -> Iterable[str]:
    yield f"{match.game.name}: {' against '.join(match.seats)} ({options_line(match)})"
    yield f"Started {match.started:%Y-%m-%d %H:%M} UTC"
    if match.timing is not None:
        yield table_clocks.recorded(match.timing, match.seats)


def _moves(table: MatchSnapshot, reader: Reader, plies: Sequence[Ply], viewer: int) -> Iterable[str]:
    """Yield a line a move, or a run of chance; of the deal before the first turn only the cards."""
    taken = table.match.timing.taken() if table.match.timing else {}
    for run in history.runs(plies):
        first, last = run[0].number, run[-1].number
        numbers = f"{first} to {last}" if last > first else str(first)
        if first == 1 and run[0].mover == CHANCE:
            yield f"{numbers}: {' '.join(history.text_of(table.match, ply, viewer) for ply in run)}"
        else:
            took = f" [{table_clocks.took(taken[last - 1])}]" if last - 1 in taken else ""
            yield f"{numbers} {history.run_sentence(table, reader, viewer, run)}{took}"


def _end(table: MatchSnapshot, reader: Reader) -> str:
    outcome, score = table.match.outcome, sentence(score_line(reader, table.match.scores))
    if outcome is None:
        return score
    result = sentence(outcome_line(table, outcome, reader, with_points=False))
    return result if table.alone else f"{result} {score}"


def verify(paths: Sequence[Path]) -> int:
    """Replay records, draw their chance moves again and print what each holds; return 1 if one does not hold."""
    failed = [path for path in paths if not _holds(path)]
    return FAILED if failed else FINE


def _holds(path: Path) -> bool:
    try:
        match, draws = load(path), audit.verify(path.read_text(encoding="utf-8"))
    except (FivefoldError, OSError) as error:
        print(f"{error}" if isinstance(error, FivefoldError) else f"{path}: {error.strerror}", file=sys.stderr)
        return False
    state = "not over yet" if match.outcome is None else f"over, {match.outcome.reason}"
    times = "; the times add up" if match.timing is not None else ""
    print(f"{path}: {match.game.name}, {len(match.moves)} moves replayed{times}, {state}; chance {draws}")
    return draws.ok


def _add_show_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``fivefold show`` takes."""
    parser.add_argument("record", type=Path, metavar="RECORD")
    parser.add_argument(
        "--ply", type=whole, metavar="N", help="the position after N moves; negative counts from the end"
    )
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the position to this file")


def _add_verify_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``fivefold verify`` takes."""
    parser.add_argument("records", type=Path, nargs="+", metavar="RECORD")


SHOW = Command(_add_show_arguments, lambda options: show(options.record, options.ply, options.svg))
VERIFY = Command(_add_verify_arguments, lambda options: verify(options.records))


def _check(match: Match) -> None:
    """Raise ``InvalidOption`` in a game without hindsight, ``MatchOver`` where it was not played to its end."""
    if match.game.extra_of(Hindsight) is None:
        raise InvalidOption(f"hindsight: {match.game.name} has none")
    if match.outcome is None:
        raise MatchOver("hindsight: you get it when the game is over")
    if match.ending is not None:
        raise MatchOver("hindsight: this game was not played to its end")


def show_hindsight(screen: Screen, snapshot: MatchSnapshot, reader: Reader, thinker: Thinker) -> None:
    """Say and show for each seat the best arrangement of its cards. Raises ``InvalidOption``, ``MatchOver``."""
    match = snapshot.match
    _check(match)
    for seat in range(len(match.seats)):
        screen.wait_for(match.game.personas[-1].name)
        found = thinker.arrange(match, seat)
        screen.say(thinkers.arranged(snapshot, reader, found))
        screen.show(f"\n{match.game.notation.diagram(list(found.row), SPECTATOR)}\n")


def of_record(
    path: Path, thinker_for: Callable[[Game, bool], AbstractContextManager[Thinker]] = ThinkerOnDemand
) -> int:
    """Say it of a record's match. Raises what ``show`` and ``saved_matches.load`` raise."""
    match = saved_matches.load(path)
    _check(match)
    with thinker_for(match.game, True) as thinker:
        show_hindsight(Screen(sys.stdin, sys.stdout), recorded_table(match), Reader(match.seats), thinker)
    return FINE


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what ``fivefold hindsight`` takes."""
    parser.add_argument("record", type=Path, metavar="RECORD")


HINDSIGHT = Command(_add_arguments, lambda options: of_record(options.record))
