"""Tables of the browser without a server: in memory, and played at random."""

from __future__ import annotations

import json
import random

from eminence import engines
from eminence.play.table.decision import text_of
from eminence.play.web.storage import Record
from eminence.play.web.table import Table, opening_of


def table_of(game: engines.Game | str, *line_up: str, seed: int = 5, **options) -> Table:
    """A new table; people in all seats if nobody is named."""
    game = engines.load(game, **options) if isinstance(game, str) else game
    named = list(line_up) or ["person"] * game.seats
    saved = opening_of(game, named, seed)
    settings = {"line_up": named, "hints": True}
    return Table(Record("ab12", json.loads(saved.to_json()), settings, {}))


def again(table: Table) -> Table:
    """The same table, opened from what the file would hold."""
    record = table.record
    pending = json.loads(json.dumps(table.pending()))
    return Table(Record(record.name, record.opening, record.settings, {}, table.moves, pending))


def wander(table: Table, seed: int, decisions: int):
    """Yields the table after each random decision; any seat that may decide does, some undo."""
    rng = random.Random(seed)
    for _ in range(decisions):
        able = [seat for seat in range(table.game.seats) if table.decision(seat)]
        if not able:
            return
        seat = rng.choice(able)
        table.decide(seat, text_of(rng.choice(table.decision(seat).offer.moves)))
        yield table
        free = [seat for seat in range(table.game.seats) if table.undo_kind(seat) == "free"]
        if free and rng.random() < 0.15:
            table.undo(rng.choice(free))
            yield table
