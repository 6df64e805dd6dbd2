"""What `check` says of a dynasty phase that cannot be, by the codes of checks_dynasty.pxd."""

from __future__ import annotations

PROBLEMS = {
    61: "use: no dynasty card is under way here, so card, target and all else of one must be 0",
    62: "acting, stage: {0} players cannot be done with dynasty cards, the next at stage {1}",
    63: "use: a card cannot be used for {0} at stage {1}",
    64: "card: {0}, but a card lies face down if and only if influence is played",
    65: "target, second: {0} and {1} - 1 are no kingdoms that this card can be played on",
    66: "regions: {0} - 1 and {1} - 1 are not the castles or towns that diplomacy is used for",
    67: "gainers, refused: {0} - 1 and {1} - 1 are not the ruled kingdoms that get the regions",
    68: "tokens, placed: the sets {0} and {1} are not the order tokens taken up and put back",
    69: "whom: seat {0} can be neither looked at, nor robbed, nor asked for a unit",
    70: "polled, foils, foiler: {0} failed foils and foiler {1} do not fit the card under way",
    71: "cursor: {0} is too high at stage {1}",
    72: "step: {step!r} cannot be pending at stage {1} of the dynasty phase",
    73: "player: {0} is not the one to {second_step}",
    74: "dice_for: dice for {0} cannot be rolled at stage {1}, or for nothing that is possible",
    75: "step: there is nothing to choose from to {step}",
}
