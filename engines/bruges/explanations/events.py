"""What a step of Bruges brought: people, houses, canals, guilders, points, threats."""

from __future__ import annotations

from collections.abc import Iterator

from eminence.cython_ext.game import Position
from eminence.engines.bruges import state
from eminence.engines.bruges.explanations.entries import majority_name
from eminence.engines.bruges.explanations.holdings import Holdings, all_holdings
from eminence.engines.bruges.numbers import SECTIONS, Board
from eminence.engines.bruges.state import Phase
from eminence.engines.kit.options import listed
from eminence.engines.kit.telling import Change, Deeds, Reader
from eminence.engines.kit.wording import among, plural

#: parts of a round in which the mover gives things as a price
PAYING = (Phase.REPUTATION, Phase.PLAYING)


class Events:
    """The differences of two positions in sentences; all of it lies open on the table."""

    def __init__(self, board: Board, players: int, before: Position, after: Position) -> None:
        self.on = board
        self.before = before.data
        self.after = after.data
        self.was = all_holdings(board, self.before, players)
        self.now = all_holdings(board, self.after, players)
        self.reader = Reader.of(after)

    def told(self) -> list[str]:
        if self.before["phase"] == Phase.SETTING_UP:
            return []
        deeds = Deeds(self.reader)
        for was, now in zip(self.was, self.now, strict=True):
            self._add_threats(deeds, was, now)
            self._add_losses(deeds, was, now)
            self._add_built(deeds, was, now)
            self._add_goods(deeds, was, now)
        return [*deeds.sentences(), *self._majorities(), *self._end()]

    # --- what a seat builds, wins and loses ---

    def _add_built(self, deeds: Deeds, was: Holdings, now: Holdings) -> None:
        seat = now.seat
        for colour, name in enumerate(self.on.colours):
            if now.houses[colour] > was.houses[colour]:
                deeds.add(seat, "build", f"a {name} house")
        for card in now.people:
            if card not in was.people:
                deeds.add(seat, "recruit", card.name)
        for section, name in enumerate(SECTIONS):
            if now.canals[section] > was.canals[section]:
                deeds.add(seat, "build", f"space {now.canals[section]} of the {name} canal")
            if now.statues[section] and not was.statues[section]:
                deeds.add(seat, "win", f"a statue worth {now.statues[section]} points")
        if now.reputation > was.reputation:
            deeds.add(seat, "reach", f"step {now.reputation} of reputation")

    def _add_losses(self, deeds: Deeds, was: Holdings, now: Holdings) -> None:
        seat = now.seat
        lost = [card.name for card in was.people if card not in now.people]
        for colour, name in enumerate(self.on.colours):
            fewer = was.houses[colour] - now.houses[colour]
            lost += [f"a {name} house"] * max(0, fewer)
        for section, name in enumerate(SECTIONS):
            if now.canals[section] < was.canals[section]:
                lost.append(f"a token of the {name} canal")
        if lost:
            deeds.add(seat, "lose", listed(lost, "and"))

    def _add_threats(self, deeds: Deeds, was: Holdings, now: Holdings) -> None:
        """Markers; a full circle brings its penalty and goes back at once."""
        for colour, name in enumerate(self.on.colours):
            more = now.threats[colour] - was.threats[colour]
            if more > 0:
                markers = plural(more, f"{name} threat marker")
                deeds.add(now.seat, "get", f"{markers} ({now.threats[colour]} now)")
            elif more == -1 and self.on.circle > 1:
                deeds.add(now.seat, "return", f"a {name} threat marker")
            elif more < 0:
                deeds.add(now.seat, "suffer", self.on.threats[colour])

    # --- goods ---

    def _add_goods(self, deeds: Deeds, was: Holdings, now: Holdings) -> None:
        changes = [
            Change(now.guilders - was.guilders, "guilder", "guilders"),
            *(
                Change(now.workers[i] - was.workers[i], f"{name} worker", f"{name} workers")
                for i, name in enumerate(self.on.colours)
            ),
            Change(now.points - was.points, "point", "points"),
        ]
        pays = self.before["phase"] in PAYING and self.before["seat"] == now.seat
        deeds.add_changes(now.seat, changes, losing="pay" if pays else "lose")

    # --- the end of a round ---

    def _majorities(self) -> Iterator[str]:
        for was, now in zip(self.was, self.now, strict=True):
            won = now.majorities & ~was.majorities
            for majority in among(range(state.N_MAJORITIES), won):
                what = f"the {majority_name(majority).lower()}"
                points = plural(self.on.majority_points, "point")
                yield f"{self.reader.does(now.seat, 'win')} {what}: {points} at the end."

    def _end(self) -> Iterator[str]:
        if self.after["last_round"] and not self.before["last_round"]:
            yield f"Round {int(self.after['round']) + 1} is the last."
        elif self.after["extra_in"] and not self.before["extra_in"]:
            yield "A pile has run out, and the extra pile takes its place."
