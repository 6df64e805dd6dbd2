"""Every decision: its options, and what choosing one does."""
from libc.stdint cimport int32_t

from eminence.cython_ext.game cimport Seen
from eminence.engines.kit.bits cimport list_bits64
from eminence.engines.bruges.board cimport colours_in, empty_houses, top_frame, top_of
from eminence.engines.bruges.drawing cimport draw_from, list_piles
from eminence.engines.bruges.effects.choices cimport answer_clause, list_choices, play_card
from eminence.engines.bruges.plays cimport (
    choose_card, choose_house, finish_use, list_drawn_plays, move_in, show_own,
)
from eminence.engines.bruges.state cimport (
    ACTIVATE, ADVANCE, CARD, CHOOSE_PILE, COLOUR, LEFT, LOSE_CANAL, NO, ORDER, PAY_WORKER,
    PER_COLOUR, PICK_BELOW, PICK_CARD, PICK_DOWN, PICK_HOUSE, PILE, PLAY_DRAWN, TURN, YES, Rules,
    State,
)
from eminence.engines.bruges.threats cimport burn, circles, list_losses, lose_thing, suffer
from eminence.engines.bruges.turns cimport activate, advance, end_turn, list_turn


cdef inline int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int step = s.step, seat = s.head.player, first = CARD + s.use_colour * PER_COLOUR
    if step == TURN:
        return list_turn(s, r, out)
    if step == CHOOSE_PILE:
        return list_piles(s, r, out)
    if step == ADVANCE:
        out[0] = NO
        out[1] = YES
        return 2
    if step == PICK_CARD:
        return list_bits64(s.hand[seat][s.use_colour], first, out)
    if step == PICK_BELOW or step == PICK_DOWN:
        return list_bits64(empty_houses(s, r, seat, s.use_colour), first, out)
    if step == PICK_HOUSE:
        return list_bits64(colours_in(s.empty[seat]), COLOUR, out)
    if step == PAY_WORKER:
        return list_bits64(colours_in(s.workers[seat]), COLOUR, out)
    if step == ORDER:
        return list_bits64(circles(s, r, seat), COLOUR, out)
    if step == PLAY_DRAWN:
        return list_drawn_plays(s, r, out)
    if step <= LOSE_CANAL:
        return list_losses(s, seat, step, out)
    return list_choices(s, r, top_of(s), out)


cdef inline void decide(
    State *s, const Rules *r, int step, int seat, int action, Seen *seen
) noexcept nogil:
    if step == TURN:
        take_turn(s, r, action, seen)
    elif step == CHOOSE_PILE:
        if action == NO:
            top_frame(s)[LEFT] = 0
        else:
            draw_from(s, action - PILE)
    elif step == ADVANCE:
        if action == YES:
            advance(s, r)
    elif step == PICK_CARD:
        finish_use(s, r, action - CARD, seen)
    elif step == PICK_DOWN:
        burn(s, seat, action - CARD, seen)
    elif step == PICK_HOUSE:
        choose_house(s, r, action - COLOUR)
    elif step == PICK_BELOW:
        show_own(s, action - CARD, seen)
        move_in(s, r, action - CARD)
    elif step == PAY_WORKER:
        s.workers[seat][action - COLOUR] -= 1
        choose_card(s, r, seen)
    elif step == ORDER:
        suffer(s, r, action - COLOUR, seen)
    elif step <= LOSE_CANAL:
        lose_thing(s, r, seat, step, action, seen)
    else:
        answer_clause(s, r, top_frame(s), step, seat, action, seen)


cdef inline void take_turn(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    if action == NO:
        end_turn(s, r)
    elif action >= ACTIVATE:
        activate(s, r, action - ACTIVATE)
    else:
        s.begun = 1
        play_card(s, r, action, False, seen)
