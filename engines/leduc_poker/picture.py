"""The picture of Leduc poker: own card, common card, and the betting of both rounds."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.scene import Scene
from eminence.engines.kit.drawing import decides, to_move, who_moves
from eminence.engines.kit.poker_drawing import Hand, card_name, common_card, pot_panel, table_panel
from eminence.engines.kit.wording import plural, spoken
from eminence.engines.leduc_poker.betting import raises_paid
from eminence.engines.leduc_poker.numbers import Numbers
from eminence.engines.leduc_poker.rules import COPIES, Move

NAME = "Leduc poker"
ROUNDS = ("first round", "second round")
#: what the letters of a line of betting mean
LETTERS = {word[0]: word for word in spoken(Move)}


def picture(view: View, lines: Sequence[str], numbers: Numbers) -> Scene:
    """What a picture of a view shows; the other's card is a back, also after the end."""
    played = [lines[line] for line in view.data["line"]]
    hands = [_hand(view, seat, played, numbers) for seat in range(view.game.seats)]
    common = _rank(int(view.data["common"]), numbers)
    tip = "The common card is not laid open yet." if common is None else f"Common card: {common}."
    pot = pot_panel(hands, common_card(common, tip))
    chips = plural(sum(hand.paid for hand in hands), "chip")
    title = f"{NAME}: {tip[:-1]}; {chips} in the pot; {who_moves(view)}."
    return Scene(title, (table_panel(hands, view.seat), pot), _moves(view))


def _moves(view: View) -> dict[int, tuple[str, ...]]:
    """To fold gives the own card away, the others are about the pot."""
    if not decides(view):
        return {}
    return {
        action: (card_name(view.seat) if action == Move.FOLD else "pot",)
        for action in view.actions()
    }


def _hand(view: View, seat: int, played: Sequence[str], numbers: Numbers) -> Hand:
    card = _rank(int(view.data["card"][seat]), numbers)
    if card is None and seat < view.data["dealt"]:
        card = ""
    did = [
        f"{name}: {', '.join(LETTERS[move] for move in line[seat::2])}"
        for name, line in zip(ROUNDS, played, strict=True)
        if line[seat::2]
    ]
    return Hand(
        seat,
        card,
        _paid(seat, played, numbers),
        did,
        _now(view, seat, played),
        _folded(seat, played),
    )


def _rank(card: int, numbers: Numbers) -> str | None:
    """The rank is all that counts of a card; None for one that is not there or not seen."""
    return numbers.ranks[(card - 1) // COPIES] if card else None


def _paid(seat: int, played: Sequence[str], numbers: Numbers) -> int:
    raised = zip(played, numbers.raise_by, strict=True)
    return numbers.ante + sum(raises_paid(line)[seat] * chips for line, chips in raised)


def _folded(seat: int, played: Sequence[str]) -> bool:
    return any(line.endswith("f") and (len(line) - 1) % 2 == seat for line in played)


def _now(view: View, seat: int, played: Sequence[str]) -> str:
    """Who has won can be seen after a fold: cards are never shown."""
    return "takes the pot" if _folded(1 - seat, played) else to_move(view, seat)
