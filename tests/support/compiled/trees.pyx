"""A game made for testing agents: any extensive-form game, given node by node.

The tests write small trees as plain data (tests/support/trees.py) and hand them over flat:
nodes, edges and information sets as lists. A state is the number of a node, a view is the
number of an information set, so that "equal knowledge, equal bytes" holds by construction.
Worlds of a view are drawn by the probability of the chance outcomes that lead to them; choices are
no evidence.
"""
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from eminence.cython_ext.core cimport Rng, unit
from eminence.cython_ext.defaults cimport (
    no_facts as facts, no_features as features, no_sources as sources, no_traits as traits,
)
from eminence.cython_ext.game cimport (
    BY_CHANCE, CHANCE, FULL, MAX_SEATS, PUBLIC, TO_ALL, Head, Ops, Problem, Return, Seen, Table,
    rank_seats, refuse, show,
)

cdef enum:
    MAX_ACTIONS = 256
    VIEWERS = MAX_SEATS + 1     # the seats, then the onlooker
    NOTICED = 1                 # shown to those who learn no more than that somebody moved

cdef struct State:
    Head head
    int32_t node                # number of the node, plus 1; 0 in a view
    int32_t info                # number of the information set, plus 1; 0 in a FULL state

cdef struct Edge:
    int32_t action
    int32_t child
    double chance               # probability; unused at a decision
    double prior
    int32_t shown               # mask of the viewers that see which action it was

cdef struct Node:
    int32_t player
    int32_t first, edges        # its edges, ascending by action
    int32_t info[VIEWERS]       # the information set of each viewer
    double pay[MAX_SEATS]
    double standing[MAX_SEATS]

cdef struct Info:
    int32_t viewer
    int32_t player
    int32_t hides               # 1: some opponent may not tell two actions apart
    int32_t first, members      # its nodes in the list of members

cdef struct Member:
    int32_t node
    double upto                 # share of the worlds up to and including this one

cdef struct Rules:
    int seats
    bint rescaled               # win is the payoff's place in low .. high
    double low, high
    int nodes, infos
    # Behind this struct lie the nodes, the edges, the information sets and their members.
    size_t edges_at, infos_at, members_at


cdef inline const Node *nodes_of(const Rules *r) noexcept nogil:
    return <const Node *>(<const uint8_t *>r + sizeof(Rules))


cdef inline const Edge *edges_of(const Rules *r) noexcept nogil:
    return <const Edge *>(<const uint8_t *>r + r.edges_at)


cdef inline const Info *infos_of(const Rules *r) noexcept nogil:
    return <const Info *>(<const uint8_t *>r + r.infos_at)


cdef inline const Member *members_of(const Rules *r) noexcept nogil:
    return <const Member *>(<const uint8_t *>r + r.members_at)


cdef inline const Node *here(const State *s, const Rules *r) noexcept nogil:
    """The node; of a view any of its nodes, which are alike in all that its seat may ask."""
    if s.node:
        return nodes_of(r) + s.node - 1
    return nodes_of(r) + members_of(r)[infos_of(r)[s.info - 1].first].node


cdef inline int column(int viewer) noexcept nogil:
    return MAX_SEATS if viewer == PUBLIC else viewer


cdef void start(State *s, const Rules *r) noexcept nogil:
    s.node = 1
    s.head.player = nodes_of(r)[0].player


cdef int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    node = here(s, r)
    cdef int i
    for i in range(node.edges):
        out[i] = edges_of(r)[node.first + i].action
    return node.edges


cdef int event(const State *s, const Rules *r, int *seat) noexcept nogil:
    seat[0] = -1
    return 0


cdef int outcomes(const State *s, const Rules *r, int32_t *out, double *p) noexcept nogil:
    node = here(s, r)
    cdef int i
    for i in range(node.edges):
        p[i] = edges_of(r)[node.first + i].chance
    return actions(s, r, out)


cdef int roll(const State *s, const Rules *r, Rng *rng) noexcept nogil:
    node = here(s, r)
    edges = edges_of(r) + node.first
    cdef double at = unit(rng)
    cdef int i
    for i in range(node.edges - 1):
        at -= edges[i].chance
        if at < 0:
            return edges[i].action
    return edges[node.edges - 1].action


cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    node = here(s, r)
    edge = edges_of(r) + node.first
    while edge.action != action:
        edge += 1
    cdef uint64_t value = 2 * <uint64_t>(action + 1)
    if node.player == CHANCE:
        # Nobody notices an event that shows nothing, as when somebody else is dealt a card.
        if edge.shown:
            show(seen, edge.shown | BY_CHANCE, value + 1)
    else:
        show(seen, edge.shown, value)
        show(seen, TO_ALL & ~edge.shown, NOTICED)
    s.node = edge.child + 1
    s.head.player = nodes_of(r)[edge.child].player


cdef void returns(const State *s, const Rules *r, Return *out) noexcept nogil:
    node = here(s, r)
    cdef int seat
    rank_seats(node.pay, r.seats, out)
    for seat in range(r.seats):
        out[seat].score = node.pay[seat]
        if r.rescaled:
            out[seat].win = (node.pay[seat] - r.low) / (r.high - r.low)


