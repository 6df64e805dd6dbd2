"""Exact values of positions: every line of play to its end, each state looked at once.

Every seat knows the state and plays for its own win share; among moves with equal win shares, for
its rank and then its score (max^n). Chance is averaged. With two seats, one's win is the other's
loss: alpha-beta then leaves out lines that cannot matter. At events Star1 does the same, from
bounds on the outcomes not yet seen (Ballard 1983). Ranks and scores are found after that, along the
lines that lose nothing.

States are remembered by their essence, the part that can still matter.
"""
import numpy as np

from eminence.cython_ext.errors import Unsolved

from libc.math cimport fabs
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from eminence.cython_ext.game cimport (
    CHANCE, FULL, MAX_SEATS, OVER, Head, Ops, Position, Return, State, Table,
    player_of, step,
)
from eminence.solver.exact.memo cimport Key, Memo, close_memo, enter, key_of, open_memo, place_of
from eminence.solver.path cimport (
    Path, chances_at, free_path, new_path, options_at, reserve_levels, state_at,
)

#: values that differ by less are equal: the difference is rounding
EQUAL = 1e-9
cdef double ROUNDING = 1e-9
cdef double LAST_BITS = 1e-14

cdef enum:
    BOUNDS = 2              # numbers per state with two seats: lower bound, 1 - upper bound
    FIGURES = 3             # of each seat: win share, rank and score
    FIRST_PLACES = 1024     # of a memo; it doubles when half of them are taken
    AGAIN = 4               # times as many states may be looked at for ranks and scores


cdef struct Search:
    const Ops *ops
    const void *rules
    Memo bounds             # of seat 0's win share, with two seats
    Memo ends               # every seat's figures
    Path *path
    void *essence
    int64_t left            # states that may still be looked at
    bint first_only         # two seats: the first move that loses nothing, whatever its rank
    bint no_memory


cdef void distil(const Search *w, const void *s) noexcept nogil:
    """Write the essence of a state."""
    memcpy(w.essence, s, w.ops.play_size)
    if w.ops.essence != NULL:
        w.ops.essence(w.essence, w.rules)


cdef Key key_at(const Search *w, int level) noexcept nogil:
    if w.ops.essence == NULL:
        return key_of(state_at(w.path, level), w.ops.play_size)
    distil(w, state_at(w.path, level))
    return key_of(<const uint8_t *>w.essence, w.ops.play_size)


cdef inline int look(Search *w, int level) noexcept nogil:
    """Count a state that is looked at, with room for those below; -1: no more."""
    if w.left == 0:
        return -1
    w.left -= 1
    if reserve_levels(w.path, level + 2) < 0:
        w.no_memory = True
        return -1
    return 0


cdef inline void go(Search *w, int level, int option) noexcept nogil:
    """The state one level down, after one of the options."""
    memcpy(state_at(w.path, level + 1), state_at(w.path, level), w.ops.play_size)
    step(w.ops, w.rules, state_at(w.path, level + 1), options_at(w.path, level)[option], NULL)


cdef inline int list_options(Search *w, int level) noexcept nogil:
    cdef uint8_t *s = state_at(w.path, level)
    if player_of(s) == CHANCE:
        return w.ops.outcomes(s, w.rules, options_at(w.path, level), chances_at(w.path, level))
    return w.ops.actions(s, w.rules, options_at(w.path, level))


# --- what a state leads to ---

cdef inline bint better(const double *a, const double *b) noexcept nogil:
    """Whether a seat wants these figures rather than those."""
    if fabs(a[0] - b[0]) > ROUNDING:
        return a[0] > b[0]
    if fabs(a[1] - b[1]) > ROUNDING:
        return a[1] < b[1]
    return a[2] > b[2] + ROUNDING


