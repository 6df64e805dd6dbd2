"""Checks of region cards, military leaders and statues."""
from libc.stdint cimport int32_t, uint64_t

from eminence.cython_ext.game cimport Problem, refuse
from eminence.engines.wallenstein.board cimport (
    before_the_game, bit, in_first_spring, is_draft, order_set, performer, position_of,
    regions_held, statue_count,
)
from eminence.engines.wallenstein.leaders.generals cimport lead_actions
from eminence.engines.wallenstein.leaders.regions cimport benefit_actions
from eminence.engines.wallenstein.state cimport (
    BAD_LEADER, BAD_QUESTION, BAD_REGION_CARD, BAD_STATUES, BAD_STATUE_POINTS, BAD_TROPHIES,
    BENEFIT, BENEFITS, COUNTIES, ENDED, FROM_BENEFITS, FROM_STATUES, FROM_TROPHIES, LEAD,
    MAX_ACTIONS, MAX_PLAYERS, OK, ROUNDS, STATION, STRAY_STATUES, WINTER, Rules, State,
)


cdef inline int check_leaders(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int seat
    for seat in range(MAX_PLAYERS):
        if s.region_card[seat] > most_slides(s, r, seat) or (
            s.points[seat][FROM_BENEFITS] and not r.regions
        ):
            return refuse(why, BAD_REGION_CARD, seat)
        if not leader_fits(s, r, seat):
            return refuse(why, BAD_LEADER, seat)
    if s.phase == BENEFIT and not benefit_fits(s, r) or (
        (s.phase == STATION or s.phase == LEAD) and not lead_fits(s, r)
    ):
        return refuse(why, BAD_QUESTION)
    return check_statues(s, r, why)


cdef inline int most_slides(const State *s, const Rules *r, int seat) noexcept nogil:
    """How often the seat's top card can have gone under its deck this year: once a round."""
    if not r.regions or seat >= r.seats or s.phase == ENDED:
        return 0
    if s.phase == BENEFIT:
        return s.season + (position_of(s, seat) <= s.turn)
    return s.season + (order_set(s) and s.phase != STATION)


cdef inline bint benefit_fits(const State *s, const Rules *r) noexcept nogil:
    """The seat that chooses is in enough regions, and has a choice."""
    cdef int32_t options[BENEFITS]
    cdef int seat = performer(s)
    return r.regions and regions_held(s, r, seat) >= r.regions_needed and (
        benefit_actions(s, r, options) > 1)


cdef inline bint leader_fits(const State *s, const Rules *r, int seat) noexcept nogil:
    """The leader stands in a county of his seat, once he has been placed."""
    cdef bint first = before_the_game(s) or in_first_spring(s) and not order_set(s)
    if s.general[seat]:
        return r.leaders and seat < r.seats and (r.draft or not first) and (
            s.owned[seat] >> (s.general[seat] - 1) & 1)
    if not r.leaders or seat >= r.seats or not r.draft or not first:
        return True
    return is_draft(s.phase) and s.groups[seat]


cdef inline bint lead_fits(const State *s, const Rules *r) noexcept nogil:
    """Placed in the first spring or after the first winter, moved after the tenth action."""
    cdef int32_t options[MAX_ACTIONS]
    cdef int seat = performer(s)
    if not r.leaders or (s.general[seat] > 0) != (s.phase == LEAD):
        return False
    if s.phase == STATION and s.season == WINTER and s.year > 0:
        return False
    if s.phase == STATION and s.season < WINTER and (r.draft or not in_first_spring(s)):
        return False
    return lead_actions(s, r, options) > 1


cdef inline int check_statues(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """At most one seat has statues in a county, and no more than leaders can have left."""
    cdef uint64_t honoured = 0, occupied
    cdef int seat, other, county, standing, moves, left = 0, captured = 0, ended = s.phase == ENDED
    for seat in range(MAX_PLAYERS):
        moves = 0
        if r.leaders and seat < r.seats:
            moves = ROUNDS * s.year + s.season + (s.phase == LEAD and position_of(s, seat) < s.turn)
        standing = statue_count(s, seat)
        # Leaders capture the statues of others where they stand.
        occupied = 0
        for other in range(r.seats):
            if other != seat and s.general[other]:
                occupied |= bit(s.general[other] - 1)
        if s.honoured[seat] & (honoured | ~r.in_play | occupied) or standing > moves:
            return refuse(why, BAD_STATUES, seat)
        # Statues and trophies bring points at the end, not before.
        if s.points[seat][FROM_STATUES] != ended * r.statue_points * standing or (
            s.points[seat][FROM_TROPHIES] != ended * r.trophy_points * s.trophies[seat]
        ):
            return refuse(why, BAD_STATUE_POINTS, seat)
        honoured |= s.honoured[seat]
        left += moves - standing
        captured += s.trophies[seat]
    for county in range(COUNTIES):
        if (s.statues[county] > 0) != (honoured >> county & 1):
            return refuse(why, STRAY_STATUES, county)
    if captured > left:
        seat = 0
        while s.trophies[seat] == 0:
            seat += 1
        return refuse(why, BAD_TROPHIES, seat, captured, left)
    return OK
