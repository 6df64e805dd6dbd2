"""What each move is, in small ids; for the traits of features.pyx alone."""
from libc.stdint cimport int16_t, uint64_t

from eminence.engines.bruges.board cimport (
    canal_price, colour_of, dice_price, lowest_card, modifier, recruit_price, step_price, top_of,
    total,
)
from eminence.engines.bruges.features cimport (
    MAX_TRAITS, TRAIT_ACTIVATE, TRAIT_ANSWER, TRAIT_BACK, TRAIT_BACK_FITS, TRAIT_BACK_IN_HAND,
    TRAIT_EMPTY, TRAIT_GAIN, TRAIT_GIVE, TRAIT_GIVE_FROM, TRAIT_GIVE_UP, TRAIT_HOUSE, TRAIT_KIND,
    TRAIT_LEAD, TRAIT_LEFT, TRAIT_LOSE, TRAIT_MARKER, TRAIT_MARKERS, TRAIT_MONEY, TRAIT_NO,
    TRAIT_PILE_LEFT, TRAIT_PRICE, TRAIT_RECRUIT, TRAIT_SPACE, TRAIT_SPEND, TRAIT_STAKE, TRAIT_TAKE,
    TRAIT_TAKE_TO, TRAIT_TOPIC, TRAIT_USE, TRAIT_VICTIM, TRAIT_VICTIM_RANK,
)
from eminence.engines.bruges.insight cimport Estate, penalty_stake, price_class
from eminence.engines.bruges.scoring cimport laurel_points
from eminence.engines.bruges.state cimport (
    ACTIVATE, ADVANCE, AT, CANAL_LEFT, CARD, COLOUR, DISCARD, EXTRA_CANAL, EXTRA_RECRUIT,
    GIVE_WORKER, GUILDERS, HOUSE, LAUREL, LOSE_BUILDING, LOSE_HOUSE, LOSE_PERSON, MORE_GUILDERS,
    MOST_CANALS, MOST_PEOPLE, MOST_REPUTATION, NO, ORDER, PAY_WORKER, PICK_HOUSE, PILE, RECRUIT,
    RETURN_THREAT, SECTION, SECTIONS, SPACES, TAKE_WORKER, TRADE, UNTHREAT, USE, VICTIM, WORKER,
    WORKERS, YES, Rules, State,
)
from eminence.engines.bruges.turns cimport standing_in
from eminence.engines.bruges.worth cimport activation_worth, recruit_gain, service_worth


cdef struct Notes:
    # The traits of one action so far
    int16_t *at
    int n


cdef inline void note(Notes *notes, int trait) noexcept nogil:
    if notes.n < MAX_TRAITS:
        notes.at[notes.n] = trait
        notes.n += 1


cdef inline int behind_class(double points) noexcept nogil:
    """Eight classes; the first is the best move itself."""
    if points < 0.01:
        return 0
    if points < 0.5:
        return 1
    if points < 1:
        return 2
    return min(7, 3 + <int>(points / 1.5))


cdef inline int gain_class(double points) noexcept nogil:
    """Points in eight classes."""
    if points < -0.5:
        return 0
    if points < 0.5:
        return 1
    if points < 1.25:
        return 2
    if points < 2:
        return 3
    if points < 3:
        return 4
    if points < 4.5:
        return 5
    return 6 + (points >= 7)


cdef inline int money_class(int guilders) noexcept nogil:
    """None, up to 2, 5, 8 and more guilders."""
    return min((guilders + 3) / 3, 4) if guilders else 0


cdef inline void note_action(
    const State *s, const Rules *r, const double *w, const Estate *own, int action,
    double rounds, Notes *notes
) noexcept nogil:
    cdef int seat = s.head.player
    if action >= ACTIVATE:
        note_activation(s, r, w, seat, action - ACTIVATE, notes)
    elif action >= RECRUIT:
        note_recruit(s, r, w, seat, action - RECRUIT, rounds, notes)
    elif action >= CARD:
        note_card(s, r, w, seat, action - CARD, rounds, notes)
    elif action >= USE:
        note_use(s, r, w, own, (action - USE) / 8, (action - USE) % 8, rounds, notes)
    elif action >= VICTIM:
        note_victim(s, r, seat, action - VICTIM, notes)
    elif action >= SECTION:
        note_section(s, r, seat, action - SECTION, notes)
    elif action >= COLOUR:
        note_colour(s, r, w, own, seat, action - COLOUR, notes)
    elif action == NO:
        note(notes, TRAIT_NO + s.step)
    elif action == YES:
        note_yes(s, r, seat, notes)
    else:
        note_pile(s, r, seat, action - PILE, notes)


