"""What `check` says of a dynasty phase that cannot be, by the codes of checks_dynasty.pxd."""

from __future__ import annotations

PROBLEMS = {
    61: "use: no dynasty card is under way here, so card, target and all else of one must be 0",
    62: "acting: {0} players cannot be done with their dynasty cards while the next one has to "
    "{second_step}",
    63: "use: a card for {use} cannot have got this far",
    64: "card: a card is on its way face down if and only if influence is played",
    65: "target, second: this card cannot be played on these kingdoms",
    66: "regions: these are not castles or towns that diplomacy can be used for",
    67: "gainers, refused: these are not kingdoms with a ruler that could get the regions",
    68: "tokens, placed: these are not the order tokens taken up and those put back",
    69: "whom: seat {0} can be neither looked at, nor robbed, nor asked for a unit",
    70: "polled, foils, foiler: these foils do not fit the card under way",
    71: "cursor: {0} is too high here",
    72: "step: {step!r} cannot come at this point of the dynasty phase",
    73: "player: {0} is not the one to {second_step}",
    74: "dice_for: dice for {dice} cannot be rolled here",
    75: "step: there is nothing to choose from to {step}",
}
