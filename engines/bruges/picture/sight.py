"""What all panels of one picture ask for: the view, who has what, colours, and tips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.tones import TONES
from eminence.engines.bruges.board_text import card_ids
from eminence.engines.bruges.effects.effect_text import EffectText
from eminence.engines.bruges.explanations.holdings import Holdings, all_holdings
from eminence.engines.bruges.numbers import Card
from eminence.engines.bruges.state import MAX_CARDS, Step

if TYPE_CHECKING:
    from eminence.engines.bruges.words import BrugesWords

#: for colours of a player's own data folder that pictures have no tone for
SPARE_TONES = ("green", "orange", "grey", "white", "black")


class Colour(NamedTuple):
    """A colour of the game in a picture."""

    number: int
    name: str
    tone: str
    sign: str
    """Its first letters, as many as it needs: for those who do not tell it from the others."""

    @property
    def ink(self) -> str:
        """The tone of what is written on it."""
        return f"on {self.tone}"


@cache
def colours_of(names: tuple[str, ...]) -> tuple[Colour, ...]:
    """The colours of a game, each with a tone and a sign of its own."""
    spare = (tone for tone in SPARE_TONES if tone not in names)
    tones = [name if f"on {name}" in TONES else next(spare) for name in names]
    return tuple(
        Colour(number, name, tone, _sign(name, names))
        for number, (name, tone) in enumerate(zip(names, tones, strict=True))
    )


def _sign(name: str, names: Sequence[str]) -> str:
    """The shortest beginning that no other name has."""
    others = [other for other in names if other != name]
    lengths = (n for n in range(1, len(name)) if not any(o[:n] == name[:n] for o in others))
    return name[: next(lengths, len(name))].capitalize()


class Sight:
    """One view, with what its picture needs to know of it; made anew for each picture."""

    def __init__(self, words: BrugesWords, view: View) -> None:
        self.words = words
        self.on = words.on
        self.view = view
        self.data = view.data
        self.players = words.players
        self.colours = colours_of(self.on.colours)
        self.effects: EffectText = words.notes.table.effects
        self.step = Step(int(view.data["step"]))
        answers = view.player == view.seat and not view.over
        #: the moves that the viewer chooses among; none while it waits
        self.moves: tuple[int, ...] = tuple(view.actions()) if answers else ()

    # --- who has what ---

    @cached_property
    def everybody(self) -> list[Holdings]:
        """The open things of each seat."""
        return all_holdings(self.on, self.data, self.players)

    @property
    def is_asked(self) -> bool:
        """Whether the viewer is to decide."""
        return bool(self.moves)

    @cached_property
    def scores(self) -> list[dict[str, float]]:
        """Of each seat where its points would come from if the game ended now."""
        return self.view.sources()

    def score(self, seat: int) -> int:
        """The points of a seat if the game ended now."""
        return int(sum(self.scores[seat].values()))

    def known_hand(self, seat: int) -> list[Card]:
        """The cards of a hand that the viewer knows."""
        return [self.on.by_id[card] for card in card_ids(self.data["hand"][seat])]

    def backs_in_hand(self, seat: int) -> Iterator[tuple[Colour, int]]:
        """The other cards of a hand: colour, and a number among those of that colour."""
        yield from self._unknown(self.data["hand_count"][seat], self.known_hand(seat))

    def known_empty_houses(self, seat: int) -> list[Card]:
        """The cards that are empty houses, as far as the viewer knows which they are."""
        homes = {int(home) for home in self.data["home"]}
        down = [self.on.by_id[card] for card in card_ids(self.data["down"][seat])]
        return [card for card in down if self.on.cards.index(card) + 1 not in homes]

    def backs_of_houses(self, seat: int) -> Iterator[tuple[Colour, int]]:
        """The other empty houses of a seat, like `backs_in_hand`."""
        yield from self._unknown(self.data["empty"][seat], self.known_empty_houses(seat))

    def _unknown(
        self, counts: Sequence[int], known: Sequence[Card]
    ) -> Iterator[tuple[Colour, int]]:
        for colour, count in zip(self.colours, counts, strict=True):
            named = sum(card.colour == colour.number for card in known)
            yield from ((colour, number) for number in range(1, int(count) - named + 1))

    # --- people and their houses ---

    def home_of(self, card: Card) -> Colour:
        """The colour of the house in which a person lives."""
        return self.colours[self.on.home_colour(self._home(card))]

    def below(self, card: Card) -> Card | None:
        """The card that is a person's house, if the viewer knows it."""
        home = self._home(card)
        return self.on.cards[home - 1] if home <= MAX_CARDS else None

    def _home(self, card: Card) -> int:
        return int(self.data["home"][self.on.cards.index(card)])

    def was_used(self, card: Card) -> bool:
        """Whether a person was activated in this round."""
        return bool(int(self.data["used"][card.colour]) >> card.bit & 1)

    def is_shown(self, card: Card) -> bool:
        """Whether everybody has seen this card of a hand."""
        return bool(int(self.data["shown"][card.colour]) >> card.bit & 1)

    # --- tips ---

    def explained(self, name: str) -> str:
        """What a name of the game means."""
        return self.words.explained[name.lower()]

    def tip(self, name: str) -> str:
        """What a name means, and how things stand there."""
        return f"{self.explained(name)} {self.words.stands(self.view, name)}".strip()
