"""What `check` says of Preparations and Expansion, by the codes of checks_expansion.pxd."""

from __future__ import annotations

PROBLEMS = {
    41: "raised, moved, sailed, entered, settled, moving, from_place, to_place, carrying, "
    "aboard, fought, rivals: must be 0 unless a card of war has come to what they are for",
    42: "step: {step!r} cannot come at this point of the Preparations or Expansion card",
    43: "raised, from_place, entered, settled_seas: {region} cannot have raised these units",
    44: "moved, sailed, rider: more have moved to {place} than are there, or than may",
    45: "moving, from_place, to_place: no such move leads from {place} to {other_place}",
    46: "carrying, loader, aboard: armies of {kingdom} cannot sail along like that",
    47: "from_place, fought, rivals: no such battles can be under way in {place}",
    48: "moving, from_place, to_place, dice_for: no roll for {region}, or no siege of it",
    49: "entered, settled, settled_seas: name places that cannot be done with by now",
}
