"""What a network sees of Royals: a position from one seat's side, and what each move is.

Only what the seat may know: its own hand, and what lies open. Others' cards are counted, never
looked at. While a claim is being paid for, the board is seen as claimed.
"""
from libc.stdint cimport int16_t, int32_t, uint32_t
from libc.string cimport memcpy

from eminence.cython_ext.core cimport popcount32
from eminence.engines.kit.counts cimport total
from eminence.engines.royals.board cimport (
    Price, cards_to_draw, intrigue_price, is_paying, occupy, price_of,
)
from eminence.engines.royals.prospects cimport (
    NOTHING, Best, Gain, Prospects, Visits, best_in, best_positions, country_prize, gain_of,
    look_ahead, place_of, promised_bonuses, raised, spare_cards, spare_intrigue, title_kinds,
    visits_of, within,
)
from eminence.engines.royals.scoring cimport count_points, standing_with, title_share
from eminence.engines.royals.state cimport (
    CLAIM, COUNTRIES, COUNTRY_AMOUNTS, DISCARD_COUNTRY, DISCARD_INTRIGUE, DRAW, DRAW_INTRIGUE,
    ENDED, END_TURN, FROM_DISPLAY, FROM_PILE, GIVE_COUNTRY, GIVE_INTRIGUE, INTRIGUE_AMOUNTS,
    INTRIGUE_CARD, MAX_PLAYERS, PAIRS, PERIODS, TITLES, Rules, State,
)
from eminence.engines.royals.turns cimport is_last_round


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    cdef State room
    cdef const State *board = as_claimed(s, r, &room)
    cdef Prospects ahead
    cdef int rival
    look_ahead(board, r, seat, &ahead)
    see_clock(board, r, seat, out)
    see_cards(board, r, seat, &ahead, out)
    see_influence(r, &ahead, out)
    see_threats(board, r, &ahead, out)
    see_titles(board, r, &ahead, out)
    rival = see_sides(board, r, &ahead, out)
    see_positions(board, r, &ahead, rival, out)


cdef inline const State *as_claimed(
    const State *s, const Rules *r, State *room
) noexcept nogil:
    """The state, or a copy in which the position being paid for is occupied already."""
    if not is_paying(s):
        return s
    memcpy(room, s, sizeof(State) - sizeof(s.known))
    occupy(room, r)
    room.phase = s.phase
    return room


# --- the table ---

cdef inline float turns_in_period(const State *s, const Rules *r) noexcept nogil:
    """About how many turns a seat has left: five Country cards are drawn in two turns."""
    return 0 if is_last_round(s, r) else s.pile_size / (2.5 * r.seats)


cdef inline float turns_in_game(const State *s, const Rules *r) noexcept nogil:
    cdef int pile = total(r.deck, COUNTRIES) - r.display_size - total(s.hand_size, r.seats)
    return turns_in_period(s, r) + (PERIODS - 1 - s.period) * pile / (2.5 * r.seats)


