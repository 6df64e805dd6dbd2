"""One iteration of a tree search: imagine a world, walk down the tree, finish the game, learn.

Order of random draws in an iteration: the world, then from the root on, per decision the
selector (only where it must choose among equals or mixes) and per event the roll, then the
rollout. Nothing here takes the GIL, allocates, or names a game.
"""
from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy

from eminence.cython_ext.core cimport combine, unit
from eminence.cython_ext.game cimport (
    CHANCE, MAX_SEATS, OVER, PUBLIC, UNIFORM, Head, Seen, player_of, step,
)
from eminence.search.beliefs.belief cimport drawn_world
from eminence.search.network.guide cimport has_policy, judge_actions
from eminence.search.rollouts.rollouts cimport finish, learn_mast, remember_played
from eminence.search.kernels.search_state cimport (
    Search, chance_witness, first_common, node_key, open_keys, world_view_hash,
)
from eminence.search.kernels.selectors cimport (
    AUTO, PUCT, REGRET, SMOOTH, UCB, UCB_TUNED, Choosing, Step, best_by_score, best_of_all,
    by_policy, by_regret, by_smooth_mixing, learn_regret, narrowed,
)
from eminence.search.kernels.tree cimport NO_NODE, Edge, Node, add_node, find_node, match_edges


cdef inline void iterate(Search *search) noexcept nogil:
    cdef double reward[MAX_SEATS]
    cdef int length
    open_world(search)
    length = descend(search)
    finish(search.ops, search.rules, search.world, search.rollout, &search.rng, reward)
    back_up(search, length, reward)
    learn_mast(search.rollout, reward)
    search.iterations += 1


cdef inline void open_world(Search *search) noexcept nogil:
    """A fresh world, or another copy of the fixed one."""
    cdef const void *source = search.view if search.fixed == NULL else search.fixed
    cdef bint believes = search.fixed == NULL and search.believed.n > 0
    if believes:
        source = drawn_world(&search.believed, &search.rng)
    memcpy(search.world, source, search.ops.state_size)
    # The searcher's facts are part of its view, by which reuse finds a node.
    (<Head *>search.world).lean = not search.reuse
    if search.fixed != NULL:
        return
    if not believes:
        search.ops.imagine(search.world, search.rules, &search.rng, UNIFORM)
    if search.self_share > 0 and unit(&search.rng) < search.self_share:
        search.ops.conceal(search.world, search.rules, PUBLIC)
        search.ops.imagine(search.world, search.rules, &search.rng, UNIFORM)
    search.worlds += 1


cdef inline int roll_outcome(Search *search, void *s, Seen *seen) noexcept nogil:
    """Play one outcome; open-loop keys take no notice of it."""
    cdef int outcome = search.ops.roll(s, search.rules, &search.rng)
    if search.closed:
        step(search.ops, search.rules, s, outcome, seen)
    else:
        step(search.ops, search.rules, s, outcome, NULL)
    return outcome


cdef inline int descend(Search *search) noexcept nogil:
    """Walk down the tree and one step out of it; returns how many edges were chosen."""
    cdef Seen seen
    cdef uint64_t common = first_common(search), before
    cdef void *s = search.world
    cdef int length = 0, player, n, chosen, told = chance_witness(search)
    cdef uint32_t at
    cdef Edge *edge
    open_keys(search, &seen)
    while length < search.max_path:
        player = player_of(s)
        if player == OVER:
            break
        if player == CHANCE:
            before = seen.key[told]
            roll_outcome(search, s, &seen)
            if seen.key[told] != before:
                common = combine(common, seen.key[told])
            continue
        n = search.ops.actions(s, search.rules, search.legal_now)
        if length == 0 and search.restricted:
            memcpy(search.legal_now, search.root_actions, search.n_root * sizeof(int32_t))
            n = search.n_root
        if n == 1 and length > 0:
            # A forced move needs no node.
            common = combine(common, search.legal_now[0])
            if search.rollout.mast != NULL:
                remember_played(search.rollout, player, search.legal_now[0])
            step(search.ops, search.rules, s, search.legal_now[0], &seen)
            continue
        at = reach(search, node_key(search, &seen, common, player), player, n)
        if at == NO_NODE:
            break
        if length == 0 and search.forced >= 0:
            chosen = follow_forced(search, at)
        else:
            chosen = select(search, s, at, n, &search.path[length])
        if chosen < 0:
            break
        edge = &search.tree.edges[search.path[length].edge]
        length += 1
        if search.rollout.mast != NULL:
            remember_played(search.rollout, player, edge.action)
        common = combine(common, edge.action)
        step(search.ops, search.rules, s, edge.action, &seen)
        if edge.n == 0:
            break
    return length


cdef inline uint32_t reach(Search *search, uint64_t key, int mover, int n) noexcept nogil:
    """The node of the key, made if it is new; NO_NODE: there is no room for it."""
    cdef uint32_t at = find_node(&search.tree, key)
    if at == NO_NODE:
        at = add_node(&search.tree, key, mover, search.legal_now, n)
        if at != NO_NODE and search.use_priors:
            set_priors(search, &search.tree.nodes[at], n)
        if at != NO_NODE and search.reuse and mover == search.root_seat:
            search.tree.nodes[at].view = world_view_hash(search)
    return at


