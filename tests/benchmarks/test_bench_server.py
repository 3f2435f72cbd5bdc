"""The bench of programs: what it takes for lost, and that it plays."""

from dataclasses import replace

import pytest

from benchmarks import server
from benchmarks.server import checking, houses
from benchmarks.server.driver import drive
from benchmarks.server.playing import Plan, Played, Report
from benchmarks.web.served import served
from fivefold.house.database import open_database
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest


def seen_of(snapshot):
    """Return a match as players see it to whom every move was acknowledged."""
    texts = snapshot.match.history
    moves = [(entry.number, entry.mover, entry.text) for entry in snapshot.entries if entry.mover >= 0]
    return Played(snapshot.id, moves, [texts, texts], [texts, texts])


@pytest.fixture
def match(url):
    database = open_database(url)
    house = House(database)
    snapshot = house.create("anna567abcdefghi", MatchRequest("focus", {}, ("here",)))
    for _ in range(4):
        move = snapshot.match.legal_moves()[0]
        snapshot = house.play(snapshot.id, "anna567abcdefghi", snapshot.number + 1, move)
    yield snapshot
    database.close()


def test_a_log_that_holds_what_was_said_differs_in_nothing(url, match):
    assert checking.differences(url, [seen_of(match)]) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda seen: replace(seen, acknowledged=[*seen.acknowledged, (9, 0, "x")]), "is not in the log"),
        (lambda seen: replace(seen, acknowledged=[(1, 1, "x"), *seen.acknowledged[1:]]), "is not in the log"),
        (lambda seen: replace(seen, acknowledged=seen.acknowledged[1:]), "moves that nobody was told of"),
        (lambda seen: replace(seen, streamed=[seen.streamed[0][::-1], seen.streamed[1]]), "stream brought other moves"),
        (lambda seen: replace(seen, streamed=[seen.streamed[0][:1], seen.streamed[1]]), "stream brought other moves"),
        (lambda seen: replace(seen, told=[seen.told[0][:1]] * 2), "was told 1 moves of 4"),
    ],
)
def test_whatever_was_lost_doubled_or_out_of_order_is_found(url, match, change, words):
    assert any(words in each for each in checking.differences(url, [change(seen_of(match))]))


def test_rows_say_what_was_refused_and_what_is_lost():
    report = Report([0.01, 0.03], [0.01, 0.02], ["409 gone"], 0, 1.0, 2.0, [Played("m", [(1, 0, "a")])])
    waits, used, lost = server._rows("x", report, 0.5, ["m: gone"], 1.0)
    assert waits.figure == 30 and "2 moves, 2 a second" in waits.note and "1 refused" in waits.note
    assert used.figure == 250 and not lost.reached and "m: gone" in lost.note
    assert [row.figure for row in server._rows("x", report, None, [], 0.0)] == [30, 2, 0]
    with pytest.raises(ConnectionError, match="no move arrived"):
        next(iter(server._rows("x", Report(refused=["409"]), None, [], 1.0)))


@pytest.mark.long
def test_a_move_costs_the_more_the_more_processes_hear_of_it():
    alone, among = server.measure_growth(quick=True)
    assert 0 < alone.figure < among.figure


@pytest.mark.long
def test_programs_play_and_nothing_is_lost():
    with houses.sqlite() as url:
        tokens = houses.enrol(url, 2)
        with served(database=url) as house:
            report = drive(Plan((house.port,), tokens, ("locus", "pokeros"), 2, 60.0, 0.0, moves=40))
        assert sum(len(each.acknowledged) for each in report.played) >= 40 and not report.refused
        assert checking.differences(url, report.played) == []
