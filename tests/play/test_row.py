"""Rows kept for later."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.contract.rules import packed, unpacked
from fivefold.play import catalogue
from fivefold.play.match import Match


@given(st.lists(st.integers(-(2**63), 2**63 - 1)))
def test_a_row_comes_back_as_it_was(row):
    assert unpacked(packed(row)) == row


@pytest.mark.parametrize("key", catalogue.keys())
def test_positions_are_kept_small(key):
    row = Match(key, seed=1).row
    assert unpacked(packed(row)) == row
    assert len(packed(row)) < 500
