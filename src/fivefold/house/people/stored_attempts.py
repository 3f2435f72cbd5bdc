"""Tries to sign in that failed lately, and passkeys that are being made or used; only on PostgreSQL."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection

from fivefold.house.database.processes import timed

LOCK: Final = timed(
    """
    INSERT INTO attempts (key, failures, at) SELECT key, 0, 0 FROM unnest(CAST(:keys AS text[])) AS told (key)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET key = excluded.key
    RETURNING key, failures, NOW - at
    """
)
SET: Final = timed("UPDATE attempts SET failures = :failures, at = NOW WHERE key = :key")
FORGET: Final = timed("DELETE FROM attempts WHERE at < NOW - 86400")
ASK: Final = timed(
    """
    INSERT INTO passkey_challenges (key, challenge, until) VALUES (:key, :challenge, NOW + :seconds)
    ON CONFLICT (key) DO UPDATE SET challenge = excluded.challenge, until = excluded.until
    """
)
TAKE: Final = timed("DELETE FROM passkey_challenges WHERE key = :key RETURNING challenge, until >= NOW")
FORGET_ASKED: Final = timed("DELETE FROM passkey_challenges WHERE until < NOW")


def locked(connection: Connection, keys: Sequence[str]) -> dict[str, tuple[int, float]]:
    """Return for each key how many tries have failed and how many seconds ago the last was; no other process counts
    them until the transaction ends."""
    found = connection.execute(LOCK, {"keys": sorted(keys)})
    return {key: (int(failures), float(ago)) for key, failures, ago in found}


def note(connection: Connection, key: str, failures: int) -> None:
    """Note how many tries have failed, the last one now."""
    connection.execute(SET, {"key": key, "failures": failures})


def ask(connection: Connection, key: str, challenge: bytes, seconds: float) -> None:
    """Keep a challenge until a passkey answers it, but no longer than so many seconds."""
    connection.execute(ASK, {"key": key, "challenge": challenge, "seconds": seconds})


def take(connection: Connection, key: str) -> bytes | None:
    """Return the challenge that is to be answered, once; ``None`` where there is none, or none any more."""
    found = connection.execute(TAKE, {"key": key}).first()
    return bytes(found[0]) if found is not None and found[1] else None


def forget(connection: Connection) -> None:
    """Forget what was tried and asked long ago."""
    connection.execute(FORGET)
    connection.execute(FORGET_ASKED)
