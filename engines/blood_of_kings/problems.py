"""What `check` found, in words: by its code, with what its numbers mean.

A test reads the codes from the files checks*.pxd: each has a sentence here, and none is left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engines.blood_of_kings.data import Board
from engines.blood_of_kings.fields import place_labels
from engines.blood_of_kings.names import CARDS
from engines.blood_of_kings.phases import STEPS

#: sentences; `{kingdom}` and the like say what the numbers are, in their order
PROBLEMS: Mapping[int, str] = {
    2: "glory, tiles, hand, height: seat {number} does not play",
    3: "tiles, display, bag: {number} tiles, each once, expected {number}",
    6: "order: expected each kingdom once",
    7: "ruler, crowns, unrest, level: of {kingdom} do not fit each other",
    8: "in_hand, on_mat: cards {card} of {kingdom}, expected {number} together",
    9: "played: the card of {kingdom} is not where it was played, or not yet due",
    10: "flags, flags_left: {kingdom} has {number} flags, expected {number}",
    11: "holds, flags: {region} has its flags in no possible order",
    12: "sieges: {kingdom} besieges what it cannot, or with too many tokens",
    13: "armies, fleets: {kingdom} has {number}, expected at most {number}",
    14: "sea_owner, sea_flags: of the {sea} do not fit each other",
    15: "sets, discards, deck, hand, mat: {number} cards {kind}, the game has {number}",
    16: "hand, hand_count: {seat} has {number} named, there is room for {number}",
    17: "mat: card {number} is none, or is not for these eyes",
    18: "owned, told: {seat} cannot know of {seat} that it has {kind}",
    19: "step: what is asked for has no answer here",
    21: "order: expected each kingdom once",
    22: "ruler, crowns, unrest, level: of {kingdom} are out of range",
    23: "in_hand, on_mat: cards {card} of {kingdom}, expected {number} together",
    24: "played: the card of {kingdom} is not where it was played, or not yet due",
    25: "shielded: only a kingdom that played Council is",
    26: "cathedral_due: no flag can be raised in a cathedral now",
    27: "reductions: only in an Administration",
    28: "stage, acting: the active kingdom cannot have got so far",
    29: "step: cannot be asked in the kingdom phase as it stands",
    30: "glory_left, glory_to, glory_from, glory_stage: do not fit each other",
    31: "challenge: none is under way, so nothing of it may be set",
    32: "throne: {kingdom} cannot have this succession",
    33: "called, caller: do not fit the succession",
    34: "declared: only who has a tile for it declares a challenge",
    35: "influence, revealed: of {seat} do not fit each other",
    36: "committed: {seat} has fewer cards on that stack",
    37: "pledged: card {number} of the mats is not committed",
    38: "step: cannot be asked in this succession",
    51: "battle: none is under way, so nothing of it may be set",
    52: "battle: {number} is no stage of one",
    53: "place: no battle can be in {place}",
    54: "attackers, defenders: {kingdoms} against {kingdoms} cannot be",
    55: "force, waiting: {kingdom} fights with {number}, there are {number}",
    56: "leader: side {number} cannot be led by {seat}",
    57: "casualties, levies, ransom, asked: do not fit the battle",
    58: "leaving: {kingdom} cannot retreat with {number}",
    59: "step: {step} cannot be asked in stage {number} of a battle",
    60: "player: seat {number} is not the one to {step}",
    61: "card, use: no Dynasty card is under way, so nothing of it may be set",
    62: "acting, stage: {number} players done and stage {number} cannot be",
    63: "use: {number} does not fit stage {number}",
    64: "card: {number} cannot lie face down before {seat}",
    65: "target, second: kingdoms {number} and {number} cannot be targets of this card",
    66: "regions: {number} and {number} cannot be what Diplomacy asks for",
    67: "gainers: {number} and {number} cannot be beneficiaries",
    68: "tokens, placed: {kingdoms} and {kingdoms} cannot be",
    69: "whom: seat {number} cannot be meant",
    70: "foils, foiler, polled: {number} attempts and {number} do not fit",
    71: "cursor: {number} does not fit stage {number}",
    72: "step: {step} cannot be asked in stage {number}",
    73: "player: seat {number} is not the one to {step}",
    74: "dice_for: {number} does not fit stage {number}",
    75: "step: {step} has no option here",
    76: "offers, partner, giver: no negotiations are under way, so nothing of them may be set",
    77: "stage: {number} is none of the negotiation phase",
    78: "acting: {number} players have finished, which cannot be",
    79: "offers: {number}, expected at most {number}",
    80: "giver: {number} cannot give",
    81: "partner: {number} cannot be asked",
    82: "offered, answered: do not fit the exchange",
    83: "taken_in: does not fit the negotiations",
}

#: in which order a sentence tells the numbers, where it is not theirs
ORDERS: Mapping[int, tuple[int, ...]] = {8: (1, 0, 2), 23: (1, 0, 2), 15: (1, 0, 2)}


class Problems:
    """Sentences for one loaded game."""

    def __init__(self, board: Board) -> None:
        places = place_labels(board)
        self.named: Mapping[str, Callable[[int], str]] = {
            "number": str,
            "seat": lambda i: f"seat {i}" if i >= 0 else "nobody",
            "kingdom": lambda i: _at(board.kingdoms, i),
            "kingdoms": lambda mask: _marked(board.kingdoms, mask),
            "region": lambda i: _at(board.region_names, i),
            "sea": lambda i: _at(board.sea_names, i),
            "place": lambda i: _at(places, i),
            "kind": lambda i: _at(board.card_names, i),
            "card": lambda i: _at(CARDS, i),
            "step": lambda i: _at(STEPS, i),
        }

    def text(self, code: int, numbers: Sequence[int]) -> str:
        """The contradiction with names for its numbers."""
        sentence = PROBLEMS[code]
        order = ORDERS.get(code, (0, 1, 2))
        for number in (numbers[i] for i in order):
            start = sentence.find("{")
            if start < 0:
                break
            end = sentence.index("}", start)
            name = self.named[sentence[start + 1 : end]]
            sentence = f"{sentence[:start]}{name(number)}{sentence[end + 1 :]}"
        return sentence


def _at(names: Sequence[str], i: int) -> str:
    return names[i] if 0 <= i < len(names) else str(i)


def _marked(names: Sequence[str], mask: int) -> str:
    found = [name for i, name in enumerate(names) if mask >> i & 1]
    return " and ".join(found) or "nobody"
