"""Region cards and military leaders in words: moves, the board, position files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cython_ext.pages import Entries, counted
from engines.wallenstein.leaders_data import BENEFITS, REGION_CARDS
from engines.wallenstein.phases import NOTHING

# The blocks of action ids, as in rules.pxd.
LEAD_TO = 640
LEAD_PLAINLY = 688
GROUP_LED = 736
TAKE_BENEFIT = 752

#: beside a county: the leader of its owner, a statue of a seat
LEADER_SIGN = "*"
MOST_TROPHIES = 30
SEAT_COMMENTS = {
    "region_card": "the top card of the deck, 1 to 4",
    "leader": "the county of the military leader",
    "statues": "of this seat, by county",
    "trophies": "captured statues",
}
#: a benefit in words, of one and of several
WORDS = {
    "thalers": ("Thaler", "Thalers"),
    "grain": ("grain", "grain"),
    "armies": ("army into the tray", "armies into the tray"),
    "points": ("point", "points"),
}


def plural(n: int, one: str, many: str) -> str:
    return f"1 {one}" if n == 1 else f"{n} {many}"


class LeadersText:
    """What a loaded game says about leaders, statues and region cards."""

    def __init__(
        self,
        names: Sequence[str],
        neighbours: Sequence[Sequence[int]],
        benefits: Sequence[Sequence[int]],
    ) -> None:
        self.names = names
        self.neighbours = neighbours
        self.benefits = benefits

    # --- moves ---

    def action(self, data: np.void, seat: int, action: int) -> str:
        """A move of one of the two expansions."""
        if action >= TAKE_BENEFIT:
            return self._benefit(int(data["region_card"][seat]), action - TAKE_BENEFIT)
        if action >= GROUP_LED:
            county = self.names[data["picked"] - 1]
            return f"place {action - GROUP_LED} armies and the leader in {county}"
        if action >= LEAD_PLAINLY:
            return f"leader to {self.names[action - LEAD_PLAINLY]} without a statue"
        return f"leader to {self.names[action - LEAD_TO]}"

    def _benefit(self, card: int, kind: int) -> str:
        return plural(self.benefits[card][kind], *WORDS[BENEFITS[kind]])

    def note(self, data: np.void, seat: int, action: int) -> str:
        """What a leader leaves behind and what he captures."""
        plain = action >= LEAD_PLAINLY
        county = action - (LEAD_PLAINLY if plain else LEAD_TO)
        at = int(data["general"][seat]) - 1
        parts = []
        if at >= 0 and not plain and county in self.neighbours[at]:
            parts.append(f"a statue in {self.names[at]}")
        if data["statues"][county] and not data["honoured"][seat] >> county & 1:
            there = int(data["statues"][county])
            parts.append(f"captures {plural(there, 'statue', 'statues')}")
        return ", ".join(parts)

    # --- the board ---

    def signs(self, data: np.void, county: int) -> str:
        """Such as `*2s1`: its owner's leader, two statues of seat 1."""
        signs = LEADER_SIGN * int((data["general"] == county + 1).any())
        for seat, mask in enumerate(data["honoured"]):
            if mask >> county & 1:
                number = int(data["statues"][county])
                signs += f"{number if number > 1 else ''}s{seat}"
        return signs

    def statue_count(self, data: np.void, seat: int) -> int:
        mask = int(data["honoured"][seat])
        return sum(int(n) for i, n in enumerate(data["statues"]) if mask >> i & 1)

    def leader_line(self, data: np.void, seat: int) -> str:
        """Such as `leader in Anhalt, 2 statues, 1 trophy`."""
        at = int(data["general"][seat])
        where = f"leader in {self.names[at - 1]}" if at else "leader off the board"
        statues = plural(self.statue_count(data, seat), "statue", "statues")
        trophies = plural(int(data["trophies"][seat]), "trophy", "trophies")
        return f"{where}, {statues}, {trophies}"

    def card_line(self, data: np.void, seat: int) -> str:
        """Such as `region card 3: 4 Thalers, 1 grain or 2 armies into the tray`."""
        card = int(data["region_card"][seat])
        shown = [self._benefit(card, kind) for kind, n in enumerate(self.benefits[card]) if n]
        listed = " or ".join([", ".join(shown[:-1]), shown[-1]] if shown[1:] else shown)
        return f"region card {card + 1}: {listed or 'no benefit'}"

    # --- position files ---

    def write_leader(self, data: np.void, seat: int) -> dict[str, Any]:
        """The entries of a seat."""
        mask = int(data["honoured"][seat])
        there = [int(n) if mask >> i & 1 else 0 for i, n in enumerate(data["statues"])]
        written: dict[str, Any] = {}
        if data["general"][seat]:
            written["leader"] = self.names[data["general"][seat] - 1]
        written["statues"] = counted(self.names, there)
        written["trophies"] = int(data["trophies"][seat])
        return written

    def write_card(self, data: np.void, seat: int) -> dict[str, Any]:
        return {"region_card": int(data["region_card"][seat]) + 1}

    def read_leaders(self, seats: Sequence[Entries]) -> dict[str, Any]:
        """The fields of the state, from the seats' entries."""
        fields: dict[str, Any] = {"general": [], "honoured": [], "statues": {}, "trophies": []}
        for entries in seats:
            at = entries.choice("leader", self.names, default=-1)
            fields["general"].append(self.names[at] if at >= 0 else NOTHING)
            there = entries.counts("statues", self.names)
            honoured = [name for name, n in zip(self.names, there, strict=True) if n]
            for name in honoured:
                if name in fields["statues"]:
                    raise entries.fail("statues", f"{name} has statues of an earlier seat")
            fields["honoured"].append(honoured)
            fields["statues"] |= {
                name: n for name, n in zip(self.names, there, strict=True) if n
            }
            fields["trophies"].append(entries.number("trophies", 0, MOST_TROPHIES, default=0))
        return fields

    def read_cards(self, seats: Sequence[Entries]) -> dict[str, Any]:
        cards = [entries.number("region_card", 1, REGION_CARDS, default=1) for entries in seats]
        return {"region_card": [card - 1 for card in cards]}
