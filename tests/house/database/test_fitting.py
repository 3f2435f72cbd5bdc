"""What is stored in tests fits its column."""

import pytest
from sqlalchemy import insert, update

from fivefold.house.database import open_database
from fivefold.house.database.schema import matches, people
from tests.fitting import DoesNotFit


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        (insert(people), {"id": "x" * 65, "name": "", "created": "", "seen": ""}),
        (insert(people), {"id": "x", "name": "\0", "created": "", "seen": ""}),
        (update(matches), {"due": 2**31}),
        (update(people).values(name="x" * 65), {}),
    ],
)
def test_what_a_server_would_refuse_is_noticed(url, statement, values):
    database = open_database(url)
    with pytest.raises(DoesNotFit), database.writing() as connection:
        connection.execute(statement, values)
    database.close()
