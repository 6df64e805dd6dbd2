"""What `check` asks of a succession."""
from eminence.cython_ext.game cimport Problem, refuse
from eminence.engines.blood_of_kings.board cimport has_tile, seat_after
from eminence.engines.blood_of_kings.dynasty.cards cimport stack_start
from eminence.engines.blood_of_kings.state cimport (
    BAD_CALLED, BAD_COMMITTED, BAD_DECLARED, BAD_FACE_UP, BAD_IDLE_SUCCESSION, BAD_PLEDGED,
    BAD_PROGRESS, BAD_THRONE, CHAOTIC, DYNASTY_PHASE, FINISH, KINGDOM_PHASE, PEACEFUL, VIOLENT,
    State,
)
from eminence.engines.blood_of_kings.succession.calls cimport callable_seats
from eminence.engines.blood_of_kings.succession.throne cimport challengers_of, ruler_bit
from eminence.engines.blood_of_kings.tables cimport (
    KINGDOMS, LOYAL_BARONS, MAX_CARDS, MAX_PLAYERS, MOST, STRATEGIC_MARRIAGE, SUCCESSION, Rules,
)


cdef inline int check_succession(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """The general checks come first, and see last that the rules ask what is pending."""
    cdef int code
    if s.challenge == 0:
        return check_idle(s, why)
    if s.challenge > CHAOTIC or s.throne >= KINGDOMS or not throne_fits(s):
        return refuse(why, BAD_THRONE, s.throne)
    code = check_masks(s, r, why)
    if code == 0:
        code = check_committed(s, r, why)
    if code == 0 and not progress_fits(s, r):
        code = refuse(why, BAD_PROGRESS, s.throne)
    return code


cdef inline int check_idle(const State *s, Problem *why) noexcept nogil:
    cdef int i, found = s.throne | s.called | s.caller | s.declared | s.revealed | s.added
    for i in range(MAX_PLAYERS):
        found |= s.committed[i] | s.influence[i]
    for i in range(MAX_CARDS):
        found |= s.pledged[i]
    return refuse(why, BAD_IDLE_SUCCESSION) if found else 0


cdef inline bint throne_fits(const State *s) noexcept nogil:
    """Violence comes in the dynasty phase, the others are the active kingdom's action."""
    if (s.ruler[s.throne] == 0) != (s.challenge == CHAOTIC):
        return False
    if s.challenge == VIOLENT:
        return s.phase == DYNASTY_PHASE
    return s.phase == KINGDOM_PHASE and s.order[s.acting] == s.throne and (
        s.stage == FINISH and s.played[s.throne] == SUCCESSION + 1)


# --- who was called, who challenges ---

cdef inline bint can_have_declared(const State *s, int seat) noexcept nogil:
    return seat + 1 != s.ruler[s.throne] and (has_tile(s, seat, STRATEGIC_MARRIAGE) or (
        s.challenge == VIOLENT and has_tile(s, seat, LOYAL_BARONS)))


cdef inline int check_masks(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int seat
    if s.called >> r.seats or s.caller > r.seats or (
        s.caller and not s.called >> (s.caller - 1) & 1
    ):
        return refuse(why, BAD_CALLED)
    if s.declared >> r.seats:
        return refuse(why, BAD_DECLARED)
    for seat in range(MAX_PLAYERS):
        if s.declared >> seat & 1 and not can_have_declared(s, seat):
            return refuse(why, BAD_DECLARED)
        if not face_up_fits(s, r, seat):
            return refuse(why, BAD_FACE_UP, seat)
    return 0


cdef inline bint face_up_fits(const State *s, const Rules *r, int seat) noexcept nogil:
    """Only those called in a peaceful succession have cards face up."""
    if s.influence[seat] == 0:
        return not s.revealed >> seat & 1
    return s.challenge == PEACEFUL and s.influence[seat] <= MOST and (
        s.revealed >> seat & s.called >> seat & 1)


# --- cards face down ---

cdef inline int check_committed(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int seat, i, first, last
    cdef int marked = 0
    for seat in range(MAX_PLAYERS):
        if s.committed[seat] and (
            seat >= r.seats or s.challenge == PEACEFUL
            or s.committed[seat] > s.height[seat][s.throne]
        ):
            return refuse(why, BAD_COMMITTED, seat)
        if s.challenge == VIOLENT and s.committed[seat]:
            last = stack_start(s, seat, s.throne) + s.height[seat][s.throne]
            first = last - s.committed[seat]
            for i in range(first, last):
                if s.pledged[i] == 0 or s.pledged[i] > r.seats:
                    return refuse(why, BAD_PLEDGED, i)
            marked += s.committed[seat]
    for i in range(MAX_CARDS):
        marked -= s.pledged[i] > 0
    return refuse(why, BAD_PLEDGED, MAX_CARDS) if marked else 0


# --- how far it has got ---

cdef inline bint progress_fits(const State *s, const Rules *r) noexcept nogil:
    """The ruler answers last, and to challengers only where it is peaceful."""
    cdef int seat = s.caller - 1
    if s.called & ruler_bit(s):
        if s.caller != s.ruler[s.throne] or callable_seats(s, r) or (
            s.challenge == PEACEFUL and challengers_of(s) == 0
        ):
            return False
    if s.caller == 0:
        return s.added == 0
    if s.challenge == PEACEFUL:
        return s.added <= MAX_CARDS
    if s.challenge == VIOLENT:
        return s.added <= s.committed[seat]
    return s.added == 0 and s.committed[seat] == 0 and called_in_order(s, r, seat)


cdef inline bint called_in_order(const State *s, const Rules *r, int seat) noexcept nogil:
    """Nobody behind the seat was called, and nobody before it was left out."""
    cdef int i, other, before = 1, left = callable_seats(s, r)
    for i in range(r.seats):
        other = seat_after(r, s.first, i)
        if other == seat:
            before = 0
        elif before and left >> other & 1:
            return False
        elif not before and (s.called >> other & 1 or s.committed[other]):
            return False
    return True
