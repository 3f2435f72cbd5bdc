"""Moves on an event loop: many share a commit, nothing is seen before it is durable, nothing is kept by halves."""

import asyncio
import signal
import subprocess
import sys
import threading
from collections import defaultdict
from contextlib import contextmanager

import pytest
import sqlalchemy

from fivefold.contract.errors import FivefoldError
from fivefold.doors.web import thread_pool
from fivefold.doors.web.thread_pool import run_promptly
from fivefold.house.commands import TABLE, Context, Move
from fivefold.house.committer import MustWait, not_waiting
from fivefold.house.database import open_database
from fivefold.house.errors import NotKept, Stale
from fivefold.house.house import House
from fivefold.house.loop import troubles
from fivefold.house.table.seating import MatchRequest
from tests.house import killed_house
from tests.house.people import ANNA, BEN, by_link, facts
from tests.house.several import eventually
from tests.house.virtual import VirtualClock, left, with_clocks

MANY = 30


@contextmanager
def busy(house):
    """Let another thread write meanwhile, so that moves have to queue; yields what ends that."""
    begun, enough = threading.Event(), threading.Event()

    def write():
        with house.writing():
            begun.set()
            enough.wait()

    writer = threading.Thread(target=write)
    writer.start()
    begun.wait()
    try:
        yield enough.set
    finally:
        enough.set()
        writer.join()


def queue(house, now, person, text="step:1"):
    """Return the step that makes a move, queued."""
    with not_waiting() as queued:
        house.play(now.id, person, now.number + 1, text)
    (step,) = queued
    return step


def test_moves_in_many_matches_share_a_commit_and_are_seen_only_then(house):
    begun, told, commits = [by_link(house) for _ in range(MANY)], [], []
    house._database.on_written.append(commits.append)

    async def main():
        with busy(house) as end:
            steps = [queue(house, now, ANNA) for now in begun]
            assert [house.snapshot(now.id) for now in begun] == begun
            end()
        for step in steps:
            await step.stored()
            told.append(house.snapshot(step.after.id))

    asyncio.run(main())
    assert [(now.number, now.id) for now in told] == [(1, now.id) for now in begun]
    assert len(commits) == 2  # the other writer's and theirs
    again = House(house._database)
    assert [facts(again.snapshot(now.id)) for now in told] == [facts(now) for now in told]


def test_a_move_builds_on_one_that_still_waits_and_both_are_told_in_order(house):
    now, told = by_link(house), []
    house.listen(now.id, lambda snapshot: told.append(snapshot.number))

    async def main():
        with busy(house) as end:
            first = queue(house, now, ANNA)
            second = queue(house, first.after, BEN)
            with pytest.raises(Stale), not_waiting():
                house.play(now.id, ANNA, 1, "step:2")
            end()
        await second.stored()
        assert first.error is None

    asyncio.run(main())
    assert told == [1, 2] and [entry.text for entry in house.snapshot(now.id).entries] == ["step:1", "step:1"]


def test_what_builds_on_a_move_that_is_not_kept_is_not_kept_either(house, monkeypatch):
    now, other = by_link(house), by_link(house)
    keep = house._committer._write

    def fail(steps):
        if any(step.after.id == now.id for step in steps):
            raise NotKept("the disk is full")
        keep(steps)

    monkeypatch.setattr(house._committer, "_write", fail)

    async def main():
        with busy(house) as end:
            first = queue(house, now, ANNA)
            steps = [first, queue(house, first.after, BEN)]
            end()
        for step in steps:
            with pytest.raises(NotKept, match="the disk is full"):
                await step.stored()
        monkeypatch.undo()
        await queue(house, other, ANNA).stored()
        await queue(house, now, ANNA, "step:2").stored()

    asyncio.run(main())
    assert [entry.text for entry in house.snapshot(now.id).entries] == ["step:2"]
    assert house.snapshot(other.id).number == 1


def test_one_that_cannot_be_stored_keeps_no_other_from_it(house, caplog):
    begun = [by_link(house) for _ in range(3)]
    taken = begun[1].id

    async def main():
        with busy(house) as end:
            steps = [queue(house, now, ANNA) for now in begun]
            end()
        return await asyncio.gather(*(step.stored() for step in steps), return_exceptions=True)

    statement = sqlalchemy.text("UPDATE matches SET revision = revision + 1 WHERE id = :id")
    with house.writing() as connection:
        connection.execute(statement, {"id": taken})
    first, second, third = asyncio.run(main())
    assert first is None and third is None and taken in str(second)
    assert [house.snapshot(now.id).number for now in (begun[0], begun[2])] == [1, 1]


def test_time_that_a_move_waits_for_the_disk_is_nobodys(database):
    clock = VirtualClock()
    house = House(database, clock)
    now = with_clocks(house, "1m+0s")
    clock.pass_(5)

    async def main():
        with busy(house) as end:
            step = queue(house, now, ANNA)
            clock.pass_(40)
            end()
        await step.stored()
        return step.after

    after = asyncio.run(main())
    assert left(house, after) == (55.0, 60.0), "neither hers, who has moved, nor his, who could not see it"
    clock.pass_(30)
    assert left(house, after) == (55.0, 30.0) and house.clocks.look(now.id) is house.snapshot(now.id)
    after = house.play(now.id, BEN, 2, "step:1")
    assert left(house, after) == (55.0, 30.0) and after.entries[-1].given_back == 40_000
    assert House(database, clock).snapshot(now.id).clocks == after.clocks


