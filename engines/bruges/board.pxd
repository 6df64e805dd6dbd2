"""Questions about the table that all parts of the rules ask; inlined into each.

Sets of cards are five masks, one per colour; a card's id is its colour times PER_COLOUR plus
its bit. Clause numbers (R..) are those of RULES.md.
"""
from libc.stdint cimport int32_t, uint16_t, uint64_t
from libc.string cimport memset

from eminence.cython_ext.core cimport CHECK
from eminence.cython_ext.game cimport CHANCE
from eminence.engines.kit.bits cimport list_bits64, lowest_bit64, popcount64
from eminence.engines.kit.counts cimport Count, kinds_in
from eminence.engines.bruges.state cimport (
    AT, CANAL_DISCOUNT, COLOURS, DO_CLAUSES, DO_EVENT, FRAMES, FRAME_SIZE, HOUSE_PAYMENT, IMMUNE,
    LEFT, MAX_CARDS, MOST, MOST_WORKERS, ON_OPP_RECRUIT, ON_RECRUIT, PER_COLOUR, RECRUIT_DISCOUNT,
    SEAT, SECTIONS, SOURCE, SPACES, STEP_DISCOUNT, TASK, WARD, Rules, State,
)


# --- sets of cards ---

cdef inline int colour_of(int card) noexcept nogil:
    return card / PER_COLOUR


cdef inline bint has(const uint64_t *cards, int card) noexcept nogil:
    return cards[card / PER_COLOUR] >> (card % PER_COLOUR) & 1


cdef inline void put(uint64_t *cards, int card) noexcept nogil:
    cards[card / PER_COLOUR] |= <uint64_t>1 << (card % PER_COLOUR)


cdef inline void drop(uint64_t *cards, int card) noexcept nogil:
    cards[card / PER_COLOUR] &= ~(<uint64_t>1 << (card % PER_COLOUR))


cdef inline int lowest_card(uint64_t cards, int colour) noexcept nogil:
    """The first card of a colour's mask."""
    return colour * PER_COLOUR + lowest_bit64(cards)


cdef inline int list_cards(const uint64_t *cards, int base, int32_t *out) noexcept nogil:
    """Write the cards in ascending order, `base` added to each; returns how many."""
    cdef int n = 0, c
    for c in range(COLOURS):
        n += list_bits64(cards[c], base + c * PER_COLOUR, out + n)
    return n


cdef inline int count_cards(const uint64_t *cards) noexcept nogil:
    cdef int n = 0, c
    for c in range(COLOURS):
        if cards[c]:
            n += popcount64(cards[c])
    return n


# --- counts by colour ---

cdef inline int total(const Count *counts) noexcept nogil:
    return counts[0] + counts[1] + counts[2] + counts[3] + counts[4]


cdef inline int colours_in(const Count *counts) noexcept nogil:
    """Mask of the colours with a count above 0."""
    return kinds_in(counts, COLOURS)


cdef inline bint has_several(int mask) noexcept nogil:
    return mask & (mask - 1) != 0


cdef inline void gain(uint16_t *pot, int n) noexcept nogil:
    pot[0] = min(pot[0] + n, MOST)


cdef inline void hire(uint16_t *workers, int n) noexcept nogil:
    workers[0] = min(workers[0] + n, MOST_WORKERS)


cdef inline void lose(uint16_t *pot, int n) noexcept nogil:
    """Take as much as there is; nothing falls below 0."""
    pot[0] -= min(<int>pot[0], n)


# --- seats ---

cdef inline int seat_after(const Rules *r, int seat, int steps) noexcept nogil:
    seat += steps
    if seat >= r.seats:
        seat -= r.seats
    return seat


cdef inline int hand_total(const State *s, int seat) noexcept nogil:
    return total(s.hand_count[seat])


cdef inline int canal_total(const State *s, int seat) noexcept nogil:
    return s.canal[seat][0] + s.canal[seat][1]


cdef inline bint cards_left(const State *s) noexcept nogil:
    """Whether anything can be drawn."""
    return s.pile_size[0] > 0 or s.pile_size[1] > 0


# --- houses ---

cdef inline int home_colour(const Rules *r, int home) noexcept nogil:
    """The colour of the house that an entry of `home` describes."""
    if home > MAX_CARDS:
        return home - MAX_CARDS - 1
    return colour_of(r.card_at[home - 1])


cdef inline uint64_t empty_houses(
    const State *s, const Rules *r, int seat, int colour
) noexcept nogil:
    """The face-down cards of that colour with nobody above them; the viewer must see them."""
    cdef uint64_t cards = s.down[seat][colour]
    cdef int32_t people[MAX_CARDS]
    cdef int i, home
    if s.empty[seat][colour] == s.houses[seat][colour]:
        return cards
    for i in range(list_cards(s.people[seat], 0, people)):
        home = s.home[r.row[people[i]]]
        if home <= MAX_CARDS and home_colour(r, home) == colour:
            cards &= ~(<uint64_t>1 << (r.card_at[home - 1] % PER_COLOUR))
    return cards


