"""My results: bests, averages, wins by level and curves of one person, and of nobody else."""

from datetime import UTC, datetime

import pytest

from fivefold.doors.web.pages import my_results
from fivefold.house.records.results import PersonResult
from fivefold.play.catalogue import find
from fivefold.play.outcome import Termination
from tests.doors.web.reader import Reader
from tests.house.cards import alone, laid

pytestmark = pytest.mark.slow


def result(share=None, score=10, level=3, game="locus", **more):
    """Return a result against a computer, or alone where ``share`` is ``None``."""
    others = () if share is None else (level,)
    return PersonResult(
        match="m",
        game=game,
        set_up=more.get("set_up", ""),
        ended=datetime(2026, 3, 2, tzinfo=UTC),
        seat=0,
        scores=(score, *(7 for _ in others)),
        result={None: "alone", 1.0: "won", 0.0: "lost"}.get(share, "drawn"),
        share=share,
        termination=Termination.PLAYED_OUT,
        levels=others,
        rivals=tuple("Dot" for _ in others),
        day=None,
    )


def test_wins_are_counted_by_level():
    found = my_results.of_game(
        find("locus"), [result(1.0), result(0.0), result(0.5), result(1.0, level=7, score=40), result(0.0, None)]
    )
    assert [(level["level"], level["won"], level["drawn"], level["lost"]) for level in found["levels"]] == [
        (3, 1, 1, 2),
        (7, 1, 0, 0),
    ]
    assert ("Won", "2 of 5") in found["figures"] and ("Most points", "40") in found["figures"]
    assert found["levels"][0]["name"] == find("locus").personas[2].name


def test_scores_of_games_alone_compare_with_their_own_kind():
    game = find("solitaire")
    results = [result(score=score, game="solitaire") for score in (30, 50, 40)]
    results += [result(score=120, game="solitaire", set_up="scoring=american")]
    found = my_results.of_game(game, results)
    assert [(each["count"], each["best"], each["average"]) for each in found["set_ups"]] == [
        (3, 50, "40.0"),
        (1, 120, "120.0"),
    ]
    (curve,) = found["curves"]
    assert "Your last 3 scores: from 30 to 50, the latest 30" in curve["picture"]


def test_a_curve_of_wins_moves_with_the_last_matches():
    (curve,) = my_results.of_game(find("focus"), [result(share, None, game="focus") for share in (1.0, 1.0, 0.0, 0.0)])[
        "curves"
    ]
    assert "now 50% of the last 4 matches" in curve["picture"]


def test_the_page_is_ones_own(reader, house, anna):
    assert "Nothing here yet" in reader.open("/results").text
    over = laid(house, alone(house, anna.person_id), anna.person_id)
    page = Reader(reader.app, anna.person_id).open("/results")
    assert "1 finished match in this browser" in page.one("main")["words"]
    assert f"Your best game: {over.match.scores[0]} points" in page.one("main")["words"]
    assert page.all("a", href=f"/matches/{over.id}") and "Nothing here yet" in reader.open("/results").text
