"""A problem is data; its sentence is made of it, and an error carries it from one process to another."""

import pickle

import pytest

from fivefold.contract.errors import FivefoldError, IllegalMove, InvalidOption, Problem


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (Problem("the game is over"), "the game is over"),
        (Problem("no square", "z9"), "z9: no square"),
        (Problem("no square", "z9", "write e5"), "z9: no square; write e5"),
        (Problem("nothing to undo", remedy="move first"), "nothing to undo; move first"),
    ],
)
def test_a_problem_is_told_with_its_subject_and_its_remedy(problem: Problem, sentence: str) -> None:
    assert str(problem) == str(FivefoldError(problem)) == sentence


def test_an_error_is_made_of_a_message_and_its_details() -> None:
    error = IllegalMove("there is a stone", subject="e5", remedy="take an empty square", code="taken")
    assert error.problem == Problem("there is a stone", "e5", "take an empty square", code="taken")


def test_errors_pass_between_processes() -> None:
    error = InvalidOption("partners take four", subject="teams=on", remedy="take players=4", field="teams")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.problem, str(again)) == (InvalidOption, error.problem, str(error))
