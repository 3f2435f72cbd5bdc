"""A house with two players."""

import pytest

from fivefold.house.database import open_database
from fivefold.house.house import House
from tests.doors.mail.writing import tables


@pytest.fixture
def house(url: str) -> House:
    with_tables = open_database(url)
    yield tables.opened(with_tables)
    with_tables.close()
