"""How the struct's fields of Emperor's Court are written."""

from __future__ import annotations

from cython_ext.fields import SEATS, Field
from engines.wallenstein.court_data import Court
from engines.wallenstein.court_text import FAVOR_NAMES

#: an empty space, and no card in use
NO_CARD = ""


def court_fields(court: Court) -> dict[str, Field]:
    """Names and ranges; without the expansion all of them stay empty."""
    card = {0: NO_CARD, **{i + 1: name for i, name in enumerate(FAVOR_NAMES)}}
    return {
        "entrance": Field((SEATS,), high=court.courtiers),
        "audience": Field((SEATS,), high=court.courtiers),
        "favors": Field((None,), names=card),
        "used": Field(names=card),
        "favor_deck": Field(bits=FAVOR_NAMES),
        "kept": Field((SEATS,), bits=FAVOR_NAMES),
    }
