"""Runs of chance, where they begin and end and how they are told."""

import pytest

from fivefold.play import observation


@pytest.mark.parametrize(
    ("ply", "span"), [(1, (0, 3)), (2, (0, 3)), (3, (0, 3)), (4, (3, 4)), (5, (4, 5)), (6, (5, 7)), (7, (5, 7))]
)
def test_a_piece_of_news_is_a_move_or_a_run_of_chance(ply: int, span: tuple[int, int]) -> None:
    movers = [-1, -1, -1, 0, 1, -1, -1]
    assert observation.chance_run(movers, ply) == span
    assert observation.end_of_chance_run(movers, ply) == span[1]
    assert observation.end_of_chance_run(movers, 0) == 0


@pytest.mark.parametrize(
    ("texts", "text"),
    [(["die:2"], "die:2"), (["die:2", "die:5"], "die:2 5"), (["die:2", "deal:3"], "die:2 deal:3"), (["a", "b"], "a b")],
)
def test_moves_of_chance_are_written_as_one(texts: list[str], text: str) -> None:
    assert observation.shared_text(texts) == text
