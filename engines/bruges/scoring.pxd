"""Points by source, as they would count if the game ended now (R31)."""
from libc.stdint cimport uint64_t

from eminence.engines.kit.counts cimport total as sum_of
from eminence.engines.bruges.board cimport lowest_card, total
from eminence.engines.bruges.effects.counting cimport amount_of, majorities_won
from eminence.engines.bruges.state cimport (
    COLOURS, FROM_CANALS, FROM_HOUSES, FROM_LAURELS, FROM_MAJORITIES, FROM_PEOPLE, FROM_REPUTATION,
    IN_PLAY, N_SOURCES, SECTIONS, Clause, Rules, State,
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
    cdef int c
    cdef uint64_t left
    worth[0] = laurels[0] = 0
    for c in range(COLOURS):
        left = s.people[seat][c]
        while left:
            worth[0] += r.worth[lowest_card(left, c)]
            left &= left - 1
        left = s.people[seat][c] & r.laurels[c]
        while left:
            laurels[0] += laurel_points(s, r, seat, lowest_card(left, c))
            left &= left - 1


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
    out[FROM_MAJORITIES] = r.majority_points * majorities_won(s, seat)
    out[FROM_CANALS] = canal_points(s, r, seat)
    out[FROM_REPUTATION] = r.step_points[s.reputation[seat]]


cdef inline int points_of(const State *s, const Rules *r, int seat) noexcept nogil:
    cdef int parts[N_SOURCES]
    points_by_source(s, r, seat, parts)
    return sum_of(parts, N_SOURCES)
