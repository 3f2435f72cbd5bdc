"""Pauses between tries to sign in, counted for all processes of a house together."""

from hashlib import sha256
from typing import Final

from fivefold.house.ledger import Ledger
from fivefold.house.people import stored_attempts as attempts
from fivefold.house.people.attempts import (
    FORGOTTEN_SECONDS,
    NAME,
    NAME_FROM_NETWORK,
    NETWORK,
    Attempts,
    Counting,
    Pauses,
    refuse_haste,
)

TRUSTED: Final = "trusted"


class SharedAttempts:
    """Tries that failed lately, in the store; safe to share among threads and processes."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def begin(self, name_key: str, network: str, field: str) -> None:
        """Count a try as failed until it has succeeded, so that many at once count as many.

        Raises ``InvalidOption`` for one that comes too soon.
        """
        with self._ledger.telling() as connection:
            found = attempts.locked(connection, _keys(name_key, network))
            trusted = found[_key(TRUSTED, name_key, network)][0] > 0
            lately = {key: count if ago < FORGOTTEN_SECONDS else 0 for key, (count, ago) in found.items()}
            held = [each for each in _pauses(name_key, network) if not (trusted and each[1] is NAME)]
            refuse_haste(max(pauses.after(lately[key]) - found[key][1] for key, pauses in held), field)
            for key, _ in held:
                attempts.note(connection, key, lately[key] + 1)

    def succeeded(self, name_key: str, network: str) -> None:
        """Note that a try succeeded: what failed before is forgiven."""
        with self._ledger.telling() as connection:
            found = attempts.locked(connection, _keys(name_key, network))
            for key, pauses in _pauses(name_key, network):
                attempts.note(connection, key, max(0, found[key][0] - 1) if pauses is NETWORK else 0)
            attempts.note(connection, _key(TRUSTED, name_key, network), 1)


def attempts_of(ledger: Ledger) -> Counting:
    """Return what counts the tries of a house."""
    return SharedAttempts(ledger) if ledger.neighbours.shared else Attempts()


def _pauses(name_key: str, network: str) -> list[tuple[str, Pauses]]:
    return [
        (_key("both", name_key, network), NAME_FROM_NETWORK),
        (_key("network", network), NETWORK),
        (_key("name", name_key), NAME),
    ]


def _keys(name_key: str, network: str) -> list[str]:
    return [key for key, _ in _pauses(name_key, network)] + [_key(TRUSTED, name_key, network)]


def _key(*words: str) -> str:
    """Return a key that tells nobody whose name was tried from where."""
    return sha256("\0".join(words).encode()).hexdigest()
