"""What `check` asks of the turn: what is pending, what was drawn, what is due; see checks.pxd."""
from libc.stdint cimport int32_t, uint8_t

from eminence.cython_ext.game cimport FULL, Problem, refuse
from eminence.engines.kit.counts cimport total, total_of
from eminence.engines.royals.board cimport (
    cards_to_draw, intrigue_price, is_discarding, is_paying, occupied, player_at, taken_openly,
)
from eminence.engines.royals.payments cimport Duty, country_duty, intrigue_duty
from eminence.engines.royals.state cimport (
    CARDS_GONE, COUNTRIES, DISCARD_COUNTRY, DISPLAY_BEGUN, DISPLAY_TAKEN, DISPLAY_WHOLE, DRAW,
    DRAWN, DRAWN_ALL, DRAW_COUNTRY, DRAW_INTRIGUE, DRAW_NOTHING, ENDED, EXCESS, EXCESS_DRAWN,
    FIRST_CUBES, FIRST_DRAWS, FIRST_HAND, FIRST_INTRIGUE, FIRST_INTRIGUE_DRAWN, INTRIGUE_AFTER,
    INTRIGUE_GONE, INTRIGUE_TWICE, LAST_GIVEN, LAST_REFILL, LAST_ROUND_PERIOD, LAST_ROUND_SEAT,
    LAST_SEAT, MAX_ACTIONS, NOTHING_DUE, NO_LAST_ROUND, OK, PAIRS, PAY_INTRIGUE, PERIODS,
    PERIOD_END_DISCARDS, PERIOD_END_EARLY, PERIOD_END_NO_DRAW, PRICE, PRICE_COUNTRY, REFILL,
    REFILL_EMPTY, REFILL_FULL, SETUP, SETUP_TURN, STRAY_GIVING, STRAY_LAST_TAKEN, STRAY_TAKE_OVER,
    STRAY_TARGET, STUCK, TARGET_CUBES, TARGET_FREE, TARGET_HELD, WRONG_PLAYER, Rules, State,
)
from eminence.engines.royals.steps cimport actions


