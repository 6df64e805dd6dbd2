"""What `check` asks of a state or view; each refusal has its sentence in text.py."""
from libc.stdint cimport uint64_t

from cython_ext.game cimport FULL, Problem, refuse
from engines.bits cimport lowest_bit64, popcount64
from engines.bruges.board cimport has
from engines.bruges.drawing cimport unplaced
from engines.bruges.knowledge cimport cards_down
from engines.bruges.rules cimport (
    COLOURS, DO_SUFFER, EXTRA, MAX_CARDS, NO_TOP, PAY_WORKER, PER_COLOUR, PILES, PLAY_DRAWN,
    ROLLING, SEAT, SECTIONS, TASK, Bruges, BrugesRules,
)
from engines.bruges.threats cimport circles, markers_left

cdef enum:
    OK = 0
    BAD_CARD                    # card: nowhere, or in two places
    BAD_HAND                    # seat, colour, cards named
    BAD_DOWN                    # seat, colour, cards named
    BAD_ASIDE                   # nothing
    BAD_HOMES                   # seat, colour
    BAD_POOL                    # colour, cards, fewest
    BAD_PILES                   # nothing
    BAD_USED                    # colour
    BAD_SHOWN                   # colour
    BAD_THREATS                 # seat, colour
    BAD_STATUES                 # nothing
    BAD_DICE                    # nothing
    BAD_PLAYER                  # nothing
    BAD_STEP                    # nothing: the pending step cannot be
    BAD_FRAMES                  # the frame


# --- cards ---

cdef inline bint add_once(uint64_t *found, uint64_t cards) noexcept nogil:
    """False if one of the cards was found before."""
    if found[0] & cards:
        return False
    found[0] |= cards
    return True


cdef inline uint64_t bit_in(int card_plus_1, int colour) noexcept nogil:
    """The mask of a single card, where it is of that colour."""
    if card_plus_1 == 0 or (card_plus_1 - 1) / PER_COLOUR != colour:
        return 0
    return <uint64_t>1 << ((card_plus_1 - 1) % PER_COLOUR)


cdef inline int check_cards(const Bruges *s, const BrugesRules *r, Problem *why) noexcept nogil:
    """Every card lies in one place."""
    cdef int c, seat
    cdef uint64_t found
    cdef bint once
    for c in range(COLOURS):
        found = 0
        once = add_once(&found, s.pool[c]) and add_once(&found, s.discards[c])
        once = once and add_once(&found, bit_in(s.aside, c))
        once = once and add_once(&found, bit_in(s.use_card, c))
        for seat in range(r.seats):
            once = once and add_once(&found, s.hand[seat][c])
            once = once and add_once(&found, s.down[seat][c])
            once = once and add_once(&found, s.people[seat][c])
        if not once:
            return refuse(why, BAD_CARD, c, -1)
        if found != r.cards[c]:
            return refuse(why, BAD_CARD, c, c * PER_COLOUR + lowest_bit64(found ^ r.cards[c]))
    return OK


cdef inline int check_places(const Bruges *s, const BrugesRules *r, Problem *why) noexcept nogil:
    """Counts that everybody sees fit the cards that this viewer sees."""
    cdef int seat, c, cards, viewer = s.head.view_of
    cdef bint sees
    for seat in range(r.seats):
        sees = viewer == FULL or viewer == seat
        for c in range(COLOURS):
            cards = popcount64(s.hand[seat][c])
            if cards > s.hand_count[seat][c] or (sees and cards < s.hand_count[seat][c]):
                return refuse(why, BAD_HAND, seat, c, cards)
            if not sees and s.hand[seat][c] & ~s.shown[c]:
                return refuse(why, BAD_HAND, seat, c, cards)
            cards = popcount64(s.down[seat][c])
            if cards != (cards_down(s, seat, c) if sees else 0):
                return refuse(why, BAD_DOWN, seat, c, cards)
    sees = viewer == FULL or viewer == s.seat
    if (s.aside_colour > 0) != (s.step == PLAY_DRAWN or (
        s.step == PAY_WORKER and s.aside_colour == s.use_colour + 1
    )) or (s.aside > 0) != (sees and s.aside_colour > 0) or (
        s.aside and (s.aside - 1) / PER_COLOUR + 1 != s.aside_colour
    ):
        return refuse(why, BAD_ASIDE)
    return OK


