"""Playing a card: the six actions, by the seat whose turn it is."""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport TO_ALL, Seen, seat_bit, show
from eminence.engines.kit.bits cimport list_bits64, lowest_bit64
from eminence.engines.bruges.board cimport (
    ask, canal_price, colour_of, colours_in, drop, empty_houses, gain, has_several, hire,
    house_payment, list_cards, lowest_card, modifier, push_effect, put, raise_event, recruit_price,
    total,
)
from eminence.engines.bruges.state cimport (
    ANY_WORKER, ARROW, CANAL_LEFT, CARD, GUILDERS, HOUSE, MORE_GUILDERS, MORE_UNTHREAT,
    MORE_WORKERS, NO_WORKER, N_USES, ON_CANAL, ON_HOUSE, ON_RECRUIT, OWN_COLOUR, PAY_WORKER,
    PICK_BELOW, PICK_CARD, PICK_HOUSE, RECRUIT, RETURN_THREAT, SPACES, USE, WORKERS, Rules, State,
)

cdef enum:
    FACE_DOWN = 1 << 20     # shown to others when a card is chosen by its face


# --- what can be played ---

cdef inline int usable_colours(const State *s, const Rules *r, int use, int colours) noexcept nogil:
    """Which of the cards' colours (a mask) allow the action (R13 to R18)."""
    cdef int seat = s.seat, section = use - CANAL_LEFT, payment, payers
    if use == WORKERS or use == GUILDERS:
        return colours
    if use == RETURN_THREAT:
        return colours_in(s.threat[seat]) & colours
    if use == HOUSE:
        payment = house_payment(s, r, seat)
        payers = colours_in(s.workers[seat])
        if payment == NO_WORKER or (payment == ANY_WORKER and payers):
            return colours
        return payers & colours
    if s.canal[seat][section] == SPACES or (
        canal_price(s, r, seat, section, 1) > s.guilders[seat]
    ):
        return 0
    return 1 << r.canal_colour[seat][section][s.canal[seat][section]] & colours


cdef inline int list_uses(
    const State *s, const Rules *r, int colours, int32_t *out, int n
) noexcept nogil:
    cdef int use
    for use in range(N_USES):
        n += list_bits64(usable_colours(s, r, use, colours), USE + use * 8, out + n)
    return n


cdef inline int list_recruits(
    const State *s, const Rules *r, int discount, int32_t *out, int n
) noexcept nogil:
    """People in the hand that can be paid for, if there is a house for them (R19)."""
    cdef int end = n, i
    if total(s.empty[s.seat]):
        end += list_cards(s.hand[s.seat], RECRUIT, out + n)
    for i in range(n, end):
        if recruit_price(s, r, s.seat, out[i] - RECRUIT, discount) <= s.guilders[s.seat]:
            out[n] = out[i]
            n += 1
    return n


cdef inline int list_plays(const State *s, const Rules *r, int32_t *out, int n) noexcept nogil:
    """Every action with every colour in the hand, then the people."""
    n = list_uses(s, r, colours_in(s.hand_count[s.seat]), out, n)
    return list_recruits(s, r, 0, out, n)


