"""Dice, threat markers and penalties; what a seat loses and how it chooses."""
from libc.stdint cimport int32_t, uint16_t
from libc.string cimport memset

from eminence.cython_ext.game cimport TO_ALL, Seen, show
from eminence.engines.kit.bits cimport list_bits64, lowest_bit64
from eminence.engines.kit.counts cimport kinds_in
from eminence.engines.bruges.board cimport (
    ask, colour_of, colours_in, drop, empty_houses, has_several, home_colour, is_immune, list_cards,
    lose, lowest_card, pop, push, put, raise_event, top_frame,
)
from eminence.engines.bruges.state cimport (
    CARD, COLOUR, COLOURS, DO_SUFFER, LOSE_ALL_GUILDERS, LOSE_ALL_WORKERS, LOSE_BUILDING,
    LOSE_CANAL, LOSE_HOUSE, LOSE_ONE_PERSON, LOSE_PERSON, LOSE_POINTS, MAX_ACTIONS, ON_PENALTY,
    ON_THREAT, ORDER, PICK_DOWN, SEAT, SECTION, SECTIONS, STAGE, Rules, State,
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
    cdef int seat = f[SEAT], due = circles(s, r, seat)
    if f[STAGE]:
        s.threat[seat][f[STAGE] - 1] -= r.circle
        f[STAGE] = 0
        raise_event(s, r, ON_PENALTY, seat, 1, -1)
    elif due == 0:
        pop(s)
    elif has_several(due):
        ask(s, seat, ORDER)
    else:
        suffer(s, r, lowest_bit64(due), seen)


cdef inline void suffer(State *s, const Rules *r, int colour, Seen *seen) noexcept nogil:
    """Begin one penalty; if everybody sees that there is no choice, it happens at once (R10)."""
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
    else:
        ask_for_loss(s, r, seat, LOSE_PERSON if kind == LOSE_ONE_PERSON else LOSE_BUILDING, seen)


# --- losing people, houses and canal tokens ---

cdef inline int list_losses(const State *s, int seat, int step, int32_t *out) noexcept nogil:
    """Empty houses by colour, canal sections, and people: with their houses, or alone."""
    cdef int n = 0
    if step == LOSE_HOUSE or step == LOSE_BUILDING:
        n = list_bits64(colours_in(s.empty[seat]), COLOUR, out)
    if step == LOSE_CANAL or step == LOSE_BUILDING:
        n += list_bits64(kinds_in(s.canal[seat], SECTIONS), SECTION, out + n)
    if step != LOSE_CANAL:
        n += list_cards(s.people[seat], CARD, out + n)
    return n


cdef inline void ask_for_loss(
    State *s, const Rules *r, int seat, int step, Seen *seen
) noexcept nogil:
    """Ask what the seat gives up; skip if it has nothing, take it at once if it has one thing."""
    cdef int32_t options[MAX_ACTIONS]
    cdef int n = list_losses(s, seat, step, options)
    if n > 1:
        ask(s, seat, step)
    elif n == 1:
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
    """If there are several of one colour, the owner says which one (R10)."""
    s.houses[seat][colour] -= 1
    s.empty[seat][colour] -= 1
    if s.empty[seat][colour] > 0:
        s.use_colour = colour
        ask(s, seat, PICK_DOWN)
    else:
        burn(s, seat, lowest_card(empty_houses(s, r, seat, colour), colour), seen)


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
