"""What goes wrong, as data: an error carries its problem wherever it goes."""

import pickle

from fivefold.contract.errors import InvalidOption
from fivefold.house.errors import InvalidName


def test_an_error_that_names_its_field_can_be_sent_to_another_process():
    error = InvalidOption("players=9: too many", remedy="take 2 to 4", field="players")
    there = pickle.loads(pickle.dumps(error))
    assert there.problem == error.problem and str(there) == "players=9: too many; take 2 to 4"


def test_a_name_that_does_not_work_names_its_field():
    assert InvalidName("name: too long").problem.field == "name"
    assert pickle.loads(pickle.dumps(InvalidName("name: too long"))).problem.field == "name"
