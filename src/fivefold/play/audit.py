"""Was chance fair? Every draw of a record computed again from its seed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from fivefold.contract import CHANCE, TABLE
from fivefold.play import chance, options, record
from fivefold.play.match import Match, Ply
from fivefold.play.record import Record

NEVER_DEALT: Final = "the seed is the one promised by its hash; the match was cancelled before anything was drawn"


@dataclass(frozen=True, slots=True)
class Verification:
    """What computing the draws again showed."""

    checked: int
    """Draws that were computed again: chance moves and drawn options."""
    unchecked: int
    """Chance moves that cannot be: scripted ones, or all while the seed is secret."""
    differences: tuple[str, ...]
    """What does not agree, one clause each."""
    note: str
    """How far this goes, in a sentence."""

    @property
    def ok(self) -> bool:
        """Whether nothing disagrees."""
        return not self.differences

    def __str__(self) -> str:
        verdict = "agrees" if self.ok else "DOES NOT AGREE"
        summary = f"{verdict}: {self.checked} draws checked, {self.unchecked} not; {self.note}"
        return "\n".join([summary, *self.differences])


class AuditIssue(NamedTuple):
    """One draw compared."""

    label: str
    difference: str | None


def verify(text: str) -> Verification:
    """Compute every draw of a record again and compare. A record that is damaged, or whose moves break the rules,
    raises ``InvalidRecord``."""
    told = record.read(text)
    match = Match.replaying(told, chance.Scripted())
    source = _source(told)
    draws = [ply for ply in match.replay() if ply.mover == CHANCE]
    if source is None:
        return Verification(0, len(draws), (), _why_not(told))
    if not match.dealt:
        return Verification(0, 0, tuple(_commitment(told)), NEVER_DEALT)
    findings = [*_options(match, source), *(_chance(match, ply, source) for ply in draws[told.scripted :])]
    differences = [*_commitment(told), *(finding.difference for finding in findings if finding.difference)]
    return Verification(len(findings), min(told.scripted, len(draws)), tuple(differences), _note(told))


def _source(told: Record) -> chance.Source | None:
    kind, public = told.chance
    if kind == "seeded":
        return chance.Seeded(int(public))
    return None if told.seed is None else chance.Fair(bytes.fromhex(told.seed), told.nonces)


def _why_not(told: Record) -> str:
    if told.chance[0] == "scripted":
        return "chance was scripted"
    if told.sealed:
        return f"the seed comes {told.sealed}"
    if told.result is not None:
        return "the match is over, but its seed was not revealed"
    return "the seed is revealed when the match is over"


def _note(told: Record) -> str:
    if told.chance[0] == "seeded":
        return "the seed was open from the start"
    if told.nonces:
        numbers = "the player's own number" if len(told.nonces) == 1 else f"{len(told.nonces)} players' own numbers"
        return f"the seed was promised by its hash before the first move, and {numbers} mixed into every draw"
    return "the seed was promised by its hash before the first move"


def _commitment(told: Record) -> Iterator[str]:
    if told.seed is not None and chance.commitment(bytes.fromhex(told.seed)) != told.chance[1]:
        yield f"line {told.lines['seed']}: the seed is not the one promised in line {told.lines['chance']}"


def _options(match: Match, source: chance.Source) -> Iterator[AuditIssue]:
    given = {name: value for name, value in match.options.items() if name not in match.drawn}
    again = options.resolve(match.game, given, source.draw)
    for name, said in match.options.items():
        if name in match.drawn:
            true = again[name]
            yield AuditIssue(name, None if said == true else f"option {name} {said}, but the seed draws {true}")


def _chance(match: Match, ply: Ply, source: chance.Source) -> AuditIssue:
    legal = [0] * match.game.rules.MAX_MOVES
    count = match.game.rules.legal_moves(ply.before, legal)
    drawn = legal[source.draw(chance.label(match.game, match.movers[: ply.number - 1]), count)]
    true = match.game.notation.say(ply.before, drawn, TABLE)
    return AuditIssue(
        str(ply.number), None if ply.text == true else f"move {ply.number} is {ply.text}, but the seed draws {true}"
    )
