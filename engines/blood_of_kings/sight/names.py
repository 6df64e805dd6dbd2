"""Names of what a network sees, told from the enums of the two modules."""

from __future__ import annotations

import eminence.engines.blood_of_kings.sight.features as features
import eminence.engines.blood_of_kings.sight.traits as traits
from eminence.engines.kit.features import SIDES, block_names

#: own kingdoms from the first slot on, the others from the last one back
SLOTS = ("first", "second", "third", "fourth", "fifth", "last")
OF_KINGDOM = block_names(features, "KING_")
OF_FOCUS = block_names(features, "FOCUS_")[len(OF_KINGDOM) :]
FEATURES: tuple[str, ...] = (
    *block_names(features, "SEE_"),
    *(f"{slot} kingdom: {name}" for slot in SLOTS for name in OF_KINGDOM),
    *(f"kingdom in question: {name}" for name in (*OF_KINGDOM, *OF_FOCUS)),
    *(f"{side} {name}" for side in SIDES for name in block_names(features, "SIDE_")),
)
TRAITS = block_names(traits, "TRAIT_")
