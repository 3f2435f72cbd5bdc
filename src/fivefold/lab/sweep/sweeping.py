"""A sweep from its arguments to its findings, as Python asks for it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from fivefold.contract import Game
from fivefold.contract.errors import InvalidOption
from fivefold.lab.measuring.properties import PROPERTIES
from fivefold.lab.measuring.self_play import Start
from fivefold.lab.players.known import canonical_name, prepare
from fivefold.lab.running.places import Processes
from fivefold.lab.sweep.findings import Findings, Terms
from fivefold.lab.sweep.option_sets import Varied, checked, vary
from fivefold.lab.sweep.playing import Carry, Round
from fivefold.lab.sweep.searching import search_all, search_some
from fivefold.lab.sweep.wants import parsed
from fivefold.play.catalogue import find

SHOWN: Final = ("edge", "draws", "plies")
"""What is measured besides what is wanted."""


def sweep(
    game: Game | str,
    varied: Mapping[str, Iterable[object]],
    wants: Sequence[str],
    *,
    options: Mapping[str, object] | None = None,
    player: int | str = 3,
    matches: int = 200,
    even: bool = False,
    trials: int = 0,
    show: Sequence[str] = SHOWN,
    seconds: float = 10.0,
    scale: float = 1.0,
    seed: int = 1,
    processes: int = 1,
) -> Findings:
    """Return what is found of a game with each combination of the values of the ``varied`` options.

    ``wants``: as ``fivefold sweep --help`` shows them, such as ``edge<2``. ``options``: the others that differ from
    the defaults. ``player``: who plays against itself. ``matches``: at most so many with each set, two on each
    deal; ``even``: exactly so many. ``trials``: try so many sets that Optuna asks for in place of all. ``show``: what
    to measure besides. ``seconds``: what people think about a move, for ``minutes``. The same arguments give the same
    findings; nothing is kept in between. Raises ``InvalidOption``.
    """
    found = find(game) if isinstance(game, str) else game
    fixed = {name: str(value) for name, value in (options or {}).items()}
    listed = checked([vary(found, name, list(values)) for name, values in varied.items()], fixed)
    terms = terms_of(
        found, wants, show, str(player), matches=matches, seconds=seconds, scale=scale, seed=seed, even=even
    )
    place = Processes(processes)

    def carry(job: Round) -> list[Start]:
        by_number = dict(place.results(job.function, list(enumerate(job.tasks))))
        return job.reduce([by_number[number] for number in range(len(job.tasks))])

    return search(terms, listed, fixed, trials, carry)


def search(terms: Terms, varied: Sequence[Varied], fixed: Mapping[str, str], trials: int, carry: Carry) -> Findings:
    """Compile what the player needs, then try all combinations, or so many trials."""
    prepare(terms.game, (terms.player,))
    return search_some(terms, varied, fixed, trials, carry) if trials else search_all(terms, varied, fixed, carry)


def terms_of(
    game: Game,
    wants: Sequence[str],
    show: Sequence[str],
    player: str,
    *,
    matches: int,
    seconds: float,
    scale: float,
    seed: int,
    even: bool,
) -> Terms:
    """Return what is asked of a game, checked. Raises ``InvalidOption``."""
    wanted = parsed(wants)
    if not wanted:
        raise InvalidOption("nothing is wanted", subject="sweep", remedy="say what, for example --want 'edge<2'")
    for name in show:
        if name not in PROPERTIES:
            raise InvalidOption(
                f"{name} is nothing that is measured", subject="--show", remedy=f"take one of {', '.join(PROPERTIES)}"
            )
    shown = tuple(dict.fromkeys((*(want.property.name for want in wanted), *show)))
    return Terms(
        game=game,
        wants=wanted,
        shown=shown,
        player=canonical_name(game, player),
        starts=-(-matches // 2),
        seconds=seconds,
        scale=scale,
        seed=seed,
        even=even,
    )
