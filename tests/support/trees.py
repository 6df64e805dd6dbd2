"""Small games for agents to be right or wrong about, written down as trees.

    hide = Choice(1, {"heads": ..., "tails": ...}, shown=())
    game = tree_game("pennies", hide, seats=2, reach=(-1, 1))

A viewer's information sets follow from what it was shown: histories that showed it the same
are one set. Everybody notices that somebody moved; `shown` says who sees which move it was. The
mover always does. An event that shows a viewer nothing is not noticed either.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

from compiled.trees import table

from eminence import engines
from eminence.cython_ext.fields import Field
from eminence.cython_ext.game import Game, Position
from eminence.cython_ext.words import Refusal, Words

EVERYBODY = "everybody"
MOST_SEATS = 6
ONLOOKER = 6
TO_ALL = (1 << 7) - 1
NOTICED = 1

#: A mask of viewers in words: everybody, or the seats that see it (besides the mover).
Shown = str | tuple[int, ...]


@dataclass(frozen=True)
class End:
    """The end, with the payoff of each seat."""

    pay: tuple[float, ...]
    standing: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Choice:
    """A decision of a seat. `shown` holds for all moves, or names each of them."""

    seat: int
    moves: Mapping[str, Any]
    shown: Shown | Mapping[str, Shown] = EVERYBODY
    priors: Mapping[str, float] = field(default_factory=dict)
    standing: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Event:
    """Something random: outcomes with their probability and what follows."""

    outcomes: Mapping[str, tuple[float, Any]]
    shown: Shown | Mapping[str, Shown] = EVERYBODY
    standing: tuple[float, ...] | None = None


TreeNode = End | Choice | Event


def pay(*payoffs: float) -> End:
    return End(payoffs)


def zero_sum(payoff: float) -> End:
    """The end of a game of two: what one wins the other loses."""
    return End((payoff, -payoff))


# --- the flat form that compiled.trees reads ---


@dataclass
class FlatNode:
    player: int
    first: int = 0
    edges: int = 0
    info: list[int] = field(default_factory=lambda: [0] * (MOST_SEATS + 1))
    pay: list[float] = field(default_factory=lambda: [0.0] * MOST_SEATS)
    standing: list[float] = field(default_factory=lambda: [0.5] * MOST_SEATS)


@dataclass
class FlatEdge:
    action: int
    child: int
    chance: float
    prior: float
    shown: int


@dataclass
class FlatInfo:
    viewer: int
    player: int
    nodes: list[int] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    hides: bool = False


@dataclass
class FlatTree:
    seats: int
    low: float | None
    high: float | None
    names: list[str] = field(default_factory=list)
    nodes: list[FlatNode] = field(default_factory=list)
    edges: list[FlatEdge] = field(default_factory=list)
    infos: list[FlatInfo] = field(default_factory=list)
    plies: int = 0


def _mask(shown: Shown, mover: int) -> int:
    if shown == EVERYBODY:
        return TO_ALL
    seats = {*shown, mover} - {engines.CHANCE}
    return sum(1 << int(seat) for seat in seats)


def _player(node: TreeNode) -> int:
    if isinstance(node, End):
        return engines.OVER
    return node.seat if isinstance(node, Choice) else engines.CHANCE


def _ways(node: TreeNode) -> list[tuple[str, float, TreeNode]]:
    if isinstance(node, Choice):
        return [(name, 0.0, child) for name, child in node.moves.items()]
    if isinstance(node, Event):
        return [(name, p, child) for name, (p, child) in node.outcomes.items()]
    return []


class _Flattener:
    def __init__(self, tree: FlatTree):
        self.tree = tree
        self.filed: dict[tuple, int] = {}
        self.actions: dict[str, int] = {}

    def add(
        self, node: TreeNode, shown: list[tuple[int, ...]], weight: float, plies: int, depth: int
    ) -> int:
        """Add the node and everything below it; `shown` is what each viewer was shown."""
        index, player = len(self.tree.nodes), _player(node)
        flat = FlatNode(player)
        self.tree.nodes.append(flat)
        self.tree.plies = max(self.tree.plies, plies)
        if node.standing is not None:
            flat.standing[: self.tree.seats] = node.standing
        if isinstance(node, End):
            assert len(node.pay) == self.tree.seats, f"{node}: one payoff per seat"
            flat.pay[: self.tree.seats] = node.pay
        for viewer in (*range(self.tree.seats), ONLOOKER):
            when = depth if player == engines.CHANCE else -1
            flat.info[viewer] = self._file(index, viewer, (shown[viewer], when), weight)
        flat.first = len(self.tree.edges)
        flat.edges = len(_ways(node))
        ways = sorted((self._action(name), name, p, child) for name, p, child in _ways(node))
        self.tree.edges.extend(self._edge(node, action, name, p) for action, name, p, _ in ways)
        for i, (_, _, p, child) in enumerate(ways):
            edge = self.tree.edges[flat.first + i]
            edge.child = self.add(
                child,
                [_told(history, edge, player, v) for v, history in enumerate(shown)],
                weight * (p if player == engines.CHANCE else 1.0),
                plies + (player >= 0),
                depth + 1,
            )
        return index

    def _action(self, name: str) -> int:
        if name not in self.actions:
            self.actions[name] = len(self.tree.names)
            self.tree.names.append(name)
        return self.actions[name]

    def _edge(self, node: Any, action: int, name: str, p: float) -> FlatEdge:
        shown = node.shown[name] if isinstance(node.shown, Mapping) else node.shown
        prior = node.priors.get(name, 0.5) if isinstance(node, Choice) else 0.5
        return FlatEdge(action, 0, p, prior, _mask(shown, _player(node)))

    def _file(self, index: int, viewer: int, shown: tuple, weight: float) -> int:
        player = self.tree.nodes[index].player
        key = (viewer, *shown)
        if key not in self.filed:
            self.filed[key] = len(self.tree.infos)
            seat = viewer if viewer != ONLOOKER else engines.PUBLIC
            self.tree.infos.append(FlatInfo(seat, player))
        info = self.tree.infos[self.filed[key]]
        assert info.player == player, f"viewer {viewer} cannot tell who is to move: {shown}"
        info.nodes.append(index)
        info.weights.append(weight)
        return self.filed[key]


def _told(history: tuple[int, ...], edge: FlatEdge, player: int, viewer: int) -> tuple:
    """What the viewer has been shown after the edge, by the values that `apply` shows."""
    by_chance = player == engines.CHANCE
    if edge.shown >> viewer & 1:
        return (*history, 2 * (edge.action + 1) + by_chance)
    return history if by_chance else (*history, NOTICED)


def _edges(tree: FlatTree, node: int) -> list[FlatEdge]:
    flat = tree.nodes[node]
    return tree.edges[flat.first : flat.first + flat.edges]


def _mark_hidden(tree: FlatTree) -> None:
    """Mark the sets where, in some world, an opponent cannot tell two moves apart."""
    for info in tree.infos:
        if info.player < 0 or info.viewer != info.player:
            continue
        options = [[(e.action, e.prior) for e in _edges(tree, node)] for node in info.nodes]
        assert all(o == options[0] for o in options), f"seat {info.viewer}: options differ"
        opponents = [seat for seat in range(tree.seats) if seat != info.player]
        info.hides = any(
            sum(not edge.shown >> seat & 1 for edge in _edges(tree, node)) > 1
            for node in info.nodes
            for seat in opponents
        )


def flatten(root: TreeNode, seats: int, reach: tuple[float, float] | None) -> FlatTree:
    low, high = reach or (None, None)
    tree = FlatTree(seats, low, high)
    _Flattener(tree).add(root, [()] * (MOST_SEATS + 1), 1.0, 0, 0)
    _mark_hidden(tree)
    return tree


#: The trees of this process by their identity, so that a pickle need not hold a whole tree.
GROWN: dict[str, Game] = {}


def grown(identity: str) -> Game:
    return GROWN[identity]


class TreeWords(Words):
    events = ("event",)
    problems: ClassVar = {
        1: Refusal("{0} is no node of 1 to {1}", "node"),
        2: Refusal("{0} is no information set of this viewer, of 1 to {1}", "info"),
        3: Refusal("player: does not fit the node"),
    }

    def __init__(self, names: Sequence[str]):
        self.names = names

    def action(self, position: Position, action: int) -> str:
        return self.names[action]

    def outcome(self, position: Position, outcome: int) -> str:
        return self.names[outcome]

    def board(self, position: Position) -> str:
        return f"node {position.data['node']} information set {position.data['info']}"


def tree_game(
    name: str, root: TreeNode, *, seats: int, reach: tuple[float, float] | None = None
) -> Game:
    """The tree as a game. With `reach`, `win` is the payoff's place between low and high.

    So an agent that counts wins searches the payoffs themselves; without it the highest
    payoff wins, as in a real game.
    """
    tree = flatten(root, seats, reach)
    fields = {
        "node": Field(low=0, high=len(tree.nodes)),
        "info": Field(low=0, high=len(tree.infos)),
    }
    identity = hashlib.sha256(f"{name} {root!r} {seats} {reach}".encode()).hexdigest()
    words, again = TreeWords(tree.names), partial(grown, identity)
    GROWN[identity] = Game(table(tree), name, {}, words, fields, again, identity, {})
    return GROWN[identity]


def played(game: Game, *names: str) -> engines.State:
    """The state after the named moves and outcomes."""
    state = game.root()
    for name in names:
        state.apply(state.parse(name))
    return state


def by_name(moves: Iterable[Any]) -> dict[str, Any]:
    """The moves of a result by their text."""
    return {move.text: move for move in moves}