cdef inline int check_turn(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """The pending step fits the player and what lies on the table, and can be carried out."""
    if s.head.player != player_at(s) or s.head.capped:
        return refuse(why, WRONG_PLAYER)
    return (
        check_last_round(s, r, why) or check_strays(s, why) or check_target(s, r, why)
        or check_draws(s, r, why) or check_first_round(s, r, why) or check_traces(s, r, why)
        or check_period_end(s, r, why) or check_giving(s, r, why) or check_options(s, r, why)
    )


# --- what is pending ---

cdef inline int check_last_round(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """The last round, which is played out; the game ends with its last turn (R20, R25)."""
    if s.last_round and s.period != PERIODS - 1:
        return refuse(why, LAST_ROUND_PERIOD, s.period)
    if s.last_round and s.seat == 0:
        return refuse(why, LAST_ROUND_SEAT)
    if s.phase != ENDED:
        return OK
    if not s.last_round:
        return refuse(why, NO_LAST_ROUND)
    if s.seat != r.seats - 1:
        return refuse(why, LAST_SEAT, s.seat, r.seats - 1)
    if taken_openly(s, r):
        return refuse(why, LAST_REFILL, total(s.display, COUNTRIES))
    return OK


cdef inline int check_strays(const State *s, Problem *why) noexcept nogil:
    """What belongs to one step is zero at all others."""
    if not is_paying(s) and not is_discarding(s) and (
        s.due or s.due_next or s.target or s.due_wild or s.due_country
    ):
        return refuse(why, STRAY_GIVING, s.phase)
    if is_discarding(s) and s.target:
        return refuse(why, STRAY_TARGET, s.target)
    if s.phase != PAY_INTRIGUE and (s.due_wild or s.due_country):
        return refuse(why, STRAY_TAKE_OVER, s.phase)
    if s.display_from and s.phase != DRAW:
        return refuse(why, STRAY_LAST_TAKEN, s.phase)
    return OK


cdef inline int check_target(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """What is being paid for can be bought (R9, R13), and something is due."""
    if not is_paying(s):
        return OK
    if s.held[s.seat] >> s.target & 1:
        return refuse(why, TARGET_HELD, s.seat, s.target)
    if s.phase == PAY_INTRIGUE and not occupied(s, r) >> s.target & 1:
        return refuse(why, TARGET_FREE, s.target)
    if s.supply[s.seat] < 2:
        return refuse(why, TARGET_CUBES, s.seat, s.supply[s.seat])
    return OK


# --- draws ---

cdef inline int check_draws(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """As many cards were drawn as this step of the turn asks for (R5 to R7, R20)."""
    cdef int needed = cards_to_draw(s, r), shown = total(s.display, COUNTRIES)
    if s.phase == SETUP and (s.round or s.seat or s.drawn or s.period):
        return refuse(why, SETUP_TURN)
    if s.phase == SETUP or s.phase == REFILL:
        if s.pile_size == 0:
            return refuse(why, REFILL_EMPTY)
        if taken_openly(s, r) == 0:
            return refuse(why, REFILL_FULL, shown)
    if s.phase == SETUP:
        return OK
    if s.phase > DRAW_INTRIGUE:
        return OK if s.drawn == needed else refuse(why, DRAWN, s.seat, s.drawn, needed)
    if s.phase == DRAW_INTRIGUE and s.round == 0:
        return refuse(why, FIRST_INTRIGUE_DRAWN)
    if s.phase == DRAW_INTRIGUE and s.drawn_intrigue:
        return refuse(why, INTRIGUE_TWICE)
    if s.phase == DRAW_INTRIGUE and s.drawn:
        return refuse(why, INTRIGUE_AFTER, s.drawn)
    if s.drawn >= needed:
        return refuse(why, DRAWN_ALL, s.seat, s.drawn)
    # The display is full until a card is taken, which comes after all face-down draws.
    if taken_openly(s, r) and s.display_from == 0:
        return refuse(why, DISPLAY_BEGUN, shown, r.display_size)
    if taken_openly(s, r) == 0 and s.display_from:
        return refuse(why, DISPLAY_WHOLE, shown)
    if s.phase == DRAW_COUNTRY and s.pile_size == 0:
        return refuse(why, DRAW_NOTHING)
    return OK


cdef inline int check_traces(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Cards drawn in this turn are in the hand or were played; open ones left a gap (R6)."""
    cdef int cards = s.hand_size[s.seat], intrigue = s.intrigue_size[s.seat]
    if s.phase == SETUP or s.phase == ENDED:
        return OK
    if taken_openly(s, r) > s.drawn:
        return refuse(
            why, DISPLAY_TAKEN, total(s.display, COUNTRIES), taken_openly(s, r), s.drawn)
    if s.phase > DRAW_INTRIGUE:
        cards += total(s.discards, COUNTRIES)
        intrigue += total(s.intrigue_discards, PAIRS)
    # The refill may have turned the discards into a new pile.
    if cards < s.drawn and s.phase != REFILL:
        return refuse(why, CARDS_GONE, s.seat, s.drawn, cards)
    if intrigue < s.drawn_intrigue:
        return refuse(why, INTRIGUE_GONE, s.seat, s.drawn_intrigue, intrigue)
    return OK


cdef inline int check_first_round(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Nobody has drawn more than the first turns give, nor an Intrigue card (R5)."""
    cdef int drawn = s.drawn, there = total(s.discards, COUNTRIES), seat
    if s.round > 0:
        return OK
    if s.drawn_intrigue:
        return refuse(why, FIRST_INTRIGUE_DRAWN)
    if total(s.intrigue_discards, PAIRS) or total(s.intrigue_size, r.seats):
        return refuse(why, FIRST_INTRIGUE)
    for seat in range(r.seats):
        there += s.hand_size[seat]
        if seat < s.seat:
            drawn += r.first_turn[seat]
        if seat > s.seat and s.hand_size[seat]:
            return refuse(why, FIRST_HAND, seat, s.hand_size[seat])
        # Cubes go out after the draws.
        if s.supply[seat] != r.cubes[seat] and (
            seat > s.seat or (seat == s.seat and s.phase <= DRAW_INTRIGUE)
        ):
            return refuse(why, FIRST_CUBES, seat)
    # A pile that ran out has taken in the discards.
    if there > drawn or (there < drawn and s.period == 0 and not s.period_ending):
        return refuse(why, FIRST_DRAWS, drawn, there)
    return OK


cdef inline int check_period_end(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """The pile ran out in this turn, and the discards went into the new one (R21)."""
    cdef int discards = total(s.discards, COUNTRIES), played = 0
    if not s.period_ending:
        return OK
    if not r.ends_on_empty_pile and s.phase != REFILL:
        return refuse(why, PERIOD_END_EARLY)
    if s.phase == SETUP or s.phase == ENDED or (
        s.phase != REFILL and s.drawn <= taken_openly(s, r)
    ):
        return refuse(why, PERIOD_END_NO_DRAW)
    if r.ends_on_empty_pile and s.phase > DRAW_INTRIGUE:
        played = r.hand_limit + s.drawn - s.hand_size[s.seat]
    if discards > played:
        return refuse(why, PERIOD_END_DISCARDS, discards, s.seat, played)
    return OK


# --- payments and discards ---

cdef inline int check_giving(const State *s, const Rules *r, Problem *why) noexcept nogil:
    if not is_paying(s) and not is_discarding(s):
        return OK
    if s.due == 0:
        return refuse(why, NOTHING_DUE)
    return check_price(s, r, why) if is_paying(s) else check_excess(s, r, why)


cdef inline bint last_given_lies(
    const uint8_t *discards, int kinds, int allowed, int next_kind
) noexcept nogil:
    """The last kind given was allowed, and lies in the discards."""
    return next_kind == 0 or (
        next_kind <= kinds and allowed >> (next_kind - 1) & 1 and discards[next_kind - 1] > 0)


cdef inline bint wilds_fit(
    const uint8_t *discards, int kinds, int matching, int price, int wild, int due, int next_kind
) noexcept nogil:
    """For some number of missing cards, all matching ones and some others lie there (R11)."""
    cdef int others = ~matching, missing, given
    cdef int before = total_of(discards, kinds, others & ((1 << next_kind) - 1))
    if not last_given_lies(discards, kinds, others, next_kind):
        return False
    for missing in range(1, price + 1):
        given = wild * missing - due
        if given >= 0 and (given > 0) == (next_kind > 0) and given <= before and (
            price - missing <= total_of(discards, kinds, matching)
        ):
            return True
    return False


cdef inline bint intrigue_payment_fits(const State *s, const Rules *r, int matching) noexcept nogil:
    cdef int price = intrigue_price(r, s.target), given = price - s.due
    if s.due_wild:
        return wilds_fit(
            s.intrigue_discards, PAIRS, matching, price, r.intrigue_wild, s.due, s.due_next)
    return given >= 0 and (given > 0) == (s.due_next > 0) and last_given_lies(
        s.intrigue_discards, PAIRS, matching, s.due_next
    ) and given <= total_of(s.intrigue_discards, PAIRS, matching & ((1 << s.due_next) - 1))


cdef inline int check_price(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """What is due completes the price of the target; the rest was already given (R9 to R14)."""
    cdef int country = r.position_country[s.target], cost = r.cost[r.position_title[s.target]]
    cdef int missing = s.due_country / r.wild
    cdef bint fits
    if s.phase == PAY_INTRIGUE:
        if s.due_country != missing * r.wild or s.due_country > s.hand_size[s.seat] or (
            not cost - s.discards[country] <= missing <= cost
        ):
            return refuse(why, PRICE_COUNTRY, s.target, s.due_country)
        fits = intrigue_payment_fits(s, r, r.pairs_of[country])
    else:
        # The Intrigue cards of a take-over were given before.
        fits = (
            not occupied(s, r) >> s.target & 1
            or total(s.intrigue_discards, PAIRS) >= intrigue_price(r, s.target)
        ) and wilds_fit(s.discards, COUNTRIES, 1 << country, cost, r.wild, s.due, s.due_next)
    return OK if fits else refuse(why, PRICE, s.target, s.due)


cdef inline int check_excess(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """What exceeds the limit is due; it was drawn in this turn, and so was what is gone (R19)."""
    cdef bint country = s.phase == DISCARD_COUNTRY
    cdef int above = (
        s.hand_size[s.seat] - r.hand_limit if country
        else s.intrigue_size[s.seat] - r.intrigue_limit)
    cdef int drawn = s.drawn if country else s.drawn_intrigue
    if s.due != above:
        return refuse(why, EXCESS, s.seat, s.due, max(0, above))
    if not (
        last_given_lies(s.discards, COUNTRIES, -1, s.due_next) if country
        else last_given_lies(s.intrigue_discards, PAIRS, -1, s.due_next)
    ):
        return refuse(why, LAST_GIVEN)
    if s.due + (s.due_next > 0) > drawn:
        return refuse(why, EXCESS_DRAWN, s.seat, s.due, drawn)
    return OK


# --- what can be done ---

cdef inline int check_options(const State *s, const Rules *r, Problem *why) noexcept nogil:
    return OK if s.head.player < 0 or can_go_on(s, r) else refuse(why, STUCK, s.seat)


cdef inline bint can_go_on(const State *s, const Rules *r) noexcept nogil:
    """Whether a hand that fits the state or view can do what is asked."""
    cdef int32_t options[MAX_ACTIONS]
    cdef Duty cards = country_duty(s, r), intrigue = intrigue_duty(s, r)
    # Everybody sees what can be drawn.
    if s.head.view_of == FULL or s.head.view_of == s.seat or s.phase == DRAW:
        # The country cards promised in a take-over are paid after the Intrigue cards.
        return actions(s, r, options) > 0 and (
            total_of(s.hand[s.seat], COUNTRIES, cards.allowed) >= cards.due)
    return duty_fits(
        s.hand[s.seat], s.pile, COUNTRIES, s.hand_size[s.seat], cards
    ) and duty_fits(
        s.intrigue[s.seat], s.intrigue_pile, PAIRS, s.intrigue_size[s.seat], intrigue)


cdef inline bint duty_fits(
    const uint8_t *hand, const uint8_t *pool, int kinds, int size, Duty duty
) noexcept nogil:
    """Whether some hand that fits the view can give what is due."""
    cdef int unknown = size - total(hand, kinds)
    return duty.due <= total_of(hand, kinds, duty.allowed) + min(
        unknown, total_of(pool, kinds, duty.allowed))
