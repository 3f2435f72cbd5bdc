"""Poker Solitaire: one or two players build poker hands in squares of 5 x 5 cards."""

from fivefold.games.solitaire import evaluation, hindsight, learning, notation, picture, policy, racing, rules
from fivefold.games.solitaire.options import OPTIONS, PRESETS, refusal, seat_count, tidy
from fivefold.games.solitaire.personas import PERSONAS
from fivefold.play.contract import Game

GAME = Game(
    key="solitaire",
    name="Poker Solitaire",
    tagline="Build ten poker hands in one square, card by card: alone, turn by turn, or snatching in a race.",
    rules=rules,
    notation=notation,
    picture=picture,
    options=OPTIONS,
    personas=PERSONAS,
    evaluation=evaluation,
    race=racing,
    policy=policy,
    hindsight=hindsight,
    learning=learning,
    presets=PRESETS,
    seat_option="mode",
    seat_count=seat_count,
    same_pack=True,
    tidy=tidy,
    refusal=refusal,
    plays_itself=rules.plays_itself,
    spotlight=picture.spotlight,
    motions=picture.motions,
)
