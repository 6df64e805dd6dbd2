"""A Bruges position as text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eminence.cython_ext.game import Position
from eminence.cython_ext.words import Words
from eminence.engines.bruges.names import MAJORITIES, PHASES, STEPS
from eminence.engines.bruges.numbers import SECTIONS, Board
from eminence.engines.bruges.state import PER_COLOUR, SPACES, Phase
from eminence.engines.kit.wording import OVER, among, counted, row, wrapped


class BoardText(Words):
    """Writes the positions of one loaded game."""

    on: Board

    def board(self, position: Position) -> str:
        data = position.data
        lines = [row("", [*self.round_parts(position), *self.asked(position)])]
        lines += self._table_lines(data)
        for seat, points in enumerate(position.sources()):
            lines += ["", *self._seat_lines(data, seat, int(sum(points.values())))]
        return "\n".join(lines)

    def of_interest(self, position: Position) -> Sequence[str]:
        return ["dice ", "piles ", f"seat {position.player}:"]

    def top_of(self, data: np.void, pile: int) -> str:
        """The colour of a pile's top card."""
        return ("?", *self.on.colours)[data["top"][pile]]

    def round_parts(self, position: Position) -> list[str]:
        """Round, phase, and whose turn it is."""
        data = position.data
        phase = data["phase"]
        if phase == Phase.ENDED:
            return [OVER]
        last = ["the last one"] if data["last_round"] else []
        parts = [f"round {data['round'] + 1}", *last, f"phase {PHASES[phase]}"]
        if phase == Phase.PLAYING:
            parts.append(f"card {data['cycle'] + 1} of {self.on.cards_per_round}")
            parts.append(f"turn of seat {data['seat']}")
        return parts

    def asked(self, position: Position) -> list[str]:
        """Who is to decide what; nothing if nobody is."""
        if position.player < 0:
            return []
        return [f"seat {position.player}: {STEPS[position.data['step']]}"]

    def _table_lines(self, data: np.void) -> list[str]:
        on = self.on
        dice = [f"{c} {n}" for c, n in zip(on.colours, data["dice"], strict=True) if n]
        piles = [
            f"{name} {data['pile_size'][p]} cards, top {self.top_of(data, p)}"
            for p, name in enumerate(("1:", "2:", "extra:"))
            if data["pile_size"][p]
        ]
        statues = map(str, on.statues[data["statues_taken"] :])
        lines = [
            row("dice      ", dice, "not rolled"),
            row("piles     ", piles, between="; "),
            row("statues   ", statues),
            row("discards  ", (on.names_by_id[card] for card in card_ids(data["discards"]))),
        ]
        if data["blind"].any():
            drawn = f"{self._counts(data['blind'])}, not looked at yet"
            lines.append(wrapped("drawn     ", drawn))
        if data["aside_colour"]:
            card = on.names_by_id[data["aside"] - 1] if data["aside"] else "?"
            lines.append(f"aside     {on.colours[data['aside_colour'] - 1]} {card}")
        return lines

    def _seat_lines(self, data: np.void, seat: int, points: int) -> list[str]:
        start = ", start player" if data["start_seat"] == seat else ""
        won = among(MAJORITIES.values(), data["majority"][seat])
        lines = [
            wrapped(
                f"seat {seat}: ",
                f"{points} points, {data['guilders'][seat]} guilders, "
                f"reputation {data['reputation'][seat]}{start}",
            ),
            wrapped("  workers   ", self._counts(data["workers"][seat])),
            wrapped("  threats   ", self._counts(data["threat"][seat])),
            row("  canals    ", (self._section(data, seat, i) for i in range(2)), between="; "),
            row("  houses    ", self._houses(data, seat)),
            row("  hand      ", self._hand(data, seat)),
        ]
        if won:
            lines.insert(1, row("  majority  ", won))
        below = self._face_down(data, seat)
        if below:
            lines.append(row("  face down ", below))
        return lines

    def _face_down(self, data: np.void, seat: int) -> list[str]:
        """The cards that are houses, as far as this viewer knows them, and who lives there."""
        above = {int(data["home"][row]) - 1: card.name for row, card in enumerate(self.on.cards)}
        return [
            f"{card.name} (below {above[row]})" if row in above else card.name
            for row, card in enumerate(self.on.cards)
            if int(data["down"][seat][card.colour]) >> card.bit & 1
        ]

    def _counts(self, counts: Sequence[int]) -> str:
        return ", ".join(counted(self.on.colours, counts)) or "none"

    def _section(self, data: np.void, seat: int, side: int) -> str:
        """Such as `left 2 of 5 (next red for 3)`."""
        built = int(data["canal"][seat][side])
        text = f"{SECTIONS[side]} {built} of {SPACES}"
        if built < SPACES:
            space = self.on.canals[seat][side][built]
            text += f" (next {self.on.colours[space.colour]} for {space.cost})"
        statue = data["statue"][seat][side]
        return f"{text}, statue {statue}" if statue else text

    def _houses(self, data: np.void, seat: int) -> list[str]:
        """Such as `blue: Queen`, with a mark if she was activated; then the empty ones."""
        on, used = self.on, {*card_ids(data["used"])}
        homes = {card.id: int(data["home"][row]) for row, card in enumerate(on.cards)}
        shown = [
            f"{on.colours[on.home_colour(homes[card])]}: "
            f"{on.names_by_id[card]}{'*' * (card in used)}"
            for card in card_ids(data["people"][seat])
        ]
        for colour, n in zip(on.colours, data["empty"][seat], strict=True):
            shown += [f"{colour}: empty"] * int(n)
        return shown

    def _hand(self, data: np.void, seat: int) -> list[str]:
        """The known cards by name, a ? for each other one."""
        shown = []
        for c, colour in enumerate(self.on.colours):
            cards = self.on.names_by_id[c * PER_COLOUR : (c + 1) * PER_COLOUR]
            known = among(cards, data["hand"][seat][c])
            unknown = int(data["hand_count"][seat][c]) - len(known)
            shown += [f"{colour} {name}" for name in known] + [f"{colour} ?"] * unknown
        return shown


def card_ids(masks: Sequence[int]) -> list[int]:
    """The cards of a set, by id."""
    return [
        colour * PER_COLOUR + bit
        for colour, mask in enumerate(masks)
        for bit in range(PER_COLOUR)
        if int(mask) >> bit & 1
    ]