cdef int outlook(Search *w, int level, double *out) noexcept nogil:
    """Every seat's figures if all play on from the state at `level`; -1: not found out."""
    cdef Return end[MAX_SEATS]
    cdef int player = player_of(state_at(w.path, level)), seat, failed
    cdef Key key
    cdef uint64_t at
    cdef int64_t place
    if player == OVER:
        w.ops.returns(state_at(w.path, level), w.rules, end)
        for seat in range(w.ops.seats):
            out[FIGURES * seat] = end[seat].win
            out[FIGURES * seat + 1] = end[seat].rank
            out[FIGURES * seat + 2] = end[seat].score
        return 0
    key = key_at(w, level)
    at = place_of(&w.ends, key)
    if w.ends.keys[at].high != 0:
        memcpy(out, w.ends.numbers + at * w.ends.width, w.ends.width * sizeof(double))
        return 0
    if look(w, level) < 0:
        return -1
    if player == CHANCE:
        failed = average(w, level, out)
    else:
        failed = choose(w, level, player, out) < 0
    if failed:
        return -1
    # What was found below has taken places of its own.
    place = enter(&w.ends, key)
    if place < 0:
        w.no_memory = True
        return -1
    memcpy(w.ends.numbers + place * w.ends.width, out, w.ends.width * sizeof(double))
    return 0


cdef int average(Search *w, int level, double *out) noexcept nogil:
    """The first outcome's figures and what the others change: nothing, exactly, if all agree."""
    cdef double below[FIGURES * MAX_SEATS]
    cdef double first[FIGURES * MAX_SEATS]
    cdef int n = list_options(w, level), i, k
    go(w, level, 0)
    if outlook(w, level + 1, first) < 0:
        return -1
    memcpy(out, first, w.ends.width * sizeof(double))
    for i in range(1, n):
        go(w, level, i)
        if outlook(w, level + 1, below) < 0:
            return -1
        for k in range(w.ends.width):
            out[k] += chances_at(w.path, level)[i] * (below[k] - first[k])
    return 0


cdef int choose(Search *w, int level, int player, double *out) noexcept nogil:
    """The mover's best option, the first of equals, and its figures; -1: not found out."""
    cdef double below[FIGURES * MAX_SEATS]
    cdef double most = -1, found
    cdef int n = list_options(w, level), i, best = -1
    if w.ops.seats == 2:
        for i in range(n):
            go(w, level, i)
            found = own_share(w, level + 1, player)
            if found < 0:
                return -1
            most = max(most, found)
    for i in range(n):
        go(w, level, i)
        if w.ops.seats == 2:
            found = own_share(w, level + 1, player)
            if found < 0:
                return -1
            if found < most - ROUNDING:
                continue
        if outlook(w, level + 1, below) < 0:
            return -1
        if best < 0 or better(&below[FIGURES * player], &out[FIGURES * player]):
            best = i
            memcpy(out, below, w.ends.width * sizeof(double))
        if w.first_only:
            break
    return best


# --- two seats ---

cdef double own_share(Search *w, int level, int player) noexcept nogil:
    """The win share of one of two seats; -1: not found."""
    cdef double found = share(w, level, 0, 1)
    # A sure win may come out as a little more than 1.
    return found if found < 0 or player == 0 else max(0.0, 1 - found)


cdef double share(Search *w, int level, double low, double high) noexcept nogil:
    """Seat 0's share, exact between `low` and `high`, else a bound beyond them; -1: not found.

    The memo holds how much it is at least, and how much less than 1 it is at least.
    """
    cdef Return end[MAX_SEATS]
    cdef int player = player_of(state_at(w.path, level))
    cdef double found, least, most
    cdef double *bounds
    cdef Key key
    cdef int64_t place
    if player == OVER:
        w.ops.returns(state_at(w.path, level), w.rules, end)
        return end[0].win
    key = key_at(w, level)
    bounds = w.bounds.numbers + place_of(&w.bounds, key) * BOUNDS
    least = bounds[0]
    most = 1 - bounds[1]
    # Exactly known, but for what 1 - (1 - x) makes of x.
    if least >= high or least >= most - LAST_BITS:
        return least
    if most <= low:
        return most
    low = max(low, least)
    high = min(high, most)
    if look(w, level) < 0:
        return -1
    if player == CHANCE:
        found = share_by_chance(w, level, low, high)
    else:
        found = share_by_choice(w, level, player == 0, low, high)
    if found < 0:
        return -1
    place = enter(&w.bounds, key)
    if place < 0:
        w.no_memory = True
        return -1
    bounds = w.bounds.numbers + place * BOUNDS
    if found > low or low == 0:
        bounds[0] = max(bounds[0], found)
    if found < high or high == 1:
        bounds[1] = max(bounds[1], 1 - found)
    return found


