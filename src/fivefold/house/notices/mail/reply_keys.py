"""Keys of reply addresses: which mail somebody answers, signed by the house, so that nobody can make one up."""

import hmac
from base64 import b32decode, b32encode
from binascii import Error
from hashlib import sha256
from typing import Final

NUMBER_BYTES: Final = 5
SIGNATURE_BYTES: Final = 10
LENGTH: Final = (NUMBER_BYTES + SIGNATURE_BYTES) * 8 // 5
"""Letters and digits of a key; servers on the way may change the case of an address."""


def reply_key(secret: bytes, mail: int) -> str:
    """Return the key of the mail with this id, in lower case."""
    number = mail.to_bytes(NUMBER_BYTES, "big")
    return b32encode(number + _signature(secret, number)).decode().lower()


def mail_of(secret: bytes, key: str) -> int | None:
    """Return the id of the mail that a key was made for; ``None`` for one that the house did not make."""
    try:
        read = b32decode(key.upper())
    except (Error, ValueError):
        return None
    number, signature = read[:NUMBER_BYTES], read[NUMBER_BYTES:]
    if len(key) != LENGTH or not hmac.compare_digest(signature, _signature(secret, number)):
        return None
    return int.from_bytes(number, "big")


def _signature(secret: bytes, number: bytes) -> bytes:
    return hmac.new(secret, number, sha256).digest()[:SIGNATURE_BYTES]
