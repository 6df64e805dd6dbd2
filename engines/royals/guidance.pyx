"""What a sensible Royals player looks at: the standing of each seat, and cheap move scores.

Everything is counted in victory points: those won, those that today's positions promise,
and what the cards in hand are likely to buy. The weights are the agent's; their defaults
and what each means are in data/guidance.toml.
"""
from libc.math cimport ldexp
from libc.stdint cimport int32_t

from eminence.cython_ext.core cimport popcount32
from eminence.engines.kit.standing cimport softmax
from eminence.engines.royals.board cimport (
    Price, cards_to_draw, is_paying, is_present, occupied, occupy, price_of,
)
from eminence.engines.royals.prospects cimport Visits, promised_bonuses, visits_of
from eminence.engines.royals.scoring cimport Leaders, count_points, leaders_in, title_value
from eminence.engines.royals.state cimport (
    CLAIM, COUNTRIES, COUNTRY_AMOUNTS, DISCARD_COUNTRY, DISCARD_INTRIGUE, DRAW, DRAW_INTRIGUE,
    ENDED, END_TURN, FROM_DISPLAY, FROM_PILE, GIVE_COUNTRY, GIVE_INTRIGUE, INTRIGUE_CARD,
    MAX_PLAYERS, PAY_COUNTRY, PAY_INTRIGUE, PERIODS, TITLES, W_CARD, W_CLAIM, W_CLAIM_CARD,
    W_CLAIM_CITY, W_CLAIM_INFLUENCE, W_CLAIM_NEW_CITY, W_CLAIM_OUSTING, W_CLAIM_TITLE,
    W_COUNTRY_PROGRESS, W_DRAW, W_DRAW_SAME, W_DRAW_THIRD_INTRIGUE, W_GIVE, W_GIVE_LEFT,
    W_HOUSE_PROGRESS, W_INTRIGUE, W_NEUTRAL, W_PERIOD_LATER, W_PERIOD_NOW, W_POINT, W_SET, W_SPREAD,
    W_TITLE, Rules, State,
)


cdef void evaluate(const State *s, const Rules *r, const double *w, double *out) noexcept nogil:
    """Softmax of the points each seat has and can expect."""
    cdef State claimed
    cdef const State *board = s
    cdef double worth[MAX_PLAYERS]
    cdef Visits visits
    cdef int points[MAX_PLAYERS]
    cdef int seat
    if is_paying(s):
        # A claim being paid for counts as made; the cards still due come off the hand.
        claimed = s[0]
        occupy(&claimed, r)
        board = &claimed
    count_points(board, r, points)
    for seat in range(r.seats):
        visits = visits_of(board, r, seat)
        worth[seat] = (
            points[seat] + promised_titles(board, r, w, seat)
            + promised_bonuses(
                board, r, seat, &visits, w[W_COUNTRY_PROGRESS], w[W_HOUSE_PROGRESS])
            + hand_worth(s, r, w, seat)
        )
    add_promised_periods(board, r, w, worth)
    softmax(worth, r.seats, w[W_SPREAD], out)


cdef inline double promised_titles(
    const State *s, const Rules *r, const double *w, int seat
) noexcept nogil:
    cdef int title
    cdef double sum = 0
    if s.phase == ENDED:
        return 0
    for title in range(TITLES):
        sum += title_value(s, r, title, seat)
    return w[W_TITLE] * sum


cdef inline void add_promised_periods(
    const State *s, const Rules *r, const double *w, double *worth
) noexcept nogil:
    """The markers of this and later periods, as influence stands now."""
    cdef int country, period
    cdef double weight
    cdef Leaders leaders
    if s.phase == ENDED:
        return
    for country in range(COUNTRIES):
        leaders = leaders_in(s, r, country)
        weight = w[W_PERIOD_NOW]
        for period in range(s.period, PERIODS):
            if leaders.first >= 0:
                worth[leaders.first] += weight * r.period_points[period][country][0]
            if leaders.second >= 0:
                worth[leaders.second] += weight * r.period_points[period][country][1]
            weight = w[W_PERIOD_LATER]


