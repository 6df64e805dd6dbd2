"""What a step of Wallenstein brought: battles, revolts, buildings, Thalers, grain, points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np

from eminence.cython_ext.game import Position
from eminence.engines.kit.options import listed
from eminence.engines.kit.telling import Change, Deeds, Reader
from eminence.engines.kit.wording import among, plural
from eminence.engines.wallenstein.explanations.effects import armies
from eminence.engines.wallenstein.explanations.looking import owner_of
from eminence.engines.wallenstein.names import DRAFTING, SEASONS
from eminence.engines.wallenstein.numbers import Board
from eminence.engines.wallenstein.state import PEASANTS, Battle, Phase

REVOLTS = (Battle.REVOLT, Battle.WINTER_REVOLT)
#: before the first round; what a player chooses there says itself
SETTING_UP = (*DRAFTING, Phase.STATION)
#: a kind of building in the singular
ONE_OF = ("palace", "church", "trading post")


class Events:
    """The differences of two positions in sentences; all of it lies open on the board."""

    def __init__(self, board: Board, sources: Sequence[str], before: Position, after: Position):
        self.on = board
        self.sources = sources
        self.before = before.data
        self.after = after.data
        self.seats = range(after.game.seats)
        self.reader = Reader.of(after)

    def told(self) -> list[str]:
        if self.before["phase"] in SETTING_UP or self.before["battle"] == Battle.FILLING:
            return []
        return [
            *self._battle(),
            *self._other_owners(),
            *self._deeds(),
            *self._destroyed(),
            *self._markers(),
            *self._points(),
            *self._new_revolt(),
        ]

    # --- battles and revolts ---

    @property
    def fought_for(self) -> int:
        """The county whose battle or revolt ended with this step; -1: none."""
        data = self.before
        if data["phase"] != Phase.TOWER or data["battle"] == Battle.NO_BATTLE:
            return -1
        to_come = [
            colour
            for colour in range(int(data["colour"]) + 1, PEASANTS + 1)
            if data["fresh"][colour] + data["tower"][colour]
        ]
        return -1 if to_come else int(data["target"]) - 1

    def _fallen(self, colour: int) -> int:
        """How many cubes of a colour fell out in the throw that has ended."""
        data = self.before
        thrown = int(data["tray"][colour]) + int(data["fresh"][colour])
        return thrown + int(data["tower"][colour]) - int(self.after["tower"][colour])

    def _battle(self) -> Iterator[str]:
        county = self.fought_for
        if county < 0:
            return
        owner, now = owner_of(self.before, county), owner_of(self.after, county)
        if self.before["battle"] in REVOLTS and owner is not None:
            yield self._revolt(county, owner, now)
        elif self.before["battle"] == Battle.ATTACK:
            yield self._attack(county, owner, now)

    def _revolt(self, county: int, owner: int, now: int | None) -> str:
        name, mine, theirs = self._name(county), self._fallen(owner), self._fallen(PEASANTS)
        cubes = f"{mine} against {theirs}"
        if now is None:
            return f"{self.reader.does(owner, 'lose')} {name} to its peasants, {cubes}."
        left = stays(int(self.after["armies"][county]))
        return f"{self.reader.does(owner, 'put')} down the revolt in {name}, {cubes}: {left}."

    def _attack(self, county: int, owner: int | None, now: int | None) -> str:
        attacker = int(self.before["leader"][self.before["turn"]]) - 1
        name, mine = self._name(county), self._fallen(attacker)
        there = int(self.after["armies"][county])
        against = self._against(county, owner)
        if now == attacker:
            whose = f" from {self.reader.name(owner)}" if owner is not None else ""
            taken = f"{self.reader.does(attacker, 'take')} {name}{whose}"
            return f"{taken}, {mine} {against}: {stays(there)}."
        beaten = f"{self.reader.does(attacker, 'attack')} {name} in vain, {mine} {against}"
        if now is not None:
            holds = f"{self.reader.name(now)} {self.reader.verb(now, 'hold')} it"
            return f"{beaten}: {holds} with {armies(there)}."
        if owner is not None:
            lost = f"{self.reader.name(owner)} {self.reader.verb(owner, 'lose')} it all the same"
            return f"{beaten}: {lost}, it is neutral now."
        return f"{beaten}: it stays neutral."

    def _against(self, county: int, owner: int | None) -> str:
        """The cubes on the defender's side, such as `against 3 and 1 peasant`."""
        peasants = self._fallen(PEASANTS)
        if owner is None:
            return f"against {plural(peasants, 'peasant')}"
        own = self._fallen(owner)
        # Peasants do not help an owner whose county has revolt markers (R33).
        if not peasants or self.before["markers"][county]:
            return f"against {own}"
        return f"against {own} and {plural(peasants, 'peasant')}"

    def _new_revolt(self) -> Iterator[str]:
        """A revolt that has begun with this step."""
        data = self.after
        if data["phase"] != Phase.TOWER or data["battle"] not in REVOLTS:
            return
        same = self.before["battle"] == data["battle"] and self.before["target"] == data["target"]
        if same and self.fought_for < 0:
            return
        county = int(data["target"]) - 1
        owner = owner_of(data, county)
        if owner is not None:
            markers = plural(int(data["markers"][county]), "revolt marker")
            against = self.reader.name(owner)
            yield f"The peasants of {self._name(county)} revolt against {against}: {markers}."

    # --- counties ---

    def _name(self, county: int) -> str:
        return str(self.on.names[county])

    def _other_owners(self) -> Iterator[str]:
        """Counties that changed hands without a battle."""
        fought = self.fought_for
        for county in range(len(self.on.names)):
            was, now = owner_of(self.before, county), owner_of(self.after, county)
            if was == now or county == fought:
                continue
            if now is not None:
                whose = f" from {self.reader.name(was)}" if was is not None else ""
                yield f"{self.reader.does(now, 'take')} {self._name(county)}{whose}."
            elif was is not None:
                yield f"{self.reader.does(was, 'lose')} {self._name(county)}: it is neutral now."

    def _deeds(self) -> list[str]:
        """What each seat moved, built, got and paid."""
        deeds = Deeds(self.reader)
        self._add_armies(deeds)
        self._add_buildings(deeds)
        self._add_leaders(deeds)
        for seat in self.seats:
            thalers = Change(self._more("thalers", seat), "Thaler", "Thalers")
            grain = Change(self._more("grain", seat), "grain", "grain")
            courtiers = Change(
                self._more("entrance", seat) + self._more("audience", seat), "courtier", "courtiers"
            )
            deeds.add_changes(seat, [each for each in (thalers, grain, courtiers) if each.n > 0])
            deeds.add_changes(
                seat, [each for each in (thalers, courtiers) if each.n < 0], losing="pay"
            )
            deeds.add_changes(seat, [grain] if grain.n < 0 else [])
        return deeds.sentences()

    def _more(self, field: str, seat: int) -> int:
        return int(self.after[field][seat]) - int(self.before[field][seat])

    def _add_armies(self, deeds: Deeds) -> None:
        """Armies that came, and those that went from one county of a seat to another."""
        changes: dict[int, dict[int, int]] = {seat: {} for seat in self.seats}
        for county in range(len(self.on.names)):
            n = int(self.after["armies"][county]) - int(self.before["armies"][county])
            owner = owner_of(self.after, county)
            same = owner is not None and owner == owner_of(self.before, county)
            if n and same and owner is not None and county not in self._battlefields:
                changes[owner][county] = n
        for seat, counties in changes.items():
            self._add_armies_of(deeds, seat, counties)

    @cached_property
    def _battlefields(self) -> set[int]:
        """Counties whose armies are in the tower before or after the step."""
        fighting = (
            data for data in (self.before, self.after) if data["battle"] != Battle.NO_BATTLE
        )
        return {int(data["target"]) - 1 for data in fighting}

    def _add_armies_of(self, deeds: Deeds, seat: int, changes: Mapping[int, int]) -> None:
        came = [county for county, n in changes.items() if n > 0]
        went = [county for county, n in changes.items() if n < 0]
        if len(came) == len(went) == 1 and changes[came[0]] == -changes[went[0]]:
            way = f"from {self._name(went[0])} to {self._name(came[0])}"
            deeds.add(seat, "move", f"{armies(changes[came[0]])} {way}")
            return
        for county in came:
            now = int(self.after["armies"][county])
            deeds.add(seat, "get", f"{armies(changes[county])} in {self._name(county)} (now {now})")
        for county in went:
            left = int(self.after["armies"][county])
            where = f"out of {self._name(county)} ({left} left)"
            deeds.add(seat, "lead", f"{armies(-changes[county])} {where}")

    def _add_buildings(self, deeds: Deeds) -> None:
        for kind, one in enumerate(ONE_OF):
            new = int(self.after["built"][kind]) & ~int(self.before["built"][kind])
            for county in among(range(len(self.on.names)), new):
                owner = owner_of(self.after, county)
                if owner is not None:
                    deeds.add(owner, "build", f"a {one} in {self._name(county)}")

    def _add_leaders(self, deeds: Deeds) -> None:
        """Statues, and leaders whose county was lost."""
        for seat in self.seats:
            more = self._more_statues(seat)
            for name in among(self.on.names, more):
                deeds.add(seat, "raise", f"a statue in {name}")
            if self.before["general"][seat] and not self.after["general"][seat]:
                county = self._name(int(self.before["general"][seat]) - 1)
                deeds.add(seat, "take", f"the leader out of {county}")

    def _more_statues(self, seat: int) -> int:
        return int(self.after["honoured"][seat]) & ~int(self.before["honoured"][seat])

    def _destroyed(self) -> Iterator[str]:
        for kind, one in enumerate(ONE_OF):
            gone = int(self.before["built"][kind]) & ~int(self.after["built"][kind])
            for name in among(self.on.names, gone):
                yield f"The {one} in {name} is destroyed."

    def _markers(self) -> Iterator[str]:
        """Revolt markers laid or taken away where the owner stayed."""
        calmed = []
        for county, name in enumerate(self.on.names):
            was, now = int(self.before["markers"][county]), int(self.after["markers"][county])
            stayed = owner_of(self.before, county) == owner_of(self.after, county)
            if now > was:
                yield f"{name} has {plural(now, 'revolt marker')} now."
            elif now < was and stayed:
                calmed.append(f"{name} ({now} left)" if now else name)
        if len(calmed) > 1 and not self.after["markers"].any():
            yield "All revolt markers go back."
        elif calmed:
            yield f"Revolt markers go back from {listed(calmed, 'and')}."

    # --- points ---

    def _points(self) -> Iterator[str]:
        for seat in self.seats:
            more: np.ndarray = self.after["points"][seat].astype(int) - self.before["points"][seat]
            won = int(more.sum())
            if won > 0:
                parts = [
                    f"{n} for {source}" for source, n in zip(self.sources, more, strict=False) if n
                ]
                total = int(self.after["points"][seat].sum())
                said = f"{plural(won, 'point')} ({', '.join(parts)})"
                yield f"{self.reader.does(seat, 'score')} {said}: {total} in all."


def stays(n: int) -> str:
    """`1 army stays`, `2 armies stay`."""
    return f"{armies(n)} {'stays' if n == 1 else 'stay'}"


def part_of(data: np.void) -> str:
    """The round that a position belongs to, such as `year 1, spring`."""
    if data["phase"] in DRAFTING or data["battle"] == Battle.FILLING:
        return "set-up"
    return f"year {int(data['year']) + 1}, {SEASONS[data['season']]}"
