"""What a network sees of a Royals position, from one seat's side.

Only what the seat may know: its own hand, and what lies open. Others' cards are counted, never
looked at. While a claim is being paid for, the board is seen as claimed.
"""
from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from eminence.cython_ext.core cimport lowest_bit, popcount32
from eminence.engines.kit.counts cimport total
from eminence.engines.royals.board cimport cards_to_draw, intrigue_price
from eminence.engines.royals.prospects cimport (
    Best, Prospects, Visits, as_claimed, best_positions, country_prize, look_at_table,
    look_from_seat, place_of, promised_bonuses, raised, spare_cards, spare_intrigue, title_kinds,
    visits_of, within,
)
from eminence.engines.royals.scoring cimport count_points, standing_with, title_share
from eminence.engines.royals.state cimport (
    COUNTRIES, DRAW, DRAW_INTRIGUE, ENDED, MAX_PLAYERS, PAIRS, PERIODS, TITLES, Rules, State,
)
from eminence.engines.royals.turns cimport is_last_round


cdef struct Side:
    # What everybody sees of a seat.
    Visits visits
    float progress[COUNTRIES]   # towards the Country bonuses that it can still win
    float worth                 # about how many points it stands for
    float numbers[SIDE_END]


cdef struct Scene:
    # What is the same whoever looks, and in `ahead` what the last one who looked has added.
    Prospects ahead
    float turns_in_period       # about how many a seat has left
    float turns_in_game
    float clock[SEE_DISPLAY]
    Side sides[MAX_PLAYERS]


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    cdef State room
    cdef const State *board = as_claimed(s, r, &room)
    cdef Scene scene
    set_scene(board, r, &scene)
    see_from_seat(board, r, seat, &scene, out)


cdef void features_of_all(const State *s, const Rules *r, float *out) noexcept nogil:
    cdef State room
    cdef const State *board = as_claimed(s, r, &room)
    cdef Scene scene
    cdef int seat
    set_scene(board, r, &scene)
    for seat in range(r.seats):
        see_from_seat(board, r, seat, &scene, out + seat * N_FEATURES)


cdef void see_from_seat(
    const State *s, const Rules *r, int seat, Scene *scene, float *out
) noexcept nogil:
    cdef Prospects *ahead = &scene.ahead
    cdef int rival
    look_from_seat(s, r, seat, &scene.sides[seat].visits, ahead)
    memcpy(out, scene.clock, sizeof(scene.clock))
    out[SEE_OVER_LIMIT] = max(0, s.hand_size[seat] - r.hand_limit) / <float>3
    see_cards(s, r, seat, ahead, out)
    see_influence(r, ahead, out)
    see_threats(s, r, ahead, out)
    see_titles(s, r, ahead, out)
    rival = see_sides(r, scene, out)
    see_positions(s, r, ahead, rival, out)


cdef void set_scene(const State *s, const Rules *r, Scene *scene) noexcept nogil:
    cdef int points[MAX_PLAYERS]
    cdef int seat
    look_at_table(s, r, &scene.ahead)
    scene.turns_in_period = turns_in_period(s, r)
    scene.turns_in_game = turns_in_game(s, r)
    memset(scene.clock, 0, sizeof(scene.clock))
    see_clock(s, r, scene, scene.clock)
    count_points(s, r, points)
    for seat in range(r.seats):
        tell_side(s, r, seat, points[seat], scene)
    for seat in range(r.seats):
        scene.sides[seat].numbers[SIDE_AHEAD] = within(
            (scene.sides[seat].worth - best_other(scene, r.seats, seat)) / 24, 3)


# --- the table ---

cdef inline float turns_in_period(const State *s, const Rules *r) noexcept nogil:
    """About how many turns a seat has left: five Country cards are drawn in two turns."""
    return 0 if is_last_round(s, r) else s.pile_size / (2.5 * r.seats)


