"""Emperor's Court in position files: the table `[court]` and what seats have there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from cython_ext.pages import Entries, joined
from engines.wallenstein.court_data import CONVERSIONS, SPACES, Court
from engines.wallenstein.court_text import FAVOR_NAMES
from engines.wallenstein.phases import FAVOR, NOTHING, PHASES, THROW

COURT_COMMENTS = {
    "court.favors": 'the cards on the spaces from the dearest on, "nothing" where none is left',
    "court.favors_gone": "favor cards that have left the game",
    "court.used": "the card that its new owner is about to use",
}
COURT_SEAT_COMMENTS = {
    "entrance": "courtiers in the entrance hall",
    "audience": "courtiers in the audience hall",
    "kept": "favor cards in use",
}


def opened_conversions(position: Mapping[str, Any]) -> Sequence[str]:
    """The boxes of the extra boards, once they were turned up."""
    step = position["phase"]
    later = step == THROW or PHASES.index(step) >= PHASES.index(FAVOR)
    return CONVERSIONS if later else ()


# --- writing ---


def write_court(data: np.void) -> dict[str, Any]:
    """The favor cards of the round and those that are gone."""
    cards = (NOTHING, *FAVOR_NAMES)
    known = int(data["favor_deck"]) | int(np.bitwise_or.reduce(data["kept"]))
    for card in (*data["favors"], data["used"]):
        known |= 1 << int(card) >> 1
    written: dict[str, Any] = {
        "favors": joined([cards[c] for c in data["favors"]] if data["favors"].any() else []),
        "favors_gone": joined(_marked(~known)),
    }
    if data["used"]:
        written["used"] = cards[data["used"]]
    return written


def write_court_seat(data: np.void, seat: int) -> dict[str, Any]:
    written: dict[str, Any] = {}
    for key in ("entrance", "audience"):
        if data[key][seat]:
            written[key] = int(data[key][seat])
    if data["kept"][seat]:
        written["kept"] = joined(_marked(int(data["kept"][seat])))
    return written


def _marked(mask: int) -> list[str]:
    return [name for i, name in enumerate(FAVOR_NAMES) if mask >> i & 1]


# --- reading ---


def read_court(table: Entries, seats: Sequence[Entries], court: Court) -> dict[str, Any]:
    """The fields of the Court; cards that are named nowhere are in the deck."""
    cards = (NOTHING, *FAVOR_NAMES)
    shown = [cards[i] for i in table.sequence("favors", cards)]
    if len(shown) > SPACES:
        raise table.fail("favors", f"{len(shown)} cards, there are {SPACES} spaces")
    gone = [FAVOR_NAMES[i] for i in table.names("favors_gone", FAVOR_NAMES)]
    used = cards[table.choice("used", cards, default=0)]
    kept = [[FAVOR_NAMES[i] for i in s.names("kept", FAVOR_NAMES)] for s in seats]
    named = [card for card in chain(shown, [used], gone, *kept) if card != NOTHING]
    for card in named:
        if named.count(card) > 1:
            raise table.fail("favors", f"{card} is named twice in this file")
    table.close()
    hall = [
        {key: s.number(key, 0, court.courtiers, default=0) for key in ("entrance", "audience")}
        for s in seats
    ]
    empty = [NOTHING] * (SPACES - len(shown))
    return {
        "favors": ["" if card == NOTHING else card for card in [*shown, *empty]],
        "used": "" if used == NOTHING else used,
        "favor_deck": [card for card in FAVOR_NAMES if card not in named],
        "kept": kept,
        "entrance": [there["entrance"] for there in hall],
        "audience": [there["audience"] for there in hall],
    }
