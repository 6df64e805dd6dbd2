"""What is good to know before a move of Royals is played: what it brings, and what follows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eminence.cython_ext.game import Position
from eminence.engines.kit.wording import Blocks, plural
from eminence.engines.royals import state
from eminence.engines.royals.explanations.situation import Situation
from eminence.engines.royals.names import CITY_BONUS, COUNTRY_BONUS, NOBLE_HOUSE, ORDINALS
from eminence.engines.royals.numbers import Board
from eminence.engines.royals.rules import draws_left, price
from eminence.engines.royals.state import Phase


class Notes:
    """Notes on the moves of one loaded game; they tell what the mover sees, and no more.

    intrigue: names of the Intrigue cards, by pair.
    """

    def __init__(self, board: Board, intrigue: Sequence[str]) -> None:
        self.on = board
        self.intrigue = intrigue
        self.known = Blocks(
            {
                state.FROM_PILE: self._from_pile,
                state.INTRIGUE_CARD: self._intrigue_card,
                state.FROM_DISPLAY: self._from_display,
                state.END_TURN: self._end_turn,
                state.GIVE_COUNTRY: self._give_country,
                state.GIVE_INTRIGUE: self._give_intrigue,
                state.CLAIM: lambda p, number: self._occupy(p, state.CLAIM + number),
                state.TAKE_OVER: lambda p, number: self._occupy(p, state.TAKE_OVER + number),
            }
        )

    def of(self, position: Position, action: int) -> str:
        """The note on one move."""
        return self.known.text(position, action)

    # --- drawing ---

    def _from_pile(self, position: Position, _: int) -> str:
        """How many cards are left, and what the next one may be."""
        data = position.data
        left = int(data["pile_size"])
        if self.on.ends_on_empty_pile and left == 1 and not _ending(data):
            return f"the last card: it ends period {self.on.periods[data['period']]}"
        unseen = self._unseen(data, int(data["seat"]))
        odds = ", ".join(
            f"{country} {100 * count / sum(unseen):.0f} %"
            for country, count in zip(self.on.countries, unseen, strict=True)
        )
        return f"{left} left; {odds}"

    def _unseen(self, data: np.void, seat: int) -> list[int]:
        """Cards by country that the seat cannot place: in the pile, or unknown in a hand."""
        seen = [data["display"], data["discards"], data["hand"][seat]]
        seen += [data["known"][seat][other] for other in range(len(self.on.cubes)) if other != seat]
        return [
            count - sum(int(cards[country]) for cards in seen)
            for country, count in enumerate(self.on.deck)
        ]

    def _intrigue_card(self, position: Position, _: int) -> str:
        data = position.data
        held = int(data["intrigue_size"][data["seat"]]) + 1
        return (
            f"{data['intrigue_pile_size']} left; then 1 Country card; "
            f"you will hold {held} Intrigue, limit {self.on.intrigue_limit}"
        )

    def _from_display(self, position: Position, country: int) -> str:
        data = position.data
        held = int(data["hand"][data["seat"]][country]) + 1
        more = draws_left(position.game.table, position.to_bytes()) - 1
        said = f"you will hold {held} {self.on.countries[country]}"
        return f"{said}; {more} more to draw" if more else said

    # --- occupying ---

    def _occupy(self, position: Position, action: int) -> str:
        """Who is ousted, bonuses, influence and rank in the country, cities, cubes left."""
        data = position.data
        seat, place = int(data["seat"]), price(position.game.table, action)["position"]
        board = Situation.of(self.on, data)
        after = board.after(seat, place)
        loser = board.holder(place)
        parts = [] if loser is None else [f"ousts seat {loser}"]
        parts += [f"{name} {points}" for name, points in bonuses(board, seat, place).items()]
        country = board.country_of(place)
        rank = ORDINALS[after.ranking(country).index(seat)]
        influence = after.influence(seat, country)
        parts.append(f"influence {influence} in {self.on.countries[country]}, {rank}")
        parts += _city_progress(board, after, seat, country)
        parts.append(f"{plural(int(data['supply'][seat]) - 2, 'cube')} left")
        return "; ".join(parts)

    # --- giving cards ---

    def _give_country(self, position: Position, number: int) -> str:
        country, amount = divmod(number, state.COUNTRY_AMOUNTS)
        held = position.data["hand"][position.data["seat"]][country]
        return self._give(position.data, self.on.countries[country], int(held), amount)

    def _give_intrigue(self, position: Position, number: int) -> str:
        pair, amount = divmod(number, state.INTRIGUE_AMOUNTS)
        held = position.data["intrigue"][position.data["seat"]][pair]
        return self._give(position.data, self.intrigue[pair], int(held), amount)

    def _give(self, data: np.void, kind: str, held: int, amount: int) -> str:
        due = int(data["due"]) - amount
        follows = f"{due} more due" if due else self._once_given(data)
        return f"you keep {held - amount} {kind}; {follows}"

    def _once_given(self, data: np.void) -> str:
        """What comes once the last card of a payment or discard is given."""
        phase = data["phase"]
        if phase == Phase.PAY_INTRIGUE and data["due_country"]:
            return f"then {plural(int(data['due_country']), 'other Country card')} to give"
        if phase in (Phase.PAY_INTRIGUE, Phase.PAY_COUNTRY):
            return f"then you hold {self.on.position_names[data['target']]}"
        excess = int(data["intrigue_size"][data["seat"]]) - self.on.intrigue_limit
        if phase == Phase.DISCARD_COUNTRY and excess > 0:
            return f"then {plural(excess, 'Intrigue card')} to discard"
        return "then your turn ends"

    # --- the end of a turn ---

    def _end_turn(self, position: Position, _: int) -> str:
        data = position.data
        return "; ".join([*self._discards(data), *self._after_turn(data)])

    def _discards(self, data: np.void) -> list[str]:
        seat, on = data["seat"], self.on
        limits = (
            ("Country card", int(data["hand_size"][seat]) - on.hand_limit),
            ("Intrigue card", int(data["intrigue_size"][seat]) - on.intrigue_limit),
        )
        return [f"first discard {plural(n, card)}" for card, n in limits if n > 0]

    def _after_turn(self, data: np.void) -> list[str]:
        """Whether a period or the game ends with the turn; else what is left to draw."""
        period, missing = int(data["period"]), self.on.display - int(sum(data["display"]))
        ends, name = self._ends_period(data, missing), self.on.periods[period]
        if data["last_round"] or (ends and period == state.PERIODS - 1):
            return [self._last_turns(int(data["seat"]))]
        if ends:
            return [f"then period {name} is scored"]
        if not missing:
            return []
        return [f"the display takes {missing} of the {data['pile_size']} cards in the pile"]

    def _ends_period(self, data: np.void, missing: int) -> bool:
        """Whether the period is over once the display is refilled (R21)."""
        left = int(data["pile_size"])
        runs_out = 0 < missing >= left if self.on.ends_on_empty_pile else missing > left
        return bool(data["period_ending"]) or runs_out

    def _last_turns(self, seat: int) -> str:
        """The round is played out after the last period (R25)."""
        more = len(self.on.cubes) - seat - 1
        if not more:
            return "then the game ends"
        return f"then {plural(more, 'turn')} of others, and the game ends"


def _ending(data: np.void) -> bool:
    """Whether the period is known to end, so that an empty pile means nothing more (R21, R25)."""
    return bool(data["period_ending"] or data["last_round"])


def bonuses(board: Situation, seat: int, place: int) -> dict[str, int]:
    """The markers that the seat gets at once for occupying a position, and their points."""
    city, country = board.on.positions[place].city, board.country_of(place)
    after = board.after(seat, place)
    won = {}
    if board.city_markers[city] is None:
        won[CITY_BONUS] = board.on.cities[city].bonus
    if after.cities_reached(seat, country) == len(board.cities_in(country)):
        won[COUNTRY_BONUS] = board.country_bonus_for(seat, country)
    if not after.titles_lacking(seat):
        won[NOBLE_HOUSE] = board.house_bonus_for(seat)
    return {name: points for name, points in won.items() if points}


def _city_progress(board: Situation, after: Situation, seat: int, country: int) -> list[str]:
    """How far the seat has got towards the Country bonus, if a new city brings it nearer."""
    reached, needed = after.cities_reached(seat, country), len(board.cities_in(country))
    gained = reached > board.cities_reached(seat, country)
    if not gained or reached == needed or not board.country_bonus_for(seat, country):
        return []
    return [f"{reached} of {needed} cities"]
