"""Exact values of positions: every line of play to its end, each state looked at once.

Everybody knows the state and plays for its own win share (max^n); chance is averaged. With two
seats one's gain is the other's loss: then alpha-beta leaves out lines that cannot matter, and Star1
does at events, by what the outcomes not yet seen can add at most (Ballard 1983).

States are remembered by their essence, what can still matter of them.
"""
import numpy as np

from cython_ext.errors import Unsolved

from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from cython_ext.game cimport (
    CHANCE, FULL, MAX_SEATS, OVER, Head, Ops, Position, Return, State, Table,
    player_of, step,
)
from solver.memo cimport Key, Memo, close_memo, enter, key_of, open_memo, place_of
from solver.path cimport (
    Path, chances_at, free_path, new_path, options_at, reserve_levels, state_at,
)

#: values that differ by less are equal: they came about by rounding
EQUAL = 1e-9
cdef double ROUNDING = 1e-9

cdef enum:
    BOUNDS = 2              # numbers per state with two seats: at least, and 1 - at most
    FIRST_PLACES = 1024     # of the memo; it doubles when half of them are taken


cdef struct Search:
    const Ops *ops
    const void *rules
    Memo memo
    Path *path
    void *essence
    int64_t left            # states that may still be looked at
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


# --- any number of seats ---

cdef int worth(Search *w, int level, double *out) noexcept nogil:
    """What the state at `level` is worth to each seat; -1: not found out."""
    cdef Return end[MAX_SEATS]
    cdef int player = player_of(state_at(w.path, level)), seat, failed
    cdef Key key
    cdef uint64_t at
    cdef int64_t place
    if player == OVER:
        w.ops.returns(state_at(w.path, level), w.rules, end)
        for seat in range(w.ops.seats):
            out[seat] = end[seat].win
        return 0
    key = key_at(w, level)
    at = place_of(&w.memo, key)
    if w.memo.keys[at].high != 0:
        memcpy(out, w.memo.numbers + at * w.memo.width, w.ops.seats * sizeof(double))
        return 0
    if look(w, level) < 0:
        return -1
    if player == CHANCE:
        failed = average(w, level, out)
    else:
        failed = best_choice(w, level, player, out)
    if failed:
        return -1
    # What was found below has taken places of its own.
    place = enter(&w.memo, key)
    if place < 0:
        w.no_memory = True
        return -1
    memcpy(w.memo.numbers + place * w.memo.width, out, w.ops.seats * sizeof(double))
    return 0


cdef int average(Search *w, int level, double *out) noexcept nogil:
    """The first outcome's values and what the others change: nothing, exactly, if all agree."""
    cdef double below[MAX_SEATS]
    cdef double first[MAX_SEATS]
    cdef int n = list_options(w, level), i, seat
    go(w, level, 0)
    if worth(w, level + 1, first) < 0:
        return -1
    memcpy(out, first, w.ops.seats * sizeof(double))
    for i in range(1, n):
        go(w, level, i)
        if worth(w, level + 1, below) < 0:
            return -1
        for seat in range(w.ops.seats):
            out[seat] += chances_at(w.path, level)[i] * (below[seat] - first[seat])
    return 0


cdef int best_choice(Search *w, int level, int player, double *out) noexcept nogil:
    """The first action that nothing beats; nothing beats the whole win."""
    cdef double below[MAX_SEATS]
    cdef int n = list_options(w, level), i
    for i in range(n):
        go(w, level, i)
        if worth(w, level + 1, below) < 0:
            return -1
        if i == 0 or below[player] > out[player] + ROUNDING:
            memcpy(out, below, w.ops.seats * sizeof(double))
        if out[player] >= 1 - ROUNDING:
            break
    return 0


# --- two seats ---

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
    bounds = w.memo.numbers + place_of(&w.memo, key) * BOUNDS
    least = bounds[0]
    most = 1 - bounds[1]
    if least >= high or least >= most:
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
    place = enter(&w.memo, key)
    if place < 0:
        w.no_memory = True
        return -1
    bounds = w.memo.numbers + place * BOUNDS
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
    """Star1: the event is left when the outcomes not yet seen cannot bring it back between."""
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

cdef int open_search(Search *w, Table table, int64_t nodes, int width) except -1:
    memset(w, 0, sizeof(Search))
    w.ops = &table.ops
    w.rules = table.rules
    w.left = nodes
    w.path = new_path(w.ops)
    w.essence = table.new_state()
    if w.path == NULL or open_memo(&w.memo, FIRST_PLACES, width) < 0:
        raise MemoryError
    return 0


cdef void close_search(Search *w) noexcept nogil:
    free_path(w.path)
    free(w.essence)
    close_memo(&w.memo)


cdef int value_at(Search *w, int level, double *out) noexcept nogil:
    """The value of each seat, by the method that the number of seats allows; -1: not found."""
    if w.ops.seats != 2:
        return worth(w, level, out)
    out[0] = share(w, level, 0, 1)
    out[1] = 1 - out[0]
    return -1 if out[0] < 0 else 0


def action_values(State state not None, int64_t nodes):
    """What each option at a decision is worth to each seat; otherwise one row, the state's own.

    Returns the rows, and how many states were looked at.
    """
    cdef Table table = state.game.table
    cdef int n = max(1, len(state.actions())), i, failed = 0
    cdef bint decides = player_of(state.s) >= 0
    cdef Search w
    rows = np.zeros((n, MAX_SEATS))
    cdef double[:, ::1] out = rows
    try:
        open_search(&w, table, nodes, BOUNDS if table.ops.seats == 2 else table.ops.seats)
        memcpy(w.path.states, state.s, table.ops.state_size)
        (<Head *>w.path.states).lean = 1
        with nogil:
            if decides:
                list_options(&w, 0)
            for i in range(n):
                if decides:
                    go(&w, 0, i)
                failed = value_at(&w, 1 if decides else 0, &out[i, 0])
                if failed:
                    break
        if w.no_memory:
            raise MemoryError
        if failed:
            raise Unsolved(
                f"{state.game.name}: more than {nodes} states from here to the end; "
                "ask at a later position, or for more nodes"
            )
    finally:
        close_search(&w)
    return rows[:, :table.ops.seats], nodes - w.left


def essence_of(Position position not None):
    """What can still matter, as bytes, and whether all who may still decide can see it."""
    cdef Table table = position.game.table
    cdef Position twin = position.copy()
    cdef bint in_sight = False
    (<Head *>twin.s).view_of = FULL
    if table.ops.essence != NULL:
        in_sight = table.ops.essence(twin.s, table.rules)
    return (<uint8_t *>twin.s)[:table.ops.play_size], in_sight
