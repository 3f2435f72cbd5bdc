"""A push message: encrypted for one device (RFC 8291), and signed by this house (RFC 8292)."""

import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from fivefold.contract.errors import FivefoldError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

# What encrypts is imported where it is used: most houses never send a message, and pages should come up quickly.

POINT_BYTES: Final = 65
AUTH_BYTES: Final = 16
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: private keys are smaller."""
SIGNED_SECONDS: Final = 12 * 3600
TOPIC_LENGTH: Final = 32
NOBODY: Final = "https://fivefold.invalid"
"""Whom a push service may turn to about a house without a public address."""


class InvalidKeys(FivefoldError):
    """Keys that no browser makes."""


class Signer:
    """The house's key pair. The private key is made from the house's secret and never leaves."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def public_key(self) -> str:
        """Return the public key as browsers want it: an uncompressed point, base64url."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

        point = self._private().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return encoded(point)

    def headers(self, audience: str, contact: str = "") -> dict[str, str]:
        """Return the header that tells a push service who sends; ``contact``: the house's public address."""
        from py_vapid import Vapid02  # noqa: PLC0415

        vapid = Vapid02()
        vapid.private_key = self._private()
        subject = contact if contact.startswith("https://") else NOBODY
        claims = {"aud": audience, "exp": int(time.time()) + SIGNED_SECONDS, "sub": subject}
        return dict(vapid.sign(claims))

    def topic(self, match_id: str) -> str:
        """Return a name under which messages about a match replace each other, which tells nobody which it is."""
        return encoded(sha256(self._secret + match_id.encode()).digest())[:TOPIC_LENGTH]

    def _private(self) -> "EllipticCurvePrivateKey":
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

        number = int.from_bytes(sha256(b"vapid" + self._secret).digest(), "big") % (ORDER - 1) + 1
        return ec.derive_private_key(number, ec.SECP256R1())


def encrypted(payload: bytes, public_key: str, auth: str) -> bytes:
    """Return a payload that only the device with these keys can read."""
    import http_ece  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    own = ec.generate_private_key(ec.SECP256R1())
    made: bytes = http_ece.encrypt(
        payload, private_key=own, dh=decoded(public_key), auth_secret=decoded(auth), version="aes128gcm"
    )
    return made


def check_keys(public_key: str, auth: str) -> None:
    """Raise ``InvalidKeys`` unless these are a point of P-256 and a secret of 16 bytes, base64url."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    try:
        point, secret = decoded(public_key), decoded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, Error):
        raise InvalidKeys("these are not the keys of a browser", subject="keys") from None
    if len(point) != POINT_BYTES or len(secret) != AUTH_BYTES:
        raise InvalidKeys("these are not the keys of a browser", subject="keys")


def encoded(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Return the bytes of base64url with or without padding. Raises ``ValueError``."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
