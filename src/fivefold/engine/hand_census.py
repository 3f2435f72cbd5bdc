"""A kernel over many poker hands at a time."""

from collections.abc import Callable
from typing import Any

from fivefold.engine.kernels import Jit
from fivefold.parts import hands


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