cdef inline double hand_worth(
    const State *s, const Rules *r, const double *w, int seat
) noexcept nogil:
    """Cards by number, with extra for cards of one country; those due or to come get no extra."""
    cdef int country, n, due = 0, intrigue = s.intrigue_size[seat]
    cdef double sum = 0
    for country in range(COUNTRIES):
        n = s.hand[seat][country]
        sum += w[W_CARD] * n + w[W_SET] * n * (n - 1) / 2
    if seat == s.seat:
        if s.phase == PAY_INTRIGUE or s.phase == DISCARD_INTRIGUE:
            intrigue -= s.due
        elif s.phase == PAY_COUNTRY or s.phase == DISCARD_COUNTRY:
            due = s.due
        sum -= w[W_CARD] * (due + s.due_country)
    sum += w[W_INTRIGUE] * intrigue_worth(s, r, seat, intrigue)
    return sum + w[W_CARD] * cards_to_come(s, r, seat)


cdef inline double intrigue_worth(
    const State *s, const Rules *r, int seat, int cards
) noexcept nogil:
    """Grows with what there is to take over; each further card is worth half the one before."""
    cdef int targets = popcount32(occupied(s, r) & ~s.held[seat])
    return 2 * (1 - ldexp(1.0, -cards)) * targets / r.positions


cdef inline int cards_to_come(const State *s, const Rules *r, int seat) noexcept nogil:
    """The draws of this turn; once they are made, those of the next player.

    Counted so that ending a turn by itself changes nobody's worth.
    """
    cdef int next_seat = s.seat + 1 if s.seat + 1 < r.seats else 0
    if DRAW <= s.phase <= DRAW_INTRIGUE:
        return cards_to_draw(s, r) - s.drawn if seat == s.seat else 0
    if seat != next_seat or s.phase == ENDED:
        return 0
    return r.first_turn[next_seat] if s.round == 0 and next_seat > 0 else r.draw


cdef void priors(
    const State *s, const Rules *r, const double *w, const int32_t *actions, int n, double *out
) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = min(1.0, max(0.0, prior(s, r, w, actions[i])))


cdef inline double prior(
    const State *s, const Rules *r, const double *w, int action
) noexcept nogil:
    cdef int kind, amount
    if action == END_TURN:
        return w[W_NEUTRAL]
    if action == FROM_PILE:
        return w[W_DRAW]
    if action == INTRIGUE_CARD:
        return w[W_DRAW if s.intrigue_size[s.seat] < 2 else W_DRAW_THIRD_INTRIGUE]
    if action < END_TURN:
        return w[W_DRAW] + w[W_DRAW_SAME] * s.hand[s.seat][action - FROM_DISPLAY]
    if action < GIVE_INTRIGUE:
        kind = (action - GIVE_COUNTRY) / COUNTRY_AMOUNTS
        amount = (action - GIVE_COUNTRY) % COUNTRY_AMOUNTS
        return w[W_GIVE] + w[W_GIVE_LEFT] * (s.hand[s.seat][kind] - amount)
    if action < CLAIM:
        return w[W_NEUTRAL]
    return w[W_NEUTRAL] + w[W_POINT] * claim_gain(s, r, w, action)


cdef inline double claim_gain(
    const State *s, const Rules *r, const double *w, int action
) noexcept nogil:
    """Rough points that an occupation gains over ending the turn."""
    cdef Price price = price_of(r, action)
    cdef int position = price.position
    cdef int title = r.position_title[position], city = r.position_city[position]
    cdef double gain = (
        w[W_CLAIM] + w[W_CLAIM_INFLUENCE] * r.influence[position]
        + w[W_CLAIM_TITLE] * r.title_points[title]
        + w[W_CLAIM_CARD] * (price.cards + price.others)
    )
    if s.city_marker[city] == 0:
        gain += w[W_CLAIM_CITY] * r.city_bonus[city]
    if not is_present(s, r, s.seat, city):
        gain += w[W_CLAIM_NEW_CITY]
    if price.ousting:
        gain += w[W_CLAIM_OUSTING]
    return gain
