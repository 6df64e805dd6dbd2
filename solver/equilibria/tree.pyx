"""The whole tree of a small game, written down once so that solvers walk arrays only.

An information set holds the histories that showed its mover the same (the keys that `apply`
keeps for each seat); tree_builder.pyx checks that this is all that a solver needs.
"""
import numpy as np

from eminence.cython_ext.errors import BadOption, Unsolved

from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from eminence.cython_ext.game cimport MAX_SEATS, Game, Return, Seen
from eminence.solver.equilibria.tree_builder cimport (
    NO_MEMORY, NO_RECALL, TOO_LARGE, UNLIKE_ACTIONS, UNLIKE_VIEWS, TreeBuilder, Info, Node, Recall,
    count, grow, prepare, take_apart,
)

#: what a seat may want
UTILITIES = ("score", "win")

cdef double NOTHING = 1e-9

WHY = {
    UNLIKE_VIEWS: "was shown the same in two histories, yet its views differ",
    UNLIKE_ACTIONS: "was shown the same in two histories, yet may do different things",
    NO_RECALL: "forgets what it did or saw: without perfect recall these methods prove nothing",
}


cdef int refuse(Game game, const TreeBuilder *g, int64_t nodes) except -1:
    if g.problem == NO_MEMORY:
        raise MemoryError
    if g.problem == TOO_LARGE:
        raise Unsolved(
            f"{game.name}: its tree has more than {nodes} nodes; choose smaller options, "
            "or more nodes if there is memory for them"
        )
    raise Unsolved(f"{game.name}: seat {g.seat} {WHY[g.problem]}")


cdef int keep(Tree tree, TreeBuilder *g) except -1:
    """Keep the arrays, and list the nodes that are not ends."""
    cdef int64_t i, n = 0
    tree.nodes = <Node *>g.nodes.block
    tree.infos = <Info *>g.infos.block
    tree.actions = <int32_t *>g.actions.block
    tree.views = <uint8_t *>g.views.block
    g.nodes.block = g.infos.block = g.actions.block = g.views.block = NULL
    tree.n_nodes = g.nodes.count
    tree.n_infos = g.infos.count
    tree.n_slots = g.actions.count
    tree.n_ends = g.ends.count / MAX_SEATS
    tree.n_inner = tree.n_nodes - tree.n_ends
    tree.capped = g.capped
    tree.inner = <int32_t *>malloc((tree.n_inner + 1) * sizeof(int32_t))
    if tree.inner == NULL:
        raise MemoryError
    for i in range(tree.n_nodes):
        if tree.nodes[i].width:
            tree.inner[n] = i
            n += 1
    return 0


cdef int value_ends(Tree tree, const TreeBuilder *g, utility) except -1:
    """Write down what the ends are worth."""
    cdef const Return *ends = <const Return *>g.ends.block
    cdef int64_t i
    cdef int seat
    cdef bint by_score
    cdef double sum
    cdef bint even = True
    for i in range(tree.n_ends):
        sum = 0
        for seat in range(tree.seats):
            sum += ends[i * MAX_SEATS + seat].score
        even &= fabs(sum) < NOTHING
    by_score = utility == "score" or (utility is None and even)
    tree.utility = "score" if by_score else "win"
    # Win shares sum to 1; any constant sum is as good as 0.
    tree.zero_sum = even or not by_score
    tree.payoffs = <double *>malloc(tree.n_ends * tree.seats * sizeof(double))
    if tree.payoffs == NULL:
        raise MemoryError
    for i in range(tree.n_ends):
        for seat in range(tree.seats):
            tree.payoffs[i * tree.seats + seat] = (
                ends[i * MAX_SEATS + seat].score if by_score
                else ends[i * MAX_SEATS + seat].win)
    return 0


cdef class Tree:
    """A small game, flattened; `utility` is what its seats want, score or win share.

    None: the score where it sums to zero at every end, so that published values can be
    compared; else the win share. Refuses a game with more than `nodes` nodes.
    """

    def __cinit__(self, Game game not None, utility=None, int64_t nodes=4_000_000):
        cdef TreeBuilder g
        cdef Recall nowhere
        # Nodes have numbers of 32 bits.
        cdef int64_t left = min(nodes, 2**31 - 1)
        cdef int i, failed
        if utility is not None and utility not in UTILITIES:
            raise BadOption(f"utility={utility!r}: choose {' or '.join(UTILITIES)}, or None")
        if nodes < 1:
            raise BadOption(f"nodes={nodes}: choose a number above 0")
        self.game = game
        self.seats = game.table.ops.seats
        self.view_size = game.table.ops.state_size
        for i in range(MAX_SEATS):
            nowhere.slot[i] = -1
        try:
            prepare(&g, game.table)
            game.table.ops.start(g.path.states, game.table.rules)
            memset(g.path.seen, 0, sizeof(Seen))
            with nogil:
                failed = count(&g, 0, &left)
                if not failed:
                    failed = grow(&g, 0, 0, nowhere)
            if failed:
                refuse(game, &g, nodes)
            keep(self, &g)
            value_ends(self, &g, utility)
        finally:
            take_apart(&g)

    def __dealloc__(self):
        free(self.nodes)
        free(self.infos)
        free(self.inner)
        free(self.actions)
        free(self.payoffs)
        free(self.views)

    def __reduce__(self):
        return Tree, (self.game, self.utility, self.n_nodes)

    def info_arrays(self):
        """Per information set: its seat, where its slots begin, and the slot before it."""
        cdef int64_t i
        seats = np.empty(self.n_infos, np.int8)
        first = np.empty(self.n_infos + 1, np.int32)
        parents = np.empty(self.n_infos, np.int32)
        cdef signed char[::1] seat = seats
        cdef int32_t[::1] begin = first
        cdef int32_t[::1] parent = parents
        for i in range(self.n_infos):
            seat[i] = self.infos[i].seat
            begin[i] = self.infos[i].first
            parent[i] = self.infos[i].parent
        begin[self.n_infos] = self.n_slots
        return seats, first, parents

    def slot_actions(self):
        """The action of every slot."""
        cdef int64_t i
        found = np.empty(self.n_slots, np.int32)
        cdef int32_t[::1] out = found
        for i in range(self.n_slots):
            out[i] = self.actions[i]
        return found

    def view_bytes(self):
        """The view of every information set, as rows of bytes."""
        if self.n_infos == 0:
            return np.empty((0, self.view_size), np.uint8)
        cdef uint8_t[::1] all_bytes = <uint8_t[:self.n_infos * self.view_size]>self.views
        return np.array(all_bytes).reshape(self.n_infos, self.view_size)