cdef inline int list_drawn_plays(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """The same with the card that was drawn to be used at once."""
    cdef int card = s.aside - 1
    cdef int n = list_uses(s, r, 1 << (s.aside_colour - 1), out, 0)
    if total(s.empty[s.seat]) and recruit_price(s, r, s.seat, card, 0) <= s.guilders[s.seat]:
        out[n] = RECRUIT + card
        n += 1
    return n


# --- playing it ---

cdef inline void begin_use(
    State *s, const Rules *r, int action, bint free_house, Seen *seen
) noexcept nogil:
    """Action and colour are chosen: pay, then say which card it is (R12)."""
    cdef int payment, payers
    s.use = (action - USE) / 8
    s.use_colour = (action - USE) % 8
    if s.use == HOUSE and not free_house:
        payment = house_payment(s, r, s.seat)
        if payment == ANY_WORKER:
            payers = colours_in(s.workers[s.seat])
            if has_several(payers):
                ask(s, s.seat, PAY_WORKER)
                return
            s.workers[s.seat][lowest_bit64(payers)] -= 1
        elif payment == OWN_COLOUR:
            s.workers[s.seat][s.use_colour] -= 1
    choose_card(s, r, seen)


cdef inline void choose_card(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """Everybody sees the backs in a hand: a single card of the colour needs no question."""
    if s.aside_colour:
        finish_use(s, r, s.aside - 1, seen)
    elif s.hand_count[s.seat][s.use_colour] > 1:
        ask(s, s.seat, PICK_CARD)
    else:
        finish_use(s, r, lowest_card(s.hand[s.seat][s.use_colour], s.use_colour), seen)


cdef inline void leave_hand(State *s, int seat, int card) noexcept nogil:
    drop(s.hand[seat], card)
    s.hand_count[seat][colour_of(card)] -= 1
    if not s.head.lean:
        drop(s.shown, card)


cdef inline void take_played(State *s, int card) noexcept nogil:
    """The card leaves the hand, or where it was put aside."""
    if s.aside_colour:
        s.aside = 0
        s.aside_colour = 0
    else:
        leave_hand(s, s.seat, card)


cdef inline void finish_use(State *s, const Rules *r, int card, Seen *seen) noexcept nogil:
    cdef int use = s.use, colour = s.use_colour
    s.use = 0
    s.use_colour = 0
    if use == HOUSE:
        build_house(s, r, card, seen)
        return
    take_played(s, card)
    put(s.discards, card)
    show(seen, TO_ALL, CARD + card)
    if use == WORKERS:
        hire(&s.workers[s.seat][colour], r.workers_taken + modifier(s, r, s.seat, MORE_WORKERS))
    elif use == GUILDERS:
        gain(&s.guilders[s.seat], s.dice[colour] + modifier(s, r, s.seat, MORE_GUILDERS))
    elif use == RETURN_THREAT:
        return_threat(s, r, s.seat, colour)
    else:
        build_canal(s, r, s.seat, use - CANAL_LEFT, 1)


cdef inline void show_own(const State *s, int card, Seen *seen) noexcept nogil:
    """Show a card that only its owner can tell from others of its colour."""
    show(seen, seat_bit(s.seat), CARD + card)
    show(seen, TO_ALL & ~seat_bit(s.seat), FACE_DOWN)


cdef inline void build_house(State *s, const Rules *r, int card, Seen *seen) noexcept nogil:
    """Face down: others see the colour, and no longer know what of it is in the hand (R35)."""
    cdef int colour = colour_of(card)
    show_own(s, card, seen)
    if not s.aside_colour and not s.head.lean:
        s.shown[colour] &= ~s.hand[s.seat][colour]
    take_played(s, card)
    put(s.down[s.seat], card)
    s.houses[s.seat][colour] += 1
    s.empty[s.seat][colour] += 1
    raise_event(s, r, ON_HOUSE, s.seat, 1, -1)


cdef inline void return_threat(State *s, const Rules *r, int seat, int colour) noexcept nogil:
    s.threat[seat][colour] -= 1
    gain(&s.points[seat], r.threat_points + modifier(s, r, seat, MORE_UNTHREAT))


cdef inline void build_canal(
    State *s, const Rules *r, int seat, int section, int times
) noexcept nogil:
    """Pay the next space; a section completed for the first time earns a statue (R16, R17)."""
    s.guilders[seat] -= canal_price(s, r, seat, section, times)
    s.canal[seat][section] += 1
    if s.canal[seat][section] == SPACES and s.statue[seat][section] == 0:
        if s.statues_taken < r.statues:
            s.statue[seat][section] = r.statue_value[s.statues_taken]
            s.statues_taken += 1
    raise_event(s, r, ON_CANAL, seat, 1, -1)


cdef inline void begin_recruit(State *s, const Rules *r, int card, int discount) noexcept nogil:
    """Pay the person, then choose its house where there are several colours."""
    cdef int colours = colours_in(s.empty[s.seat])
    s.guilders[s.seat] -= recruit_price(s, r, s.seat, card, discount)
    take_played(s, card)
    s.use_card = card + 1
    if has_several(colours):
        ask(s, s.seat, PICK_HOUSE)
    else:
        choose_house(s, r, lowest_bit64(colours))


cdef inline void choose_house(State *s, const Rules *r, int colour) noexcept nogil:
    """The owner knows which card each house is; the others see only its back (R19)."""
    if s.empty[s.seat][colour] > 1:
        s.use_colour = colour
        ask(s, s.seat, PICK_BELOW)
    else:
        move_in(s, r, lowest_card(empty_houses(s, r, s.seat, colour), colour))


cdef inline void move_in(State *s, const Rules *r, int below) noexcept nogil:
    """An arrow acts at once; those who wait for a recruit act after it (R21, R26).

    below: the card that is the house.
    """
    cdef int card = s.use_card - 1
    s.use_card = 0
    s.use_colour = 0
    s.empty[s.seat][colour_of(below)] -= 1
    s.home[r.row[card]] = r.row[below] + 1
    put(s.people[s.seat], card)
    raise_event(s, r, ON_RECRUIT, s.seat, 1, card)
    if r.activation[card] == ARROW:
        push_effect(s, s.seat, r.effect[card] - 1, card)
