"""The course of a game at the keyboard: a line is read and done, computer opponents move in their turn."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Final

from fivefold.contract import ANYONE, Hindsight
from fivefold.contract.errors import FivefoldError
from fivefold.doors.terminal import commands
from fivefold.doors.terminal.screen import Screen, TimeUp
from fivefold.doors.terminal.table import Table
from fivefold.engine.budget import Budget
from fivefold.engine.opponents import Thought
from fivefold.house.computers.thinking import budget_for
from fivefold.play.clocks import NO_STOPS
from fivefold.play.match import Match
from fivefold.session import races
from fivefold.session.errors import Stale
from fivefold.session.narration import sentence
from fivefold.session.snapshot import Call
from fivefold.session.timing import moment

FROM: Final = 3  # The number from which the countdown to a race begins.
GLANCE: Final = 0.05  # Seconds between looks whether an opponent has decided.
Think = Callable[[Match, int, int], Thought]
Begin = Callable[[Think, Match, int, int], Future[Thought]]  # Lets somebody think while others act.
Listen = Callable[[float | None], None]
"""Does what the next line says; raises ``TimeUp`` if nobody has finished one within so many seconds."""


def _in_background(think: Think, match: Match, level: int, seat: int) -> Future[Thought]:
    """Think in a thread of its own."""
    executor = ThreadPoolExecutor(1)
    try:
        return executor.submit(think, match, level, seat)
    finally:
        executor.shutdown(wait=False)


def count_down(screen: Screen, wait: Callable[[float], None] = time.sleep) -> None:
    """Count down to a race; no card is shown before."""
    for number in range(FROM, 0, -1):
        screen.show(str(number))
        wait(1)
    screen.show("Go!")


def _next_event(table: Table, listen: Listen, begin: Begin) -> None:
    """Let the next thing happen: a line that is typed, or the move of a rival whose time has come."""
    call = races.first_call(table.now, table.time())
    if call is None:
        listen(None)
        return
    try:
        listen((call.at - table.time()).total_seconds())
    except TimeUp:
        _move(table, call, listen, begin)


def _move(table: Table, call: Call, listen: Listen, begin: Begin) -> None:
    """Make a rival's move, unless what it wants has gone meanwhile: then it is still its turn."""
    begun = table.now
    thinking = begin(table.thinker.think, begun.match.copy(), call.level, call.seat)
    while not thinking.done():
        try:
            listen(GLANCE)
        except TimeUp:
            continue
        if table.match.outcome is not None or table.leaving:
            return
    with suppress(Stale):
        table.play_thought(call.seat, thinking.result(), begun.number + 1)


def run(table: Table, begin: Begin = _in_background) -> None:
    """Play until the players leave or the lines run out; what was played is kept in the file. ``begin``: how rivals in
    a race think while the keyboard stays open."""
    table.open()
    try:
        while not table.leaving:
            _turn(table, begin)
    except KeyboardInterrupt:
        table.quitting = True
        table.screen.show()
    finally:
        table.screen.rest()
    table.close()


def _turn(table: Table, begin: Begin) -> None:
    if table.against_time:
        _next_event(table, partial(_listen, table), begin)
    elif table.match.outcome is None and not table.person_to_move and not table.now.paused:
        _computer_moves(table)
    else:
        _listen(table)


def _computer_moves(table: Table) -> None:
    seat = table.match.to_move
    name = table.names[seat]
    table.screen.wait_for(name)
    try:
        level = table.now.seats[seat].level or 1
        thought = table.thinker.think(table.match, level, budget=_budget(table, seat, level))
    except KeyboardInterrupt:
        table.screen.say(f"\n{name} was interrupted. Press Enter to let {name} think again, or type undo or quit.")
        _listen(table)
        return
    table.play_thought(seat, thought, table.now.number + 1)


def _budget(table: Table, seat: int, level: int) -> Budget | None:
    """Return what a computer may spend on its move; ``None`` for what its level usually does."""
    return budget_for(table.now, Call(seat, level, table.time()), moment(table.time()), NO_STOPS)


def _listen(table: Table, seconds: float | None = None) -> None:
    """Read one line and do what it says; the match ends where somebody's time runs out first. Raises ``TimeUp`` where
    nobody has finished a line within so many seconds."""
    limits = [limit for limit in (seconds, table.seconds_left) if limit is not None]
    try:
        line = table.screen.ask(prompt(table), min(limits, default=None))
    except TimeUp:
        if table.is_out_of_time:
            table.run_out()
        elif seconds is not None:
            raise
        return
    if line is None:
        table.leaving = True
    elif table.is_out_of_time:
        table.run_out(late=True)
    else:
        _obey(table, line)


def _obey(table: Table, line: str) -> None:
    """Do what a line says; an error is said and changes nothing."""
    try:
        commands.obey(table, line)
    except FivefoldError as error:
        table.screen.say(sentence(str(error)))
    except OSError as error:
        table.screen.say(sentence(f"{error.filename}: {error.strerror}"))
    except KeyboardInterrupt:
        table.screen.say("\nStopped.")


def prompt(table: Table) -> str:
    """Return the question that stands before the line to be typed, with what the clocks show while they run."""
    if table.match.outcome is not None and table.more_to_come:
        return "Over (Enter for the second game, or quit): "
    if table.match.outcome is not None:
        return f"Over ({_ways_on(table)}, save FILE, or Enter to leave): " if table.screen.interactive else "Over: "
    asked = _prompt_to_move(table) if table.person_to_move else "Waiting: "
    if table.now.paused:
        asked = "Paused (go on, or quit): "
    return f"[{table.faces}] {asked}" if table.now.clocks is not None else asked


def _ways_on(table: Table) -> str:
    """Return what can be typed after the end for another game."""
    game = table.match.game
    ways = ["new cards", "same cards"] if game.traits.fixed_pack else ["again"]
    return ", ".join([*ways, "hindsight"] if game.extra_of(Hindsight) is not None else ways)


def _prompt_to_move(table: Table) -> str:
    name, seat_name = table.names[table.person], table.now.seats[table.person].seat_name
    if table.now.alone:
        return "Your move: "
    if table.match.to_move == ANYONE and len(table.people) > 1:
        return f"{', '.join(f'{seat + 1}: {table.names[seat]}' for seat in table.people)}: "
    if table.covered:
        return f"{name}, press Enter to see your cards: "
    return f"Your move ({seat_name}): " if table.person == table.reader.you else f"{name} to move: "
