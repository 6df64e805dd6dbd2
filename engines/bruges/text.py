"""Bruges in words: moves, events, the board, and what is wrong with a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cython_ext.game import Position, View
from cython_ext.pages import Page
from cython_ext.words import Words
from engines.bruges.data import PER_COLOUR, SECTIONS, SPACES, Board
from engines.bruges.phases import ENDED, EVENT_KINDS, MAJORITIES, PHASES, SOURCES, STEPS
from engines.bruges.position_reading import PositionReader
from engines.bruges.position_writing import PositionWriter
from engines.wording import wrapped

# The blocks of action ids, as in rules.pxd.
PILE = 0
NO = 2
YES = 3
COLOUR = 8
SECTION = 16
VICTIM = 20
USE = 32
CARD = 128
RECRUIT = 512
ACTIVATE = 1024

#: what declining is called, and what a colour or a card chosen means, by step
DECLINING = {
    **{"choose a pile": "draw no more", "turn": "end the turn"},
    **{"advance": "stay", "extra step": "stay"},
}
OF_COLOUR = {
    "pick a house": "move into the {} house",
    "pay a worker": "pay a {} worker",
    "order the penalties": "suffer {} first",
    "lose a building": "lose the empty {} house",
    "lose a house": "lose the empty {} house",
    "take a worker": "take a {} worker",
    "give a worker": "give a {} worker",
    "return a threat marker": "return a {} threat marker",
    "trade": "trade a {} worker",
}
OF_CARD = {
    "pick a card": "play {}",
    "pick the card below": "move onto {}",
    "discard": "discard {}",
    "lose a person": "lose {}",
    "lose a building": "lose the house of {}",
    "lose a house": "lose the house of {}",
    "say which card the house was": "the house was {}",
}
OF_USE = (
    "{}: take workers",
    "{}: take guilders",
    "{}: return a threat marker",
    "{}: build the left canal",
    "{}: build the right canal",
    "{}: build a house",
)


class BrugesWords(Words):
    events = EVENT_KINDS
    sources = SOURCES
    #: one sentence per code of `check`: {card}, {majority}, or {seat} and {colour} are the
    #: first of its numbers
    problems = (
        "a {colour} card is named that this game does not have",
        "{card} lies in two places",
        "{card} lies nowhere",
        "seats[{seat}].hand: {1} {colour} cards are named, the seat holds {2}",
        "seats[{seat}].known: names a {colour} card that nobody saw go into that hand",
        "seats[{seat}].face_down: {1} {colour} cards are named, expected {2}",
        "turn.aside: a card lies aside only while it is to be played",
        "{card} is in play and lives in no house",
        "{card} does not live above a face-down card of its owner that lies below nobody else "
        "and that this viewer can know",
        "seats[{seat}].houses: {1} {colour} ones are lived in or empty, expected {2}",
        "{card} lives in a house and is not in play",
        "{1} {colour} cards are not named, hidden places and piles need at least {2}",
        "table: the piles, their tops, the extra pile and the last round do not fit each other",
        "turn.last_round: the extra pile has entered play, so this round is the last",
        "{card} cannot have been activated: not in play, without an effect, or before phase 3",
        "everybody saw {card} return to a hand, and it is in none",
        "threats: {1} {colour} markers are out, there are {2}",
        "seats[{seat}].threats: {1} {colour} markers, at most {2} can stay",
        "statues: the topmost are taken first, each once",
        "seats[{seat}].statues: a section is complete without one, and statues are left",
        "majorities: {1} seats have won {majority}, after {2} rounds",
        "seats[{seat}].majorities: reputation is won without a step of reputation",
        "table.dice: five lie there once they are rolled in phase 2, and none before it",
        "turn.round: {0} rounds are over, the cards that are out allow {1}",
        "turn.start: seat {1} starts round {0}",
        "turn.seat: in this phase it is seat {0}, the start player",
        "turn.card: does not fit the phase",
        "turn.phase: at the set-up of the game all cards lie in the piles",
        "player: does not fit the step",
        "turn.step: cannot be asked in this position",
        "turn.stack[{0}]: does not fit the position or what lies beside it",
    )

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.players = players
        self.reader = PositionReader(board, players)
        self.writer = PositionWriter(board, players)
        self.facts = [
            f"seat {seat}: {group} cards" for seat in range(players) for group in board.groups
        ]

    def card(self, card: int) -> str:
        """The name of a card by its id."""
        return self.on.by_id[card].name

    # --- moves ---

    def action(self, position: Position, action: int) -> str:
        step = STEPS[position.data["step"]]
        if action >= ACTIVATE:
            return f"activate {self.card(action - ACTIVATE)}"
        if action >= RECRUIT:
            return f"recruit {self.card(action - RECRUIT)}"
        if action >= CARD:
            return OF_CARD[step].format(self.card(action - CARD))
        if action >= USE:
            use, colour = divmod(action - USE, 8)
            return OF_USE[use].format(self.on.colours[colour])
        if action >= VICTIM:
            return f"take from seat {action - VICTIM}"
        if action >= SECTION:
            verb = "build" if step == "extra canal token" else "lose a token of"
            return f"{verb} the {SECTIONS[action - SECTION]} canal"
        if action >= COLOUR:
            return OF_COLOUR[step].format(self.on.colours[action - COLOUR])
        if action == NO:
            return DECLINING.get(step, "stop")
        if action == YES:
            return "trade" if step == "trade" else "advance"
        return f"draw from pile {1 + action} ({self._top(position.data, action)})"

    def _top(self, data: np.void, pile: int) -> str:
        return ("?", *self.on.colours)[data["top"][pile]]

    def outcome(self, position: Position, outcome: int) -> str:
        step = STEPS[position.data["step"]]
        if step == "roll a die":
            return f"{self.on.colours[position.data['rolled']]} {outcome}"
        return self.on.colours[outcome] if step == "turn up a back" else self.card(outcome)

    # --- position files ---

    def write_position(self, view: View) -> Page:
        return self.writer.write(view)

    def read_position(self, written: dict[str, Any]) -> dict[str, Any]:
        return self.reader.read(written)

    # --- what is wrong ---

    def problem(self, code: int, numbers: Sequence[int]) -> str:
        """The contradiction, with names for what its first number stands for."""
        sentence, first = self.problems[code - 1], numbers[0]
        named: dict[str, int | str] = {}
        if "{card}" in sentence:
            named["card"] = self.card(first)
        elif "{majority}" in sentence:
            named["majority"] = MAJORITIES[first]
        elif "{seat}" in sentence or "{colour}" in sentence:
            named["seat"] = first // len(self.on.colours)
            named["colour"] = self.on.colours[first % len(self.on.colours)]
        return sentence.format(*numbers, **named)

    # --- the board ---

    def board(self, position: Position) -> str:
        data = position.data
        lines = [self._turn_line(position, data), *self._table_lines(data)]
        for seat, points in enumerate(position.sources()):
            lines += ["", *self._seat_lines(data, seat, int(sum(points.values())))]
        return "\n".join(lines)

    def _turn_line(self, position: Position, data: np.void) -> str:
        phase = PHASES[data["phase"]]
        if phase == ENDED:
            return "the game is over"
        parts = [f"round {data['round'] + 1}", f"phase {phase}"]
        if data["last_round"]:
            parts.insert(1, "the last one")
        if phase == "3: play cards":
            parts.append(f"card {data['cycle'] + 1} of {self.on.cards_per_round}")
            parts.append(f"turn of seat {data['seat']}")
        if position.player >= 0:
            parts.append(f"seat {position.player}: {STEPS[data['step']]}")
        return wrapped("", ", ".join(parts))

    def _table_lines(self, data: np.void) -> list[str]:
        on = self.on
        dice = zip(on.colours, data["dice"], strict=True)
        piles = [
            f"{name} {data['pile_size'][p]} cards, top {self._top(data, p)}"
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
            card = self.card(data["aside"] - 1) if data["aside"] else "?"
            lines.append(f"aside     {on.colours[data['aside_colour'] - 1]} {card}")
        return lines

    def _names(self, masks: Sequence[int]) -> list[str]:
        return [self.card(card) for card in _ids(masks)]

    def _seat_lines(self, data: np.void, seat: int, points: int) -> list[str]:
        start = ", start player" if data["start_seat"] == seat else ""
        won = [name for i, name in enumerate(MAJORITIES) if data["majority"][seat] >> i & 1]
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
        above = {
            int(data["home"][row]) - 1: card.name for row, card in enumerate(self.on.cards)
        }
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
            f"{self.on.home_colour(homes[card])}: {self.card(card)}{'*' * (card in used)}"
            for card in _ids(data["people"][seat])
        ]
        for colour, n in zip(self.on.colours, data["empty"][seat], strict=True):
            shown += [f"{colour}: empty"] * int(n)
        return shown

    def _hand(self, data: np.void, seat: int) -> list[str]:
        """The known cards by name, a ? for each other one."""
        shown = []
        for c, colour in enumerate(self.on.colours):
            known = [
                self.card(card) for card in _ids(data["hand"][seat]) if card // PER_COLOUR == c
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
