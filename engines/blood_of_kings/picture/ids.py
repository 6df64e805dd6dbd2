"""What the shapes of the picture are called: the same thing has one name in every view.

Kingdoms, regions and cards go by their names in the data, so that an owner's own data work too.
"""

from __future__ import annotations

from eminence.engines.blood_of_kings.names import CARDS, INSTITUTIONS
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.tables import FIRST_SEA

ORDER_TRACK = "order track"
DECK, DISCARDS, BAG = "deck", "discards", "bag"
#: the Dynasty card that is under way
CARD_UNDER_WAY = "card under way"


class Ids:
    """The names of shapes for one loaded game."""

    def __init__(self, board: Board) -> None:
        self.on = board

    # --- the map ---

    def place(self, place: int) -> tuple[str, str]:
        """A region or a sea: its area, and the sign with all that stands there."""
        kind = "sea" if place >= FIRST_SEA else "region"
        name = self.on.place_names[place]
        return f"{kind} {name}", f"{kind} sign {name}"

    def strait(self, strait: int) -> str:
        first, second, _ = self.on.straits[strait]
        names = self.on.region_names
        return f"strait {names[first]}-{names[second]}"

    # --- kingdoms ---

    def kingdom(self, kingdom: int) -> str:
        return f"kingdom {self.on.kingdoms[kingdom]}"

    def treasury(self, kingdom: int) -> str:
        return f"treasury {self.on.kingdoms[kingdom]}"

    def unrest(self, kingdom: int) -> str:
        return f"unrest {self.on.kingdoms[kingdom]}"

    def institution(self, kingdom: int, institution: int) -> str:
        return f"{INSTITUTIONS[institution]} {self.on.kingdoms[kingdom]}"

    def in_hand(self, kingdom: int, card: int) -> str:
        """A Kingdom card in the hand of its kingdom."""
        return f"{CARDS[card]} in hand {self.on.kingdoms[kingdom]}"

    def on_stack(self, kingdom: int, card: int) -> str:
        return f"{CARDS[card]} on stack {self.on.kingdoms[kingdom]}"

    def token(self, kingdom: int) -> str:
        """The Alliance token, wherever it is."""
        return f"alliance token {self.on.kingdoms[kingdom]}"

    def order_token(self, kingdom: int) -> str:
        return f"order token {self.on.kingdoms[kingdom]}"

    def order_place(self, place: int) -> str:
        """A place of the order track, from 0."""
        return f"order {place + 1}"

    def side(self, kingdom: int) -> str:
        """The units of a kingdom in the battle under way."""
        return f"force {self.on.kingdoms[kingdom]}"

    # --- cards, tiles and seats ---

    def stack(self, seat: int, kingdom: int) -> tuple[str, str]:
        """A seat's face-down cards on a kingdom: beside the kingdom, and beside the seat."""
        name = self.on.kingdoms[kingdom]
        return f"stack {seat} {name}", f"pile {seat} {name}"

    def card(self, kind: int) -> str:
        """A kind of Dynasty card in the viewer's hand."""
        return f"card {self.on.card_names[kind]}"

    def looked_at(self, place: int) -> str:
        """A card of the stack that is looked through, from the bottom, from 0."""
        return f"looked at {place + 1}"

    def set(self, number: int) -> str:
        return f"set {number + 1}"

    def tile(self, tile: int) -> str:
        return f"tile {self.on.tile_names[tile]}"

    def seat(self, seat: int) -> str:
        return f"seat {seat}"

    def commitment(self, seat: int) -> str:
        """What lies before a seat in the succession under way."""
        return f"before seat {seat}"
