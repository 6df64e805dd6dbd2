"""What each seat knows of the others' Country cards, and what it cannot see (R30, R31)."""
from libc.string cimport memset

from eminence.engines.royals.state cimport COUNTRIES, MAX_PLAYERS, ONLOOKER, PAIRS, Rules, State


cdef inline void learn_card(State *s, const Rules *r, int holder, int country) noexcept nogil:
    """An open card enters a hand: everybody else knows it there."""
    cdef int viewer
    for viewer in range(ONLOOKER + 1):
        if viewer != holder and (viewer < r.seats or viewer == ONLOOKER):
            s.known[viewer][holder][country] += 1


cdef inline void forget_cards(State *s, int holder, int country, int n) noexcept nogil:
    """Cards leave a hand openly: at least that many fewer are known to be there."""
    cdef int viewer
    for viewer in range(ONLOOKER + 1):
        s.known[viewer][holder][country] -= min(n, <int>s.known[viewer][holder][country])


cdef inline void count_hands(State *s, const Rules *r) noexcept nogil:
    """After a reshuffle the new pile is known: with two players, so is the other's hand.

    With more players counting tells what the other hands hold together, which is not a fact
    about any single one (R31).
    """
    if r.seats == 2:
        s.known[0][1] = s.hand[1]
        s.known[1][0] = s.hand[0]


cdef inline void conceal(State *s, const Rules *r, int viewer) noexcept nogil:
    cdef int row = viewer if viewer >= 0 else ONLOOKER, holder, k
    for holder in range(r.seats):
        if holder == viewer:
            continue
        for k in range(COUNTRIES):
            s.pile[k] += s.hand[holder][k] - s.known[row][holder][k]
            s.hand[holder][k] = s.known[row][holder][k]
        for k in range(PAIRS):
            s.intrigue_pile[k] += s.intrigue[holder][k]
            s.intrigue[holder][k] = 0
    for holder in range(MAX_PLAYERS):
        if holder != row:
            memset(s.known[holder], 0, sizeof(s.known[holder]))
    s.head.view_of = viewer