def test_a_move_that_waits_for_a_thread_counts_from_when_it_arrived(database, monkeypatch):
    clock = VirtualClock()
    house = House(database, clock)
    now, move = with_clocks(house, "1m+0s"), next(each for each in TABLE if each.sent is Move)
    house._live.outdate([now.id])  # so that it has to be looked up, in a thread
    in_thread = thread_pool.run_in_thread

    async def late(command):
        clock.pass_(50)
        return await in_thread(command)

    monkeypatch.setattr(thread_pool, "run_in_thread", late)
    moving = thread_pool.run_command(move, Context(house, ANNA), now.id, Move(number=1, move="step:1"))
    assert left(house, asyncio.run(moving)) == (60.0, 60.0)


def test_a_move_that_another_process_was_faster_with_is_decided_again(house):
    now = by_link(house)
    other = House(house._database)
    other.play(now.id, ANNA, 1, "step:2")

    async def main():
        return await run_promptly(lambda: house.play(now.id, ANNA, 1, "step:2"))

    after = asyncio.run(main())
    assert [entry.text for entry in after.entries] == ["step:2"] and facts(after) == facts(other.snapshot(now.id))


def test_a_refusal_comes_from_what_is_stored(house):
    now = by_link(house)
    House(house._database).play(now.id, ANNA, 1, "step:2")

    async def main():
        return await run_promptly(lambda: house.play(now.id, BEN, 2, "step:1"))

    assert asyncio.run(main()).number == 2


def test_whoever_waits_builds_on_what_is_queued(house):
    now = by_link(house)

    async def main():
        with busy(house) as end:
            step = queue(house, now, ANNA)
            resigned = asyncio.to_thread(house.resign, now.id, BEN, 2)
            end()
            after = await resigned
        await step.stored()
        return after

    assert [entry.kind for entry in asyncio.run(main()).entries] == ["move", "resigned"]


@pytest.mark.parametrize("ask", ["resign", "create"])
def test_what_is_no_plain_move_waits(house, ask):
    now = by_link(house)
    asked = {"resign": lambda: house.resign(now.id, ANNA, 1), "create": lambda: by_link(house)}[ask]

    async def main():
        with pytest.raises((MustWait, FivefoldError)), not_waiting():
            asked()
        return await run_promptly(asked)

    assert asyncio.run(main()).revision > 0 and house.snapshot(now.id).number == (ask == "resign")


def test_a_move_is_stored_although_nobody_waits_any_more(house):
    now = by_link(house)

    async def main():
        with busy(house) as end:
            queue(house, now, ANNA)
            end()

    asyncio.run(main())
    with house.turn():
        assert house.snapshot(now.id).number == 1


def test_what_somebody_stores_with_their_own_is_not_stored_with_moves_that_wait(house):
    now, other, stored = by_link(house), by_link(house), []

    async def main():
        with busy(house) as end:
            step = queue(house, now, ANNA)
            with house.storing_also(lambda connection: stored.append(house.snapshot(now.id).number), only_matches=True):
                playing = asyncio.to_thread(house.play, other.id, ANNA, 1, "step:1")
                end()
                await playing
        await step.stored()

    asyncio.run(main())
    assert stored == [1]


def test_a_thread_that_fails_is_told_and_goes_on_storing(house, monkeypatch, caplog):
    first, second = by_link(house), by_link(house)
    let_others, failing = house._committer._turn.let_others, [OSError("the clock is gone")]
    monkeypatch.setattr(
        house._committer._turn, "let_others", lambda: _raise(failing.pop()) if failing else let_others()
    )

    async def main():
        await queue(house, first, ANNA).stored()
        await asyncio.to_thread(eventually, lambda: troubles() == {"committer": "OSError"})
        await queue(house, second, ANNA).stored()

    asyncio.run(main())
    assert house.snapshot(second.id).number == 1 and len(caplog.records) == 1
    eventually(lambda: not troubles())


def _raise(error):
    raise error


def test_a_thread_that_has_ended_is_begun_again(house):
    """As when there is no memory left even to note an error."""
    first, second = by_link(house), by_link(house)

    async def main():
        await queue(house, first, ANNA).stored()
        house._committer._loop.stop()
        house._committer._loop._stopping.clear()
        await queue(house, second, ANNA).stored()

    asyncio.run(main())
    assert house.snapshot(second.id).number == 1


@pytest.mark.slow
@pytest.mark.parametrize("place", killed_house.PLACES)
def test_killed_anywhere_on_the_way_of_a_move_nothing_that_was_acknowledged_is_lost(house, url, place):
    wish = MatchRequest("focus", {}, ("here",), "me")
    matches = [house.create(ANNA, wish).id for _ in range(6)]
    command = [sys.executable, "-m", "tests.house.killed_house", url, place, *matches]
    killed = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    acknowledged = defaultdict(list)
    for line in killed.stdout.splitlines():
        match, number, text = line.split()
        acknowledged[match].append((int(number), text))
    assert acknowledged, "some moves were through before"
    again = House(open_database(url))
    for match in matches:
        now = again.snapshot(match)
        log = [(entry.number, entry.text) for entry in now.entries]
        known = acknowledged[match]
        assert log[: len(known)] == known and len(log) <= len(known) + 1, "and at most the move under way besides"
        assert again.play(match, ANNA, now.number + 1, now.match.legal_moves()[0]).number == now.number + 1
