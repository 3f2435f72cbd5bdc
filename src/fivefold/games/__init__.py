"""The games of the house: a folder each, and one line each here."""

from fivefold.play.catalogue import register

register("locus", "fivefold.games.locus")
register("focus", "fivefold.games.focus")
register("pokeros", "fivefold.games.pokeros")
register("dice_poker", "fivefold.games.dice_poker")
register("solitaire", "fivefold.games.solitaire")