cdef inline float turns_in_game(const State *s, const Rules *r) noexcept nogil:
    cdef int pile = total(r.deck, COUNTRIES) - r.display_size - total(s.hand_size, r.seats)
    return turns_in_period(s, r) + (PERIODS - 1 - s.period) * pile / (2.5 * r.seats)


cdef inline void see_clock(
    const State *s, const Rules *r, const Scene *scene, float *out
) noexcept nogil:
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
        out[SEE_TURNS_IN_PERIOD] = scene.turns_in_period / 10
        out[SEE_TURNS_IN_GAME] = scene.turns_in_game / 30
    if DRAW <= s.phase <= DRAW_INTRIGUE:
        out[SEE_DRAWS_LEFT] = (cards_to_draw(s, r) - s.drawn) / <float>3
        out[SEE_OPEN_DRAWS] = s.display_from > 0
    out[SEE_DRAWN_INTRIGUE] = s.drawn_intrigue
    out[SEE_DUE_CARDS] = (s.hand_size[s.seat] - spare_cards(s, s.seat)) / <float>6
    out[SEE_DUE_INTRIGUE] = (s.intrigue_size[s.seat] - spare_intrigue(s, s.seat)) / <float>2


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
    cdef int country
    for country in range(COUNTRIES):
        if ahead.leaders[country].first == ahead.seat:
            out[SEE_LOSE_LEAD + country] = threat_to_lead(s, r, ahead, country)


cdef inline float threat_to_lead(
    const State *s, const Rules *r, const Prospects *ahead, int country
) noexcept nogil:
    cdef uint32_t left = r.country_positions[country]
    cdef int position, other, holder, own
    cdef float most = 0
    while left:
        position = lowest_bit(left)
        left &= left - 1
        holder = ahead.holder[position]
        own = ahead.standings[country][ahead.seat]
        if holder == ahead.seat:
            own = standing_with(
                r, s.held[holder] & r.country_positions[country] & ~(<uint32_t>1 << position))
        for other in range(r.seats):
            if other != ahead.seat and other != holder and (
                raised(r, ahead.standings[country][other], position) > own
            ):
                most = max(most, threat(s, r, other, position, holder >= 0))
    return most


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

cdef inline float best_other(const Scene *scene, int seats, int seat) noexcept nogil:
    cdef float best = -1000
    cdef int other
    for other in range(seats):
        if other != seat:
            best = max(best, scene.sides[other].worth)
    return best


cdef inline void tell_side(
    const State *s, const Rules *r, int seat, float points, Scene *scene
) noexcept nogil:
    cdef const Prospects *ahead = &scene.ahead
    cdef Side *side = &scene.sides[seat]
    cdef float *out = side.numbers
    cdef float titles = 0, periods = 0, now = 0, bonuses = 0
    cdef int claims = s.supply[seat] / 2, cards = spare_cards(s, seat)
    cdef int intrigue = spare_intrigue(s, seat)
    cdef bint over = s.phase == ENDED
    cdef bint done = over or (seat < s.seat and is_last_round(s, r))
    side.visits = visits_of(s, r, seat)
    if not over:
        titles = titles_promised(s, r, ahead, seat)
        periods = periods_promised(ahead, seat)
        now = period_now(s, r, ahead, seat)
        bonuses = promised_bonuses(s, r, seat, &side.visits, 1, 1)
    tell_progress(s, r, seat, &side.visits, side.progress)
    out[SIDE_PLAYS] = 1
    out[SIDE_TURN] = seat == s.seat and not over
    out[SIDE_SEAT] = seat / <float>(MAX_PLAYERS - 1)
    out[SIDE_DONE] = done
    out[SIDE_POINTS] = points / 60
    out[SIDE_TITLES] = titles / 40
    out[SIDE_PERIODS] = periods / 40
    out[SIDE_PERIOD_NOW] = now / 20
    out[SIDE_PERIOD_SURE] = now / 20 * max(<float>0, 1 - scene.turns_in_period / 4)
    out[SIDE_BONUSES] = bonuses / 20
    out[SIDE_HAND] = cards / <float>12
    out[SIDE_INTRIGUE] = intrigue / <float>4
    out[SIDE_CLAIMS] = claims / <float>23
    out[SIDE_FEW_CLAIMS] = max(0, 6 - claims) / <float>6
    out[SIDE_NO_CLAIM] = claims == 0
    out[SIDE_PACE] = within(claims / (1 + scene.turns_in_game) / 2, 2)
    out[SIDE_NOBLES] = popcount32(s.held[seat]) / <float>12
    out[SIDE_TITLE_KINDS] = title_kinds(s, seat) / <float>TITLES
    # Cards are worth nothing to who cannot occupy anything any more.
    if done or claims == 0:
        cards = intrigue = 0
    side.worth = points
    if not over:
        side.worth = points + 0.6 * (titles + periods + bonuses) + 1.4 * cards + intrigue


