"""What is good to know before a move is played: prices, odds, what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from cython_ext.game import Position
from engines.blood_of_kings import estimates
from engines.blood_of_kings.data import Board
from engines.blood_of_kings.names import CARDS, DYNASTY
from engines.blood_of_kings.phases import REGIONS


def percent(chance: float) -> str:
    """Rounded, but nothing that may still go wrong is certain."""
    if 0.99 < chance < 1:
        return "over 99 %"
    return "under 1 %" if 0 < chance < 0.01 else f"{100 * chance:.0f} %"


def crowns(n: int) -> str:
    return "free" if n == 0 else "1 Crown" if n == 1 else f"{n} Crowns"


class Notes:
    """Notes on the moves of one loaded game."""

    def __init__(self, board: Board) -> None:
        self.on = board
        #: by step and block of ids
        self.known: Mapping[tuple[str, str], Callable[[np.void, int, int], str]] = {
            ("PLAY_CARD", "CARD_TYPE"): self._card,
            ("TAKE_BACK", "CARD_TYPE"): self._take_back,
            ("DEVELOP", "INSTITUTION"): self._develop,
            ("ADMINISTER", "YES"): self._administer,
            ("ADMINISTER", "SEAT"): self._administer,
            ("SIEGE_ROLL", "PLACE"): self._siege,
            ("ASSAULT", "PLACE"): self._assault,
            ("BATTLE_NEXT", "PLACE"): self._battle,
            ("RANSOM", "YES"): self._ransom,
            ("TROUPE", "KINGDOM"): self._troupe,
        }

    def of(self, position: Position, step: str, block: str, index: int) -> str:
        """The note on one move; "" for nothing."""
        data = position.data
        if (step, block) == ("FOIL", "YES"):
            return self._foil(data, position.player)
        if (step, block) not in self.known:
            return ""
        kingdom = int(data["order"][data["acting"]])
        return self.known[step, block](data, kingdom, index)

    def _card(self, data: np.void, kingdom: int, card: int) -> str:
        permitted = [kind for i, kind in enumerate(DYNASTY) if self.on.permits[card] >> i & 1]
        said = f"permits {', '.join(permitted)}" if permitted else "permits nothing"
        if CARDS[card] == "taxation":
            return f"income {estimates.income(self.on, data, kingdom)}; {said}"
        return said

    def _take_back(self, data: np.void, kingdom: int, card: int) -> str:
        free = estimates.ruler_has(data, kingdom, "royal_patronage")
        return crowns(0 if free else self.on.council_price)

    def _develop(self, data: np.void, kingdom: int, institution: int) -> str:
        return crowns(estimates.development_price(self.on, data, kingdom, institution))

    def _administer(self, data: np.void, kingdom: int, index: int) -> str:
        return crowns(estimates.reduction_price(self.on, data, kingdom))

    def _siege(self, data: np.void, kingdom: int, region: int) -> str:
        return percent(estimates.siege_chance(self.on, data, kingdom, region))

    def _assault(self, data: np.void, kingdom: int, region: int) -> str:
        """Fought to the end; Deadly Archers and both sides' numbers are counted in."""
        attackers = int(data["armies"][kingdom][region])
        armies = estimates.garrison(data, region)
        levies = estimates.levies(self.on, data, kingdom, region)
        holder = estimates.controller(data, region)
        archers = holder >= 0 and estimates.ruler_has(data, holder, "deadly_archers")
        if archers and estimates.number(self.on, "deadly_archers", "assaults"):
            first = estimates.ATTACKER
        else:
            first = estimates.SMALLER + 1
        odds = estimates.fight(
            self.on.battle, self.on.surrender, attackers, armies + levies, first
        )
        against = "1 levy" if levies == 1 else f"{levies} levies"
        if armies:
            against = f"{'1 army' if armies == 1 else f'{armies} armies'} and {against}"
        return f"{attackers} against {against}: {percent(odds.win)} won"

    def _battle(self, data: np.void, kingdom: int, region: int) -> str:
        """On land, all friends against all enemies there, fought to the end."""
        if region >= REGIONS:
            return ""
        sides = [0, 0]
        for k, armies in enumerate(data["armies"]):
            sides[not estimates.friendly(data, kingdom, k)] += int(armies[region])
        odds = estimates.fight(self.on.battle, self.on.surrender, *sides)
        return f"{sides[0]} against {sides[1]}: {percent(odds.win)} won"

    def _ransom(self, data: np.void, kingdom: int, index: int) -> str:
        return crowns(int(data["lost"][data["asked"]]))

    def _troupe(self, data: np.void, kingdom: int, payer: int) -> str:
        return crowns(estimates.number(self.on, "famous_troupe", "cost"))

    def _foil(self, data: np.void, seat: int) -> str:
        web = int(data["tiles"][seat]) >> estimates.TILE["web_of_informers"] & 1
        return percent(estimates.NOT_LOWER if web else estimates.HIGHER)
