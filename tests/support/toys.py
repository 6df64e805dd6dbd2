"""The toy games of the search tests: each is a trap that one kind of search falls into.

Payoffs are rescaled to [0, 1] by their reach, so that `reward=win` searches the payoffs.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from trees import EVERYBODY, Choice, Event, TreeNode, pay, tree_game, zero_sum

from eminence.cython_ext.game import Game

SIDES = ("heads", "tails")

#: What the row player wins: rock, paper, scissors; rock wins 2 against scissors. Nash 1/4, 1/2,
#: 1/4.
BIASED_RPS = ((0, -1, 2), (1, 0, -1), (-2, 1, 0))


def guess(seat: int, hidden: str, right: float) -> Choice:
    """The seat names a side; `right` is what seat 0 wins where it is the hidden one."""
    return Choice(seat, {s: zero_sum(right if s == hidden else -right) for s in SIDES})


@cache
def fusion() -> Game:
    """A coin lies hidden: take 1/2 for sure, or play and win or lose 1 by guessing it.

    A search that looks at one world at a time thinks that playing always wins. Seat 1 never moves.
    """
    play = {coin: Choice(0, {"safe": zero_sum(0.5), "play": guess(0, coin, 1)}) for coin in SIDES}
    root = Event({f"coin: {coin}": (0.5, play[coin]) for coin in SIDES}, shown=())
    return tree_game("fusion", root, seats=2, reach=(-1, 1))


@cache
def my_hidden_move() -> Game:
    """Pay 0.2, or hide a coin: seat 1 wins 1 by naming it and loses 1 by a wrong guess.

    Hiding is worth 0 to a seat that mixes, and -1 to one that believes seat 1 can see the coin.
    """
    hide = {f"hide {coin}": guess(1, coin, -1) for coin in SIDES}
    root = Choice(
        0, {"out": zero_sum(-0.2), **hide}, shown={"out": EVERYBODY} | dict.fromkeys(hide, ())
    )
    return tree_game("my hidden move", root, seats=2, reach=(-1, 1))


@cache
def their_hidden_move() -> Game:
    """Take 0.2, or let seat 1 hide a coin and guess it for 1 or -1."""
    hide = Choice(1, {f"hide {coin}": guess(0, coin, 1) for coin in SIDES}, shown=())
    root = Choice(0, {"out": zero_sum(0.2), "in": hide})
    return tree_game("their hidden move", root, seats=2, reach=(-1, 1))


@cache
def non_locality() -> Game:
    """Seat 1 knows whether this is world A or B, and should end the game in A.

    If it goes on, seat 0 should think of B and play y; by the deal alone, x looks better.
    """

    def world(ended: float, x: float, y: float) -> TreeNode:
        go_on = Choice(0, {"x": zero_sum(x), "y": zero_sum(y)})
        return Choice(1, {"end": zero_sum(ended), "go on": go_on})

    worlds = {"A": (0.5, world(-2, 2, -1)), "B": (0.5, world(2, -1, 1))}
    return tree_game("non-locality", Event(worlds, shown=(1,)), seats=2, reach=(-2, 2))


@cache
def biased_rps() -> Game:
    """Rock, paper, scissors as two hidden moves, one after the other."""
    names = ("rock", "paper", "scissors")

    def reply(row: int) -> TreeNode:
        return Choice(1, {names[c]: zero_sum(BIASED_RPS[row][c]) for c in range(3)}, shown=())

    root = Choice(0, {names[row]: reply(row) for row in range(3)}, shown=())
    return tree_game("biased rock paper scissors", root, seats=2, reach=(-2, 2))


@cache
def kind_or_spiteful() -> Game:
    """Left is good if seat 1 plays for itself, bad if it plays against seat 0."""
    left = Choice(1, {"greed": pay(0.8, 0.9, 0), "spite": pay(0, 0.5, 0.5)})
    root = Choice(0, {"left": left, "right": pay(0.5, 0, 0.5)})
    return tree_game("kind or spiteful", root, seats=3, reach=(0, 1))


@cache
def rare_arms(kinds: int) -> Game:
    """Seat 1 has two arms that it always has, and one of many that it rarely has.

    Which rare arm there is, seat 0 does not see. Seat 2 gets 1 whenever a rare arm is taken:
    its mean reward is the share of visits that rare arms got.
    """

    def arm(mean: float, rare: float) -> TreeNode:
        return Event({"hit": (mean, pay(0.5, 1, rare)), "miss": (1 - mean, pay(0.5, 0, rare))})

    def arms(kind: int) -> TreeNode:
        taken = {"good": arm(0.7, 0), "poor": arm(0.3, 0), f"rare {kind}": arm(0.3, 1)}
        return Choice(0, {"go": Choice(1, taken), "stop": pay(0, 0, 0)})

    root = Event({f"kind {k}": (1 / kinds, arms(k)) for k in range(kinds)}, shown=(1,))
    return tree_game("rare arms", root, seats=3, reach=(0, 1))


@cache
def dealt_hands() -> Game:
    """Eight cards to hands of 2, 3 and 3; seat 1 says whether it has card 0."""
    cards = frozenset(range(8))

    def text(hand: tuple[int, ...]) -> str:
        return " ".join(map(str, hand))

    def said(second: tuple[int, ...]) -> TreeNode:
        ends = Choice(0, {"one": pay(1, 0, 0), "other": pay(0, 1, 0)})
        return Choice(1, {"has it" if 0 in second else "lacks it": ends})

    def third(first: tuple[int, ...], second: tuple[int, ...]) -> TreeNode:
        rest = tuple(sorted(cards - {*first, *second}))
        return Event({f"2 gets {text(rest)}": (1.0, said(second))}, shown=(2,))

    def second(first: tuple[int, ...]) -> TreeNode:
        hands = [*combinations(sorted(cards - {*first}), 3)]
        deals = {f"1 gets {text(h)}": (1 / len(hands), third(first, h)) for h in hands}
        return Event(deals, shown=(1,))

    hands = [*combinations(sorted(cards), 2)]
    root = Event({f"0 gets {text(h)}": (1 / len(hands), second(h)) for h in hands}, shown=(0,))
    return tree_game("dealt hands", root, seats=3)


TOYS = {
    "fusion": fusion,
    "my hidden move": my_hidden_move,
    "their hidden move": their_hidden_move,
    "non-locality": non_locality,
    "biased rps": biased_rps,
    "kind or spiteful": kind_or_spiteful,
    "rare arms": lambda: rare_arms(5),
    "dealt hands": dealt_hands,
}