cdef bint hidden(const State *s, const Rules *r) noexcept nogil:
    node = here(s, r)
    return infos_of(r)[node.info[node.player]].hides


cdef void conceal(State *s, const Rules *r, int viewer) noexcept nogil:
    s.info = here(s, r).info[column(viewer)] + 1
    s.node = 0
    s.head.view_of = viewer


cdef void imagine(State *s, const Rules *r, Rng *rng, int mode) noexcept nogil:
    info = infos_of(r) + s.info - 1
    member = members_of(r) + info.first
    cdef double at = unit(rng)
    cdef int i = 0
    while i < info.members - 1 and at >= member[i].upto:
        i += 1
    s.node = member[i].node + 1
    s.info = 0
    s.head.view_of = FULL


cdef int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    if s.head.view_of == FULL:
        if s.node < 1 or s.node > r.nodes or s.info:
            return refuse(why, 1, s.node, r.nodes)
        if s.head.player != nodes_of(r)[s.node - 1].player:
            return refuse(why, 3)
        return 0
    if s.info < 1 or s.info > r.infos or s.node or (
        infos_of(r)[s.info - 1].viewer != s.head.view_of
    ):
        return refuse(why, 2, s.info, r.infos)
    if s.head.player != infos_of(r)[s.info - 1].player:
        return refuse(why, 3)
    return 0


cdef void evaluate(
    const State *s, const Rules *r, const double *weights, double *out
) noexcept nogil:
    node = here(s, r)
    cdef int seat
    for seat in range(r.seats):
        out[seat] = node.standing[seat]


cdef void priors(
    const State *s, const Rules *r, const double *weights, const int32_t *ids, int n, double *out
) noexcept nogil:
    node = here(s, r)
    edge = edges_of(r) + node.first
    cdef int i
    for i in range(n):
        while edge.action != ids[i]:
            edge += 1
        out[i] = edge.prior


include "../../../cython_ext/engine.pxi"


cdef void fill_nodes(Node *out, list nodes):
    for i, node in enumerate(nodes):
        out[i].player, out[i].first, out[i].edges = node.player, node.first, node.edges
        for viewer in range(VIEWERS):
            out[i].info[viewer] = node.info[viewer]
        for seat in range(MAX_SEATS):
            out[i].pay[seat] = node.pay[seat]
            out[i].standing[seat] = node.standing[seat]


cdef void fill_edges(Edge *out, list edges):
    for i, edge in enumerate(edges):
        out[i].action, out[i].child, out[i].shown = edge.action, edge.child, edge.shown
        out[i].chance, out[i].prior = edge.chance, edge.prior


cdef void fill_infos(Info *out, Member *member, list infos):
    at = 0
    for i, info in enumerate(infos):
        out[i].viewer, out[i].player, out[i].hides = info.viewer, info.player, info.hides
        out[i].first, out[i].members = at, len(info.nodes)
        total, upto = sum(info.weights), 0.0
        for node, weight in zip(info.nodes, info.weights, strict=True):
            upto += weight
            member[at].node, member[at].upto = node, upto / total
            at += 1


def table(tree) -> Table:
    """The table of a flat tree: `seats`, `low` and `high` (or None), `nodes`, `edges`, `infos`."""
    cdef Ops ops
    cdef Rules *rules
    cdef uint8_t *block
    cdef size_t edges_at = sizeof(Rules) + len(tree.nodes) * sizeof(Node)
    cdef size_t infos_at = edges_at + len(tree.edges) * sizeof(Edge)
    cdef size_t members_at = infos_at + len(tree.infos) * sizeof(Info)
    cdef size_t members = sum(len(info.nodes) for info in tree.infos)
    members_at = (members_at + 7) & ~<size_t>7
    cdef size_t size = members_at + members * sizeof(Member)
    most = max([n.edges for n in tree.nodes if n.player >= 0], default=1)
    if most > MAX_ACTIONS:
        raise ValueError(f"{most} actions at one node: choose at most {MAX_ACTIONS}")
    block = <uint8_t *>calloc(1, size)
    if block == NULL:
        raise MemoryError
    try:
        rules = <Rules *>block
        begin_table(&ops, rules)
        ops.max_actions = most
        ops.max_outcomes = max([n.edges for n in tree.nodes if n.player == CHANCE], default=1)
        ops.max_plies = tree.plies
        rules.seats, rules.nodes, rules.infos = tree.seats, len(tree.nodes), len(tree.infos)
        rules.rescaled = tree.low is not None
        if tree.low is not None:
            rules.low, rules.high = tree.low, tree.high
        rules.edges_at, rules.infos_at, rules.members_at = edges_at, infos_at, members_at
        fill_nodes(<Node *>(block + sizeof(Rules)), tree.nodes)
        fill_edges(<Edge *>(block + edges_at), tree.edges)
        fill_infos(<Info *>(block + infos_at), <Member *>(block + members_at), tree.infos)
        return finish_table(&ops, rules, size)
    finally:
        free(block)
