"""The table as text: the kingdoms with their lands, the seas, the cards, the players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from eminence.cython_ext.game import Position, View
from eminence.cython_ext.words import Words
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
from eminence.engines.blood_of_kings.state import Challenge, Phase
from eminence.engines.blood_of_kings.tables import FIRST_SEA, NOWHERE, UNKNOWN
from eminence.engines.kit.wording import OVER, among, counted, plural, row, wrapped

#: how the rows of what is unfinished begin
BATTLE, ASSAULT, CARD = "battle in", "assault on", "Dynasty card"
UNDER_WAY = (BATTLE, ASSAULT, CARD, *(f"{kind} succession" for kind in CHALLENGES))
#: the kingdom of regions that nobody controls
INDEPENDENT = -1


def line(label: str, items: Iterable[str], between: str = "; ") -> str:
    return row(f"  {label:<12}", items, between=between)


class BoardText(Words):
    """Writes positions of one loaded game."""

    on: Board
    players: int

    def board(self, position: Position) -> str:
        data = position.data
        lines = [self._time(position), *self._under_way(data), ""]
        for kingdom in data["order"]:
            lines += self._kingdom(position, int(kingdom))
        seas = (self._sea(data, sea) for sea in range(len(self.on.seas)))
        lines.append(row("independent   ", self._lands(data, INDEPENDENT), between="; "))
        lines.append(row("seas          ", seas, between="; "))
        lines += ["", *self._cards_on_the_table(data), ""]
        for seat in range(self.players):
            lines += self._seat(position, seat)
        return "\n".join(lines)

    def of_interest(self, position: Position) -> Sequence[str]:
        data, me = position.data, position.player
        if data["battle"] or data["challenge"] or data["use"]:
            return [*UNDER_WAY, f"seat {me} "]
        ruled = (n for k, n in enumerate(self.on.kingdoms) if data["ruler"][k] == me + 1)
        return [f"seat {me} ", *(f"{name} " for name in ruled)]

    # --- the turn ---

    def _time(self, position: Position) -> str:
        data = position.data
        if data["phase"] == Phase.ENDED:
            return OVER
        parts = [
            f"turn {data['turn'] + 1}, {PHASES[data['phase']]}",
            f"First Player seat {data['first']}",
        ]
        if data["tie"]:
            parts.append(f"tied at {data['tied_at']}: the first to exceed it wins")
        if position.player >= 0:
            parts.append(f"seat {position.player}: {STEPS[data['step']]}")
        return row("", parts)

    def _under_way(self, data: np.void) -> list[str]:
        """What is unfinished: a battle, a succession, a Dynasty card."""
        lines = []
        if data["battle"]:
            kind = ASSAULT if data["assault"] else BATTLE
            sides = [self._side(data, data[side]) for side in ("attackers", "defenders")]
            if data["levies"]:
                sides[1] += f" and {plural(data['levies'], 'levy', 'levies')}"
            where = self.on.place_names[data["place"]] if data["place"] != NOWHERE else "?"
            against = f"{sides[0]} against {sides[1].removeprefix(' and ')}"
            lines.append(wrapped(f"{kind} {where}: ", against))
        if data["challenge"]:
            throne = self.on.kingdoms[data["throne"]]
            lines.append(f"{CHALLENGES[data['challenge']]} succession in {throne}")
            lines += self._commitments(data)
        if data["use"]:
            lines.append(wrapped(f"{CARD}: ", self._dynasty_card(data)))
        return lines

    def _dynasty_card(self, data: np.void) -> str:
        """Such as `diplomacy on France, for Angers to Spain`."""
        on, card = self.on, int(data["card"])
        told = f"{USES[data['use']]} on {on.kingdoms[data['target']]}"
        if card:
            told += f" ({FACE_DOWN if card == UNKNOWN else on.card_names[card - 1]})"
        for region, gainer in zip(data["regions"], data["gainers"], strict=True):
            if region:
                told += f", for {on.region_names[region - 1]}"
                told += f" to {on.kingdoms[gainer - 1]}" if gainer else ""
        return told

    def _side(self, data: np.void, mask: int) -> str:
        return ", ".join(counted(among(self.on.kingdoms, mask), among(data["force"], mask)))

    def _commitments(self, data: np.void) -> list[str]:
        """The face-up total, and how many cards lie face down before whom."""
        parts = []
        for seat in range(self.players):
            if data["influence"][seat]:
                parts.append(f"seat {seat} shows {data['influence'][seat]}")
            is_violent = data["challenge"] == Challenge.VIOLENT
            before = data["pledged"] == seat + 1
            face_down = before.sum() if is_violent else data["committed"][seat]
            if face_down:
                parts.append(f"{face_down} face down before seat {seat}")
        return [row("  ", parts, between="; ")] if parts else []

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
        stack = _counts(CARDS, data["on_mat"][kingdom])
        return [
            row(f"{on.kingdoms[kingdom]:<13} ", facts),
            line("mat", levels, ", "),
            line("hand", _counts(CARDS, data["in_hand"][kingdom]), ", "),
            *([line("stack", stack, ", ")] if stack else []),
            line("lands", self._lands(data, kingdom)),
        ]

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
        told = counted(on.kingdoms, data["armies"][:, region])
        told += [f"siege by {name}" for name in self._with(data["sieges"], region)]
        flags = self._with(data["flags"], region)
        owner = "" if kingdom == INDEPENDENT else on.kingdoms[kingdom]
        beneath = [name for name in flags if name != owner]
        name = f"{on.regions[region].name} {REGION_TYPES[on.regions[region].type]}"
        return _told(name, told, beneath)

    def _with(self, masks: Iterable[int], region: int) -> list[str]:
        """The kingdoms whose mask has this region."""
        pairs = zip(self.on.kingdoms, masks, strict=True)
        return [name for name, mask in pairs if int(mask) >> region & 1]

    def _sea(self, data: np.void, sea: int) -> str:
        """Such as `North Sea (3) England: 2 fleets England, 1 army England`."""
        on, owner = self.on, int(data["sea_owner"][sea])
        told = []
        for k, name in enumerate(on.kingdoms):
            fleets, armies = data["fleets"][k][sea], data["armies"][k][FIRST_SEA + sea]
            told += [f"{plural(fleets, 'fleet')} {name}"] * bool(fleets)
            told += [f"{plural(armies, 'army', 'armies')} {name}"] * bool(armies)
        name = f"{on.seas[sea].name} ({on.seas[sea].base_income})"
        flags = int(data["sea_flags"][sea])
        if owner:
            name += f" {on.kingdoms[owner - 1]}"
            flags &= ~(1 << owner - 1)
        return _told(name, told, among(on.kingdoms, flags))

    # --- cards and tiles ---

    def cards(self, counts: Sequence[int]) -> str:
        """Such as `2 unrest, Spain 7`."""
        return ", ".join(_counts(self.on.card_names, counts)) or "empty"

    def _cards_on_the_table(self, data: np.void) -> list[str]:
        sets = [f"{i + 1}: {self.cards(cards)}" for i, cards in enumerate(data["sets"])]
        return [
            line("sets", sets),
            line("discards", [self.cards(data["discards"])]),
            line("deck", [f"{data['deck_size']} cards"]),
            line("display", among(self.on.tile_names, data["display"]), ", "),
            line("bag", among(self.on.tile_names, data["bag"]), ", "),
        ]

    # --- players ---

    def _seat(self, position: Position, seat: int) -> list[str]:
        data = position.data
        tiles = among(self.on.tile_names, data["tiles"][seat])
        total = int(data["glory"][seat]) + self.on.glory_per_tile * len(tiles)
        ruled = [n for k, n in enumerate(self.on.kingdoms) if data["ruler"][k] == seat + 1]
        glory = f"{total} glory ({data['glory'][seat]} tokens)"
        rules = f"rules {' and '.join(ruled) or 'nothing'}"
        stacks = self._stacks(data, seat)
        return [
            row(f"seat {seat}        ", [glory, rules]),
            *([line("tiles", tiles, ", ")] if tiles else []),
            line("cards", [self._hand(position, seat)]),
            *([line("influence", stacks)] if stacks else []),
        ]

    def _hand(self, position: Position, seat: int) -> str:
        """One's own cards; of another seat how many, and which are known in hand or face down."""
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


def _counts(names: Sequence[str], counts: Iterable[int]) -> list[str]:
    """As `counted`, but a single thing is named without a number."""
    return [told.removeprefix("1 ") for told in counted(names, counts)]


def _told(name: str, told: list[str], beneath: list[str]) -> str:
    """A place, what is there, and whose flags lie beneath its owner's."""
    if beneath:
        told.append(f"beneath {' and '.join(beneath)}")
    return f"{name}: {', '.join(told)}" if told else name
