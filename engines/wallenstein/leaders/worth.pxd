"""What leaders, statues and region cards are worth in Wallenstein, in victory points."""
from eminence.engines.wallenstein.board cimport order_set, regions_held, statue_count
from eminence.engines.wallenstein.state cimport (
    BENEFITS, BENEFIT_ARMIES, BENEFIT_GRAIN, BENEFIT_THALERS, BOXES, DEPLOY_1, GRAIN, LEAD_PLAINLY,
    LEAD_TO, POST, REGION_CARDS, ROUNDS, TAXES, WINTER, W_ARMY, W_BENEFIT_TO_COME, W_GRAIN,
    W_LEADER, W_STATUE, W_THALER, W_THREAT, W_TRAY, Rules, State, Weights,
)
from eminence.engines.wallenstein.worth cimport danger, grain_need


# --- region cards ---

cdef inline double benefit_worth(const Rules *r, Weights w, int card, int kind) noexcept nogil:
    """One benefit of a card; grain counts as if winter needs it."""
    cdef double amount = r.benefit[card][kind]
    if kind == BENEFIT_THALERS:
        return w[W_THALER] * amount
    if kind == BENEFIT_GRAIN:
        return w[W_GRAIN] * amount
    if kind == BENEFIT_ARMIES:
        return w[W_TRAY] * amount
    return amount


cdef inline double best_benefits(const Rules *r, Weights w, int card, int last) noexcept nogil:
    """The sum of the best benefits of the cards from one to another."""
    cdef double sum = 0, best
    cdef int kind
    for card in range(card, min(last + 1, REGION_CARDS)):
        best = 0
        for kind in range(BENEFITS):
            best = max(best, benefit_worth(r, w, card, kind))
        sum += best
    return sum


cdef inline double regions_worth(
    const State *s, const Rules *r, Weights w, int seat
) noexcept nogil:
    """What a seat in enough regions can expect of its cards."""
    cdef int card = s.region_card[seat], rounds = ROUNDS - s.season - order_set(s)
    cdef double sum = 0
    if regions_held(s, r, seat) < r.regions_needed:
        return 0
    if rounds > 0:
        sum = best_benefits(r, w, card + 1, card + rounds)
    if s.year == 0:
        sum += 0.5 * best_benefits(r, w, 1, ROUNDS)
    return w[W_BENEFIT_TO_COME] * sum


cdef inline double benefit_gain(
    const State *s, const Rules *r, Weights w, int seat, int kind
) noexcept nogil:
    """What a choice brings now."""
    cdef int card = s.region_card[seat]
    if kind == BENEFIT_GRAIN:
        return grain_need(s, r, w, seat) * r.benefit[card][kind]
    return benefit_worth(r, w, card, kind)


# --- military leaders ---

cdef inline double post_worth(
    const State *s, const Rules *r, Weights w, int seat, int county
) noexcept nogil:
    """A leader in a county: what he adds to actions, a statue to come, less if he is in danger."""
    cdef double worth = w[W_LEADER]
    if s.year == 1 and (s.season == WINTER or s.step == BOXES):
        return 0
    if r.neighbours[county] & s.owned[seat]:
        worth += 0.5 * w[W_STATUE]
    return worth * (1 - w[W_THREAT] * danger(s, r, seat, county, 0))


cdef inline double leader_worth(const State *s, const Rules *r, Weights w, int seat) noexcept nogil:
    """Statues may be captured, trophies are safe."""
    cdef double sum = r.trophy_points * s.trophies[seat]
    sum += w[W_STATUE] * r.statue_points * statue_count(s, seat)
    if s.general[seat]:
        sum += post_worth(s, r, w, seat, s.general[seat] - 1)
    elif s.groups[seat]:
        # In the draft the leader can wait for a county with a neighbour.
        sum += w[W_LEADER] + 0.4 * w[W_STATUE]
    return sum


cdef inline double led_plan(
    const State *s, const Rules *r, Weights w, int seat, int county
) noexcept nogil:
    """What a leader placed in the first spring adds to the seat's orders in that county."""
    cdef int i
    if s.step == BOXES or s.season == WINTER:
        return 0
    for i in range(DEPLOY_1 + 1):
        if s.box[seat][i] != county + 1:
            continue
        if i == GRAIN:
            return r.led[i] * grain_need(s, r, w, seat)
        return r.led[i] * (w[W_THALER] if i <= POST or i == TAXES else w[W_ARMY])
    return 0


cdef inline double lead_gain(
    const State *s, const Rules *r, Weights w, int seat, int action
) noexcept nogil:
    """What sending the leader to a county brings: a statue, trophies, the new place."""
    cdef int at = s.general[seat] - 1, county = action - LEAD_TO
    cdef double gain = 0
    if action >= LEAD_PLAINLY:
        county = action - LEAD_PLAINLY
    elif at >= 0 and r.neighbours[at] >> county & 1:
        gain += w[W_STATUE] * r.statue_points
    if s.statues[county] and not s.honoured[seat] >> county & 1:
        gain += (r.trophy_points + 0.5) * s.statues[county]
    return gain + post_worth(s, r, w, seat, county) + led_plan(s, r, w, seat, county)