cdef inline void note_lead(
    const State *s, const Rules *r, int seat, int majority, Notes *notes
) noexcept nogil:
    """Whether one more ties for a majority that is not won yet, or leads it alone."""
    cdef int mine = standing_in(s, seat, majority) + 1, best = 0, other
    if s.majority[seat] >> majority & 1:
        return
    for other in range(r.seats):
        if other != seat:
            best = max(best, standing_in(s, other, majority))
    if mine == best:
        note(notes, TRAIT_LEAD + 2 * majority)
    elif mine == best + 1:
        note(notes, TRAIT_LEAD + 2 * majority + 1)


cdef inline void note_person(
    const Rules *r, int card, Notes *notes
) noexcept nogil:
    note(notes, TRAIT_PRICE + price_class(r.price[card]))
    note(notes, TRAIT_TOPIC + r.topic[card])


cdef inline void note_activation(
    const State *s, const Rules *r, const double *w, int seat, int card, Notes *notes
) noexcept nogil:
    cdef int kind = r.activation[card], payer = r.activation_colour[card]
    note(notes, TRAIT_ACTIVATE + kind)
    note_person(r, card, notes)
    note(notes, TRAIT_GAIN + gain_class(activation_worth(s, r, w, seat, card, True)))
    if kind == WORKER:
        note(notes, TRAIT_GIVE + payer)
        note(notes, TRAIT_GIVE_FROM + min(<int>s.workers[seat][payer], 4) - 1)


cdef inline void note_recruit(
    const State *s, const Rules *r, const double *w, int seat, int card, double rounds,
    Notes *notes
) noexcept nogil:
    cdef int discount = r.clause[top_of(s)[AT]].price if s.step == EXTRA_RECRUIT else 0
    note(notes, TRAIT_RECRUIT + r.activation[card])
    note_person(r, card, notes)
    note(notes, TRAIT_GAIN + gain_class(recruit_gain(s, r, w, seat, card, discount, rounds)))
    note(notes, TRAIT_LEFT + money_class(
        s.guilders[seat] - recruit_price(s, r, seat, card, discount)))
    note(notes, TRAIT_EMPTY + min(total(s.empty[seat]), 3))
    note_lead(s, r, seat, MOST_PEOPLE, notes)


cdef inline double in_play_worth(
    const State *s, const Rules *r, const double *w, int seat, int card, double rounds
) noexcept nogil:
    """What would be lost with a person."""
    if r.activation[card] == LAUREL:
        return r.worth[card] + laurel_points(s, r, seat, card)
    return r.worth[card] + service_worth(s, r, w, seat, card, rounds)


cdef inline void note_card(
    const State *s, const Rules *r, const double *w, int seat, int card, double rounds,
    Notes *notes
) noexcept nogil:
    """A card that is given up: one of the hand, a person, or one that lies face down."""
    cdef int step = s.step
    note(notes, TRAIT_ANSWER + step)
    if step == LOSE_PERSON or step == LOSE_BUILDING or step == LOSE_HOUSE:
        if step != LOSE_PERSON:
            note(notes, TRAIT_LOSE + 2)
        note(notes, TRAIT_GIVE_UP + gain_class(in_play_worth(s, r, w, seat, card, rounds)))
    else:
        note(notes, TRAIT_GIVE_UP + gain_class(recruit_gain(s, r, w, seat, card, 0, rounds)))
    if step == DISCARD:
        note(notes, TRAIT_SPEND + colour_of(card))
    note(notes, TRAIT_KIND + r.activation[card])
    note_person(r, card, notes)


cdef inline double least_gain(
    const State *s, const Rules *r, const double *w, int seat, int colour, double rounds
) noexcept nogil:
    """What the least of the own cards of a colour would bring: it can be the one given up."""
    cdef double least = 100
    cdef uint64_t left = s.hand[seat][colour]
    if s.aside_colour:
        return recruit_gain(s, r, w, seat, s.aside - 1, 0, rounds)
    while left:
        least = min(least, recruit_gain(s, r, w, seat, lowest_card(left, colour), 0, rounds))
        left &= left - 1
    return least


cdef inline void note_use(
    const State *s, const Rules *r, const double *w, const Estate *own, int use, int colour,
    double rounds, Notes *notes
) noexcept nogil:
    cdef int seat = s.head.player, section = use - CANAL_LEFT
    note(notes, TRAIT_USE + use)
    note(notes, TRAIT_SPEND + colour)
    note(notes, TRAIT_GIVE_UP + gain_class(least_gain(s, r, w, seat, colour, rounds)))
    if use == WORKERS:
        note_taken(s, seat, colour, notes)
    elif use == GUILDERS:
        note(notes, TRAIT_MONEY + min(8, s.dice[colour] + modifier(s, r, seat, MORE_GUILDERS)))
        note(notes, TRAIT_LEFT + money_class(s.guilders[seat]))
    elif use == RETURN_THREAT:
        note_marker(s, r, w, own, seat, colour, notes)
    elif use == HOUSE:
        note(notes, TRAIT_HOUSE + colour)
        note(notes, TRAIT_EMPTY + min(total(s.empty[seat]), 3))
        note(notes, TRAIT_GIVE_FROM + min(max(<int>s.workers[seat][colour], 1), 4) - 1)
    else:
        note(notes, TRAIT_SPACE + s.canal[seat][section])
        note(notes, TRAIT_LEFT + money_class(
            s.guilders[seat] - canal_price(s, r, seat, section, 1)))
        note_lead(s, r, seat, MOST_CANALS, notes)


