"""A house with two players."""

import pytest

from fivefold.service.house import House
from fivefold.store import open_database
from tests.mail.writing import tables


@pytest.fixture
def house(url: str) -> House:
    with_tables = open_database(url)
    yield tables.opened(with_tables)
    with_tables.close()