cdef inline void tell_progress(
    const State *s, const Rules *r, int seat, const Visits *visits, float *out
) noexcept nogil:
    """How near a seat is to each Country bonus; 0 if it cannot win that any more."""
    cdef int country
    for country in range(COUNTRIES):
        out[country] = 0
        if country_prize(s, r, seat, country):
            out[country] = <float>visits.there[country] / visits.cities[country]


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


cdef inline int see_sides(const Rules *r, const Scene *scene, float *out) noexcept nogil:
    """Returns the best of the others."""
    cdef int side, seat, rival = -1
    for side in range(r.seats):
        seat = (scene.ahead.seat + side) % r.seats
        memcpy(&out[SEE_SIDES + side * SIDE_END], scene.sides[seat].numbers,
               sizeof(scene.sides[seat].numbers))
        if side == 0:
            see_own_progress(&scene.ahead, scene.sides[seat].progress, out)
            continue
        see_rival_progress(scene.sides[seat].progress, out)
        if rival < 0 or scene.sides[seat].worth > scene.sides[rival].worth:
            rival = seat
    return rival


cdef inline void see_own_progress(
    const Prospects *ahead, const float *progress, float *out
) noexcept nogil:
    cdef const Visits *visits = &ahead.visits
    cdef int country
    for country in range(COUNTRIES):
        out[SEE_COUNTRY_PROGRESS + country] = (
            progress[country] * progress[country] * ahead.prize[country] / 12)
        out[SEE_COUNTRY_NEARLY + country] = ahead.prize[country] != 0 and (
            visits.there[country] + 1 == visits.cities[country])


cdef inline void see_rival_progress(const float *progress, float *out) noexcept nogil:
    cdef int country
    for country in range(COUNTRIES):
        out[SEE_RIVAL_PROGRESS + country] = max(
            out[SEE_RIVAL_PROGRESS + country], progress[country])


# --- positions ---

cdef inline void see_positions(
    const State *s, const Rules *r, const Prospects *ahead, int rival, float *out
) noexcept nogil:
    cdef Best best = best_positions(s, r, ahead, &out[SEE_VALUE])
    cdef float other[MAX_PLAYERS + 1]   # by the holder plus 1
    cdef int position, holder, country
    for holder in range(-1, r.seats):
        other[holder + 1] = 0 if holder < 0 else 1 if holder == rival else 0.6
    other[ahead.seat + 1] = 0
    for position in range(r.positions):
        out[SEE_OWN + position] = ahead.holder[position] == ahead.seat
        out[SEE_OTHER + position] = other[ahead.holder[position] + 1]
    for country in range(COUNTRIES):
        out[SEE_BEST + country] = best.by_country[country] / 12
        out[SEE_TAKE_LEAD + country] = best.lead[country]
    out[SEE_BEST_NOW] = best.now / 12
    out[SEE_BEST_NEXT] = best.next / 12
    out[SEE_BEST_SOON] = best.soon / 12
    out[SEE_CHOICES] = best.choices / <float>12
