"""What is good to know before a move is played: prices, odds, what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from eminence.cython_ext.game import Position
from eminence.engines.blood_of_kings import estimates
from eminence.engines.blood_of_kings.names import DYNASTY
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.state import Action, Step
from eminence.engines.blood_of_kings.tables import FIRST_SEA, TAXATION, Achievement
from eminence.engines.kit.wording import among, plural


def percent(chance: float) -> str:
    """Rounded, but never up to certain while it may still go wrong."""
    if 0.99 < chance < 1:
        return "over 99 %"
    return "under 1 %" if 0 < chance < 0.01 else f"{100 * chance:.0f} %"


def crowns(n: int) -> str:
    return plural(n, "Crown") if n else "free"


class Notes:
    """Notes on the moves of one loaded game."""

    def __init__(self, board: Board) -> None:
        self.on = board
        #: by step and block of ids; they get the active kingdom and the number in the block
        self.known: Mapping[tuple[int, int], Callable[[Position, int, int], str]] = {
            (Step.PLAY_CARD, Action.CARD_TYPE): self._card,
            (Step.TAKE_BACK, Action.CARD_TYPE): self._take_back,
            (Step.DEVELOP, Action.INSTITUTION): self._develop,
            (Step.ADMINISTER, Action.YES): self._administer,
            (Step.ADMINISTER, Action.SEAT): self._administer,
            (Step.SIEGE_ROLL, Action.PLACE): self._siege,
            (Step.ASSAULT, Action.PLACE): self._assault,
            (Step.BATTLE_NEXT, Action.PLACE): self._battle,
            (Step.RANSOM, Action.YES): self._ransom,
            (Step.TROUPE, Action.KINGDOM): self._troupe,
        }

    def of(self, position: Position, step: int, block: int, index: int) -> str:
        """The note on one move; "" for nothing."""
        if (step, block) == (Step.FOIL, Action.YES):
            return percent(estimates.foil_chance(position, position.player))
        if (step, block) not in self.known:
            return ""
        kingdom = int(position.data["order"][position.data["acting"]])
        return self.known[step, block](position, kingdom, index)

    def _card(self, position: Position, kingdom: int, card: int) -> str:
        said = f"permits {', '.join(among(DYNASTY, self.on.permits[card])) or 'nothing'}"
        if card == TAXATION:
            return f"income {estimates.income_of(position, kingdom)}; {said}"
        return said

    def _take_back(self, position: Position, kingdom: int, card: int) -> str:
        return crowns(estimates.council_price_of(position, kingdom))

    def _develop(self, position: Position, kingdom: int, institution: int) -> str:
        return crowns(estimates.development_price_of(position, kingdom, institution))

    def _administer(self, position: Position, kingdom: int, index: int) -> str:
        return crowns(estimates.reduction_price_of(position, kingdom))

    def _siege(self, position: Position, kingdom: int, region: int) -> str:
        return percent(estimates.siege_chance(position, region))

    def _assault(self, position: Position, kingdom: int, region: int) -> str:
        """For a fight to the end; Deadly Archers and both sides' numbers are counted in."""
        attackers, armies, levies, chance = estimates.assault_on(position, region)
        against = plural(levies, "levy", "levies")
        if armies:
            against = f"{plural(armies, 'army', 'armies')} and {against}"
        return f"{attackers} against {against}: {percent(chance)} won"

    def _battle(self, position: Position, kingdom: int, region: int) -> str:
        """On land: all friends against all enemies there, fought to the end."""
        if region >= FIRST_SEA:
            return ""
        friends, enemies, chance = estimates.battle_in(position, region)
        return f"{friends} against {enemies}: {percent(chance)} won"

    def _ransom(self, position: Position, kingdom: int, index: int) -> str:
        return crowns(int(position.data["lost"][position.data["asked"]]))

    def _troupe(self, position: Position, kingdom: int, payer: int) -> str:
        return crowns(self.on.achievements[Achievement.FAMOUS_TROUPE].numbers["cost"])
