"""Dice, threat markers and penalties; what a seat loses and how it chooses."""
from libc.stdint cimport int32_t, uint16_t, uint64_t
from libc.string cimport memset

from eminence.cython_ext.game cimport TO_ALL, Seen, show
from eminence.engines.kit.bits cimport lowest_bit64
from eminence.engines.bruges.board cimport (
    ask, canal_total, colour_of, count_cards, drop, empty_houses, home_colour, is_immune, lose, pop,
    push, put, raise_event, top_frame, total,
)
from eminence.engines.bruges.state cimport (
    CARD, COLOUR, COLOURS, DO_SUFFER, LOSE_ALL_GUILDERS, LOSE_ALL_WORKERS, LOSE_BUILDING,
    LOSE_CANAL, LOSE_HOUSE, LOSE_ONE_PERSON, LOSE_PERSON, LOSE_POINTS, ON_PENALTY, ON_THREAT, ORDER,
    PER_COLOUR, PICK_DOWN, SEAT, SECTION, SECTIONS, STAGE, Rules, State,
)


# --- markers ---

cdef inline int markers_left(const State *s, const Rules *r, int colour) noexcept nogil:
    cdef int left = r.threat_markers, seat
    for seat in range(r.seats):
        left -= s.threat[seat][colour]
    return left


cdef inline void threaten(State *s, const Rules *r, int seat, int colours) noexcept nogil:
    """One marker of each colour in the mask, then the penalties of complete circles (R8)."""
    cdef int c, received = 0
    for c in range(COLOURS):
        if colours >> c & 1 and markers_left(s, r, c) > 0:
            s.threat[seat][c] += 1
            received += 1
    if circles(s, r, seat):
        push(s, DO_SUFFER, seat)
    raise_event(s, r, ON_THREAT, seat, received, -1)


cdef inline int circles(const State *s, const Rules *r, int seat) noexcept nogil:
    """Mask of the colours whose penalty is due."""
    cdef int mask = 0, c
    for c in range(COLOURS):
        if s.threat[seat][c] >= r.circle:
            mask |= 1 << c
    return mask


cdef inline void resume_suffer(State *s, const Rules *r, uint16_t *f, Seen *seen) noexcept nogil:
    """One penalty after the other, in the victim's order (R9)."""
    cdef int seat = f[SEAT], due
    if f[STAGE]:
        end_penalty(s, r, f)
        return
    due = circles(s, r, seat)
    if due == 0:
        pop(s)
    elif due & (due - 1):
        ask(s, seat, ORDER)
    else:
        suffer(s, r, lowest_bit64(due), seen)


cdef inline void end_penalty(State *s, const Rules *r, uint16_t *f) noexcept nogil:
    cdef int colour = f[STAGE] - 1
    s.threat[f[SEAT]][colour] -= r.circle
    f[STAGE] = 0
    raise_event(s, r, ON_PENALTY, f[SEAT], 1, -1)


cdef inline void suffer(State *s, const Rules *r, int colour, Seen *seen) noexcept nogil:
    """Begin one penalty; a choice that everybody sees to be forced is made at once (R10)."""
    cdef uint16_t *f = top_frame(s)
    cdef int seat = f[SEAT], kind = r.penalty[colour]
    if is_immune(s, r, seat, colour):
        s.threat[seat][colour] -= r.circle
        return
    f[STAGE] = colour + 1
    if kind == LOSE_ALL_WORKERS:
        memset(s.workers[seat], 0, sizeof(s.workers[seat]))
    elif kind == LOSE_ALL_GUILDERS:
        s.guilders[seat] = 0
    elif kind == LOSE_POINTS:
        lose(&s.points[seat], r.points_lost)
    elif kind == LOSE_ONE_PERSON:
        ask_for_loss(s, r, seat, LOSE_PERSON, seen)
    else:
        ask_for_loss(s, r, seat, LOSE_BUILDING, seen)


# --- losing people, houses and canal tokens ---

cdef inline int list_people(const uint64_t *people, int32_t *out, int n) noexcept nogil:
    cdef int c
    cdef uint64_t left
    for c in range(COLOURS):
        left = people[c]
        while left:
            out[n] = CARD + c * PER_COLOUR + lowest_bit64(left)
            left &= left - 1
            n += 1
    return n


