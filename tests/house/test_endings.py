"""What features keep of a match that ends is stored with its end, or nothing is."""

from dataclasses import replace

import pytest
from sqlalchemy import text

from fivefold.house import endings
from fivefold.house.ledger import revised
from fivefold.session.snapshot import OVER
from tests.house.people import ANNA, BEN, by_link, play, resigned


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> list:
    """Return the snapshots that a feature is told of."""
    found: list = []
    monkeypatch.setattr(endings, "KEEPERS", [lambda connection, now: found.append(now)])
    return found


def annulled(house, match_id: str, annulled: bool):
    step = lambda now: revised(now, terms=replace(now.terms, annulled=annulled))  # noqa: E731
    return house.change({match_id: step})[0]


def test_a_feature_hears_once_of_an_end_and_of_each_annulment(house, kept):
    going_on = play(house, by_link(house), "step:1")
    assert kept == []
    over = house.resign(going_on.id, BEN, going_on.number + 1)
    assert [now.id for now in kept] == [over.id]
    assert kept[0].status == OVER
    assert kept[0].entries[-1].at is not None
    house.rematch(over.id, ANNA)
    assert len(kept) == 1, "a change to a match that was over before"
    annulled(house, over.id, True)
    annulled(house, over.id, False)
    assert [now.terms.annulled for now in kept] == [False, True, False]


def test_an_end_that_a_feature_cannot_store_is_no_end(house, monkeypatch):
    def writes_and_fails(connection, now):
        connection.execute(text("INSERT INTO secrets VALUES ('half', 'x')"))
        raise RuntimeError("no room")

    monkeypatch.setattr(endings, "KEEPERS", [writes_and_fails])
    match = by_link(house)
    with pytest.raises(RuntimeError, match="no room"):
        resigned(house, match)
    assert house.snapshot(match.id).status != OVER
    with house.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM secrets WHERE name = 'half'")) == 0
    monkeypatch.setattr(endings, "KEEPERS", [])
    assert resigned(house, match).status == OVER
