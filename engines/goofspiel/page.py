"""The position file of Goofspiel."""

from __future__ import annotations

from eminence.cython_ext.fields import SEATS, Field
from eminence.engines.kit.entry_kinds import Names, Whole
from eminence.engines.kit.page import Entry, Form, Section, needed, quiet


def form(players: int, num_cards: int) -> Form:
    """The prizes, and a table for each seat."""
    cards = Names([str(rank) for rank in range(1, num_cards + 1)], "ranks of cards")
    rank = Whole(0, num_cards)
    points = Whole(0, num_cards * (num_cards + 1) // 2)
    prizes = [
        needed("prize", rank, "what is bid for now; 0: nothing"),
        Entry("prizes", cards, "still to come"),
    ]
    about = "what is bid in this round stays in the hand until all have bid"
    seats = [needed("points", points), Entry("hand", cards, about), quiet("bid", rank)]
    # As numbers, not as ranks: programs write lists of fields this way.
    masks = {"prizes": Field(high=2**num_cards - 1), "hand": Field((SEATS,), high=2**num_cards - 1)}
    return Form([Section("", prizes), Section("seats", seats, rows=SEATS)], players, derived=masks)
