"""Actions, buildings, tiles, events, cubes and cards: what they do and where they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import numpy as np

from eminence.engines.kit.wording import counted, plural
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.explanations.effects import armies, event_effect, tile_effect
from eminence.engines.wallenstein.explanations.looking import (
    KINDS,
    both,
    each_has,
    held_by,
    scored_now,
    tiles_left,
)
from eminence.engines.wallenstein.explanations.things import Thing, capital, thing
from eminence.engines.wallenstein.names import ACTIONS, COLOURS, MONEY_CARD, NOTHING, TILES
from eminence.engines.wallenstein.numbers import Board
from eminence.engines.wallenstein.state import Card, Phase


def tile_name(tile: int) -> str:
    """As moves say it: a tile alone may have the name of an action."""
    return f"tile {TILES[tile]}"


class Pieces:
    """Things of the basic game beside the map; `cards` names the cards in a box."""

    def __init__(self, board: Board, players: int, cards: Mapping[int, str]) -> None:
        self.on = board
        self.players = players
        self.cards = cards

    def things(self) -> Iterator[Thing]:
        yield from self._actions()
        yield from self._buildings()
        yield from self._tiles()
        yield from self._events()
        yield from self._pieces()
        yield from self._cards()

    # --- actions ---

    def _actions(self) -> Iterator[Thing]:
        for action, name in enumerate(ACTIONS):
            yield thing(
                name, "action", self.action_text(action), partial(self.action_stands, action)
            )

    def action_text(self, action: int) -> str:
        if action <= state.POST:
            return self._building_action(action)
        if action in (state.GRAIN, state.TAXES):
            return self._collecting(action)
        if action <= state.DEPLOY_1:
            return self._deploying(action)
        return """Armies may move from the county into one neighbour; at least one stays behind. If
            you do not hold that neighbour, there is a battle. You may also stay."""

    def _building_action(self, kind: int) -> str:
        on = self.on
        return f"""Build a {ACTIONS[kind]} in the county for {plural(on.cost[kind], "Thaler")}.
            It needs an open building site, and a county has one {ACTIONS[kind]} at most. It is
            worth {plural(on.building_points, "point")} each winter, and counts for the most
            {KINDS[kind]} of its region, worth {on.majority[kind]}."""

    def _collecting(self, action: int) -> str:
        got = "the grain" if action == state.GRAIN else "the Thalers"
        return f"""Get {got} that the county brings. If no revolt marker lies there, it gets one;
            if one does, you keep what you got, but the peasants revolt at once."""

    def _deploying(self, action: int) -> str:
        on = self.on
        text = f"""Put {armies(on.armies[action])} from your supply into the county for
            {plural(on.cost[action], "Thaler")}. Without the Thalers or the armies it is skipped."""
        if action == state.DEPLOY_1:
            text += """ Then any number of armies may move from there into one neighbour that you
                hold; at least one stays behind."""
        return text

    def action_stands(self, action: int, data: np.void) -> str:
        parts = [*self._in_row(action, data)]
        cards = [
            f"seat {seat} {self.cards[int(boxes[action])]}"
            for seat, boxes in enumerate(data["box"][: self.players])
            if boxes[action]
        ]
        if cards:
            parts.append(f"Cards in its box: {both(cards)}.")
        return " ".join(parts)

    def _in_row(self, action: int, data: np.void) -> Iterator[str]:
        """When the action comes, as far as the row of action cards tells."""
        row = [int(card) - 1 for card in data["row"][: data["row_size"]]]
        if action in row:
            place = row.index(action)
            now = data["phase"] > Phase.ROUND_EVENT or data["phase"] == Phase.TOWER
            when = "It is done." if place < data["step"] else ""
            if place == data["step"] and now:
                when = "It is performed now."
            yield f"Number {place + 1} of this round. {when}".rstrip()
        elif row:
            yield "Its card is still face down in this round."

    # --- buildings, tiles and events ---

    def _buildings(self) -> Iterator[Thing]:
        on = self.on
        for kind, name in enumerate(KINDS):
            text = f"""Each costs {plural(on.cost[kind], "Thaler")} and takes a building site; a
                county has one at most. Each is worth {plural(on.building_points, "point")} in a
                winter; whoever has the most in a region gets {on.majority[kind]} more, or
                {on.tie_loss} less than that if several share it. There are
                {on.buildings[kind]} in the game."""
            yield thing(name, "building", text, partial(self.building_stands, kind))

    def building_stands(self, kind: int, data: np.void) -> str:
        there = int(data["built"][kind])
        counts = [(int(owned) & there).bit_count() for owned in data["owned"]]
        return f"{capital(each_has(counts))}; {tiles_left(self.on, data, kind)} are left to build."

    def _tiles(self) -> Iterator[Thing]:
        for tile in range(len(TILES)):
            text = f"""For the round, with a position in the player order:
                {tile_effect(self.on, tile)}."""
            if tile in (state.TILE_ATTACK, state.TILE_DEFEND):
                text += " It comes from your supply, if there is one."
            yield thing(tile_name(tile), "bonus tile", text, partial(self.tile_stands, tile))

    def tile_stands(self, tile: int, data: np.void) -> str:
        for place, (lying, owner) in enumerate(zip(data["tile"], data["leader"], strict=True)):
            if lying == tile + 1:
                whose = f"seat {owner - 1} has it" if owner else "nobody has taken it"
                return f"It lies on position {place + 1}; {whose}."
        return ""

    def _events(self) -> Iterator[Thing]:
        for number, event in enumerate(self.on.events):
            text = f"""As the event of a round: {event_effect(event)}. As the last card of the
                year: everybody loses {event.grain_loss} grain in winter."""
            stands = partial(self.event_stands, number)
            yield thing(event.name, "event card", text, stands)

    def event_stands(self, number: int, data: np.void) -> str:
        if data["event"] == number + 1:
            return "It is the event of this round."
        if int(data["open_events"]) >> number & 1:
            return "It lies open this year, for a round or for winter."
        if int(data["event_deck"]) >> number & 1:
            return "It has not been turned up yet."
        return "It has left the game."

    # --- cubes and counters ---

    def _pieces(self) -> Iterator[Thing]:
        on = self.on
        yield thing(
            "armies",
            "piece",
            f"""Each player has {on.cubes} cubes. They are in counties, in the supply, in the dice
            tower or in the tray, and everybody may know how many are where.""",
            self._armies_stand,
        )
        yield thing(
            "peasants",
            "piece",
            f"""{on.peasants} green cubes that belong to nobody. They fight for neutral counties
            ({plural(on.neutral_peasants, "peasant")} each), in revolts, and from the tray beside a
            defender whose county has no revolt marker. They never stay in a county.""",
            lambda data: f"{self._places(state.PEASANTS, data)}.",
        )
        yield thing(
            "dice tower",
            "piece",
            """All cubes of a battle and all in the tray are thrown in. Some stay inside, and some
            that were inside fall out; only what falls into the tray counts.""",
            lambda data: f"Inside: {both(counted(COLOURS, data['tower']))}.",
        )
        yield thing(
            "tray",
            "piece",
            """Where cubes from the dice tower lie. Those of players outside a battle stay there
            and are thrown in with the next one, so they may help their owner then.""",
            lambda data: f"It holds {both(counted(COLOURS, data['tray']))}.",
        )
        yield thing(
            "revolt marker",
            "piece",
            """A county gets one when grain or Thalers are collected there and it has none.
            Collecting there again in the same year makes the peasants revolt, one for each marker;
            if you win, one more marker comes. A county with markers has no help from peasants
            when it is attacked. All markers are removed after winter.""",
            self._markers_stand,
        )
        yield thing(
            "Thalers",
            "piece",
            f"""Money: for bids, buildings and armies. Everybody begins with {on.thalers}. Of
            players with equal points, whoever has more wins.""",
            lambda data: f"{capital(each_has(data['thalers'][: self.players]))}.",
        )
        yield thing(
            "units of grain",
            "piece",
            """You need one for each of your counties in winter; too few bring revolts. What is
            left is lost then.""",
            self._grain_stands,
        )
        yield thing(
            "points",
            "piece",
            f"""Whoever has the most after the second winter wins. Each winter brings
            {on.county_points} for a county, {on.building_points} for a building, and some for the
            most buildings of a kind in a region.""",
            self._points_stand,
        )

    def _armies_stand(self, data: np.void) -> str:
        told = []
        for seat in range(self.players):
            owned = int(data["owned"][seat])
            there = sum(int(n) for i, n in enumerate(data["armies"]) if owned >> i & 1)
            told.append(f"Seat {seat}: {there} in counties, {self._places(seat, data)}.")
        return " ".join(told)

    def _places(self, colour: int, data: np.void) -> str:
        return ", ".join(
            f"{data[place][colour]} in the {place}" for place in ("supply", "tower", "tray")
        )

    def _markers_stand(self, data: np.void) -> str:
        lying = [
            f"{name} ({n})" if n > 1 else name
            for name, n in zip(self.on.names, data["markers"], strict=True)
            if n
        ]
        return f"In {both(lying)}." if lying else "There is none on the board."

    def _points_stand(self, data: np.void) -> str:
        have = each_has([int(points) for points in data["points"].sum(axis=1)[: self.players]])
        if data["phase"] == Phase.ENDED:
            return f"{capital(have)}."
        coming = [scored_now(self.on, data, seat) for seat in range(self.players)]
        told = [f"{n} to seat {seat}" for seat, n in enumerate(coming)]
        return f"{capital(have)}. A winter now would bring {both(told)}."

    def _grain_stands(self, data: np.void) -> str:
        return " ".join(
            f"Seat {seat} has {data['grain'][seat]} for "
            f"{plural(held_by(data, seat), 'county', 'counties')}."
            for seat in range(self.players)
        )

    # --- cards of a plan ---

    def _cards(self) -> Iterator[Thing]:
        on = self.on
        yield thing(
            "county card",
            "card",
            """You have one for each county that you hold. In a box it says where the action
            shall happen, each county once a round. As a bid it costs nothing and ranks between 1
            and 0 Thalers. Who loses the county gives the card away, even from a box.""",
        )
        yield thing(
            MONEY_CARD,
            "card",
            f"""Everybody has {len(on.money)} of them, worth {on.money[0]} to {on.money[-1]}
            Thalers. As a bid the amount is paid; in a box it means no action, and costs
            nothing.""",
        )
        yield thing(
            NOTHING,
            "card",
            """A place of your plan stays empty, which is possible only with too few cards for all
            of them. In a box it means no action; as a bid it ranks last.""",
        )
        yield thing(
            "bid",
            "place of a plan",
            """The card that decides who chooses a position first. Higher bids come first; a county
            card ranks below 1 Thaler and above 0, and no card last. Equal bids are drawn by
            lot. All Thalers bid are paid, and you can only bid what you have.""",
            self._bids_stand,
        )

    def _bids_stand(self, data: np.void) -> str:
        cards = [self._bid(seat, int(card)) for seat, card in enumerate(data["bid"]) if card]
        return f"Bids: {both(cards)}." if cards else ""

    def _bid(self, seat: int, card: int) -> str:
        money = Card.MONEY <= card < Card.FACE_DOWN
        said = plural(card - Card.MONEY, "Thaler") if money else self.cards[card]
        return f"seat {seat} {said}"
