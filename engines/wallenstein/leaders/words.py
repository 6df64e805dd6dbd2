"""Region cards and military leaders in words: moves and the board."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eminence.cython_ext.game import Position
from eminence.cython_ext.words import Refusal, refusals
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import Said, among, plural
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.state import Move, Wrong

#: beside a county: the leader of its owner, a statue of a seat
LEADER_SIGN = "*"
#: a benefit in words, for one and for several
WORDS = {
    state.BENEFIT_THALERS: ("Thaler", "Thalers"),
    state.BENEFIT_GRAIN: ("grain", "grain"),
    state.BENEFIT_ARMIES: ("army into the tray", "armies into the tray"),
    state.BENEFIT_POINTS: ("point", "points"),
}
LEADER_SENTENCES = """
BAD_REGION_CARD region_card[{0}]: a deck moves on once a round, and back in winter
BAD_LEADER general[{0}]: he stands in a county of his seat, once he has been placed
BAD_QUESTION phase: nobody has to choose a benefit, to send a leader or to parry a revolt marker
BAD_STATUES honoured[{0}]: more than the leader can have left, or in a county with statues or the
    leader of another seat
BAD_STATUE_POINTS points[{0}]: statues and trophies bring their points at the end, and not before
STRAY_STATUES statues: those in {0:county} belong to no seat
BAD_TROPHIES trophies[{0}]: {1} statues are captured, leaders can have lost {2}
"""
LEADER_PROBLEMS: dict[int, Refusal] = refusals(Wrong, LEADER_SENTENCES)


class LeadersText:
    """What a loaded game says about leaders, statues and region cards."""

    def __init__(self, names: Sequence[str], benefits: Sequence[Sequence[int]]) -> None:
        self.names = names
        self.benefits = benefits

    # --- moves ---

    def moves(self) -> dict[int, Said]:
        """What the moves of the two expansions say."""
        return {
            Move.LEAD_TO: ("leader to {}", self.names),
            Move.LEAD_PLAINLY: ("leader to {} without a statue", self.names),
            Move.GROUP_LED: self._group,
            Move.TAKE_BENEFIT: self._take,
        }

    def _group(self, position: Position, armies: int) -> str:
        return f"place {armies} armies and the leader in {self.names[position.data['picked'] - 1]}"

    def _take(self, position: Position, kind: int) -> str:
        return self._benefit(int(position.data["region_card"][position.player]), kind)

    def _benefit(self, card: int, kind: int) -> str:
        return plural(self.benefits[card][kind], *WORDS[kind])

    def note(self, position: Position, action: int) -> str:
        """What a leader leaves behind and what he captures."""
        data, seat = position.data, position.player
        plain = action >= Move.LEAD_PLAINLY
        county = action - (Move.LEAD_PLAINLY if plain else Move.LEAD_TO)
        parts = []
        # If he could also go there without a statue, this move leaves one.
        if not plain and Move.LEAD_PLAINLY + county in position.actions():
            parts.append(f"a statue in {self.names[data['general'][seat] - 1]}")
        if data["statues"][county] and not data["honoured"][seat] >> county & 1:
            there = int(data["statues"][county])
            parts.append(f"captures {plural(there, 'statue')}")
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

    def leader_line(self, data: np.void, seat: int) -> str:
        """Such as `leader in Anhalt, 2 statues, 1 trophy`."""
        at = int(data["general"][seat])
        where = f"leader in {self.names[at - 1]}" if at else "leader off the board"
        statues = plural(sum(among(data["statues"], data["honoured"][seat])), "statue")
        trophies = plural(int(data["trophies"][seat]), "trophy", "trophies")
        return f"{where}, {statues}, {trophies}"

    def card_line(self, data: np.void, seat: int) -> str:
        """Such as `region card 3: 4 Thalers, 1 grain or 2 armies into the tray`."""
        card = int(data["region_card"][seat])
        shown = [self._benefit(card, kind) for kind, n in enumerate(self.benefits[card]) if n]
        return f"region card {card + 1}: {listed(shown) if shown else 'no benefit'}"
