"""How things stand at what has a name, as far as the viewer knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from eminence.cython_ext.game import Position
from eminence.engines.blood_of_kings import estimates, tables
from eminence.engines.blood_of_kings.explanations import term_entries as terms
from eminence.engines.blood_of_kings.explanations.card_entries import (
    card_name,
    dynasty_name,
    institution_name,
)
from eminence.engines.blood_of_kings.explanations.place_entries import strait_name
from eminence.engines.blood_of_kings.explanations.situation import (
    NOBODY,
    Situation,
    armies,
    crowns,
    levies,
)
from eminence.engines.blood_of_kings.names import CARDS, FACE_DOWN, INSTITUTIONS
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.state import Challenge, Phase
from eminence.engines.blood_of_kings.tables import FIRST_SEA, KINGDOMS, LEVELS, UNKNOWN
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import among, counted, plural

PHASES = {
    terms.KINGDOM_PHASE: Phase.KINGDOM_PHASE,
    terms.DYNASTY_PHASE: Phase.DYNASTY_PHASE,
    terms.NEGOTIATION_PHASE: Phase.NEGOTIATION_PHASE,
}

#: says how things stand, in a situation, at the thing with a number
Tell = Callable[[Situation, int], str]


class Stands:
    """How things stand, for one loaded game."""

    def __init__(self, board: Board) -> None:
        self.on = board

    def of(self, position: Position, name: str) -> str:
        if name not in self.told:
            return ""
        tell, number = self.told[name]
        return tell(Situation(self.on, position), number)

    @cached_property
    def told(self) -> dict[str, tuple[Tell, int]]:
        """What tells about each name."""
        on = self.on
        lists: list[tuple[Tell, Sequence[str]]] = [
            (self._kingdom, on.kingdoms),
            (self._region, on.region_names),
            (self._sea, on.sea_names),
            (self._strait, [strait_name(on, i) for i in range(len(on.straits))]),
            (self._card, [card_name(card) for card in range(len(CARDS))]),
            (self._dynasty_card, [dynasty_name(on, kind) for kind in range(len(on.deck))]),
            (self._institution, [institution_name(i) for i in range(len(INSTITUTIONS))]),
            (self._tile, on.tile_names),
        ]
        found = {name: (tell, i) for tell, names in lists for i, name in enumerate(names)}
        found |= {name: (self._phase, phase) for name, phase in PHASES.items()}
        found |= {name: (self._succession, kind) for kind, name in terms.CHALLENGE_NAMES.items()}
        return found | {name: (tell, 0) for name, tell in self._terms().items()}

    def _terms(self) -> dict[str, Tell]:
        return {
            terms.GLORY: self._glory,
            terms.CROWNS: lambda now, _: self._by_kingdom(now.data["crowns"]),
            terms.ARMY: lambda now, _: self._on_the_map(now, "armies", self.on.armies),
            terms.FLEET: lambda now, _: self._on_the_map(now, "fleets", self.on.fleets),
            terms.FLAG: lambda now, _: f"Left: {self._by_kingdom(now.data['flags_left'])}",
            terms.SIEGE_TOKEN: self._siege_tokens,
            terms.ALLIANCE_TOKEN: self._alliances,
            terms.ORDER_TOKEN: self._order,
            terms.KINGDOM_ORDER: self._order,
            terms.FIRST_PLAYER: lambda now, _: f"It is seat {now.data['first']}.",
            terms.UNREST_LEVEL: self._unrest,
            terms.STABILITY: self._unrest,
            terms.INCOME: self._income,
            terms.CHAOS: self._chaos,
            terms.SETS: self._sets,
            terms.DISPLAY: lambda now, _: self._tiles(now.data["display"]),
            terms.BAG: lambda now, _: self._tiles(now.data["bag"]),
            terms.DISCARDS: lambda now, _: _sentence(self._cards(now.data["discards"])),
            terms.DECK: lambda now, _: f"{plural(int(now.data['deck_size']), 'card')} left.",
            terms.INFLUENCE: self._stacks,
        }

    # --- kingdoms ---

    def _by_kingdom(self, values: Iterable[object]) -> str:
        pairs = zip(self.on.kingdoms, values, strict=True)
        return ", ".join(f"{name} {value}" for name, value in pairs) + "."

    def _kingdom(self, now: Situation, kingdom: int) -> str:
        data, position = now.data, now.position
        ruler = now.ruler(kingdom)
        told = [f"Seat {ruler} rules it." if ruler >= 0 else "It is in Chaos."]
        told.append(
            f"{plural(int(data['crowns'][kingdom]), 'Crown')}, income "
            f"{estimates.income_of(position, kingdom)}, unrest {now.unrest_word(kingdom)}, "
            f"{plural(int(data['flags_left'][kingdom]), 'flag')} left, bonus of its ruler in "
            f"successions {now.bonus(kingdom)}."
        )
        lands = among(self.on.region_names, int(data["holds"][kingdom]))
        told += [f"It holds {listed(lands, 'and')}."] if lands else []
        friends = [now.name(k) for k in now.friends(kingdom) if k != kingdom]
        told += [f"Friendly: {listed(friends, 'and')}."] if friends else []
        if played := now.played(kingdom):
            told.append(f"It has played {played}.")
        return " ".join([*told, *self._own_stack(now, kingdom)])

    def _own_stack(self, now: Situation, kingdom: int) -> list[str]:
        """How many cards lie on the kingdom, and the viewer's own."""
        heights = now.data["height"][:, kingdom]
        told = [f"seat {seat} has {n}" for seat, n in enumerate(heights) if n]
        found = [f"Cards face down on it: {listed(told, 'and')}."] if told else []
        if now.viewer >= 0 and heights[now.viewer]:
            faces = [self._face(kind) for kind in now.stack(now.viewer, kingdom)]
            found.append(f"Yours, from the bottom: {', '.join(faces)}.")
        return found

    def _face(self, kind: int) -> str:
        return FACE_DOWN if kind == UNKNOWN else self.on.card_names[kind]

    def _order(self, now: Situation, _: int) -> str:
        return f"Now {', '.join(now.name(int(k)) for k in now.data['order'])}."

    def _unrest(self, now: Situation, _: int) -> str:
        told = self._by_kingdom(now.unrest_word(k) for k in range(KINGDOMS))
        return f"Unrest of stability: {told}"

    def _income(self, now: Situation, _: int) -> str:
        return self._by_kingdom(estimates.income_of(now.position, k) for k in range(KINGDOMS))

    def _chaos(self, now: Situation, _: int) -> str:
        found = [name for k, name in enumerate(self.on.kingdoms) if now.ruler(k) < 0]
        return f"In Chaos: {listed(found, 'and')}." if found else "Every kingdom has a ruler."

    def _alliances(self, now: Situation, _: int) -> str:
        hosts = [int(host) - 1 for host in now.data["alliance"]]
        told = [
            f"{now.name(k)} with {now.name(host)} ({crowns(self.trade(now, k))})"
            for k, host in enumerate(hosts)
            if host >= 0
        ]
        return f"Placed: {listed(told, 'and')}." if told else "None is placed."

    def trade(self, now: Situation, kingdom: int) -> int:
        """What the kingdom's Alliance token is worth with the side that it shows."""
        return self.on.trade[int(now.data["flipped"]) >> kingdom & 1]

    def _siege_tokens(self, now: Situation, _: int) -> str:
        left = [estimates.siege_tokens_of(now.position, k) for k in range(KINGDOMS)]
        return f"Not on the map: {self._by_kingdom(left)}"

    def _on_the_map(self, now: Situation, field: str, tokens: int) -> str:
        counts = now.data[field].sum(axis=1)
        return f"On the map, of {tokens}: {self._by_kingdom(counts)}"

    def _institution(self, now: Situation, institution: int) -> str:
        levels = self._by_kingdom(now.level(k, institution) + 1 for k in range(KINGDOMS))
        prices = [
            f"{now.name(k)} {estimates.development_price_of(now.position, k, institution)}"
            for k in range(KINGDOMS)
            if now.level(k, institution) + 1 < LEVELS
        ]
        return f"Levels: {levels}" + (f" Next level: {', '.join(prices)} Crowns." if prices else "")

    # --- places ---

    def _region(self, now: Situation, region: int) -> str:
        holder = now.holder(region)
        told = ["It is independent."]
        if holder >= 0:
            told = [f"{now.name(holder)} ({now.ruler_word(holder)}) holds it."]
        told += [f"{armies(n)} of {now.name(k)}." for k, n in now.armies_at(region).items()]
        told += [f"{now.name(k)} besieges it." for k in now.besiegers(region)]
        beneath = [now.name(k) for k in range(KINGDOMS) if k != holder and now.has_flag(k, region)]
        told += [f"Flags beneath: {listed(beneath, 'and')}."] if beneath else []
        if self.on.regions[region].type != tables.CATHEDRAL:
            told.append(f"{levies(now.levies_of(region))} in an assault.")
        return " ".join(told)

    def _sea(self, now: Situation, sea: int) -> str:
        owner = now.sea_owner(sea)
        told = ["No kingdom holds it."]
        if owner >= 0:
            told = [
                f"{now.name(owner)} ({now.ruler_word(owner)}) holds it; it brings "
                f"{crowns(now.income_of_sea(owner, sea))}."
            ]
        told += [f"{plural(n, 'fleet')} of {now.name(k)}." for k, n in now.fleets_at(sea).items()]
        aboard = now.armies_at(FIRST_SEA + sea)
        told += [f"{armies(n)} of {now.name(k)} aboard." for k, n in aboard.items()]
        flags = among(self.on.kingdoms, int(now.data["sea_flags"][sea]))
        beneath = [name for name in flags if owner == NOBODY or name != now.name(owner)]
        told += [f"Flags beneath: {listed(beneath, 'and')}."] if beneath else []
        return " ".join(told)

    def _strait(self, now: Situation, strait: int) -> str:
        fleets = now.fleets_at(self.on.straits[strait][2])
        open_to = sorted({friend for k in fleets for friend in now.friends(k)})
        if not open_to:
            return "No fleet is there: nobody can cross."
        return f"Open to {listed([now.name(k) for k in open_to], 'and')}."

    # --- cards and tiles ---

    def _card(self, now: Situation, card: int) -> str:
        told = []
        for field, where in (("in_hand", "In hand"), ("on_mat", "On the stack")):
            counts = [int(n) for n in now.data[field][:, card]]
            if any(counts):
                told.append(f"{where}: {', '.join(counted(self.on.kingdoms, counts))}.")
        played = [now.name(k) for k in range(KINGDOMS) if now.data["played"][k] == card + 1]
        told += [f"Played this turn: {listed(played, 'and')}."] if played else []
        return " ".join(told)

    def _dynasty_card(self, now: Situation, kind: int) -> str:
        data = now.data
        told = []
        if now.viewer >= 0:
            told.append(f"You have {data['hand'][now.viewer][kind]} in hand.")
        sets = [i + 1 for i, cards in enumerate(data["sets"]) if cards[kind]]
        if sets:
            told.append(f"In {'set' if len(sets) == 1 else 'sets'} {listed(sets, 'and')}.")
        if data["discards"][kind]:
            told.append(f"{data['discards'][kind]} among the discards.")
        return " ".join(told)

    def _cards(self, counts: Iterable[int]) -> str:
        return ", ".join(counted(self.on.card_names, counts)) or "none"

    def _sets(self, now: Situation, _: int) -> str:
        told = [f"{i + 1}: {self._cards(cards)}" for i, cards in enumerate(now.data["sets"])]
        return "; ".join(told) + "."

    def _stacks(self, now: Situation, _: int) -> str:
        told = [
            f"seat {seat} has {n} on {now.name(k)}"
            for seat, row in enumerate(now.data["height"])
            for k, n in enumerate(row)
            if n
        ]
        return _sentence("; ".join(told)) if told else "No card lies on any kingdom."

    def _tile(self, now: Situation, tile: int) -> str:
        for seat in range(now.position.game.seats):
            if int(now.data["tiles"][seat]) >> tile & 1:
                return f"Seat {seat} has it."
        if int(now.data["display"]) >> tile & 1:
            return "It is on the display."
        return "It is in the bag." if int(now.data["bag"]) >> tile & 1 else "It is not in the game."

    def _tiles(self, mask: int) -> str:
        return ", ".join(among(self.on.tile_names, int(mask))) + "." if mask else "Empty."

    def _glory(self, now: Situation, _: int) -> str:
        told = [
            f"seat {seat} {now.total_glory(seat)} ({now.data['glory'][seat]} tokens)"
            for seat in range(now.position.game.seats)
        ]
        return _sentence(", ".join(told))

    # --- what is under way ---

    def _phase(self, now: Situation, phase: int) -> str:
        return "It is under way." if now.data["phase"] == phase else ""

    def _succession(self, now: Situation, kind: int) -> str:
        if now.data["challenge"] != kind or kind == Challenge.NO_CHALLENGE:
            return ""
        return f"One is under way in {now.name(int(now.data['throne']))}."


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
