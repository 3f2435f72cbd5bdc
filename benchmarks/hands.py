"""Poker hands: what five cards are, beside the fastest that other packages offer in Python."""

from collections import deque
from collections.abc import Callable, Iterable
from importlib import import_module
from itertools import starmap
from typing import Any, Final

import numpy as np

from benchmarks.measurement import PEERS_MISSING, Measurement, Peer, best_rate
from fivefold.contract import Game
from fivefold.engine.compile import kernels_of
from fivefold.engine.kernels import Jit
from fivefold.parts import hands
from fivefold.parts.cards import DECK
from fivefold.parts.hands import HANDS
from fivefold.play.catalogue import find

RANK_LETTERS: Final = "A23456789TJQK"
SUIT_LETTERS: Final = "cdhs"


def random_hands(count: int, seed: int = 1) -> Any:
    """Return random hands, int64[count, 5], the cards of each different."""
    shuffled = np.random.default_rng(seed).random((count, DECK)).argsort(axis=1)[:, :5]
    return np.ascontiguousarray(shuffled, dtype=np.int64)


def measure_hands(quick: bool) -> list[Measurement]:
    """Measure classifying five-card hands from card numbers, ours and two other packages on the same hands."""
    count, repeats = (20_000, 3) if quick else (200_000, 7)
    cards = random_hands(count)
    kernels = kernels_of(any_game())
    count_hands, counts = kernels(make_count_hands), kernels.zeros(HANDS)
    count_hands(cards, counts)
    rate = best_rate(lambda: count_hands(cards, counts), count, repeats)
    peers = tuple(_peer(name, prepare, cards, repeats) for name, prepare in (("phevaluator", _ph), ("eval7", _eval7)))
    note = "peers evaluate one hand a call: their native function, mapped over prepared cards without a Python loop"
    return [Measurement("five-card hands classified, compiled", rate, "hands/s", 50_000_000, peers=peers, note=note)]


def make_count_hands(jit: Jit, kernel: Jit) -> Callable[[Any, Any], None]:
    """Make ``count_hands(cards, counts)``: add to ``counts[hand]`` (int64[HANDS]) how many of each hand there are.

    ``cards`` is int64[n, 5], cards as in ``parts.cards``; the five of a hand differ.
    """
    classify = jit(hands.classify)

    @kernel
    def count_hands(cards: Any, counts: Any) -> None:
        for index in range(len(cards)):
            five = cards[index]
            mask = 1 << five[0] | 1 << five[1] | 1 << five[2] | 1 << five[3] | 1 << five[4]
            counts[classify(mask)] += 1

    return count_hands


def make_classify_all(jit: Jit, kernel: Jit) -> Callable[[Any, Any, Any], None]:
    """Make ``classify_all(masks, best, best_with_wild)``: write the best hand in each set of cards.

    All are int64[n]: sets as masks (``parts.cards``), the hands without a wild card and with one.
    """
    classify, classify_with_wild = jit(hands.classify), jit(hands.classify_with_wild)

    @kernel
    def classify_all(masks: Any, best: Any, best_with_wild: Any) -> None:
        for index in range(len(masks)):
            best[index] = classify(masks[index])
            best_with_wild[index] = classify_with_wild(masks[index])

    return classify_all


def any_game() -> Game:
    """Return a game whose kernels the hands may use; they call none of its functions."""
    return find("locus")


def _peer(name: str, prepare: Callable[[Any], Callable[[], Iterable[int]]], cards: Any, repeats: int) -> Peer:
    try:
        evaluated = prepare(cards)
    except ImportError:
        return Peer(name, None, PEERS_MISSING)
    return Peer(name, best_rate(lambda: deque(evaluated(), maxlen=0), len(cards), repeats))


def _ph(cards: Any) -> Callable[[], Iterable[int]]:
    evaluator = import_module("phevaluator.evaluator")
    # Its native function, without the checks around it; there a deuce is 0 and an ace comes last.
    native = getattr(evaluator, "_pheval", evaluator).evaluate_5cards
    hands = ((cards - 4) % DECK).tolist()
    return lambda: starmap(native, hands)


def _eval7(cards: Any) -> Callable[[], Iterable[int]]:
    eval7 = import_module("eval7")
    deck = [eval7.Card(RANK_LETTERS[card >> 2] + SUIT_LETTERS[card & 3]) for card in range(DECK)]
    hands = [[deck[card] for card in hand] for hand in cards.tolist()]
    return lambda: map(eval7.evaluate, hands)
