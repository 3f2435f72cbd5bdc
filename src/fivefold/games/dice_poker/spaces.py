"""The spaces of the Dice Poker board, drawn: pattern or piece, what the dice match, the odds."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from fivefold.contract import Marks, Row
from fivefold.games.dice_poker import pieces, rules
from fivefold.games.dice_poker.board import FREE_SPACE, NAMES, SPACES
from fivefold.games.dice_poker.lines import wanted
from fivefold.games.dice_poker.names import PATTERNS as CALLED
from fivefold.games.dice_poker.names import SEATS, WORDS
from fivefold.games.dice_poker.odds import chance_of, percent
from fivefold.games.dice_poker.patterns import DICE, FIRST_ROLL, FOUR, FREE, MATCHES, MULTISETS, PAIR, PATTERNS, THREE
from fivefold.games.dice_poker.pieces import layout
from fivefold.parts import svg
from fivefold.parts.messages import Message

PLAIN: Final = ""
"""The reason why a space is lit: none; its pattern; the higher of two pairs; five of a kind, which go anywhere."""
MATCH, SECOND, ANY, BOUNCE = "match", "match second", "match any", "bounce"
LIKELY: Final = (0.05, 0.25, 0.6)
"""Chances from which on odds are drawn stronger."""


def odds_with(row: Row, kept: tuple[int, ...]) -> Mapping[int, float]:
    """Return for every pattern the chance to have it by the last roll with these dice kept; none after that roll."""
    rolls = rules.LAST_ROLL - row[rules.ROLL]
    return dict(enumerate(chances(kept, rolls))) if rolls and len(kept) < DICE else {}


class Odds(NamedTuple):
    """What there is to say of the chance of an open space's pattern."""

    chance: float
    kept: tuple[int, ...]
    """The dice that are kept."""
    reached: bool
    """Whether the kept dice may become part of the pattern."""


def odds(row: Row, kept: tuple[int, ...]) -> Mapping[int, Odds]:
    """Return for every pattern its odds with these dice kept; none after the last roll."""
    reached = reach(kept)
    return {pattern: Odds(chance, kept, pattern in reached) for pattern, chance in odds_with(row, kept).items()}


@lru_cache(maxsize=512)
def reach(kept: tuple[int, ...]) -> frozenset[int]:
    """Return the patterns that the dice rolled besides the kept ones can make with them.

    Five of a kind, which takes any space, is left out of this: it would put everything within reach.
    """
    wanted = Counter(kept)
    mask = 0
    for roll, faces in enumerate(MULTISETS[FIRST_ROLL:]):
        if len(set(faces)) > 1 and not wanted - Counter(faces):
            mask |= MATCHES[roll]
    return frozenset(pattern for pattern in range(PATTERNS) if mask >> pattern & 1)


@lru_cache(maxsize=1024)
def chances(kept: tuple[int, ...], rolls: int) -> tuple[float, ...]:
    """Return the chance of every pattern."""
    return tuple(chance_of(pattern, kept, rolls) for pattern in range(PATTERNS))


def reasons(row: Row) -> Mapping[int, str]:
    """Return for each pattern that the five dice match why its open spaces are lit."""
    dice = [row[rules.DIE + place] for place in range(DICE)]
    mask = MATCHES[row[rules.MULTISET] - FIRST_ROLL]
    matched = [pattern for pattern in range(PATTERNS) if mask >> pattern & 1]
    if dice[0] == dice[-1]:
        natural = {kind + dice[0] for kind in (PAIR, THREE, FOUR)}
        return {pattern: MATCH if pattern in natural else ANY for pattern in matched}
    pairs = [pattern for pattern in matched if pattern < PAIR + 7]
    return {pattern: SECOND if pattern in pairs[1:] else MATCH for pattern in matched}


def drawn_spaces(row: Row, mover: int, picking: bool, kept: tuple[int, ...], marks: Marks, bare: bool) -> svg.Things:
    """Return all spaces; ``picking`` is whether the viewer may pick those that are lit, with these dice kept."""
    lit = reasons(row) if mover >= 0 else {}
    bouncer = mover >= 0 and rules.bouncer(row)
    known, close = odds(row, kept) if picking else {}, wanted(row)
    drawn, stand_out = [], False
    for space in range(SPACES):
        pattern, owner = rules.pattern_on(row, space), row[rules.OWNER + space]
        if owner:
            reason, chance = BOUNCE if bouncer and rules.can_be_bounced(row, space) else PLAIN, None
        else:
            reason, chance = lit.get(pattern, PLAIN), known.get(pattern)
        stand_out |= reason != PLAIN
        marked, seats = marks.get(NAMES[space], ""), close.get(space, ())
        drawn.append(drawn_space(space, pattern, owner, reason, picking, chance, seats, marked, bare))
    classes = ["choosing"] * stand_out + ["with-odds"] * bool(known and kept)
    return svg.spread("g", *drawn, class_=" ".join(classes) or None)