cdef inline void note_taken(const State *s, int seat, int colour, Notes *notes) noexcept nogil:
    note(notes, TRAIT_TAKE + colour)
    note(notes, TRAIT_TAKE_TO + min(<int>s.workers[seat][colour], 3))


cdef inline void note_marker(
    const State *s, const Rules *r, const double *w, const Estate *own, int seat, int colour,
    Notes *notes
) noexcept nogil:
    note(notes, TRAIT_MARKER + colour)
    note(notes, TRAIT_MARKERS + min(max(<int>s.threat[seat][colour], 1), 3) - 1)
    note(notes, TRAIT_STAKE + min(5, <int>penalty_stake(
        s, r, w, seat, colour, own)))


cdef inline void note_victim(
    const State *s, const Rules *r, int seat, int victim, Notes *notes
) noexcept nogil:
    note(notes, TRAIT_ANSWER + s.step)
    note(notes, TRAIT_VICTIM + (victim - seat + r.seats) % r.seats - 1)
    note(notes, TRAIT_VICTIM_RANK + (s.points[victim] > s.points[seat]))


cdef inline void note_section(
    const State *s, const Rules *r, int seat, int section, Notes *notes
) noexcept nogil:
    cdef int built = s.canal[seat][section]
    note(notes, TRAIT_ANSWER + s.step)
    if s.step == EXTRA_CANAL:
        note(notes, TRAIT_USE + CANAL_LEFT + section)
        note(notes, TRAIT_SPACE + built)
        note_lead(s, r, seat, MOST_CANALS, notes)
    else:
        note(notes, TRAIT_LOSE + 1)
        note(notes, TRAIT_SPACE + built - 1)


cdef inline void note_colour(
    const State *s, const Rules *r, const double *w, const Estate *own, int seat, int colour,
    Notes *notes
) noexcept nogil:
    cdef int step = s.step
    note(notes, TRAIT_ANSWER + step)
    if step == TAKE_WORKER:
        note_taken(s, seat, colour, notes)
    elif step == GIVE_WORKER or step == PAY_WORKER or step == TRADE:
        note(notes, TRAIT_GIVE + colour)
        note(notes, TRAIT_GIVE_FROM + min(<int>s.workers[seat][colour], 4) - 1)
    elif step == ORDER or step == UNTHREAT:
        note_marker(s, r, w, own, seat, colour, notes)
    else:
        note(notes, TRAIT_HOUSE + colour)
        note(notes, TRAIT_EMPTY + min(<int>s.empty[seat][colour], 3))
        if step != PICK_HOUSE:
            note(notes, TRAIT_LOSE)


cdef inline void note_yes(const State *s, const Rules *r, int seat, Notes *notes) noexcept nogil:
    note(notes, TRAIT_ANSWER + s.step)
    if s.step == TRADE:
        return
    if s.step == ADVANCE:
        note(notes, TRAIT_LEFT + money_class(
            s.guilders[seat] - step_price(s, r, seat, dice_price(s, r))))
    note_lead(s, r, seat, MOST_REPUTATION, notes)


cdef inline void note_pile(
    const State *s, const Rules *r, int seat, int pile, Notes *notes
) noexcept nogil:
    """The back of the card, how many such the seat has, and whether the pile is near its end."""
    cdef int colour = s.top[pile] - 1, size = s.pile_size[pile], section, built
    note(notes, TRAIT_ANSWER + s.step)
    note(notes, TRAIT_BACK + colour)
    note(notes, TRAIT_BACK_IN_HAND + min(3, s.hand_count[seat][colour] + s.blind[colour]))
    for section in range(SECTIONS):
        built = s.canal[seat][section]
        if built < SPACES and r.canal_colour[seat][section][built] == colour:
            note(notes, TRAIT_BACK_FITS)
            break
    if s.threat[seat][colour] + 1 >= r.circle:
        note(notes, TRAIT_BACK_FITS + 1)
    if not s.extra_in and size <= 8:
        note(notes, TRAIT_PILE_LEFT + (size > 1) + (size > 4))
