"""Words for the cards and moves of Stacks."""

from __future__ import annotations

from eminence.cython_ext.game import Position
from eminence.engines.kit.wording import Blocks, constants
from eminence.engines.stacks import state
from eminence.engines.stacks.state import FOIL, HEIGHT, SEATS, Phase

KIND_NAMES: tuple[str, ...] = constants(state, "STRAW WOOD STONE FOIL")
#: what a card may be claimed to be
CLAIM_NAMES = KIND_NAMES[:FOIL]
#: a place for one card holds 0 for "not known", or kind + 1
CARD_NAMES = ("?", *KIND_NAMES)

PLACES = [f"card {slot + 1} of stack {stack}" for stack in range(SEATS) for slot in range(HEIGHT)]
MOVES = Blocks(
    {
        state.DO_PASS: "pass",
        state.DO_DRAW: "draw",
        state.DO_TAKE: ("take {}", KIND_NAMES),
        state.DO_PLACE: ("place as {}", CLAIM_NAMES),
        state.DO_PEEK: ("peek at {}", PLACES),
        state.DO_REORDER: "reorder stack {}",
        state.DO_CHALLENGE: ("challenge {}", PLACES),
        state.DO_FOIL: "foil",
        state.DO_CARD: lambda position, kind: f"{_verb(position)} {KIND_NAMES[kind]}",
    }
)


def _verb(position: Position) -> str:
    """What is done with a card that is named."""
    return "put" if position.data["phase"] == Phase.ORDER else "play"