cdef double share_by_choice(
    Search *w, int level, bint upwards, double low, double high
) noexcept nogil:
    cdef double best = 0 if upwards else 1, found
    cdef int n = list_options(w, level), i
    for i in range(n):
        go(w, level, i)
        if upwards:
            found = share(w, level + 1, max(low, best), high)
        else:
            found = share(w, level + 1, low, min(high, best))
        if found < 0:
            return -1
        best = max(best, found) if upwards else min(best, found)
        if (upwards and best >= high) or (not upwards and best <= low):
            break
    return best


cdef double share_by_chance(Search *w, int level, double low, double high) noexcept nogil:
    """Star1: stop when the outcomes not yet seen cannot bring the mean back between the bounds."""
    cdef int n = list_options(w, level), i
    cdef double sure = 0, open_share = 1, first = 0, change = 0, p, found, least, most
    for i in range(n):
        p = chances_at(w.path, level)[i]
        open_share = max(0.0, open_share - p) if i < n - 1 else 0
        least = (low - sure - open_share) / p
        most = (high - sure) / p
        go(w, level, i)
        found = share(w, level + 1, max(least, 0.0), min(most, 1.0))
        if found < 0:
            return -1
        sure += p * found
        if found <= least:
            return sure + open_share
        if found >= most:
            return sure
        if i == 0:
            first = found
        change += p * (found - first)
    # As in `average`: without rounding where all agree.
    return first + change


# --- doors ---

cdef int open_search(Search *w, Table table) except -1:
    memset(w, 0, sizeof(Search))
    w.ops = &table.ops
    w.rules = table.rules
    w.path = new_path(w.ops)
    w.essence = table.new_state()
    if w.path == NULL or open_memo(&w.bounds, FIRST_PLACES, BOUNDS) < 0:
        raise MemoryError
    if open_memo(&w.ends, FIRST_PLACES, FIGURES * w.ops.seats) < 0:
        raise MemoryError
    return 0


cdef int forget_ends(Search *w) except -1:
    close_memo(&w.ends)
    if open_memo(&w.ends, FIRST_PLACES, FIGURES * w.ops.seats) < 0:
        raise MemoryError
    return 0


cdef void close_search(Search *w) noexcept nogil:
    free_path(w.path)
    free(w.essence)
    close_memo(&w.bounds)
    close_memo(&w.ends)


cdef int all_shares(Search *w, int n, bint decides, double[:, :, ::1] out) noexcept nogil:
    """Two seats: the win share of each option at the root; -1: not found out."""
    cdef int i
    for i in range(n):
        if decides:
            go(w, 0, i)
        out[i, 0, 0] = share(w, 1 if decides else 0, 0, 1)
        if out[i, 0, 0] < 0:
            return -1
    return 0


cdef int all_outlooks(Search *w, int n, bint decides, double[:, :, ::1] out) noexcept nogil:
    """What each option at the root leads to; -1: not found out."""
    cdef int i
    for i in range(n):
        if decides:
            go(w, 0, i)
        if outlook(w, 1 if decides else 0, &out[i, 0, 0]) < 0:
            return -1
    return 0