cdef inline int list_losses(const State *s, int seat, int step, int32_t *out) noexcept nogil:
    """Empty houses by colour, canal sections, and people: with their houses, or alone."""
    cdef int n = 0, c, section
    if step == LOSE_HOUSE or step == LOSE_BUILDING:
        for c in range(COLOURS):
            if s.empty[seat][c]:
                out[n] = COLOUR + c
                n += 1
    if step == LOSE_CANAL or step == LOSE_BUILDING:
        for section in range(SECTIONS):
            if s.canal[seat][section]:
                out[n] = SECTION + section
                n += 1
    if step != LOSE_CANAL:
        n = list_people(s.people[seat], out, n)
    return n


cdef inline bint can_lose(const State *s, int seat, int step) noexcept nogil:
    if step == LOSE_PERSON:
        return count_cards(s.people[seat]) > 0
    if step == LOSE_CANAL:
        return canal_total(s, seat) > 0
    return total(s.houses[seat]) > 0 or (step == LOSE_BUILDING and canal_total(s, seat) > 0)


cdef inline void ask_for_loss(
    State *s, const Rules *r, int seat, int step, Seen *seen
) noexcept nogil:
    """Ask what the seat gives up; nothing if it has nothing, at once if it has one thing."""
    cdef int32_t options[2]
    cdef int people = count_cards(s.people[seat]), others = 0, c
    if not can_lose(s, seat, step):
        return
    if step == LOSE_HOUSE or step == LOSE_BUILDING:
        for c in range(COLOURS):
            others += s.empty[seat][c] > 0
    if step == LOSE_CANAL or step == LOSE_BUILDING:
        others += (s.canal[seat][0] > 0) + (s.canal[seat][1] > 0)
    if step == LOSE_CANAL:
        people = 0
    if people + others > 1:
        ask(s, seat, step)
        return
    list_losses(s, seat, step, options)
    lose_thing(s, r, seat, step, options[0], seen)


cdef inline void lose_thing(
    State *s, const Rules *r, int seat, int step, int action, Seen *seen
) noexcept nogil:
    if action < SECTION:
        lose_empty_house(s, r, seat, action - COLOUR, seen)
    elif action < CARD:
        s.canal[seat][action - SECTION] -= 1
    elif step == LOSE_PERSON:
        discard_person(s, r, seat, action - CARD)
    else:
        lose_home(s, r, seat, action - CARD, seen)


cdef inline void leave_table(State *s, const Rules *r, int seat, int card) noexcept nogil:
    drop(s.people[seat], card)
    drop(s.used, card)
    s.home[r.row[card]] = 0


cdef inline void discard_person(State *s, const Rules *r, int seat, int card) noexcept nogil:
    """The house stays, and is empty now."""
    s.empty[seat][home_colour(r, s.home[r.row[card]])] += 1
    leave_table(s, r, seat, card)
    put(s.discards, card)


cdef inline void lose_empty_house(
    State *s, const Rules *r, int seat, int colour, Seen *seen
) noexcept nogil:
    """Of several of one colour the owner says which one (R10)."""
    s.houses[seat][colour] -= 1
    s.empty[seat][colour] -= 1
    if s.empty[seat][colour] > 0:
        s.use_colour = colour
        ask(s, seat, PICK_DOWN)
    else:
        burn(
            s, seat, colour * PER_COLOUR + lowest_bit64(empty_houses(s, r, seat, colour)), seen)


cdef inline void lose_home(
    State *s, const Rules *r, int seat, int person, Seen *seen
) noexcept nogil:
    """The person goes back to the hand, known to all; the card below it is shown (R10)."""
    cdef int below = r.card_at[s.home[r.row[person]] - 1]
    s.houses[seat][colour_of(below)] -= 1
    leave_table(s, r, seat, person)
    put(s.hand[seat], person)
    s.hand_count[seat][colour_of(person)] += 1
    if not s.head.lean:
        put(s.shown, person)
    burn(s, seat, below, seen)


cdef inline void burn(State *s, int seat, int card, Seen *seen) noexcept nogil:
    """The face-down card of a lost house goes to the open discards."""
    s.use_colour = 0
    drop(s.down[seat], card)
    put(s.discards, card)
    show(seen, TO_ALL, CARD + card)


cdef inline int list_colours(int mask, int32_t *out, int n) noexcept nogil:
    cdef int c
    for c in range(COLOURS):
        if mask >> c & 1:
            out[n] = COLOUR + c
            n += 1
    return n
