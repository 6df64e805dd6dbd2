"""Checks of Emperor's Court."""
from libc.stdint cimport uint32_t, uint64_t

from eminence.cython_ext.core cimport popcount32
from eminence.cython_ext.game cimport Problem, refuse
from eminence.engines.wallenstein.board cimport (
    at_court, before_the_game, order_set, position_of, reached,
)
from eminence.engines.wallenstein.court.favors cimport affordable, first_petitioner, usable_counties
from eminence.engines.wallenstein.state cimport (
    BAD_COURTIERS, BAD_FAVORS, BAD_KEPT, CANCEL_EVENT, CHOOSE, EVENT_REMOVED, FAVOR, FAVORS,
    FAVOR_CARD, MAX_PLAYERS, OK, PLAN, SPACES, USE_FAVOR, WINTER, Rules, State,
)


cdef inline int check_court(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Courtiers, favor cards, and whose turn it is at the Court."""
    cdef int seat, hall
    for seat in range(MAX_PLAYERS):
        hall = s.entrance[seat] + s.audience[seat]
        if hall > r.courtiers or s.audience[seat] and not at_court(s) or hall and (
            not r.court or seat >= r.seats or before_the_game(s)
        ):
            return refuse(why, BAD_COURTIERS, seat)
    if not favors_fit(s, r):
        return refuse(why, BAD_FAVORS, favors_shown(s), popcount32(s.favor_deck))
    if not r.court:
        return OK
    for seat in range(r.seats):
        if not kept_fit(s, r, seat):
            return refuse(why, BAD_KEPT, seat)
    if at_court(s) and not petition_fits(s, r):
        return refuse(why, BAD_COURTIERS, s.head.player)
    return OK


cdef inline int favors_shown(const State *s) noexcept nogil:
    cdef int shown = 0, i
    for i in range(SPACES):
        shown += s.favors[i] > 0
    return shown


cdef inline bint favors_fit(const State *s, const Rules *r) noexcept nogil:
    """Three new cards a round; they lie on the spaces in order of number, and nowhere else."""
    cdef int i, shown = favors_shown(s), last = FAVORS + 1, drawn = SPACES * (3 * s.year + s.season)
    if not r.court:
        return not (shown or s.favor_deck or s.used or s.kept[0] | s.kept[1] | s.kept[2]
                    | s.kept[3] | s.kept[4])
    if (s.used > 0) != (s.phase == USE_FAVOR) or s.event == EVENT_REMOVED and not reached(s, FAVOR):
        return False
    for i in range(SPACES):
        if s.favors[i] == 0:
            if s.phase == FAVOR_CARD and i < shown:
                return False
            continue
        if s.favors[i] >= last or s.favor_deck >> (s.favors[i] - 1) & 1:
            return False
        last = s.favors[i]
    if s.phase == FAVOR_CARD:
        if shown == SPACES:
            return False
        drawn += shown
    elif PLAN <= s.phase <= CHOOSE or order_set(s):
        drawn += SPACES
        if shown != SPACES and not reached(s, FAVOR):
            return False
    if shown and (s.season == WINTER or not FAVOR_CARD <= s.phase <= USE_FAVOR):
        return False
    return s.favor_deck < 1 << FAVORS and popcount32(s.favor_deck) == FAVORS - drawn


cdef inline bint kept_fit(const State *s, const Rules *r, int seat) noexcept nogil:
    """Immunity lasts for a round's court and actions; a kept card lies nowhere else."""
    cdef uint32_t keepable = r.calming, elsewhere = s.favor_deck
    cdef int other, i
    if reached(s, FAVOR):
        keepable |= r.shields[0] | r.shields[1]
    for other in range(seat):
        elsewhere |= s.kept[other]
    for i in range(SPACES):
        if s.favors[i]:
            elsewhere |= <uint32_t>1 << (s.favors[i] - 1)
    if s.used:
        elsewhere |= <uint32_t>1 << (s.used - 1)
    return not (s.kept[seat] & (elsewhere | ~keepable))


cdef inline bint petition_fits(const State *s, const Rules *r) noexcept nogil:
    """The mover's courtiers stand before the Emperor; no waiting seat has more."""
    cdef int seat = s.head.player, next
    if s.entrance[seat]:
        return False
    if s.phase == USE_FAVOR:
        return use_fits(s, r, seat)
    if s.used or affordable(s, r, seat) == 0:
        return False
    next = first_petitioner(s)
    return next < 0 or s.entrance[next] < s.audience[seat] or (
        s.entrance[next] == s.audience[seat] and position_of(s, seat) < position_of(s, next))


cdef inline bint use_fits(const State *s, const Rules *r, int seat) noexcept nogil:
    """The card is no longer in the deck, and its owner has a choice."""
    cdef uint64_t counties
    cdef int i
    if s.used == 0 or s.favor_deck >> (s.used - 1) & 1 or favors_shown(s) == SPACES:
        return False
    for i in range(SPACES):
        if s.favors[i] == s.used:
            return False
    if r.favor_effect[s.used - 1] == CANCEL_EVENT:
        return s.event != EVENT_REMOVED
    counties = usable_counties(s, r, seat, s.used)
    return (counties & (counties - 1)) > 0