cdef inline void set_priors(Search *search, Node *node, int n) noexcept nogil:
    """A new node's edges are exactly the legal actions."""
    cdef int i
    judge_actions(search.rollout.guide, search.world, search.legal_now, n, search.priors)
    for i in range(n):
        search.tree.edges[node.first + i].prior = <float>search.priors[i]


cdef inline void add_priors(Search *search, Node *node, int n) noexcept nogil:
    """Priors of edges that were added to a known node: those never seen before."""
    if has_policy(search.rollout.guide):
        add_policy(search, n)
    else:
        add_game_priors(search, node)


cdef inline void add_policy(Search *search, int n) noexcept nogil:
    """A network's scores depend on all that is legal; the edges come in the same order."""
    cdef Edge *edge
    cdef int i
    judge_actions(search.rollout.guide, search.world, search.legal_now, n, search.priors)
    for i in range(n):
        edge = &search.tree.edges[search.edges[i]]
        if edge.m == 0:
            edge.prior = <float>search.priors[i]


cdef inline void add_game_priors(Search *search, Node *node) noexcept nogil:
    cdef Edge *edges = &search.tree.edges[node.first]
    cdef int i
    cdef int32_t fresh
    for i in range(node.n_edges):
        if edges[i].m == 0:
            fresh = edges[i].action
            judge_actions(search.rollout.guide, search.world, &fresh, 1, search.priors)
            edges[i].prior = <float>search.priors[0]


cdef inline int follow_forced(Search *search, uint32_t at) noexcept nogil:
    """The forced action of the root, whose edges are exactly its legal actions."""
    cdef Node *node = &search.tree.nodes[at]
    cdef int i
    for i in range(node.n_edges):
        search.tree.edges[node.first + i].m += 1
    search.path[0].node = at
    search.path[0].edge = node.first + search.forced
    return search.forced


cdef inline int select(
    Search *search, const void *s, uint32_t at, int n, Step *out
) noexcept nogil:
    """Choose an edge of the node among those legal here; -1: the tree has no room for any."""
    cdef Node *node = &search.tree.nodes[at]
    cdef const Choosing *how = &search.choosing
    cdef int before = node.n_edges, i, chosen, selector = how.selector
    if selector == AUTO:
        selector = UCB
        if not search.all_open and n > 1 and search.ops.hidden(s, search.rules):
            selector = SMOOTH
    out.node = at
    out.chance = 1
    if selector == UCB and n == before and not search.use_priors:
        chosen = best_of_all(
            &search.tree.edges[node.first], node, search.legal_now, n, how, &search.rng)
        if chosen >= 0:
            out.edge = node.first + chosen
            return chosen
    n = match_edges(&search.tree, node, search.legal_now, n, search.edges)
    if n == 0:
        return -1
    if search.use_priors and node.n_edges != before:
        add_priors(search, node, n)
    for i in range(n):
        search.tree.edges[search.edges[i]].m += 1
    if how.widen > 0:
        n = narrowed(&search.tree, node, search.edges, n, how)
    if selector == PUCT:
        chosen = by_policy(&search.tree, node, search.edges, n, how, &search.rng)
    elif selector == SMOOTH:
        chosen = by_smooth_mixing(&search.tree, node, search.edges, n, how, &search.rng)
    elif selector == REGRET:
        chosen = by_regret(&search.tree, search.edges, n, how, &search.rng, &out.chance)
        memcpy(out.legal, search.edges, n * sizeof(uint32_t))
        out.n_legal = n
    else:
        chosen = best_by_score(
            &search.tree, node, search.edges, n, how, selector == UCB_TUNED, &search.rng)
    out.edge = search.edges[chosen]
    return chosen


cdef inline void back_up(Search *search, int length, const double *reward) noexcept nogil:
    """Credit every edge on the way with its mover's reward."""
    cdef Node *node
    cdef Edge *edge
    cdef double share
    cdef int i
    for i in range(length):
        node = &search.tree.nodes[search.path[i].node]
        edge = &search.tree.edges[search.path[i].edge]
        share = reward[node.mover]
        if search.paranoid and node.mover != search.root_seat:
            share = 1 - reward[search.root_seat]
        if search.choosing.selector == REGRET:
            learn_regret(&search.tree, &search.path[i], share, &search.choosing)
        node.visits += 1
        node.w += share
        edge.n += 1
        edge.w += share
        edge.w2 += share * share
        if search.choosing.selector != REGRET:
            edge.kept = 1 / sqrt(<double>edge.n)
    if length > 0:
        credit_root(search, reward)


cdef inline void credit_root(Search *search, const double *reward) noexcept nogil:
    """All seats' rewards for the root's actions; only where the path began at the root."""
    cdef Node *node = &search.tree.nodes[search.path[0].node]
    cdef int seat, i
    if node.key != search.root_key:
        return
    i = <int>(search.path[0].edge - node.first)
    for seat in range(search.ops.seats):
        search.root_sums[i * MAX_SEATS + seat] += reward[seat]
