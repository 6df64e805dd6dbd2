"""What a step of Blood of Kings brought on the map: battles, units lost, regions, sieges, seas."""

from __future__ import annotations

from collections.abc import Iterator

from eminence.engines.blood_of_kings.explanations.situation import NOBODY, Situation
from eminence.engines.blood_of_kings.state import FightStage, Phase, Step
from eminence.engines.blood_of_kings.tables import ATTACKERS, DEFENDERS, FIRST_SEA, KINGDOMS, SEAS
from eminence.engines.kit.options import listed
from eminence.engines.kit.telling import capital
from eminence.engines.kit.wording import plural


class WarEvents:
    """The differences of two situations in sentences; the map is open to all."""

    def __init__(self, was: Situation, now: Situation) -> None:
        self.was = was
        self.now = now
        self.before = was.data
        self.after = now.data

    def told(self) -> list[str]:
        return [
            *self._losses(),
            *self._battle_over(),
            *self._regions(),
            *self._sieges(),
            *self._seas(),
            *self._battle_begins(),
        ]

    # --- battles ---

    @property
    def _same_battle(self) -> bool:
        """Does the battle under way go on?"""
        return bool(
            self.before["battle"] != FightStage.NO_BATTLE
            and self.after["battle"] != FightStage.NO_BATTLE
            and all(
                self.before[field] == self.after[field]
                for field in ("place", "assault", "attackers", "defenders")
            )
        )

    def _fight(self, situation: Situation) -> str:
        """Such as `battle in Paris`."""
        data = situation.data
        what = "assault on" if data["assault"] else "battle in"
        return f"{what} {situation.place_name(int(data['place']))}"

    def _battle_begins(self) -> Iterator[str]:
        if self.after["battle"] == FightStage.NO_BATTLE or self._same_battle:
            return
        attack, defence = self._forces(ATTACKERS), self._forces(DEFENDERS)
        yield f"The {self._fight(self.now)} begins: {attack} against {defence}."

    def _forces(self, side: int) -> str:
        """Such as `3 units of France and 2 levies`."""
        force = self.after["force"]
        parts = [
            f"{plural(int(force[k]), 'unit')} of {self.now.name(k)}"
            for k in self.now.side(side)
            if force[k]
        ]
        levies = int(self.after["levies"]) if side == DEFENDERS else 0
        if levies:
            parts.append(plural(levies, "levy", "levies"))
        return listed(parts, "and") if parts else "nobody"

    def _battle_over(self) -> Iterator[str]:
        """What is left of the sides in the place, and who holds it."""
        if self.before["battle"] == FightStage.NO_BATTLE or self._same_battle:
            return
        place = int(self.before["place"])
        fight = f"The {self._fight(self.was)} is over"
        if self.before["assault"]:
            yield f"{fight}{self._outcome(place)}."
            return
        left = [self._left(self.was.side(side), place) for side in (ATTACKERS, DEFENDERS)]
        winners = [side for side, units in enumerate(left) if units]
        if len(winners) == 1:
            names = listed([self.now.name(k) for k in self.was.side(winners[0])], "and")
            verb = "win" if " and " in names else "wins"
            units = plural(sum(left[winners[0]].values()), "unit")
            yield f"{fight}: {names} {verb}, {units} left there."
        else:
            there = [
                f"{plural(n, 'unit')} of {self.now.name(k)}"
                for units in left
                for k, n in units.items()
            ]
            yield f"{fight}: {listed(there or ['nobody'], 'and')} left there."

    def _outcome(self, place: int) -> str:
        """Of an assault; a conquest is told by itself."""
        holder = self.now.holder(place)
        if holder in self.was.side(ATTACKERS):
            return ""
        return f": {self.now.place_name(place)} stays {self._whose(holder)}"

    def _whose(self, holder: int) -> str:
        return f"with {self.now.name(holder)}" if holder != NOBODY else "independent"

    def _left(self, kingdoms: list[int], place: int) -> dict[int, int]:
        at_sea = place >= FIRST_SEA
        units = self.now.fleets_at(place - FIRST_SEA) if at_sea else self.now.armies_at(place)
        return {k: n for k, n in units.items() if k in kingdoms}

    def _losses(self) -> Iterator[str]:
        """Units that left the map."""
        for kingdom in range(KINGDOMS):
            for field, one, many in (("armies", "army", "armies"), ("fleets", "fleet", "fleets")):
                more = self.after[field][kingdom].astype(int) - self.before[field][kingdom]
                if more.sum() >= 0:
                    continue
                # Those that only moved are not lost.
                where = [
                    self.now.place_name(place + (FIRST_SEA if field == "fleets" else 0))
                    for place in range(len(more))
                    if more[place] < 0
                ]
                lost = plural(-int(more.sum()), one, many)
                yield f"{self.now.name(kingdom)} loses {lost} in {listed(where, 'and')}."

    # --- regions, sieges and seas ---

    def _regions(self) -> Iterator[str]:
        if self.after["phase"] == Phase.ENDED:
            return
        for region in range(len(self.now.on.regions)):
            was, now = self.was.holder(region), self.now.holder(region)
            if was == now:
                continue
            name = self.now.place_name(region)
            if now == NOBODY:
                yield f"{self.now.name(was)} loses {name}: it is independent now."
            else:
                whose = f" from {self.now.name(was)}" if was != NOBODY else ""
                yield f"{self.now.name(now)} conquers {name}{whose}."

    def _sieges(self) -> Iterator[str]:
        for kingdom in range(KINGDOMS):
            was, now = (int(data["sieges"][kingdom]) for data in (self.before, self.after))
            for region in range(len(self.now.on.regions)):
                if (was ^ now) >> region & 1:
                    verb = "besieges" if now >> region & 1 else "no longer besieges"
                    yield f"{self.now.name(kingdom)} {verb} {self.now.place_name(region)}."

    def _seas(self) -> Iterator[str]:
        if self.before["step"] == Step.NOTHING:
            return
        for sea in range(SEAS):
            was, now = self.was.sea_owner(sea), self.now.sea_owner(sea)
            if was != now:
                name = capital(self.now.place_name(FIRST_SEA + sea))
                whose = f"belongs to {self.now.name(now)}" if now >= 0 else "belongs to nobody"
                yield f"{name} {whose} now."