# --- modifiers: people that change an action permanently ---

cdef inline int modifier(const State *s, const Rules *r, int seat, int verb) noexcept nogil:
    cdef int sum = 0, i
    for i in range(r.n_modifiers[verb]):
        if has(s.people[seat], r.modifier[verb][i].card):
            sum += r.modifier[verb][i].amount
    return sum


cdef inline bint is_immune(const State *s, const Rules *r, int seat, int colour) noexcept nogil:
    cdef int i
    for i in range(r.n_modifiers[IMMUNE]):
        if r.modifier[IMMUNE][i].option == colour:
            if has(s.people[seat], r.modifier[IMMUNE][i].card):
                return True
    return False


cdef inline int best_option(const State *s, const Rules *r, int seat, int verb) noexcept nogil:
    """The highest option that the seat's people give a modifier, plus 1; 0 without such people."""
    cdef int best = 0, i
    for i in range(r.n_modifiers[verb]):
        if has(s.people[seat], r.modifier[verb][i].card):
            best = max(best, 1 + <int>r.modifier[verb][i].option)
    return best


cdef inline bint is_warded(const State *s, const Rules *r, int seat) noexcept nogil:
    return best_option(s, r, seat, WARD) > 0


cdef inline int house_payment(const State *s, const Rules *r, int seat) noexcept nogil:
    """The best Payment that the seat's people allow (R18)."""
    return best_option(s, r, seat, HOUSE_PAYMENT)


# --- prices ---

cdef inline int recruit_price(
    const State *s, const Rules *r, int seat, int card, int discount
) noexcept nogil:
    return max(0, r.price[card] - discount - modifier(s, r, seat, RECRUIT_DISCOUNT))


cdef inline int canal_price(
    const State *s, const Rules *r, int seat, int section, int times
) noexcept nogil:
    """The price of the next space of a section that is not full: `times` the printed price."""
    cdef int space = s.canal[seat][section]
    CHECK(space < SPACES and section < SECTIONS)
    return max(0, times * r.canal_cost[seat][section][space] - modifier(
        s, r, seat, CANAL_DISCOUNT))


cdef inline int dice_price(const State *s, const Rules *r) noexcept nogil:
    """The sum of all dice with a low face; 0: no step can be bought in this round (R11)."""
    cdef int sum = 0, c
    for c in range(COLOURS):
        if s.dice[c] <= r.price_up_to:
            sum += s.dice[c]
    return sum


cdef inline int step_price(const State *s, const Rules *r, int seat, int price) noexcept nogil:
    return max(0, price - modifier(s, r, seat, STEP_DISCOUNT))


# --- what is pending ---

cdef inline void ask(State *s, int seat, int step) noexcept nogil:
    s.head.player = seat
    s.step = step


cdef inline void happen(State *s, int step) noexcept nogil:
    s.head.player = CHANCE
    s.step = step


cdef inline uint16_t *top_frame(State *s) noexcept nogil:
    return s.frame[s.depth - 1]


cdef inline const uint16_t *top_of(const State *s) noexcept nogil:
    return s.frame[s.depth - 1]


cdef inline uint16_t *push(State *s, int task, int seat) noexcept nogil:
    CHECK(s.depth < FRAMES)
    cdef uint16_t *f = s.frame[s.depth]
    s.depth += 1
    f[TASK] = task
    f[SEAT] = seat
    return f


cdef inline void pop(State *s) noexcept nogil:
    """Popped frames are wiped: equal positions have equal bytes."""
    s.depth -= 1
    memset(s.frame[s.depth], 0, FRAME_SIZE * sizeof(uint16_t))


cdef inline void push_effect(State *s, int seat, int clause, int card) noexcept nogil:
    cdef uint16_t *f = push(s, DO_CLAUSES, seat)
    f[AT] = clause
    f[SOURCE] = card + 1


cdef inline bint somebody_waits(const State *s, const Rules *r, int event, int seat) noexcept nogil:
    """Whether a person in play answers the event: the seat's, or for opp_ another seat's."""
    cdef int i, other
    for i in range(r.n_triggers[event]):
        for other in range(r.seats):
            if (other == seat) != (event == ON_OPP_RECRUIT):
                if has(s.people[other], r.trigger[event][i].card):
                    return True
    return False


cdef inline void raise_event(
    State *s, const Rules *r, int event, int seat, int times, int card
) noexcept nogil:
    """Something happened to the seat; its people answer when the stack gets there (R26).

    card: the person recruited, which does not answer its own arrival; else -1.
    """
    cdef uint16_t *f
    if times == 0 or not (
        somebody_waits(s, r, event, seat)
        or (event == ON_RECRUIT and somebody_waits(s, r, ON_OPP_RECRUIT, seat))
    ):
        return
    f = push(s, DO_EVENT, seat)
    f[AT] = event
    f[LEFT] = times
    f[SOURCE] = card + 1
