"""What is stored of a match: every column is filled, and once."""

from fivefold.house import stored_match
from fivefold.house.database import schema

MAPPED = (stored_match.FIXED, stored_match.DEALT, stored_match.PLAYED)


def test_every_column_of_a_match_is_mapped_once():
    mapped = [name for columns in MAPPED for name in columns]
    assert len(set(mapped)) == len(mapped)
    assert {*mapped, "touched"} == {*schema.matches.c.keys(), "day"}, "the day is kept beside the match"
