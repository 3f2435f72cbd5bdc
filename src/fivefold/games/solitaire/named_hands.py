"""The 81 hands by name, each with an example, for the option that gives each its own points, and for help."""

from typing import Final

_LIST: Final = """
nothing: Ac 2c 3c 5d 6d
four-flush: Ac 2c 3c 5c 6d
flush: Ac 2c 3c 5c 6c
four-straight: Ac 2c 3c 4d 6d
four-straight four-flush: Ac 2c 3c 4c 6d
four-straight flush: Ac 2c 3c 4c 6c
round-the-corner four-straight: Ac 2c 3c 5d Kd
round-the-corner four-straight four-flush: Ac 2c 3c 5c Kd
round-the-corner four-straight flush: Ac 2c 3c 5c Kc
four-kilter: Ac 2c 3c 5d 7d
four-kilter four-flush: Ac 2c 3c 5c 7d
four-kilter flush: Ac 2c 3c 5c 7c
round-the-corner four-kilter: Ac 2c 3c 5d Qd
round-the-corner four-kilter four-flush: Ac 2c 3c 5c Qd
round-the-corner four-kilter flush: Ac 2c 3c 5c Qc
big tiger: 8c 9c Tc Jd Kd
big tiger four-flush: 8c 9c Tc Jc Kd
big tiger flush: 8c 9c Tc Jc Kc
little tiger: 3c 4c 5c 6d 8d
little tiger four-flush: 3c 4c 5c 6c 8d
little tiger flush: 3c 4c 5c 6c 8c
big dog: Ac 9c Tc Jd Qd
big dog four-flush: Ac 9c Tc Jc Qd
big dog flush: Ac 9c Tc Jc Qc
little dog: 2c 3c 4c 5d 7d
little dog four-flush: 2c 3c 4c 5c 7d
little dog flush: 2c 3c 4c 5c 7c
skeet: 2c 3c 5c 6d 9d
skeet four-flush: 2c 3c 5c 6c 9d
skeet flush: 2c 3c 5c 6c 9c
five-and-dime: 5c 6c 7c 8d Td
five-and-dime four-flush: 5c 6c 7c 8c Td
five-and-dime flush: 5c 6c 7c 8c Tc
royal straight: Ac Tc Jc Qd Kd
royal straight four-flush: Ac Tc Jc Qc Kd
royal flush: Ac Tc Jc Qc Kc
straight: Ac 2c 3c 4d 5d
straight four-flush: Ac 2c 3c 4c 5d
straight flush: Ac 2c 3c 4c 5c
round-the-corner straight: Ac 2c 3c 4d Kd
round-the-corner straight four-flush: Ac 2c 3c 4c Kd
round-the-corner straight flush: Ac 2c 3c 4c Kc
kilter: Ac 3c 5c 7d 9d
kilter four-flush: Ac 3c 5c 7c 9d
kilter flush: Ac 3c 5c 7c 9c
round-the-corner kilter: Ac 3c 5c 7d Qd
round-the-corner kilter four-flush: Ac 3c 5c 7c Qd
round-the-corner kilter flush: Ac 3c 5c 7c Qc
one pair: Ad Ac 2c 3c 5d
one pair four-flush: Ad Ac 2c 3c 5c
one pair flush: Ac Ac 2c 3c 5c
one pair four-straight: Ad Ac 2c 3c 4d
one pair four-straight four-flush: Ad Ac 2c 3c 4c
one pair four-straight flush: Ac Ac 2c 3c 4c
one pair round-the-corner four-straight: Ad Ac 2c 3c Kd
one pair round-the-corner four-straight four-flush: Ad Ac 2c 3c Kc
one pair round-the-corner four-straight flush: Ac Ac 2c 3c Kc
one pair four-kilter: Ad Ac 3c 5c 7d
one pair four-kilter four-flush: Ad Ac 3c 5c 7c
one pair four-kilter flush: Ac Ac 3c 5c 7c
one pair round-the-corner four-kilter: Ad Ac 3c 5c Qd
one pair round-the-corner four-kilter four-flush: Ad Ac 3c 5c Qc
one pair round-the-corner four-kilter flush: Ac Ac 3c 5c Qc
two pair: Ad Ac 2d 2c 3c
two pair four-flush: Ac Ac 2c 2c 3d
two pair flush: Ac Ac 2c 2c 3c
two pair blaze: Jd Jc Qd Qc Kc
two pair four-flush blaze: Jc Jc Qc Qc Kd
two pair flush blaze: Jc Jc Qc Qc Kc
three of a kind: Ah Ad Ac 2c 3c
three of a kind four-flush: Ad Ac Ac 2c 3c
three of a kind blaze: Jh Jd Jc Qc Kc
three of a kind four-flush blaze: Jd Jc Jc Qc Kc
full house: Ah Ad Ac 2d 2c
full house four-flush: Ad Ac Ac 2c 2c
full house blaze: Jh Jd Jc Qd Qc
full house four-flush blaze: Jd Jc Jc Qc Qc
four of a kind: As Ah Ad Ac 2c
four of a kind blaze: Js Jh Jd Jc Qc
five of a kind: Ah Ad Ad Ac Ac
five of a kind blaze: Jh Jd Jd Jc Jc
"""

_PAIRS: Final = [line.split(": ") for line in _LIST.strip().splitlines()]
NAMES: Final = ("", *(name for name, _ in _PAIRS))
"""By number, from 1; a name is a shape or a rank pattern, then a suit pattern, then blaze."""
EXAMPLES: Final = ("", *(example for _, example in _PAIRS))
"""Five cards that make it."""
ORDINARY_NAMES: Final = (
    "nothing",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
    "five of a kind",
)
