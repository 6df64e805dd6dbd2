"""The picture of Kuhn poker: each seat's card as far as it is seen, its moves, and the pot."""

from __future__ import annotations

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.scene import Scene
from eminence.engines.kit.drawing import decides, to_move, who_moves
from eminence.engines.kit.poker_drawing import Hand, pot_panel, table_panel
from eminence.engines.kit.wording import plural
from eminence.engines.kuhn_poker.page import MOVES, moves_made
from eminence.engines.kuhn_poker.rules import Move

NAME = "Kuhn poker"


def picture(view: View) -> Scene:
    """What a picture of a view shows: others' cards are backs, also after the end."""
    hands = [_hand(view, seat) for seat in range(view.game.seats)]
    pot = sum(hand.paid for hand in hands)
    title = f"{NAME}: {plural(pot, 'chip')} in the pot; {who_moves(view)}."
    moves = {int(Move.BET): ("pot",)} if decides(view) else {}
    return Scene(title, (table_panel(hands, view.seat), pot_panel(hands)), moves)


def _hand(view: View, seat: int) -> Hand:
    data, seats = view.data, view.game.seats
    moves = moves_made(data, seats)
    own = [MOVES[move] for move in moves[seat::seats]]
    has_bet = bool(int(data["bets"]) >> seat & 1)
    first = int(data["bettor"]) - 1
    # Its last chance to bet comes before the first bettor would be asked again.
    answered = first >= 0 and len(moves) > seat + (seats if seat < first else 0)
    return Hand(
        seat,
        _card(int(data["card"][seat]), seat < data["dealt"]),
        1 + has_bet,
        [", then ".join(own)] if own else (),
        _now(view, seat),
        answered and not has_bet,
    )


def _card(held: int, dealt: bool) -> str | None:
    if held:
        return str(held - 1)
    return "" if dealt else None


def _now(view: View, seat: int) -> str:
    """Who has won can be seen if all others gave up: cards are never shown."""
    if view.over and int(view.data["bets"]) == 1 << seat:
        return "takes the pot"
    return to_move(view, seat)
