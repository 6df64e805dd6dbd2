"""What is wrong with a position, in words: the sentences of all checks, by code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.blood_of_kings.data import Board
from engines.blood_of_kings.fields import place_labels
from engines.blood_of_kings.names import CARDS
from engines.blood_of_kings.phases import DICE_FOR, PHASES, STEPS, USES
from engines.blood_of_kings.problems_battle import PROBLEMS as BATTLE
from engines.blood_of_kings.problems_dynasty import PROBLEMS as DYNASTY
from engines.blood_of_kings.problems_expansion import PROBLEMS as EXPANSION
from engines.blood_of_kings.problems_general import PROBLEMS as GENERAL
from engines.blood_of_kings.problems_kingdom import PROBLEMS as KINGDOM
from engines.blood_of_kings.problems_negotiation import PROBLEMS as NEGOTIATION
from engines.blood_of_kings.problems_succession import PROBLEMS as SUCCESSION

PROBLEMS: Mapping[int, str] = {
    **BATTLE,
    **DYNASTY,
    **EXPANSION,
    **GENERAL,
    **KINGDOM,
    **NEGOTIATION,
    **SUCCESSION,
}
#: of a battle, by number
SIDES = ("attackers", "defenders")


def name_of(names: Sequence[str], number: int) -> str:
    """The name, or the number where there is none."""
    return names[number] if 0 <= number < len(names) else str(number)


def sentence(board: Board, code: int, numbers: Sequence[int]) -> str:
    """With the numbers that `check` gave, or the names that they stand for."""
    first, second, third = (*numbers, 0, 0, 0)[:3]
    places = place_labels(board)
    return PROBLEMS[code].format(
        *numbers,
        kingdom=name_of(board.kingdoms, first),
        card=name_of(CARDS, second),
        region=name_of(board.region_names, first),
        sea=name_of(board.sea_names, first),
        kind=name_of(board.card_names, first),
        other_kind=name_of(board.card_names, third),
        phase=name_of(PHASES, first),
        step=name_of(STEPS, first),
        place=name_of(places, first),
        other_place=name_of(places, second),
        side=name_of(SIDES, first),
        use=name_of(USES, first),
        dice=name_of(DICE_FOR, first),
        viewer="everybody" if first < 0 else f"seat {first}",
        owner="the deck" if first < 0 else f"seat {first}",
        second_step=name_of(STEPS, second),
    )
