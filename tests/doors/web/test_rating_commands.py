"""`fivefold ratings`: what each of its commands does, and what it prints."""

from contextlib import closing

import pytest

from fivefold.cli import main
from fivefold.house.database import open_database
from fivefold.house.database.place import database_url
from fivefold.house.house import House
from fivefold.house.table.seating import MatchRequest
from tests.house.people import ANNA, BEN, keep_accounts

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path):
    """The folder of a house with one rated match that Ben has lost."""
    with closing(open_database(database_url(tmp_path))) as database:
        house = House(database)
        keep_accounts(house, {ANNA: "Anna", BEN: "Ben"})
        now = house.sit(house.create(ANNA, MatchRequest("focus", {}, ("link",), "me", rated=True)).id, BEN)
        for person in (ANNA, BEN):
            now = house.play(now.id, person, now.number + 1, now.match.legal_moves()[0])
        house.resign(now.id, BEN, now.number + 1)
    return tmp_path


def test_ratings_are_shown_and_computed_anew(folder, capsys):
    def said(*words):
        assert main(["ratings", *words, "--data", str(folder)]) == 0
        return capsys.readouterr().out.strip()

    won = said("show", "anna")
    assert won.startswith("Focus, 2 players: 1") and won.endswith("?, 1 match")
    assert said("recompute") == "Focus, 2 players: 1 match, 2 players; every rating was right."
    assert main(["ratings", "show", "Nobody", "--data", str(folder)]) == 2
