"""How the struct's fields of region cards and military leaders are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cython_ext.fields import SEATS, Field
from engines.wallenstein.data import ROUNDS_A_YEAR, YEARS
from engines.wallenstein.leaders_data import REGION_CARDS
from engines.wallenstein.leaders_text import MOST_TROPHIES


def leader_fields(counties: Sequence[str], county: Mapping[int, str]) -> dict[str, Field]:
    """Names and ranges; without the expansions all of them stay empty."""
    return {
        "region_card": Field((SEATS,), high=REGION_CARDS - 1),
        "general": Field((SEATS,), names=county),
        "honoured": Field((SEATS,), bits=counties),
        "statues": Field((counties,), high=YEARS * ROUNDS_A_YEAR),
        "trophies": Field((SEATS,), high=MOST_TROPHIES),
    }