@lru_cache(maxsize=16384)
def drawn_space(
    space: int,
    pattern: int,
    owner: int,
    reason: str,
    picking: bool,
    chance: Odds | None,
    seats: tuple[int, ...],
    marked: str,
    bare: bool,
) -> str:
    """Return one space; ``reason`` lights it up, ``chance`` is of its pattern, ``seats`` it would bring a set."""
    name = NAMES[space]
    kind = pieces.KINDS[pattern] if pattern >= 0 else "undealt"
    state = "open" if owner == 0 else "free-space" if space == FREE_SPACE else "covered"
    beyond = "beyond" if chance and not chance.reached and not reason else ""
    classes = " ".join(filter(None, ("space", kind, state, reason, beyond, svg.escape(marked))))
    opening = f'<g id="space-{name}" class="{classes}" transform="{layout(bare).places[space]}"'
    content = pieces.FIELD + _drawn_content(name, pattern, owner, reason) + drawn_odds(chance, reason) + flags(seats)
    said = WORDS.text(Message("space", space=name, properties=properties(pattern, owner, reason, chance, seats)))
    if picking and reason:
        return f"{opening} {svg.named(name, said, True)}>{content}</g>"
    return f'{opening} data-thing="{name}" role="img">{svg.tooltip(said)}{content}</g>'


def _drawn_content(name: str, pattern: int, owner: int, reason: str) -> str:
    if pattern < 0:
        return ""
    if not owner & 3:
        return pieces.PATTERNS[pattern]
    sign = pieces.AIM if reason == BOUNCE else pieces.LOCK if owner & rules.LOCKED else ""
    return pieces.piece((owner & 3) - 1, pattern, f"piece-{name}") + sign


def drawn_odds(odds: Odds | None, reason: str) -> str:
    """Return a chance as a whole number of percent, stronger where it is likelier; of a space that can be taken
    as the dice lie, that; nothing while no dice are kept."""
    if odds is None or not odds.kept or not (odds.reached or reason):
        return ""
    if reason:
        return svg.words(50, 94.5, WORDS.text(Message("take")), class_="odds odds-3")
    strength = sum(odds.chance >= least for least in LIKELY)
    return svg.words(50, 94.5, f"{percent(odds.chance)}%", class_=f"odds odds-{strength}")


def flags(seats: tuple[int, ...]) -> str:
    """Return a small piece in the corner for each seat that completes a set here."""
    return "".join(pieces.flag(seat, place) for place, seat in enumerate(seats))


def properties(pattern: int, owner: int, reason: str, odds: Odds | None, seats: tuple[int, ...]) -> tuple[Message, ...]:
    """Return what there is to say of a space: ``two pair 2-5, open, matches, 28.3% by the last roll``."""
    if pattern < 0:
        return (Message("undealt"),)
    if pattern == FREE:
        return (Message("free-for-all"),)
    found = [CALLED[pattern], Message("piece-of", who=SEATS[(owner & 3) - 1]) if owner else Message("open")]
    found += [Message("protected")] if owner & rules.LOCKED else []
    found += [Message({BOUNCE: "can-be-bounced", ANY: "matches-five"}.get(reason, "matches"))] if reason else []
    found += [likelihood(odds)] if odds is not None and not reason else []
    found += [Message("completes-set-for", seats=tuple([SEATS[seat] for seat in seats]))] if seats else []
    return tuple(found)


def likelihood(odds: Odds) -> Message:
    """Return how likely a pattern is, and of what that is the chance."""
    if not odds.reached:
        return Message("out-of-reach", dice=odds.kept)
    chance = f"{100 * odds.chance:.1f}"
    return (
        Message("by-last-roll-if", percent=chance, dice=odds.kept)
        if odds.kept
        else Message("by-last-roll", percent=chance)
    )
