"""Positions and moves as one viewer may know them; in games without secrets that is all of them."""

from collections.abc import Sequence

from fivefold.contract import CHANCE, SPECTATOR, Game


def observed(game: Game, row: Sequence[int], viewer: int) -> list[int]:
    """Return a copy of a position with what ``viewer`` (a seat, ``SPECTATOR``, ``TABLE``) cannot know blanked."""
    out = list(row)
    if game.hidden is not None:
        game.hidden.conceal(out, viewer)
    return out


def observed_move(game: Game, row: list[int], move: int, viewer: int) -> int:
    """Return a move of the true position ``row`` as ``viewer`` may know it, to be used with the observed position."""
    return move if game.hidden is None else game.hidden.observed_move(row, move, viewer)


def hides(game: Game, row: list[int]) -> bool:
    """Tell whether a position holds anything that who only looks on cannot know."""
    return observed(game, row, SPECTATOR) != row


def chance_run(movers: Sequence[int], ply: int) -> tuple[int, int]:
    """Return how many plies came before the event that the ``ply``-th belongs to, and how many with it."""
    start, end = ply - 1, ply
    if movers[start] == CHANCE:
        while start > 0 and movers[start - 1] == CHANCE:
            start -= 1
        while end < len(movers) and movers[end] == CHANCE:
            end += 1
    return start, end


def end_of_chance_run(movers: Sequence[int], ply: int) -> int:
    """Return the ply at which there is something to look at: inside a run of chance its end."""
    return chance_run(movers, ply)[1] if 0 < ply < len(movers) else ply


def shared_text(texts: Sequence[str]) -> str:
    """Return the texts of several moves as one, a word they share said once: ``die:2 4 5``."""
    heads = {text.partition(":")[0] for text in texts}
    if len(texts) < 2 or len(heads) > 1 or not all(":" in text for text in texts):
        return " ".join(texts)
    return f"{heads.pop()}:{' '.join(text.partition(':')[2] for text in texts)}"
