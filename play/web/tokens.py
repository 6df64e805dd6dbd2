"""Secrets of seats: whoever knows one sits there."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

#: random bytes of a token: 128 bits
TOKEN_BYTES = 16
#: characters of a token, and the most that is looked at
MOST_TOKEN = 64
#: random bits of a game's seed
SEED_BITS = 64
#: random bytes of a table's name
NAME_BYTES = 6


def new_token() -> str:
    """A secret that nobody can guess."""
    return as_token(secrets.token_bytes(TOKEN_BYTES))


def as_token(secret: bytes) -> str:
    """A token of the first bytes of a secret."""
    return base64.urlsafe_b64encode(secret[:TOKEN_BYTES]).rstrip(b"=").decode()


def new_seed() -> int:
    """The seed of all cards of a game, which nobody can find out by trying."""
    return secrets.randbits(SEED_BITS)


def new_name() -> str:
    """The name of a table: no secret, and unlike all others."""
    return secrets.token_hex(NAME_BYTES)


def hash_of(token: str) -> bytes:
    """What is kept of a token. It has 128 random bits, so one hash is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def seat_with(token: str, hashes: dict[int, bytes]) -> int | None:
    """The seat whose secret this is; takes equally long whichever it is, and if it is none."""
    given, found = hash_of(token), None
    for seat, known in hashes.items():
        if hmac.compare_digest(given, known):
            found = seat
    return found
