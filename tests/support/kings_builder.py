"""Blood of Kings positions for tests: say what matters, the rest is filled in consistently.

    table = Table(players=4).hand(0, "unrest", "generic 6").mat(1, "Italy", "Italy 7")
    table.armies("France", "Paris", 4).crowns("France", 10)
    state = table.kingdom("France")         # France is to play its card
    state = table.dynasty(0)                # seat 0 is to play dynasty cards
    play(state, C.CARD_TYPE + C.EXPANSION)  # actions and outcomes by id, `C` has all constants

Seat i rules kingdom i (Spain, Byzantium, France, Italy, England, Germany); with three players
seats rule two each: 0 Spain and Italy, 1 Byzantium and England, 2 France and Germany. Hands are
empty, each of the 12 sets is an Unrest card, and the first five tiles are on display.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from eminence import engines
from eminence.engines.blood_of_kings import state as enums
from eminence.engines.blood_of_kings import tables
from eminence.engines.blood_of_kings.numbers import DATA, Board, read
from eminence.engines.blood_of_kings.state import Step

KINGDOMS = ("Spain", "Byzantium", "France", "Italy", "England", "Germany")


def constants() -> dict[str, int]:
    """Every number that the rules have a name for."""
    found = {}
    for module in (tables, enums):
        for name, value in vars(module).items():
            if isinstance(value, type):
                found |= {member.name: int(member) for member in value}
            elif isinstance(value, int):
                found[name] = value
    return found


C = SimpleNamespace(**constants())


@cache
def loaded(players: int, **options: Any) -> engines.Game:
    return engines.load("blood_of_kings", players=players, **options)


@cache
def numbers() -> Board:
    return read(DATA)


def kingdom(name: str | int) -> int:
    return name if isinstance(name, int) else KINGDOMS.index(name)


def region(name: str) -> int:
    return numbers().region_names.index(name)


def sea(name: str) -> int:
    return numbers().sea_names.index(name)


def place(name: str) -> int:
    """A region or a sea, as the rules count places."""
    names = numbers().sea_names
    return C.FIRST_SEA + names.index(name) if name in names else region(name)


def card(name: str) -> int:
    """A kind of dynasty card."""
    return numbers().card_names.index(name)


def tile(name: str) -> int:
    """An achievement, by id or by name."""
    for i, found in enumerate(numbers().achievements):
        if name in (found.id, found.name):
            return i
    raise KeyError(name)


class Table:
    """A position under construction: the first turn, nobody has played a card."""

    def __init__(self, players: int = 4, **options: Any) -> None:
        self.game = loaded(players, **options)
        self.players = players
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.mats: dict[tuple[int, int], list[str]] = {}
        self.all_sets: list[list[str]] = [["unrest"] for _ in range(C.SETS)]
        self.gone: list[str] = []
        self.record = np.zeros((), self.game.table.dtype)
        self._start()

    def _start(self) -> None:
        s, board = self.record, numbers()
        s["head"]["view_of"] = -2
        s["phase"] = C.KINGDOM_PHASE
        s["order"] = range(C.KINGDOMS)
        for k in range(C.KINGDOMS):
            mask = sum(1 << i for i, r in enumerate(board.regions) if r.kingdom == k)
            s["holds"][k] = s["flags"][k] = mask
            s["flags_left"][k] = board.flags_left(k)
            s["in_hand"][k] = board.starting_cards[k]
            seat = k % 3 if self.players == 3 else k
            s["ruler"][k] = seat + 1 if seat < self.players else 0
            s["crowns"][k] = board.starting_income(k) if s["ruler"][k] else 0
        s["display"] = (1 << board.display) - 1
        size = int(self.game.options["achievements"])
        s["bag"] = ((1 << size) - 1) & ~int(s["display"])
        for seat in range(self.players):
            s["glory"][seat] = s["earned"][seat][C.FROM_START] = board.glory

    # --- saying what matters ---

    def hand(self, seat: int, *names: str) -> Table:
        self.hands[seat] += names
        return self

    def mat(self, seat: int, of: str, *names: str) -> Table:
        """Face-down cards, from the bottom up."""
        self.mats.setdefault((seat, kingdom(of)), []).extend(names)
        return self

    def discard(self, *names: str) -> Table:
        self.gone += names
        return self

    def sets(self, *contents: list[str]) -> Table:
        """All 12 sets; those not given are empty."""
        self.all_sets = [*contents, *([] for _ in range(C.SETS - len(contents)))]
        return self

    def ruler(self, of: str, seat: int | None) -> Table:
        """None: chaos, with an empty treasury."""
        self.record["ruler"][kingdom(of)] = 0 if seat is None else seat + 1
        if seat is None:
            self.record["crowns"][kingdom(of)] = 0
        return self

    def crowns(self, of: str, n: int) -> Table:
        return self.at("crowns", kingdom(of), n)

    def unrest(self, of: str, n: int) -> Table:
        return self.at("unrest", kingdom(of), n)

    def level(self, of: str, institution: int, level: int) -> Table:
        """Level 1 to 4; the flags that levels bring are added."""
        k, board = kingdom(of), numbers()
        before = int(self.record["level"][k][institution])
        self.record["level"][k][institution] = level - 1
        if institution == C.LEGAL:
            gained = board.mats[k].flags
            self.record["flags_left"][k] += sum(gained[before + 1 : level])
        for reached in range(before + 1, level):
            granted = board.mats[k].grants[institution][reached]
            if granted >= 0:
                self.record["on_mat"][k][granted] += 1
        return self

    def armies(self, of: str, where: str, n: int) -> Table:
        self.record["armies"][kingdom(of)][place(where)] = n
        return self

    def fleets(self, of: str, where: str, n: int) -> Table:
        self.record["fleets"][kingdom(of)][sea(where)] = n
        return self

    def hold(self, of: str, where: str) -> Table:
        """A region or sea is controlled by the kingdom; its flag comes from the treasury."""
        k = kingdom(of)
        if where in numbers().sea_names:
            self.record["sea_owner"][sea(where)] = k + 1
            if not int(self.record["sea_flags"][sea(where)]) >> k & 1:
                self.record["flags_left"][k] -= 1
            self.record["sea_flags"][sea(where)] |= 1 << k
            return self
        for other in range(C.KINGDOMS):
            self.record["holds"][other] &= ~np.uint64(1 << region(where))
        self.record["holds"][k] |= np.uint64(1 << region(where))
        return self.flag(of, where)

    def flag(self, of: str, where: str) -> Table:
        """A flag lies there, on top or beneath."""
        k = kingdom(of)
        if not int(self.record["flags"][k]) >> region(where) & 1:
            self.record["flags_left"][k] -= 1
        self.record["flags"][k] |= np.uint64(1 << region(where))
        return self

    def siege(self, of: str, where: str) -> Table:
        self.record["sieges"][kingdom(of)] |= np.uint64(1 << region(where))
        return self

    def alliance(self, of: str, host: str) -> Table:
        """The first kingdom's token lies in the second one's treasury."""
        return self.at("alliance", kingdom(of), kingdom(host) + 1)

    def played(self, of: str, type_: int) -> Table:
        """The kingdom's card of this turn, moved from its hand to the mat."""
        k = kingdom(of)
        self.record["in_hand"][k][type_] -= 1
        self.record["on_mat"][k][type_] += 1
        return self.at("played", k, type_ + 1)

    def tiles(self, seat: int, *names: str) -> Table:
        """Achievements that a seat has won; they leave bag and display.

        One that is not in this game replaces the last in the bag.
        """
        for name in names:
            bit = np.uint32(1 << tile(name))
            if not bit & (self.record["bag"] | self.record["display"]):
                last = 1 << (int(self.record["bag"]).bit_length() - 1)
                self.record["bag"] ^= np.uint32(last)
            self.record["bag"] &= ~bit
            self.record["display"] &= ~bit
            self.record["tiles"][seat] |= bit
        while int(self.record["display"]).bit_count() < numbers().display and self.record["bag"]:
            low = int(self.record["bag"]) & -int(self.record["bag"])
            self.record["bag"] ^= np.uint32(low)
            self.record["display"] |= np.uint32(low)
        self.record["earned"][seat][C.FROM_CONQUEST] += numbers().glory_per_tile * len(names)
        return self

    def glory(self, seat: int, n: int) -> Table:
        """Tokens; what differs from before counts as conquered or lost."""
        more = n - int(self.record["glory"][seat])
        source = C.FROM_CONQUEST if more > 0 else C.TO_OTHERS
        self.record["earned"][seat][source] += abs(more)
        return self.at("glory", seat, n)

    def order(self, *names: str) -> Table:
        return self.set(order=[kingdom(name) for name in names])

    def at(self, field: str, index: int, value: Any) -> Table:
        self.record[field][index] = value
        return self

    def set(self, **fields: Any) -> Table:
        for name, value in fields.items():
            self.record[name] = value
        return self

    # --- building ---

    def _hide_flags(self, record: Any) -> None:
        """Flags that are neither in the treasury nor placed lie beneath those of others."""
        board = numbers()
        for k in range(C.KINGDOMS):
            legal = int(record["level"][k][C.LEGAL])
            missing = board.flags + sum(board.mats[k].flags[1 : legal + 1])
            missing -= int(record["flags_left"][k]) + int(record["flags"][k]).bit_count()
            missing -= sum(int(mask) >> k & 1 for mask in record["sea_flags"])
            others = sum(int(record["holds"][o]) for o in range(C.KINGDOMS) if o != k)
            for i in reversed(range(len(board.regions))):
                fits = board.regions[i].type in (C.CASTLE, C.TOWN) and others >> i & 1
                if missing > 0 and fits and not int(record["flags"][k]) >> i & 1:
                    record["flags"][k] |= np.uint64(1 << i)
                    missing -= 1

    def _deal(self, record: Any) -> None:
        """All cards without a given place are in the deck."""
        left = [kind.copies for kind in numbers().deck]

        def counts(names: list[str]) -> list[int]:
            out = [0] * C.KINDS
            for name in names:
                out[card(name)] += 1
                left[card(name)] -= 1
                assert left[card(name)] >= 0, f"too many of {name}"
            return out

        for seat, names in enumerate(self.hands):
            record["hand"][seat] = counts(names)
            record["hand_count"][seat] = len(names)
        mat: list[int] = []
        for (seat, k), names in sorted(self.mats.items()):
            counts(names)
            record["height"][seat][k] = len(names)
            mat += [card(name) for name in names]
        record["mat"][: len(mat)] = mat
        for i, names in enumerate(self.all_sets):
            record["sets"][i] = counts(names)
        record["discards"] = counts(self.gone)
        record["deck"] = left
        record["deck_size"] = sum(left)

    def state(self, player: int, step: int) -> engines.State:
        """With this step pending for a seat, or for chance (-1)."""
        record = self.record.copy()
        self._deal(record)
        self._hide_flags(record)
        record["step"] = step
        record["head"]["player"] = player
        return self.game.from_bytes(record.tobytes())

    def kingdom(self, name: str) -> engines.State:
        """The kingdom's ruler is to play its card, before all others of this turn."""
        k = kingdom(name)
        rest = [int(other) for other in self.record["order"] if other != k]
        self.set(order=[k, *rest], stage=1)
        return self.state(int(self.record["ruler"][k]) - 1, C.PLAY_CARD)

    def dynasty(self, seat: int) -> engines.State:
        """All kingdoms have acted; this seat, the First Player, is to play dynasty cards."""
        self.set(phase=C.DYNASTY_PHASE, first=seat)
        return self.state(seat, C.DYNASTY)


# --- playing ---


def play(state: engines.State, *ids: int) -> engines.State:
    """Actions and outcomes by id."""
    for action in ids:
        legal = state.actions() if state.player >= 0 else [o for o, _ in state.outcomes()]
        assert action in legal, f"{action} is none of {legal} at step {step_name(state)}"
        state.apply(action)
    return state


def dice(coloured: int, white: int) -> int:
    """The outcome of a roll."""
    return (coloured - 1) * C.DIE + white - 1


def step_name(state: engines.State) -> str:
    return Step(int(state.data["step"])).name


def held(state: engines.State, name: str) -> set[str]:
    """The regions that a kingdom controls."""
    mask = int(state.data["holds"][kingdom(name)])
    return {r for i, r in enumerate(numbers().region_names) if mask >> i & 1}
