"""Points by source, as they would count if the game ended now (R31)."""
from libc.stdint cimport int32_t

from eminence.cython_ext.core cimport popcount32
from eminence.engines.kit.counts cimport total as sum_of
from eminence.engines.bruges.board cimport has, list_cards, total
from eminence.engines.bruges.effects.counting cimport amount_of
from eminence.engines.bruges.state cimport (
    FROM_CANALS, FROM_HOUSES, FROM_LAURELS, FROM_MAJORITIES, FROM_PEOPLE, FROM_REPUTATION, IN_PLAY,
    MAX_CARDS, N_SOURCES, SECTIONS, Clause, Rules, State,
)


cdef inline int laurel_points(const State *s, const Rules *r, int seat, int card) noexcept nogil:
    """All clauses of a laurel, for its owner."""
    cdef const Clause *clause = &r.clause[r.effect[card] - 1]
    cdef int sum = amount_of(s, r, seat, clause)
    while not clause.last:
        clause += 1
        sum += amount_of(s, r, seat, clause)
    return sum


cdef inline void people_points(
    const State *s, const Rules *r, int seat, int *worth, int *laurels
) noexcept nogil:
    cdef int32_t people[MAX_CARDS]
    cdef int i
    worth[0] = laurels[0] = 0
    for i in range(list_cards(s.people[seat], 0, people)):
        worth[0] += r.worth[people[i]]
        if has(r.laurels, people[i]):
            laurels[0] += laurel_points(s, r, seat, people[i])


cdef inline int canal_points(const State *s, const Rules *r, int seat) noexcept nogil:
    cdef int sum = 0, section
    for section in range(SECTIONS):
        sum += s.statue[seat][section]
        if s.canal[seat][section] >= r.canal_space:
            sum += r.canal_points
    return sum


cdef inline void points_by_source(
    const State *s, const Rules *r, int seat, int *out
) noexcept nogil:
    out[IN_PLAY] = s.points[seat]
    people_points(s, r, seat, &out[FROM_PEOPLE], &out[FROM_LAURELS])
    out[FROM_HOUSES] = r.house_points * total(s.houses[seat])
    out[FROM_MAJORITIES] = r.majority_points * popcount32(s.majority[seat])
    out[FROM_CANALS] = canal_points(s, r, seat)
    out[FROM_REPUTATION] = r.step_points[s.reputation[seat]]


cdef inline int points_of(const State *s, const Rules *r, int seat) noexcept nogil:
    cdef int parts[N_SOURCES]
    points_by_source(s, r, seat, parts)
    return sum_of(parts, N_SOURCES)
