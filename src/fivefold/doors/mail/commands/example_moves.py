"""Examples in help, with moves that are legal, so that whoever copies one is not refused."""

from fivefold.contract import Game
from fivefold.play.example_moves import example_game, example_moves

__all__ = ["example_game", "example_moves", "filled"]


def filled(text: str, game: Game) -> str:
    """Return an example with the game and its moves in the places that are left for them."""
    first, second, third = (*example_moves(game), "", "", "")[:3]
    places = {"game": game.key, "name": game.name, "move": first, "answer": second, "next": third}
    for place, value in places.items():
        text = text.replace(f"<{place}>", value)
    return text
