"""A Bruges view as somebody at the table would write it down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from cython_ext.game import View
from cython_ext.pages import Page, counted, joined
from cython_ext.words import HEAD_COMMENTS
from engines.bruges.data import SECTIONS, Board
from engines.bruges.phases import FRAME, MAJORITIES, PHASES, PILES, STEPS, TASKS, USES

OPENING = """A position of Bruges: what one player sees, and what that player knows of the rest.
Cards, workers and markers are named with commas between them and a number in front where \
there are several: "2 blue, 1 red". What is "none" may be left out.
Seats count from 0, the first start player."""

COMMENTS = {
    "": OPENING,
    **HEAD_COMMENTS,
    "turn.step": 'what is asked; an ordinary turn is "turn"',
    "turn.seat": "whose turn it is in this phase",
    "turn.start": "the start player of this round; follows from the round",
    "turn.card": "which of the four cards of the round",
    "turn.begun": "the seat has drawn, was asked, or has played the card of its turn",
    "turn.drawn": "cards drawn and not looked at yet",
    "turn.aside": "a card drawn to be used at once",
    "turn.stack": "effects under way, the last one first to go on",
    "table.dice": "what the dice show, once they are rolled",
    "table.first": "the draw piles: cards, and the colour of the top card",
    "table.extra": "leave it out once it has entered play",
    "table.discards": "every card that was played or discarded openly",
}
SEAT_COMMENTS = {
    "houses": "all of them, by colour",
    "people": "who lives in the houses, by the colour of the house",
    "canals": "tokens in each section",
    "statues": "their values, by the section that earned them",
    "activated": "people that were used in this round",
}
OWN_COMMENTS = {
    "hand": "your cards",
    "shown": "of these, what everybody saw return to your hand",
    "face_down": "the cards that are your houses",
    "below": "which of them lies below whom; else in their order",
}
OTHER_COMMENTS = {"hand": "by colour", "known": "what everybody saw return to this hand"}


class PositionWriter:
    """Writes the positions of one loaded game."""

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.players = players

    def write(self, view: View) -> Page:
        data = view.data
        seats = [self._write_seat(data, seat, view.seat) for seat in range(self.players)]
        values = {
            **view.head(),
            "turn": self._write_turn(data),
            "table": self._write_table(data),
            "seats": seats,
        }
        return Page(values, COMMENTS | _seat_comments(self.players, view.seat))

    def _names(self, masks: Iterable[int]) -> list[str]:
        sets = [int(mask) for mask in masks]
        return [card.name for card in self.on.cards if sets[card.colour] >> card.bit & 1]

    def _write_turn(self, data: np.void) -> dict[str, Any]:
        colours, step = self.on.colours, STEPS[data["step"]]
        turn: dict[str, Any] = {
            "phase": PHASES[data["phase"]],
            "step": step,
            "round": int(data["round"]) + 1,
            "card": int(data["cycle"]) + 1,
            "seat": int(data["seat"]),
            "start": int(data["start_seat"]),
        }
        for flag in ("begun", "last_round"):
            if data[flag]:
                turn[flag] = True
        if data["use"] or data["use_colour"]:
            turn["use"] = USES[data["use"]]
            turn["colour"] = colours[data["use_colour"]]
        if data["use_card"]:
            turn["recruiting"] = self.on.by_id[data["use_card"] - 1].name
        if data["blind"].any():
            turn["drawn"] = counted(colours, data["blind"])
        if data["aside_colour"]:
            turn["aside"] = {"colour": colours[data["aside_colour"] - 1]}
            if data["aside"]:
                turn["aside"]["card"] = self.on.by_id[data["aside"] - 1].name
        if data["depth"]:
            frames = data["frame"][: data["depth"]].tolist()
            turn["stack"] = [
                {"task": TASKS[frame[0]]}
                | {key: n for key, n in zip(FRAME[1:], frame[1:], strict=True) if n}
                for frame in frames
            ]
        return turn

    def _write_table(self, data: np.void) -> dict[str, Any]:
        colours = self.on.colours
        table: dict[str, Any] = {}
        if data["dice"].any():
            dice = zip(colours, data["dice"].tolist(), strict=True)
            table["dice"] = {colour: face for colour, face in dice if face}
        for p, pile in enumerate(PILES):
            if pile == "extra" and data["extra_in"]:
                continue
            table[pile] = {"cards": int(data["pile_size"][p])}
            if data["top"][p]:
                table[pile]["top"] = colours[data["top"][p] - 1]
        table["discards"] = joined(self._names(data["discards"]))
        return table

    def _write_seat(self, data: np.void, seat: int, viewer: int) -> dict[str, Any]:
        colours = self.on.colours
        homes: dict[str, list[str]] = {}
        below: dict[str, str] = {}
        for row, card in enumerate(self.on.cards):
            if int(data["people"][seat][card.colour]) >> card.bit & 1:
                home = int(data["home"][row])
                homes.setdefault(self.on.home_colour(home), []).append(card.name)
                if seat == viewer:
                    below[card.name] = self.on.cards[home - 1].name
        used = data["used"] & data["people"][seat]
        won = [name for i, name in enumerate(MAJORITIES) if data["majority"][seat] >> i & 1]
        statues = zip(SECTIONS, data["statue"][seat].tolist(), strict=True)
        return {
            **self._write_hand(data, seat, viewer),
            "points": int(data["points"][seat]),
            "guilders": int(data["guilders"][seat]),
            "reputation": int(data["reputation"][seat]),
            "workers": counted(colours, data["workers"][seat]),
            "threats": counted(colours, data["threat"][seat]),
            "majorities": joined(won),
            "canals": dict(zip(SECTIONS, data["canal"][seat].tolist(), strict=True)),
            "statues": {side: n for side, n in statues if n},
            "houses": counted(colours, data["houses"][seat]),
            "people": {colour: joined(who) for colour, who in homes.items()},
            **({"below": below} if below else {}),
            "activated": joined(self._names(used)),
        }

    def _write_hand(self, data: np.void, seat: int, viewer: int) -> dict[str, Any]:
        hand = self._names(data["hand"][seat])
        if seat != viewer:
            colours = counted(self.on.colours, data["hand_count"][seat])
            return {"hand": colours, "known": joined(hand)}
        return {
            "hand": joined(hand),
            "shown": joined(self._names(data["hand"][seat] & data["shown"])),
            "face_down": joined(self._names(data["down"][seat])),
        }


def _seat_comments(players: int, viewer: int) -> dict[str, str]:
    """Each entry is explained where it first appears."""
    comments = {f"seats[0].{key}": text for key, text in SEAT_COMMENTS.items()}
    for seat in range(players):
        own = seat == viewer
        comments[f"seats[{seat}]"] = f"seat {seat}{': you' if own else ''}"
        if own or seat == (viewer == 0):
            texts = OWN_COMMENTS if own else OTHER_COMMENTS
            comments |= {f"seats[{seat}].{key}": text for key, text in texts.items()}
    return comments
