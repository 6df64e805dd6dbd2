"""Which shapes belong to a move: the plate that offers it, and all that it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from eminence.engines.bruges.explanations.moment import Moment
from eminence.engines.bruges.names import PILES
from eminence.engines.bruges.numbers import SECTIONS
from eminence.engines.bruges.picture import ids
from eminence.engines.bruges.picture.houses import houses_of
from eminence.engines.bruges.picture.sight import Sight
from eminence.engines.bruges.state import Action, Activation, Payment, Step, Use

#: steps that are about workers of a colour, and those about its threat markers
OF_WORKERS = (Step.PAY_WORKER, Step.TAKE_WORKER, Step.GIVE_WORKER, Step.TRADE)
OF_THREATS = (Step.ORDER, Step.UNTHREAT)
#: steps that offer one step of reputation or more
CLIMBS = (Step.ADVANCE, Step.EXTRA_STEP)


def lit_by_moves(sight: Sight) -> dict[int, tuple[str, ...]]:
    """For each move of the viewer the shapes that belong to it."""
    if not sight.moves:
        return {}
    lights = Lights(sight)
    return {move: lights.of(move) for move in sight.moves}


class Lights:
    """Finds the shapes of one decision's moves."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.on = sight.on
        self.me = sight.everybody[sight.view.seat]
        self.seat = sight.view.seat
        #: by the block of a move's id: the shapes, from its number in the block
        self.about: Mapping[int, Callable[[int], Iterable[str]]] = {
            Action.PILE: lambda number: [ids.pile(PILES[number])],
            Action.NO: lambda _: [],
            Action.YES: lambda _: self._agree(),
            Action.COLOUR: self._colour,
            Action.SECTION: self._section,
            Action.VICTIM: lambda number: [ids.seat(number)],
            Action.USE: self._use,
            Action.CARD: self._card,
            Action.RECRUIT: lambda card: [*self._card(card), *self._empty_houses()],
            Action.ACTIVATE: self._activate,
        }

    def of(self, move: int) -> tuple[str, ...]:
        """All shapes of a move."""
        first, number = self.sight.words.moves.find(move)
        offer = ids.offer(self.sight.view.text(move))
        # The same shape may belong to it twice, such as the worker that both pays and is named.
        return tuple(dict.fromkeys((offer, *self.about[first](number))))

    def _agree(self) -> list[str]:
        step = self.sight.step
        if step not in CLIMBS:
            return [ids.guilders(self.seat)]
        clause = Moment(self.sight.words.notes.table, self.sight.view).clause
        steps = clause.amount if clause and step == Step.EXTRA_STEP else 1
        return [ids.step(min(len(self.on.step_points) - 1, self.me.reputation + steps))]

    def _colour(self, colour: int) -> list[str]:
        name, step = self.on.colours[colour], self.sight.step
        if step in OF_WORKERS:
            return [ids.worker(self.seat, name)]
        if step in OF_THREATS:
            return [ids.threat(self.seat, name)]
        return self._empty_houses(colour)

    def _empty_houses(self, colour: int | None = None) -> list[str]:
        """The mover's empty houses, or those of a colour."""
        return [
            house.id
            for house in houses_of(self.sight, self.seat)
            if house.person is None and colour in (None, house.colour.number)
        ]

    def _section(self, side: int) -> list[str]:
        """The next space if a token is built, else the space of the last token."""
        builds = self.sight.step == Step.EXTRA_CANAL
        return [self._space(side, 0 if builds else -1)]

    def _space(self, side: int, ahead: int) -> str:
        return ids.canal(self.seat, SECTIONS[side], self.me.canals[side] + ahead)

    def _card(self, card: int) -> list[str]:
        return [ids.card(self.on.names_by_id[card])]

    def _activate(self, number: int) -> list[str]:
        card = self.on.by_id[number]
        if card.activation != Activation.WORKER:
            return self._card(number)
        return [*self._card(number), self._worker(card.activation_colour)]

    def _worker(self, colour: int) -> str:
        return ids.worker(self.seat, self.on.colours[colour])

    # --- an action with a card of a colour ---

    def _use(self, number: int) -> list[str]:
        use, colour = divmod(number, 8)
        return [*self._played(colour), *self._aim(Use(use), colour)]

    def _played(self, colour: int) -> list[str]:
        """The cards that can be used for it: one that was drawn for that, or those of the hand."""
        aside = int(self.sight.data["aside"])
        if aside:
            return self._card(aside - 1)
        cards = self.sight.known_hand(self.seat)
        return [ids.card(card.name) for card in cards if card.colour == colour]

    def _aim(self, use: Use, colour: int) -> list[str]:
        """What an action takes, pays, returns or builds."""
        name = self.on.colours[colour]
        if use == Use.GUILDERS:
            return [ids.die(name), ids.guilders(self.seat)]
        if use == Use.RETURN_THREAT:
            return [ids.threat(self.seat, name)]
        if use in (Use.CANAL_LEFT, Use.CANAL_RIGHT):
            return [self._space(use - Use.CANAL_LEFT, 0)]
        if use == Use.HOUSE:
            return self._builders(colour)
        return [self._worker(colour)]

    def _builders(self, colour: int) -> list[str]:
        """The workers that can pay for a house."""
        payment = self.me.house_payment()
        if self.sight.step == Step.EXTRA_HOUSE or payment == Payment.NO_WORKER:
            return []
        if payment == Payment.OWN_COLOUR:
            return [self._worker(colour)]
        return [self._worker(each) for each, count in enumerate(self.me.workers) if count]
