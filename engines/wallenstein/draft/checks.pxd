"""Checks of the draft."""
from libc.stdint cimport uint64_t

from eminence.cython_ext.core cimport popcount32
from eminence.cython_ext.game cimport Problem, refuse
from eminence.engines.kit.bits cimport popcount64
from eminence.engines.kit.counts cimport total
from eminence.engines.wallenstein.board cimport all_owned, bit, is_draft
from eminence.engines.wallenstein.draft.drafting cimport picker
from eminence.engines.wallenstein.state cimport (
    BAD_DRAFT, COUNTIES, DRAW, MAX_PLAYERS, OK, PLACE, Rules, State,
)


cdef inline int check_draft(const State *s, const Rules *r, Problem *why) noexcept nogil:
    if draft_fits(s, r) if is_draft(s.phase) else no_draft(s):
        return OK
    return refuse(why, BAD_DRAFT)


cdef inline bint no_draft(const State *s) noexcept nogil:
    """Nothing is left of the draft."""
    cdef int seat, found = s.display[0] | s.display[1] | s.swapped | s.picked | s.bottom_size
    for seat in range(MAX_PLAYERS):
        found |= s.before[seat][0] | s.before[seat][1] | s.groups[seat]
    return not (found or s.deck or total(s.bottom, COUNTIES))


cdef inline bint draft_fits(const State *s, const Rules *r) noexcept nogil:
    """Every county card is somewhere, and seats have taken cards in turn."""
    cdef uint64_t cards = s.deck | all_owned(s, r)
    cdef int seat, i, left, place = picker(s, r), taken = popcount64(s.owned[r.seats - 1])
    if s.deck & (all_owned(s, r) | ~r.in_play):
        return False
    for i in range(COUNTIES):
        if (s.bottom[i] > 0) != (i < s.bottom_size) or not add_card(&cards, s.bottom[i], r):
            return False
    if not (
        add_card(&cards, s.display[0], r) and add_card(&cards, s.display[1], r)
        and add_card(&cards, s.picked, r) and cards == r.in_play
    ):
        return False
    for seat in range(r.seats):
        left = 0
        for i in range(r.n_groups):
            if not s.groups[seat] >> i & 1:
                continue
            left += r.group[i]
            # Among equal groups the first is placed first.
            if i + 1 < r.n_groups and r.group[i] == r.group[i + 1] and not (
                s.groups[seat] >> (i + 1) & 1
            ):
                return False
        if s.groups[seat] >> r.n_groups or s.supply[seat] < left + r.fill:
            return False
        if popcount64(s.owned[seat]) != taken + (seat < place):
            return False
        if popcount32(s.groups[seat]) + popcount64(s.owned[seat]) != r.n_groups:
            return False
        if s.before[seat][0] >= s.before[seat][1] and s.before[seat][1]:
            return False
    return draft_step_fits(s, place)


cdef inline bint add_card(uint64_t *cards, int card, const Rules *r) noexcept nogil:
    """Add a county card to those found, if it is one; False if it was there or is not in play."""
    if card == 0:
        return True
    if cards[0] >> (card - 1) & 1 or not r.in_play >> (card - 1) & 1:
        return False
    cards[0] |= bit(card - 1)
    return True


cdef inline bint draft_step_fits(const State *s, int place) noexcept nogil:
    cdef bint full = s.display[0] > 0 and s.display[1] > 0
    if s.groups[place] == 0:
        return False
    if s.phase == DRAW:
        # A card waits for armies only while one of the two places is filled.
        return s.deck > 0 and not (s.picked and (s.display[0] > 0) == (s.display[1] > 0))
    return full and (s.picked > 0) == (s.phase == PLACE)
