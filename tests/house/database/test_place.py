"""Where a house is kept, and how its password gets there without being seen."""

from argparse import Namespace

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.database import place
from fivefold.house.database.database import shown_url

URL = "postgresql://fivefold@db.example/house"


def options(**given):
    return Namespace(**{"data": None, "database": "", "database_password_file": None, **given})


def test_the_folder_or_the_database_that_is_named(tmp_path):
    assert place.url_of(options(data=tmp_path)) == f"sqlite:///{tmp_path / 'fivefold.db'}"
    assert place.url_of(options(database=URL)) == URL


def test_a_password_comes_from_the_first_line_of_a_file(tmp_path):
    file = tmp_path / "password"
    file.write_text("geh/eim@\nmore\n")
    whole = "postgresql://fivefold:geh%2Feim%40@db.example/house"
    assert place.url_of(options(database=URL, database_password_file=file)) == whole


@pytest.mark.parametrize("url", ["sqlite:///here.db", "what?"])
def test_a_password_for_a_database_that_takes_none_is_refused(tmp_path, url):
    with pytest.raises(InvalidOption):
        place.with_password(url, "secret")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://anna:secret@db.example/house",
        "postgresql://db.example/house?user=anna&password=secret",
        "postgresql+psycopg://anna:secret@/house?host=/run",
        "secret",
    ],
)
def test_an_address_is_shown_without_its_password(url):
    assert "secret" not in shown_url(url)


def test_what_leads_to_a_database_is_shown():
    url = "postgresql://anna@/house?host=%2Frun%2Fpg&port=5433"
    assert shown_url(url) == url
