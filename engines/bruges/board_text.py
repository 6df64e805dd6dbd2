"""A Bruges position as text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eminence.cython_ext.game import Position
from eminence.engines.bruges.names import MAJORITIES, PHASES, STEPS
from eminence.engines.bruges.numbers import SECTIONS, Board
from eminence.engines.bruges.state import PER_COLOUR, SPACES, Phase
from eminence.engines.kit.wording import wrapped


def top_of(board: Board, data: np.void, pile: int) -> str:
    """The colour of a pile's top card."""
    return ("?", *board.colours)[data["top"][pile]]


class BoardText:
    """Writes the positions of one loaded game."""

    def __init__(self, board: Board) -> None:
        self.on = board

    def _card(self, card: int) -> str:
        return self.on.by_id[card].name

    def text(self, position: Position) -> str:
        """The position as text."""
        data = position.data
        lines = [self._turn_line(position, data), *self._table_lines(data)]
        for seat, points in enumerate(position.sources()):
            lines += ["", *self._seat_lines(data, seat, int(sum(points.values())))]
        return "\n".join(lines)

    def _turn_line(self, position: Position, data: np.void) -> str:
        phase = data["phase"]
        if phase == Phase.ENDED:
            return "the game is over"
        parts = [f"round {data['round'] + 1}", f"phase {PHASES[phase]}"]
        if data["last_round"]:
            parts.insert(1, "the last one")
        if phase == Phase.PLAYING:
            parts.append(f"card {data['cycle'] + 1} of {self.on.cards_per_round}")
            parts.append(f"turn of seat {data['seat']}")
        if position.player >= 0:
            parts.append(f"seat {position.player}: {STEPS[data['step']]}")
        return wrapped("", ", ".join(parts))

    def _table_lines(self, data: np.void) -> list[str]:
        on = self.on
        dice = zip(on.colours, data["dice"], strict=True)
        piles = [
            f"{name} {data['pile_size'][p]} cards, top {top_of(self.on, data, p)}"
            for p, name in enumerate(("1:", "2:", "extra:"))
            if data["pile_size"][p]
        ]
        statues = on.statues[data["statues_taken"] :]
        lines = [
            f"dice      {', '.join(f'{c} {n}' for c, n in dice if n) or 'not rolled'}",
            f"piles     {'; '.join(piles) or 'none'}",
            f"statues   {', '.join(map(str, statues)) or 'none'}",
            wrapped("discards  ", ", ".join(self._names(data["discards"])) or "none"),
        ]
        if data["blind"].any():
            lines.append(f"drawn     {self._counts(data['blind'])}, not looked at yet")
        if data["aside_colour"]:
            card = self._card(data["aside"] - 1) if data["aside"] else "?"
            lines.append(f"aside     {on.colours[data['aside_colour'] - 1]} {card}")
        return lines

    def _names(self, masks: Sequence[int]) -> list[str]:
        return [self._card(card) for card in _ids(masks)]

    def _seat_lines(self, data: np.void, seat: int, points: int) -> list[str]:
        start = ", start player" if data["start_seat"] == seat else ""
        won = [name for i, name in MAJORITIES.items() if data["majority"][seat] >> i & 1]
        lines = [
            f"seat {seat}: {points} points, {data['guilders'][seat]} guilders, "
            f"reputation {data['reputation'][seat]}{start}",
            f"  workers   {self._counts(data['workers'][seat])}",
            f"  threats   {self._counts(data['threat'][seat])}",
            f"  canals    {'; '.join(self._section(data, seat, i) for i in range(2))}",
            wrapped("  houses    ", ", ".join(self._houses(data, seat)) or "none"),
            wrapped("  hand      ", ", ".join(self._hand(data, seat)) or "none"),
        ]
        if won:
            lines.insert(1, f"  majority  {', '.join(won)}")
        below = self._face_down(data, seat)
        if below:
            lines.append(wrapped("  face down ", ", ".join(below)))
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
        pairs = zip(self.on.colours, counts, strict=True)
        return ", ".join(f"{n} {colour}" for colour, n in pairs if n) or "none"

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
        homes = {card.id: int(data["home"][row]) for row, card in enumerate(self.on.cards)}
        used = set(_ids(data["used"]))
        shown = [
            f"{self._home_colour(homes[card])}: {self._card(card)}{'*' * (card in used)}"
            for card in _ids(data["people"][seat])
        ]
        for colour, n in zip(self.on.colours, data["empty"][seat], strict=True):
            shown += [f"{colour}: empty"] * int(n)
        return shown

    def _home_colour(self, home: int) -> str:
        return self.on.colours[self.on.home_colour(home)]

    def _hand(self, data: np.void, seat: int) -> list[str]:
        """The known cards by name, a ? for each other one."""
        shown = []
        for c, colour in enumerate(self.on.colours):
            known = [
                self._card(card) for card in _ids(data["hand"][seat]) if card // PER_COLOUR == c
            ]
            unknown = int(data["hand_count"][seat][c]) - len(known)
            shown += [f"{colour} {name}" for name in known] + [f"{colour} ?"] * unknown
        return shown


def _ids(masks: Sequence[int]) -> list[int]:
    """The cards of a set, by id."""
    return [
        colour * PER_COLOUR + bit
        for colour, mask in enumerate(masks)
        for bit in range(PER_COLOUR)
        if int(mask) >> bit & 1
    ]
