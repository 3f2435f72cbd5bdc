"""Hands the slow and obvious way, from the words of the rules; nothing of the fast one is used."""

from collections import Counter
from collections.abc import Sequence

LOW_TO_HIGH = "A23456789TJQKA"
CORNER = "A23456789TJQKA23456789TJQK"
PATTERNS = {
    (2, 1, 1, 1): "one pair",
    (2, 2, 1): "two pair",
    (3, 1, 1): "three of a kind",
    (3, 2): "full house",
    (4, 1): "four of a kind",
    (5,): "five of a kind",
}
SPREADS = {"big tiger": "8K", "little tiger": "38", "big dog": "9A", "little dog": "27", "five-and-dime": "5T"}


def hand_name(cards: Sequence[str]) -> str:
    """Return the name among the 81 of five cards like ``7h``."""
    ranks = [card[0] for card in cards]
    counts = tuple(sorted(Counter(ranks).values(), reverse=True))
    pattern = PATTERNS.get(counts, "")
    suits = max(Counter(card[1] for card in cards).values())
    like = {5: "flush", 4: "four-flush"}.get(suits, "")
    if pattern in {"three of a kind", "full house"} and like:
        like = "four-flush"
    if pattern in {"four of a kind", "five of a kind"}:
        like = ""
    shape = shape_name(set(ranks)) if pattern in {"", "one pair"} else ""
    if (shape, like) == ("royal straight", "flush"):
        return "royal flush"
    blaze = "blaze" if set(ranks) <= set("JQK") else ""
    return " ".join(word for word in (pattern, shape, like, blaze) if word) or "nothing"


def shape_name(ranks: set[str]) -> str:
    if len(ranks) == 5:
        if ranks == set("TJQKA"):
            return "royal straight"
        for name, row, step in SHAPES:
            if ranks in runs(row, step, 5):
                return name
        if spread_name(ranks):
            return spread_name(ranks)
    for name, row, step in SHAPES:
        if any(run <= ranks for run in runs(row, step, 4)):
            return name.replace("straight", "four-straight").replace("kilter", "four-kilter")
    return ""


SHAPES = (
    ("straight", LOW_TO_HIGH, 1),
    ("round-the-corner straight", CORNER, 1),
    ("kilter", LOW_TO_HIGH, 2),
    ("round-the-corner kilter", CORNER, 2),
)


def runs(row: str, step: int, size: int) -> list[set[str]]:
    width = step * (size - 1) + 1
    return [set(row[start : start + width : step]) for start in range(len(row) - width + 1)]


def spread_name(ranks: set[str]) -> str:
    for name, (low, high) in SPREADS.items():
        between = LOW_TO_HIGH[LOW_TO_HIGH.index(low) + 1 : LOW_TO_HIGH.rindex(high)]
        if {low, high} <= ranks and ranks - {low, high} <= set(between):
            return name
    if set("952") <= ranks and ranks & set("34") and ranks & set("678"):
        return "skeet"
    return ""


def ordinary_names(cards: Sequence[str]) -> set[str]:
    """Return the ordinary hands that up to five cards satisfy: the one of their ranks, and straights and flushes."""
    ranks = [card[0] for card in cards]
    counts = tuple(sorted((count for count in Counter(ranks).values()), reverse=True))
    found = {PATTERNS.get((*counts, *[1] * (5 - len(cards))), "nothing")}
    if len(cards) < 5:
        return found
    if len({card[1] for card in cards}) == 1:
        found.add("flush")
    if set(ranks) in runs(LOW_TO_HIGH, 1, 5):
        found.add("straight")
    if {"straight", "flush"} <= found:
        found.add("royal flush" if set(ranks) == set("TJQKA") else "straight flush")
    return found