cdef inline int check_homes(const Bruges *s, const BrugesRules *r, Problem *why) noexcept nogil:
    """Each person lives in a house, and the other houses are empty."""
    cdef int living[COLOURS]
    cdef int seat, c, card, homes = 0, i
    cdef uint64_t left
    for seat in range(r.seats):
        for c in range(COLOURS):
            living[c] = 0
        for c in range(COLOURS):
            left = s.people[seat][c]
            while left:
                card = c * PER_COLOUR + lowest_bit64(left)
                left &= left - 1
                if s.home[r.row[card]] == 0:
                    return refuse(why, BAD_HOMES, seat, c)
                living[s.home[r.row[card]] - 1] += 1
                homes += 1
        for c in range(COLOURS):
            if living[c] + s.empty[seat][c] != s.houses[seat][c]:
                return refuse(why, BAD_HOMES, seat, c)
    for i in range(MAX_CARDS):
        homes -= s.home[i] > 0
    if homes:
        return refuse(why, BAD_HOMES, 0, 0)
    for c in range(COLOURS):
        left = 0
        for seat in range(r.seats):
            left |= s.people[seat][c]
        if s.used[c] & ~(left & r.active[c]):
            return refuse(why, BAD_USED, c)
        left = 0
        for seat in range(r.seats):
            left |= s.hand[seat][c]
        if s.shown[c] & ~left:
            return refuse(why, BAD_SHOWN, c)
    return OK


cdef inline int check_piles(const Bruges *s, const BrugesRules *r, Problem *why) noexcept nogil:
    """The pool holds the piles, cards drawn blind, and what the viewer cannot see."""
    cdef int c, p, seat, cards, unseen, sum = 0, left
    for p in range(PILES):
        sum += s.pile_size[p]
        if s.pile_size[p] == 0 and s.top[p] != NO_TOP:
            return refuse(why, BAD_PILES)
    if s.extra_in:
        if s.pile_size[EXTRA]:
            return refuse(why, BAD_PILES)
    elif s.pile_size[0] == 0 or s.pile_size[1] == 0 or s.last_round or (
        s.pile_size[EXTRA] != r.pile_size[EXTRA]
    ):
        return refuse(why, BAD_PILES)
    left = sum
    for c in range(COLOURS):
        unseen = 0
        for seat in range(r.seats):
            if s.head.view_of != FULL and seat != s.head.view_of:
                unseen += s.hand_count[seat][c] - popcount64(s.hand[seat][c])
                unseen += cards_down(s, seat, c)
        unseen += s.aside_colour == c + 1 and s.aside == 0
        cards = unplaced(s, c) - unseen
        if cards < 0:
            return refuse(why, BAD_POOL, c, popcount64(s.pool[c]), popcount64(s.pool[c]) - cards)
        left -= cards
    for p in range(PILES):
        left -= s.top[p] != NO_TOP
    if left:
        return refuse(why, BAD_PILES)
    return OK


cdef inline int check_table(const Bruges *s, const BrugesRules *r, Problem *why) noexcept nogil:
    """Markers, statues and dice."""
    cdef int c, seat, section, i, held = 0, matched = 0
    for c in range(COLOURS):
        if markers_left(s, r, c) < 0:
            return refuse(why, BAD_THREATS, 0, c)
        if (s.dice[c] > 0) != (c < s.rolled):
            return refuse(why, BAD_DICE)
    if (s.phase < ROLLING and s.rolled) or (s.phase > ROLLING and s.rolled < COLOURS):
        return refuse(why, BAD_DICE)
    if s.statues_taken > r.statues:
        return refuse(why, BAD_STATUES)
    for seat in range(r.seats):
        for section in range(SECTIONS):
            held += s.statue[seat][section] > 0
    for i in range(s.statues_taken):
        for seat in range(r.seats):
            for section in range(SECTIONS):
                matched += s.statue[seat][section] == r.statue_value[i]
    if held != s.statues_taken or matched != held:
        return refuse(why, BAD_STATUES)
    for seat in range(r.seats):
        if circles(s, r, seat) and not suffers(s, seat):
            return refuse(why, BAD_THREATS, seat, lowest_bit64(circles(s, r, seat)))
    return OK


cdef inline bint suffers(const Bruges *s, int seat) noexcept nogil:
    cdef int i
    for i in range(s.depth):
        if s.frame[i][TASK] == DO_SUFFER and s.frame[i][SEAT] == seat:
            return True
    return False
