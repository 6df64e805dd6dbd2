"""The table as text: the kingdoms with their lands, the seas, the cards, the players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from eminence.cython_ext.game import Position, View
from eminence.engines.blood_of_kings import estimates
from eminence.engines.blood_of_kings.names import (
    CARDS,
    CHALLENGES,
    FACE_DOWN,
    INSTITUTIONS,
    PHASES,
    REGION_TYPES,
    STEPS,
    USES,
)
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.state import Phase
from eminence.engines.blood_of_kings.tables import FIRST_SEA, NOWHERE, UNKNOWN
from eminence.engines.kit.wording import wrapped

LABEL = "  {:<12}"
#: the kingdom of regions that nobody controls
INDEPENDENT = -1


class BoardText:
    """Writes positions of one loaded game."""

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.players = players

    def text(self, position: Position) -> str:
        data = position.data
        kingdoms = [int(k) for k in data["order"]]
        return "\n".join(
            [
                self._time(position),
                *self._under_way(data),
                "",
                *(line for k in kingdoms for line in self._kingdom(position, k)),
                *self._list("independent", self._lands(data, INDEPENDENT)),
                *self._list("seas", self._seas(data)),
                "",
                *self._cards_on_the_table(data),
                "",
                *(line for seat in range(self.players) for line in self._seat(position, seat)),
            ]
        )

    # --- the turn ---

    def _time(self, position: Position) -> str:
        data = position.data
        if data["phase"] == Phase.ENDED:
            return "the game is over"
        parts = [
            f"turn {data['turn'] + 1}, {PHASES[data['phase']]}",
            f"First Player seat {data['first']}",
        ]
        if data["tie"]:
            parts.append(f"tied at {data['tied_at']}: the first to exceed it wins")
        if position.player >= 0:
            parts.append(f"seat {position.player}: {STEPS[data['step']]}")
        return wrapped("", ", ".join(parts))

    def _under_way(self, data: np.void) -> list[str]:
        """A battle, a succession, a Dynasty card that waits for its end."""
        lines = []
        if data["battle"]:
            kind = "assault on" if data["assault"] else "battle in"
            sides = [self._side(data, data[side]) for side in ("attackers", "defenders")]
            if data["levies"]:
                levies = "1 levy" if data["levies"] == 1 else f"{data['levies']} levies"
                sides[1] += f" and {levies}"
            where = self.on.place_names[data["place"]] if data["place"] != NOWHERE else "?"
            lines.append(f"{kind} {where}: {sides[0]} against {sides[1].removeprefix(' and ')}")
        if data["challenge"]:
            throne = self.on.kingdoms[data["throne"]]
            lines.append(f"{CHALLENGES[data['challenge']]} succession in {throne}")
            lines += self._commitments(data)
        if data["use"]:
            lines.append(self._dynasty_card(data))
        return lines

    def _dynasty_card(self, data: np.void) -> str:
        """Such as `Dynasty card: diplomacy on France, for Angers to Spain`."""
        on, card = self.on, int(data["card"])
        told = f"Dynasty card: {USES[data['use']]} on {on.kingdoms[data['target']]}"
        if card:
            told += f" ({FACE_DOWN if card == UNKNOWN else on.card_names[card - 1]})"
        for region, gainer in zip(data["regions"], data["gainers"], strict=True):
            if region:
                told += f", for {on.region_names[region - 1]}"
                told += f" to {on.kingdoms[gainer - 1]}" if gainer else ""
        return told

    def _side(self, data: np.void, mask: int) -> str:
        return ", ".join(
            f"{data['force'][k]} {name}"
            for k, name in enumerate(self.on.kingdoms)
            if int(mask) >> k & 1 and data["force"][k]
        )

    def _commitments(self, data: np.void) -> list[str]:
        """What lies face up in total, and how many cards face down, before whom."""
        parts = []
        before = [0] * self.players
        for owner in data["pledged"]:
            if owner:
                before[owner - 1] += 1
        for seat in range(self.players):
            if data["influence"][seat]:
                parts.append(f"seat {seat} shows {data['influence'][seat]}")
            if before[seat] or data["committed"][seat]:
                n = before[seat] or int(data["committed"][seat])
                parts.append(f"{n} face down before seat {seat}")
        return ["  " + "; ".join(parts)] if parts else []

    # --- kingdoms ---

    def _kingdom(self, position: Position, kingdom: int) -> list[str]:
        on, data = self.on, position.data
        mat, ruler = int(data["played"][kingdom]), int(data["ruler"][kingdom])
        calm = estimates.stability_of(position, kingdom)
        facts = [
            f"seat {ruler - 1}" if ruler else "in Chaos",
            f"{data['crowns'][kingdom]} Crowns",
            f"income {estimates.income_of(position, kingdom)}",
            f"unrest {data['unrest'][kingdom]} of {calm}",
            f"flags left {data['flags_left'][kingdom]}",
            f"sieges left {estimates.siege_tokens_of(position, kingdom)}",
        ]
        if mat:
            facts.append(f"played {CARDS[mat - 1]}")
        host = int(data["alliance"][kingdom])
        if host:
            side = "back" if int(data["flipped"]) >> kingdom & 1 else "front"
            facts.append(f"token with {on.kingdoms[host - 1]} ({side})")
        levels = [f"{n} {data['level'][kingdom][i] + 1}" for i, n in enumerate(INSTITUTIONS)]
        stack = self._counts(CARDS, data["on_mat"][kingdom])
        lines = [wrapped(f"{on.kingdoms[kingdom]:<13} ", ", ".join(facts))]
        lines += self._list("mat", levels, ", ")
        lines += self._list("hand", self._counts(CARDS, data["in_hand"][kingdom]), ", ")
        if stack:
            lines += self._list("stack", stack, ", ")
        return lines + self._list("lands", self._lands(data, kingdom))

    # --- the map ---

    def _lands(self, data: np.void, kingdom: int) -> list[str]:
        """Such as `Orleans castle: 3 France, 2 England, siege by England, once England`."""
        if kingdom == INDEPENDENT:
            held = ~int(np.bitwise_or.reduce(data["holds"]))
        else:
            held = int(data["holds"][kingdom])
        regions = range(len(self.on.regions))
        return [self._region(data, i, kingdom) for i in regions if held >> i & 1]

    def _region(self, data: np.void, region: int, kingdom: int) -> str:
        on = self.on
        told = [
            f"{armies[region]} {on.kingdoms[k]}"
            for k, armies in enumerate(data["armies"])
            if armies[region]
        ]
        told += [
            f"siege by {on.kingdoms[k]}"
            for k, mask in enumerate(data["sieges"])
            if int(mask) >> region & 1
        ]
        beneath = [
            on.kingdoms[k]
            for k, mask in enumerate(data["flags"])
            if k != kingdom and int(mask) >> region & 1
        ]
        if beneath:
            told.append(f"beneath {' and '.join(beneath)}")
        name = f"{on.regions[region].name} {REGION_TYPES[on.regions[region].type]}"
        return f"{name}: {', '.join(told)}" if told else name

    def _seas(self, data: np.void) -> list[str]:
        return [self._sea(data, sea) for sea in range(len(self.on.seas))]

    def _sea(self, data: np.void, sea: int) -> str:
        """Such as `North Sea (3) England: 2 fleets England, 1 army England`."""
        on, owner = self.on, int(data["sea_owner"][sea])
        told = []
        for k, name in enumerate(on.kingdoms):
            fleets, armies = (int(data["fleets"][k][sea]), int(data["armies"][k][FIRST_SEA + sea]))
            if fleets:
                told.append(f"{fleets} {'fleet' if fleets == 1 else 'fleets'} {name}")
            if armies:
                told.append(f"{armies} {'army' if armies == 1 else 'armies'} {name}")
        beneath = [
            name
            for k, name in enumerate(on.kingdoms)
            if int(data["sea_flags"][sea]) >> k & 1 and k != owner - 1
        ]
        if beneath:
            told.append(f"beneath {' and '.join(beneath)}")
        name = f"{on.seas[sea].name} ({on.seas[sea].base_income})"
        if owner:
            name += f" {on.kingdoms[owner - 1]}"
        return f"{name}: {', '.join(told)}" if told else name

    # --- cards and tiles ---

    def cards(self, counts: Sequence[int]) -> str:
        """Such as `2 unrest, Spain 7`."""
        return ", ".join(self._counts(self.on.card_names, counts)) or "empty"

    def _counts(self, names: Sequence[str], counts: Iterable[int]) -> list[str]:
        pairs = zip(names, counts, strict=True)
        return [name if n == 1 else f"{n} {name}" for name, n in pairs if n]

    def _cards_on_the_table(self, data: np.void) -> list[str]:
        sets = [f"{i + 1}: {self.cards(cards)}" for i, cards in enumerate(data["sets"])]
        lines = self._list("sets", sets)
        lines += self._list("discards", [self.cards(data["discards"])])
        lines.append(LABEL.format("deck") + f"{data['deck_size']} cards")
        lines += self._list("display", self._tiles(int(data["display"])), ", ")
        lines += self._list("bag", self._tiles(int(data["bag"])), ", ")
        return lines

    def _tiles(self, mask: int) -> list[str]:
        return [name for i, name in enumerate(self.on.tile_names) if mask >> i & 1]

    # --- players ---

    def _seat(self, position: Position, seat: int) -> list[str]:
        data = position.data
        tiles = self._tiles(int(data["tiles"][seat]))
        total = int(data["glory"][seat]) + self.on.glory_per_tile * len(tiles)
        ruled = [n for k, n in enumerate(self.on.kingdoms) if data["ruler"][k] == seat + 1]
        glory = f"{total} glory ({data['glory'][seat]} tokens)"
        rules = f"rules {' and '.join(ruled)}" if ruled else "rules nothing"
        lines = [wrapped(f"seat {seat}        ", f"{glory}, {rules}")]
        if tiles:
            lines += self._list("tiles", tiles, ", ")
        lines += self._list("cards", [self._hand(position, seat)])
        stacks = self._stacks(data, seat)
        if stacks:
            lines += self._list("influence", stacks)
        return lines

    def _hand(self, position: Position, seat: int) -> str:
        """All of one's own; of others how many, and which are known among those they hide."""
        data = position.data
        known, count = self.cards(data["hand"][seat]), int(data["hand_count"][seat])
        if not isinstance(position, View) or position.seat == seat:
            return known
        hidden = f"{count} in hand"
        if data["hand"][seat].any():
            hidden += f", there or face down {known}"
        return hidden

    def _stacks(self, data: np.void, seat: int) -> list[str]:
        """Such as `France 3: ?, influence 5, unrest`, from the bottom up."""
        shown = []
        at = int(data["height"][:seat].sum())
        for k, name in enumerate(self.on.kingdoms):
            height = int(data["height"][seat][k])
            faces = [self._face(int(kind)) for kind in data["mat"][at : at + height]]
            at += height
            if height:
                told = f": {', '.join(faces)}" if {*faces} != {FACE_DOWN} else ""
                shown.append(f"{name} {height}{told}")
        return shown

    def _face(self, kind: int) -> str:
        return FACE_DOWN if kind == UNKNOWN else self.on.card_names[kind]

    def _list(self, label: str, items: Sequence[str], between: str = "; ") -> list[str]:
        return [wrapped(LABEL.format(label), between.join(items) or "none")]
