"""What the expansions add: favor cards, courtiers, region cards, leaders, statues."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import plural
from eminence.engines.wallenstein.court.words import FAVOR_NAMES
from eminence.engines.wallenstein.explanations.agreed import Agreed
from eminence.engines.wallenstein.explanations.effects import (
    armies,
    benefits_of,
    favor_effect,
    leader_help,
)
from eminence.engines.wallenstein.explanations.looking import both, each_has, regions_of, seats
from eminence.engines.wallenstein.explanations.things import Thing, capital, thing
from eminence.engines.wallenstein.names import CONVERSIONS, DICE_TOWER_CARD
from eminence.engines.wallenstein.numbers import Board


class ExpansionPieces:
    """Things of the expansions that are in play."""

    def __init__(self, board: Board, agreed: Agreed) -> None:
        self.on = board
        self.agreed = agreed
        self.players = agreed.players

    def things(self) -> Iterator[Thing]:
        if self.agreed.court:
            yield from self._favors()
            yield from self._halls()
            yield from self._conversions()
        if self.agreed.regions:
            yield from self._region_cards()
        if self.agreed.leaders:
            yield from self._leaders()

    # --- Emperor's Court ---

    def _favors(self) -> Iterator[Thing]:
        for number, favor in enumerate(self.on.court.favors, 1):
            text = f"{capital(favor_effect(favor.effect, favor.amount))}."
            stands = partial(self._favor_stands, number)
            yield thing(FAVOR_NAMES[number - 1], "favor card", text, stands)

    def _favor_stands(self, number: int, data: np.void) -> str:
        for card, price in zip(data["favors"], self.on.court.spaces, strict=True):
            if card == number:
                return f"It lies in the audience hall and costs {courtiers(price)}."
        if data["used"] == number:
            return "Its owner is about to use it."
        owners = [s for s in range(self.players) if int(data["kept"][s]) >> (number - 1) & 1]
        if owners:
            return f"Seat {owners[0]} has it in use."
        if int(data["favor_deck"]) >> (number - 1) & 1:
            return "It has not been turned up yet."
        return "It has left the game."

    def _halls(self) -> Iterator[Thing]:
        court = self.on.court
        prices = listed(court.spaces, "or")
        yield thing(
            "courtiers",
            "piece",
            f"""Each player has {court.courtiers}. They are armies that were converted, and pay
            for favor cards.""",
            self._courtiers_stand,
        )
        yield thing(
            "entrance hall",
            "piece",
            """Where courtiers wait. Whoever has the most there asks for a favor first; of equals,
            the one who is earlier in the player order.""",
            partial(self._hall_stands, "entrance"),
        )
        yield thing(
            "audience hall",
            "piece",
            f"""Where the {len(court.spaces)} favor cards of the round lie, for {prices} courtiers:
            the higher the number of a card, the dearer. Who asks for a favor brings all courtiers
            here; those who are not needed go back when the Court is over.""",
            partial(self._hall_stands, "audience"),
        )
        yield thing(
            DICE_TOWER_CARD,
            "card",
            f"""Everybody has {court.tower_cards}. In a box of the extra board it converts your
            armies in the tray. In any other box it means no action, and as a bid it counts as
            {self.on.money[0]} Thalers.""",
        )

    def _courtiers_stand(self, data: np.void) -> str:
        told = []
        for seat in range(self.players):
            waiting, asking = int(data["entrance"][seat]), int(data["audience"][seat])
            left = self.on.court.courtiers - waiting - asking
            asked = f", {asking} in the audience hall" if asking else ""
            told.append(f"Seat {seat}: {waiting} in the entrance hall{asked}, {left} to come.")
        return " ".join(told)

    def _hall_stands(self, hall: str, data: np.void) -> str:
        return f"{capital(each_has(data[hall][: self.players]))}."

    def _conversions(self) -> Iterator[Thing]:
        for name, n in zip(CONVERSIONS, self.on.court.convert, strict=True):
            text = f"""A box of the extra board. A county card there turns {armies(n)} of that
                county into {courtiers(n)}, if at least 1 army stays; a {DICE_TOWER_CARD} does
                the same with {armies(n)} of yours in the tray. If there are too few armies, or too
                few courtiers are left, nothing happens. It is no action: it comes before them."""
            yield thing(name, "box of the extra board", text)

    # --- region cards ---

    def _region_cards(self) -> Iterator[Thing]:
        cards = self.on.region_cards
        for card in range(len(cards.benefits)):
            brings = benefits_of(self.on, card)
            text = f"It brings {brings}." if brings else "It starts each year, and brings nothing."
            text += f""" You get your next card, and one of its benefits, in each round in which
                you hold counties in {cards.regions} regions once the player order is set."""
            stands = partial(self._region_card_stands, card)
            yield thing(f"region card {card + 1}", "region card", text, stands)

    def _region_card_stands(self, card: int, data: np.void) -> str:
        tops = [seat for seat in range(self.players) if data["region_card"][seat] == card]
        reach = [
            f"seat {seat} holds counties in {plural(regions_of(self.on, data, seat), 'region')}"
            for seat in range(self.players)
        ]
        top = f"On top of the deck of {seats(tops)}. " if tops else ""
        return f"{top}{capital(both(reach))}."

    # --- leaders ---

    def _leaders(self) -> Iterator[Thing]:
        on = self.on.leaders
        yield thing(
            "leader",
            "piece",
            f"""Each player has one, in a county of their own. He helps with actions there:
            {leader_help(self.on)}. After the tenth action of a round he must move to another county
            of yours, near or far. If you lose his county, he leaves the board; he comes back at the
            end of the first winter, but not after the second.""",
            self._leaders_stand,
        )
        yield thing(
            "statue",
            "piece",
            f"""A leader who moves to a neighbour may leave a statue behind. It stays there
            whoever holds the county, until the leader of another player comes. At the end of the
            game each of yours on the board is worth {plural(on.statue_points, "point")}.""",
            self._statues_stand,
        )
        yield thing(
            "trophy",
            "piece",
            f"""A statue of another player that your leader found in the county to which he
            went. At the end it is worth {plural(on.trophy_points, "point")}.""",
            lambda data: f"{capital(each_has(data['trophies'][: self.players]))}.",
        )

    def _leaders_stand(self, data: np.void) -> str:
        told = []
        for seat in range(self.players):
            at = int(data["general"][seat])
            told.append(f"Seat {seat}: {self.on.names[at - 1] if at else 'off the board'}.")
        return " ".join(told)

    def _statues_stand(self, data: np.void) -> str:
        told = []
        for seat in range(self.players):
            for county, name in enumerate(self.on.names):
                if int(data["honoured"][seat]) >> county & 1:
                    n = int(data["statues"][county])
                    told.append(f"{name} ({n} of seat {seat})")
        return f"In {both(told)}." if told else "There is none on the board."


def courtiers(n: int) -> str:
    return plural(n, "courtier")
