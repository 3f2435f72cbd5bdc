"""Picks that lead to a move: the members of a set in any order, the rest one after the other."""

import json
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from fivefold.play.picks import STAR, leads
from tests.quick import in_turn

CASES = json.loads((Path(__file__).parents[1] / "scripts" / "leads.json").read_text(encoding="utf-8"))
"""The page's script is tested with the same."""


@in_turn("case", CASES)
def test_the_page_and_the_server_agree(case: dict[str, object]) -> None:
    assert leads(case["picks"], case["clicks"]) is case["leads"]  # type: ignore[arg-type]


faces = st.lists(st.sampled_from("123456"), max_size=5)
steps = st.lists(st.sampled_from(["roll", "d4", "e5"]), max_size=3)


def thrown(kinds: Sequence[str], places: Sequence[int]) -> list[str]:
    """Return the members of a set: a name for each face at its place."""
    return [f"{kind}{STAR}{place}" for kind, place in zip(kinds, places, strict=False)]


@given(faces, steps, st.permutations(range(5)), st.data())
def test_any_order_and_any_of_a_kind_leads_to_the_same(
    kinds: list[str], rest: list[str], places: list[int], data: st.DataObject
) -> None:
    clicks = [*thrown(kinds, range(5)), *rest]
    mixed = data.draw(st.permutations(thrown(kinds, places)))
    for count in range(len(mixed) + 1):
        assert leads(mixed[:count], clicks)
    for count in range(len(rest) + 1):
        assert leads([*mixed, *rest[:count]], clicks)
    if rest and mixed:
        assert not leads([*mixed[1:], *rest[:1]], clicks), "what follows the set waits for all of it"
    assert not leads([*mixed, *rest, "more"], clicks)


@given(faces, faces, st.lists(st.sampled_from(["roll", "end"]), max_size=1))
def test_a_set_leads_to_another_if_it_is_part_of_it(some: list[str], others: list[str], rest: list[str]) -> None:
    """The slow way: try every order of the wanted set for one that begins with what was picked."""
    found = any(list(order[: len(some)]) == some for order in permutations(others))
    assert leads(thrown(some, range(5)), [*thrown(others, range(5)), *rest]) is found


@given(st.lists(st.sampled_from("abc"), max_size=4), st.lists(st.sampled_from("abc"), max_size=4))
def test_without_sets_picks_lead_where_they_begin(picks: list[str], clicks: list[str]) -> None:
    assert leads(picks, clicks) is (clicks[: len(picks)] == picks)
