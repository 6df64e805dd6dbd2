"""What can be decided at each step of a turn."""
from libc.stdint cimport int32_t

from eminence.engines.royals.payments cimport (
    give_actions, payable_countries, payable_pairs, play_actions,
)
from eminence.engines.royals.state cimport (
    COUNTRIES, COUNTRY_AMOUNTS, DISCARD_INTRIGUE, DRAW, GIVE_COUNTRY, GIVE_INTRIGUE,
    INTRIGUE_AMOUNTS, PAIRS, PAY_INTRIGUE, PLAY, Rules, State,
)
from eminence.engines.royals.turns cimport draw_actions


cdef inline int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    if s.phase == DRAW:
        return draw_actions(s, r, out)
    if s.phase == PLAY:
        return play_actions(s, r, out)
    if s.phase == PAY_INTRIGUE or s.phase == DISCARD_INTRIGUE:
        return give_actions(
            s.intrigue[s.seat], PAIRS, payable_pairs(s, r), s, GIVE_INTRIGUE, INTRIGUE_AMOUNTS, out)
    return give_actions(
        s.hand[s.seat], COUNTRIES, payable_countries(s, r), s, GIVE_COUNTRY, COUNTRY_AMOUNTS, out)