def outlooks(State state not None, int64_t nodes):
    """What each option at a decision leads to; otherwise one row, the state's own.

    Returns per row and seat (win share, rank, score); per row the steps of the line if all play
    so, each with whether it is worth telling: a choice, or an event that matters; how many states
    were looked at for the win shares; and whether moves that win as much were told apart by rank
    and score. With two seats that may take AGAIN times as many states; else the first counts.
    """
    cdef Table table = state.game.table
    cdef int n = max(1, len(state.actions())), i, failed = 0
    cdef int64_t looked
    cdef bint decides = player_of(state.s) >= 0, told_apart = True
    cdef Search w
    rows = np.zeros((n, table.ops.seats, FIGURES))
    cdef double[:, :, ::1] out = rows
    try:
        open_search(&w, table)
        memcpy(w.path.states, state.s, table.ops.state_size)
        (<Head *>w.path.states).lean = 1
        w.left = nodes
        with nogil:
            if decides:
                list_options(&w, 0)
            if w.ops.seats == 2:
                failed = all_shares(&w, n, decides, out)
            else:
                failed = all_outlooks(&w, n, decides, out)
        refuse(&w, state, nodes, failed)
        looked = nodes - w.left
        if w.ops.seats == 2:
            w.left = AGAIN * nodes
            with nogil:
                failed = all_outlooks(&w, n, decides, out)
            if failed and not w.no_memory:
                told_apart = False
                w.first_only = True
                w.left = AGAIN * nodes
                forget_ends(&w)
                with nogil:
                    failed = all_outlooks(&w, n, decides, out)
            refuse(&w, state, nodes, failed)
        lines = []
        for i in range(n):
            memcpy(w.path.states, state.s, table.ops.state_size)
            (<Head *>w.path.states).lean = 1
            lines.append(line_after(&w, i if decides else -1))
    finally:
        close_search(&w)
    return rows, lines, looked, told_apart


cdef int refuse(const Search *w, State state, int64_t nodes, int failed) except -1:
    """Raise if the search did not get to its end."""
    if w.no_memory:
        raise MemoryError
    if failed:
        raise Unsolved(
            f"{state.game.name}: more than {nodes} states from here to the end; "
            "ask at a later position, or for more nodes"
        )
    return 0


cdef list line_after(Search *w, int option):
    """The steps from the root to the end, an option of the root first; -1: from the root on."""
    cdef double figures[FIGURES * MAX_SEATS]
    cdef int level = 0, player
    steps = []
    while player_of(state_at(w.path, level)) != OVER:
        if reserve_levels(w.path, level + 2) < 0:
            raise MemoryError
        player = player_of(state_at(w.path, level))
        telling = True
        if option >= 0:
            list_options(w, level)
        elif player == CHANCE:
            option = likeliest(w, level)
            telling = matters(w, level)
        else:
            option = choose(w, level, player, figures)
        if option < 0:
            # Everything asked here was found out before, unless memory has run out.
            raise MemoryError
        steps.append((options_at(w.path, level)[option], telling))
        go(w, level, option)
        level += 1
        option = -1
    return steps


cdef int likeliest(Search *w, int level) noexcept nogil:
    """The outcome with the highest chance, the first of equals."""
    cdef int n = list_options(w, level), i, best = 0
    for i in range(1, n):
        if chances_at(w.path, level)[i] > chances_at(w.path, level)[best] + ROUNDING:
            best = i
    return best


cdef bint matters(Search *w, int level) except -1:
    """Whether the outcomes of an event differ in what they lead to."""
    cdef double first[FIGURES * MAX_SEATS]
    cdef double other[FIGURES * MAX_SEATS]
    cdef int n = list_options(w, level), i, k
    for i in range(n):
        go(w, level, i)
        if outlook(w, level + 1, &other[0]) < 0:
            raise MemoryError
        if i == 0:
            memcpy(first, other, sizeof(first))
        for k in range(w.ends.width):
            if fabs(first[k] - other[k]) > ROUNDING:
                return True
    return False


def essence_of(Position position not None):
    """What can still matter, as bytes, and whether all who may still decide can see it."""
    cdef Table table = position.game.table
    cdef Position twin = position.copy()
    cdef bint in_sight = False
    (<Head *>twin.s).view_of = FULL
    if table.ops.essence != NULL:
        in_sight = table.ops.essence(twin.s, table.rules)
    return (<uint8_t *>twin.s)[:table.ops.play_size], in_sight