cdef inline void see_clock(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    out[SEE_PLAYERS + r.seats - 2] = 1
    out[SEE_ENDS_ON_EMPTY_PILE] = r.ends_on_empty_pile
    out[SEE_FOUR_SHOWN] = r.display_size > 3
    out[SEE_PHASE + s.phase] = 1
    out[SEE_PERIOD + s.period] = 1
    out[SEE_PERIOD_ENDING] = s.period_ending
    out[SEE_LAST_ROUND] = is_last_round(s, r)
    out[SEE_FIRST_ROUND] = s.round == 0
    if not is_last_round(s, r):
        out[SEE_PILE] = s.pile_size / <float>80
        out[SEE_PILE_LOW] = max(<float>0, 1 - s.pile_size / (3 * <float>r.seats))
        out[SEE_TURNS_IN_PERIOD] = turns_in_period(s, r) / 10
        out[SEE_TURNS_IN_GAME] = turns_in_game(s, r) / 30
    if DRAW <= s.phase <= DRAW_INTRIGUE:
        out[SEE_DRAWS_LEFT] = (cards_to_draw(s, r) - s.drawn) / <float>3
        out[SEE_OPEN_DRAWS] = s.display_from > 0
    out[SEE_DRAWN_INTRIGUE] = s.drawn_intrigue
    out[SEE_DUE_CARDS] = (s.hand_size[s.seat] - spare_cards(s, s.seat)) / <float>6
    out[SEE_DUE_INTRIGUE] = (s.intrigue_size[s.seat] - spare_intrigue(s, s.seat)) / <float>2
    out[SEE_OVER_LIMIT] = max(0, s.hand_size[seat] - r.hand_limit) / <float>3


cdef inline void see_cards(
    const State *s, const Rules *r, int seat, const Prospects *ahead, float *out
) noexcept nogil:
    cdef int k, held
    for k in range(COUNTRIES):
        held = s.hand[seat][k]
        out[SEE_DISPLAY + k] = s.display[k] / <float>3
        out[SEE_DISCARDS + k] = s.discards[k] / <float>20
        out[SEE_UNSEEN + k] = (r.deck[k] - s.display[k] - s.discards[k] - held) / <float>20
        out[SEE_HAND + k] = held / <float>8
        out[SEE_REACH + k] = (ahead.cards + (r.wild - 1) * held) / r.wild / <float>8
        out[SEE_POWER + k] = min(3, ahead.power[k]) / <float>2
    for k in range(PAIRS):
        out[SEE_INTRIGUE + k] = s.intrigue[seat][k] / <float>2


cdef inline void see_influence(const Rules *r, const Prospects *ahead, float *out) noexcept nogil:
    """Leads are in influence; the tie-break adds or takes half a point."""
    cdef int country, other, value, own, best, second, place
    for country in range(COUNTRIES):
        own = ahead.standings[country][ahead.seat]
        best = second = 0
        for other in range(r.seats):
            value = ahead.standings[country][other]
            if other == ahead.seat:
                continue
            if value > best:
                second = best
                best = value
            elif value > second:
                second = value
        place = place_of(ahead.leaders[country], ahead.seat)
        out[SEE_INFLUENCE + country] = (own >> 12) / <float>8
        out[SEE_RIVAL + country] = (best >> 12) / <float>8
        out[SEE_LEAD + country] = lead(own, best)
        if r.seats > 2:
            out[SEE_SECOND_LEAD + country] = lead(own, second)
        out[SEE_FIRST + country] = place == 0
        out[SEE_SECOND + country] = place == 1


cdef inline float lead(int own, int other) noexcept nogil:
    cdef float half = 0.5 if own > other else -0.5 if own < other else 0
    return within(((own >> 12) - (other >> 12) + half) / 5, 2)


cdef inline void see_threats(
    const State *s, const Rules *r, const Prospects *ahead, float *out
) noexcept nogil:
    """Where the seat is first: how likely somebody can pay for a position and get ahead."""
    cdef int position, country, other, holder, own
    for position in range(r.positions):
        country = r.position_country[position]
        if ahead.leaders[country].first != ahead.seat:
            continue
        holder = ahead.holder[position]
        own = ahead.standings[country][ahead.seat]
        if holder == ahead.seat:
            own = standing_with(
                r, s.held[holder] & r.country_positions[country] & ~(<uint32_t>1 << position))
        for other in range(r.seats):
            if other != ahead.seat and other != holder and (
                raised(r, ahead.standings[country][other], position) > own
            ):
                out[SEE_LOSE_LEAD + country] = max(
                    out[SEE_LOSE_LEAD + country], threat(s, r, other, position, holder >= 0))


cdef inline float threat(
    const State *s, const Rules *r, int seat, int position, bint ousting
) noexcept nogil:
    """A guess how likely a seat can pay for a position, by how many cards it holds."""
    cdef float share = within(
        (s.hand_size[seat] - r.cost[r.position_title[position]] + 3) / <float>8, 1)
    if share <= 0 or s.supply[seat] < 2:
        return 0
    return share / 4 if ousting and s.intrigue_size[seat] < intrigue_price(r, position) else share


cdef inline void see_titles(
    const State *s, const Rules *r, const Prospects *ahead, float *out
) noexcept nogil:
    cdef int title, other, best, own
    for title in range(TITLES):
        own = s.title_cubes[ahead.seat][title]
        best = 0
        for other in range(r.seats):
            if other != ahead.seat:
                best = max(best, <int>s.title_cubes[other][title])
        out[SEE_TITLE_LEAD + title] = within((own - best) / <float>2, 2)
        out[SEE_TITLE_MISSING + title] = own == 0
    if ahead.titles < TITLES:
        out[SEE_HOUSE_PRIZE] = ahead.house / <float>16
        out[SEE_HOUSE_PROGRESS] = (
            ahead.house * ahead.titles * ahead.titles / <float>(16 * TITLES * TITLES))


# --- each seat ---

cdef inline int see_sides(
    const State *s, const Rules *r, const Prospects *ahead, float *out
) noexcept nogil:
    """Returns the best of the others."""
    cdef float worth[MAX_PLAYERS]
    cdef int points[MAX_PLAYERS]
    cdef int side, seat, rival = -1
    count_points(s, r, points)
    for side in range(r.seats):
        seat = (ahead.seat + side) % r.seats
        worth[seat] = see_side(
            s, r, seat, points[seat], ahead, out, &out[SEE_SIDES + side * SIDE_END])
        if side > 0 and (rival < 0 or worth[seat] > worth[rival]):
            rival = seat
    for side in range(r.seats):
        seat = (ahead.seat + side) % r.seats
        out[SEE_SIDES + side * SIDE_END + SIDE_AHEAD] = within(
            (worth[seat] - best_other(worth, r.seats, seat)) / 24, 3)
    return rival


cdef inline float best_other(const float *worth, int seats, int seat) noexcept nogil:
    cdef float best = -1000
    cdef int other
    for other in range(seats):
        if other != seat:
            best = max(best, worth[other])
    return best


cdef inline float see_side(
    const State *s, const Rules *r, int seat, float points, const Prospects *ahead, float *table,
    float *out,
) noexcept nogil:
    """Returns about how many points the seat stands for."""
    cdef Visits visits = ahead.visits if seat == ahead.seat else visits_of(s, r, seat)
    cdef float titles = 0, periods = 0, now = 0, bonuses = 0
    cdef int claims = s.supply[seat] / 2, cards = spare_cards(s, seat)
    cdef int intrigue = spare_intrigue(s, seat)
    cdef bint over = s.phase == ENDED
    cdef bint done = over or (seat < s.seat and is_last_round(s, r))
    if not over:
        titles = titles_promised(s, r, ahead, seat)
        periods = periods_promised(ahead, seat)
        now = period_now(s, r, ahead, seat)
        bonuses = promised_bonuses(s, r, seat, &visits, 1, 1)
    see_progress(s, r, ahead.seat, seat, &visits, table)
    out[SIDE_PLAYS] = 1
    out[SIDE_TURN] = seat == s.seat and not over
    out[SIDE_SEAT] = seat / <float>(MAX_PLAYERS - 1)
    out[SIDE_DONE] = done
    out[SIDE_POINTS] = points / 60
    out[SIDE_TITLES] = titles / 40
    out[SIDE_PERIODS] = periods / 40
    out[SIDE_PERIOD_NOW] = now / 20
    out[SIDE_PERIOD_SURE] = now / 20 * max(<float>0, 1 - turns_in_period(s, r) / 4)
    out[SIDE_BONUSES] = bonuses / 20
    out[SIDE_HAND] = cards / <float>12
    out[SIDE_INTRIGUE] = intrigue / <float>4
    out[SIDE_CLAIMS] = claims / <float>23
    out[SIDE_FEW_CLAIMS] = max(0, 6 - claims) / <float>6
    out[SIDE_NO_CLAIM] = claims == 0
    out[SIDE_PACE] = within(claims / (1 + turns_in_game(s, r)) / 2, 2)
    out[SIDE_NOBLES] = popcount32(s.held[seat]) / <float>12
    out[SIDE_TITLE_KINDS] = title_kinds(s, seat) / <float>TITLES
    if over:
        return points
    # Cards are worth nothing to who cannot occupy anything any more.
    if done or claims == 0:
        cards = intrigue = 0
    return points + 0.6 * (titles + periods + bonuses) + 1.4 * cards + intrigue


cdef inline void see_progress(
    const State *s, const Rules *r, int viewer, int seat, const Visits *visits, float *out
) noexcept nogil:
    """How near a seat is to the Country bonuses that it can still win."""
    cdef int country, prize
    cdef float share
    for country in range(COUNTRIES):
        prize = country_prize(s, r, seat, country)
        if prize == 0:
            continue
        share = <float>visits.there[country] / visits.cities[country]
        if seat != viewer:
            out[SEE_RIVAL_PROGRESS + country] = max(out[SEE_RIVAL_PROGRESS + country], share)
        else:
            out[SEE_COUNTRY_PROGRESS + country] = share * share * prize / 12
            out[SEE_COUNTRY_NEARLY + country] = (
                visits.there[country] + 1 == visits.cities[country])


cdef inline float titles_promised(
    const State *s, const Rules *r, const Prospects *ahead, int seat
) noexcept nogil:
    cdef int title, sum = 0
    for title in range(TITLES):
        sum += title_share(r, title, ahead.majority[title], s.title_cubes[seat][title])
    return sum


cdef inline float periods_promised(const Prospects *ahead, int seat) noexcept nogil:
    cdef int country, place
    cdef float sum = 0
    for country in range(COUNTRIES):
        place = place_of(ahead.leaders[country], seat)
        if place < 2:
            sum += ahead.place_value[country][place]
    return sum


cdef inline float period_now(
    const State *s, const Rules *r, const Prospects *ahead, int seat
) noexcept nogil:
    cdef int country, place, sum = 0
    for country in range(COUNTRIES):
        place = place_of(ahead.leaders[country], seat)
        if place < 2:
            sum += r.period_points[s.period][country][place]
    return sum


# --- positions ---

cdef inline void see_positions(
    const State *s, const Rules *r, const Prospects *ahead, int rival, float *out
) noexcept nogil:
    cdef Best best = best_positions(s, r, ahead, &out[SEE_VALUE])
    cdef int position, holder, country
    for position in range(r.positions):
        holder = ahead.holder[position]
        if holder == ahead.seat:
            out[SEE_OWN + position] = 1
        elif holder >= 0:
            out[SEE_OTHER + position] = 1 if holder == rival else 0.6
    for country in range(COUNTRIES):
        out[SEE_BEST + country] = best.by_country[country] / 12
        out[SEE_TAKE_LEAD + country] = best.lead[country]
    out[SEE_BEST_NOW] = best.now / 12
    out[SEE_BEST_NEXT] = best.next / 12
    out[SEE_BEST_SOON] = best.soon / 12
    out[SEE_CHOICES] = best.choices / <float>12


# --- moves ---

cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
    cdef State room
    cdef const State *board = as_claimed(s, r, &room)
    cdef Prospects ahead
    cdef int i, action
    cdef int16_t *own
    look_ahead(board, r, s.seat, &ahead)
    for i in range(n):
        action = actions[i]
        own = out + i * MAX_TRAITS
        if action == END_TURN:
            end_traits(board, r, &ahead, own)
        elif action < END_TURN:
            draw_traits(board, r, &ahead, action, own)
        elif action < GIVE_INTRIGUE:
            give_traits(board, r, &ahead, action - GIVE_COUNTRY, own)
        elif action < CLAIM:
            give_intrigue_traits(board, action - GIVE_INTRIGUE, own)
        else:
            claim_traits(board, r, &ahead, action, own)


cdef inline int worth_class(float worth) noexcept nogil:
    """Of a position's worth less its cards; the lowest class: nothing, or a bad bargain."""
    if worth < 0:
        return 0 if worth < -8 else 1 if worth < -4 else 2
    return (
        3 if worth < 2 else 4 if worth < 4 else 5 if worth < 7 else 6 if worth < 11
        else 7 if worth < 16 else 8)


cdef inline void end_traits(
    const State *s, const Rules *r, const Prospects *ahead, int16_t *out
) noexcept nogil:
    cdef int country
    cdef float best = NOTHING
    for country in range(COUNTRIES):
        best = max(best, best_in(s, r, ahead, country, 0, ahead.cards))
    out[0] = TRAIT_END_TURN
    out[1] = TRAIT_END_OVER_LIMIT + max(0, min(3, s.hand_size[s.seat] - r.hand_limit))
    out[2] = TRAIT_END_FORGOES + worth_class(best)
    if is_last_round(s, r):
        out[3] = TRAIT_END_LAST


cdef inline void draw_traits(
    const State *s, const Rules *r, const Prospects *ahead, int action, int16_t *out
) noexcept nogil:
    cdef int left = cards_to_draw(s, r) - s.drawn - 1, country = action - FROM_DISPLAY
    if action == INTRIGUE_CARD:
        out[0] = TRAIT_DRAW_INTRIGUE
        out[1] = TRAIT_INTRIGUE_HELD + min(4, <int>s.intrigue_size[s.seat])
        return
    out[1] = TRAIT_DRAWS_LEFT + min(2, left)
    if action == FROM_PILE:
        out[0] = TRAIT_FROM_PILE
        return
    out[0] = TRAIT_TAKE
    out[2] = TRAIT_TAKE_COUNTRY + country
    out[3] = TRAIT_TAKE_HELD + min(N_HELD - 1, <int>s.hand[s.seat][country])
    out[4] = TRAIT_TAKE_BEST + worth_class(
        best_in(s, r, ahead, country, 1, ahead.cards + 1))


cdef inline void give_traits(
    const State *s, const Rules *r, const Prospects *ahead, int code, int16_t *out
) noexcept nogil:
    cdef int country = code / COUNTRY_AMOUNTS, amount = code % COUNTRY_AMOUNTS
    cdef int left = s.hand[s.seat][country] - amount
    out[0] = TRAIT_DISCARD_CARDS if s.phase == DISCARD_COUNTRY else TRAIT_PAY_CARDS
    out[1] = TRAIT_GIVE_COUNTRY + country
    out[2] = TRAIT_GIVE_AMOUNT + amount
    out[3] = TRAIT_GIVE_LEFT + min(N_HELD - 1, left)
    # What is due is not among the cards to spend, before and after it is given.
    out[4] = TRAIT_GIVE_BEST + worth_class(
        best_in(s, r, ahead, country, -amount, ahead.cards))


cdef inline void give_intrigue_traits(const State *s, int code, int16_t *out) noexcept nogil:
    cdef int pair = code / INTRIGUE_AMOUNTS, amount = code % INTRIGUE_AMOUNTS
    cdef int left = s.intrigue[s.seat][pair] - amount
    out[0] = TRAIT_DISCARD_INTRIGUE if s.phase == DISCARD_INTRIGUE else TRAIT_PAY_INTRIGUE
    out[1] = TRAIT_GIVE_PAIR + pair
    out[2] = TRAIT_GIVE_PAIR_AMOUNT + amount
    out[3] = TRAIT_GIVE_PAIR_LEFT + min(3, left)


cdef inline void claim_traits(
    const State *s, const Rules *r, const Prospects *ahead, int action, int16_t *out
) noexcept nogil:
    cdef Price price = price_of(r, action)
    cdef Gain gain = gain_of(s, r, ahead, price.position)
    cdef int paid = price.cards + price.others
    cdef int intrigue_wilds = price.other_intrigue / r.intrigue_wild
    out[0] = TRAIT_CLAIM
    if price.ousting:
        out[0] = TRAIT_OUST + (gain.holder - s.seat - 1 + r.seats) % r.seats
    out[1] = TRAIT_POSITION + price.position
    out[2] = TRAIT_PRICE + 3 * min(3, price.others / r.wild) + min(2, intrigue_wilds)
    out[3] = TRAIT_POINTS + points_class(gain.points)
    out[4] = TRAIT_PLACE + place_class(gain.place_before, gain.place_after)
    out[5] = TRAIT_TITLE + title_class(r.title_points[r.position_title[price.position]], &gain)
    out[6] = TRAIT_WORTH + worth_class(gain.worth - paid)
    out[7] = (TRAIT_LEFT_NEW_CITY if gain.new_city else TRAIT_LEFT) + (
        min(N_LEFT - 1, (ahead.cards - paid + 2) / 3))


cdef inline int points_class(int points) noexcept nogil:
    return (
        0 if points == 0 else 1 if points < 3 else 2 if points < 5 else 3 if points < 9
        else 4 if points < 16 else 5)


cdef inline int place_class(int before, int after) noexcept nogil:
    """Places get better, so there are six pairs of them."""
    return 5 if before == 0 else 3 + after if before == 1 else after


cdef inline int title_class(int whole, const Gain *gain) noexcept nogil:
    """From nothing to nothing, half or all; from half, from all; then the same for a new title."""
    cdef int after = 0 if gain.title_after == 0 else 2 if gain.title_after == whole else 1
    if gain.new_title:
        return 5 + after
    return after if gain.title_before == 0 else 3 if gain.title_before < whole else 4
