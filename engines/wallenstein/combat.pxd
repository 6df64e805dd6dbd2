"""The tower, battles and revolts (R29 to R36)."""
from eminence.cython_ext.game cimport CHANCE, TO_ALL, Seen, show
from eminence.engines.wallenstein.board cimport (
    ask, attack_bonus, bit, defence_bonus, neutral_defence, owner_of, performer,
)
from eminence.engines.wallenstein.state cimport (
    ALL_BOXES, ATTACK, BUILDINGS, COLOURS, MOST_PLAN_STEPS, NOTHING, NO_BATTLE, PEASANTS, TOWER,
    WINTER, Rules, State,
)


cdef inline void engage(State *s, int colour, int cubes) noexcept nogil:
    """Cubes are taken from a supply for the throw, while there are any."""
    cdef int n = min(cubes, <int>s.supply[colour])
    s.supply[colour] -= n
    s.fresh[colour] += n


cdef inline void engage_county(State *s, int seat, int county) noexcept nogil:
    s.fresh[seat] += s.armies[county]
    s.armies[county] = 0


cdef inline void throw_cubes(State *s) noexcept nogil:
    """Everything in hand and in the tray goes in; what falls out is drawn colour by colour."""
    cdef int colour
    s.thrown = 0
    for colour in range(COLOURS):
        s.fresh[colour] += s.tray[colour]
        s.tray[colour] = 0
        s.thrown += s.fresh[colour]
    ask(s, TOWER, CHANCE)
    s.colour = 0
    skip_colours(s)


cdef inline void skip_colours(State *s) noexcept nogil:
    """On to the next colour that has cubes in hand or inside; COLOURS if there is none."""
    while s.colour < COLOURS and s.fresh[s.colour] + s.tower[s.colour] == 0:
        s.colour += 1


cdef inline void fall_out(State *s, int cubes) noexcept nogil:
    """This many cubes of the next colour fall into the tray, the others stay inside."""
    cdef int colour = s.colour
    s.tower[colour] += s.fresh[colour] - cubes
    s.fresh[colour] = 0
    s.tray[colour] = cubes
    s.colour += 1
    skip_colours(s)


cdef inline int end_throw(State *s) noexcept nogil:
    """All colours have fallen; returns which battle it was."""
    cdef int battle = s.battle
    s.colour = 0
    s.thrown = 0
    s.battle = NO_BATTLE
    return battle


cdef inline void take_back(State *s, int colour) noexcept nogil:
    """All cubes of a colour leave the tray for their supply."""
    s.supply[colour] += s.tray[colour]
    s.tray[colour] = 0


cdef inline void hold(State *s, int seat, int county, int losses) noexcept nogil:
    """The winner's cubes in the tray go to the county, less as many as the loser had."""
    s.armies[county] = s.tray[seat] - losses
    s.supply[seat] += losses
    s.tray[seat] = 0


# --- attacks ---

cdef inline void begin_attack(
    State *s, const Rules *r, int seat, int county, int armies
) noexcept nogil:
    cdef int defender = owner_of(s, r, county)
    s.battle = ATTACK
    s.fresh[seat] = armies
    engage(s, seat, attack_bonus(s, r, seat))
    if defender < 0:
        engage(s, PEASANTS, neutral_defence(s, r))
    else:
        engage_county(s, defender, county)
        engage(s, defender, defence_bonus(s, r, defender, county))
    throw_cubes(s)


cdef inline void settle_attack(State *s, const Rules *r, Seen *seen) noexcept nogil:
    """More cubes in the tray win; peasants stand by a defender without revolt markers (R33)."""
    cdef int seat = performer(s), county = s.target - 1, defender = owner_of(s, r, county)
    cdef int attack = s.tray[seat], own = 0, peasants = s.tray[PEASANTS]
    if defender >= 0:
        own = s.tray[defender]
        if s.markers[county]:
            peasants = 0
    if attack > own + peasants:
        hold(s, seat, county, own + peasants)
        if defender >= 0:
            lose_card(s, defender, county, seen)
        s.owned[seat] |= bit(county)
    else:
        take_back(s, seat)
        if attack < own + peasants and own > 0:
            # Peasants fall first.
            hold(s, defender, county, max(0, attack - peasants))
        elif defender >= 0:
            become_neutral(s, defender, county, seen)
    if defender >= 0:
        take_back(s, defender)
    if defender < 0 or peasants:
        take_back(s, PEASANTS)


# --- revolts ---

cdef inline void begin_revolt(State *s, int seat, int county, int extra, int battle) noexcept nogil:
    s.battle = battle
    s.target = county + 1
    engage_county(s, seat, county)
    engage(s, PEASANTS, s.markers[county] + extra)
    throw_cubes(s)


cdef inline bint settle_revolt(State *s, Seen *seen) noexcept nogil:
    """The peasants need as many cubes as the owner (R35); returns whether the owner holds on."""
    cdef int seat = performer(s), county = s.target - 1
    cdef bint held = s.tray[seat] > s.tray[PEASANTS]
    if held:
        hold(s, seat, county, s.tray[PEASANTS])
    else:
        take_back(s, seat)
        become_neutral(s, seat, county, seen)
    take_back(s, PEASANTS)
    return held


# --- counties that change hands ---

cdef inline void become_neutral(State *s, int seat, int county, Seen *seen) noexcept nogil:
    cdef int kind
    lose_card(s, seat, county, seen)
    s.markers[county] = 0
    for kind in range(BUILDINGS):
        s.built[kind] &= ~bit(county)


cdef inline void lose_card(State *s, int seat, int county, Seen *seen) noexcept nogil:
    """The card is handed over at once, from the hand or the mat: everybody sees where it lay."""
    cdef int place = 0, i
    s.owned[seat] ^= bit(county)
    if s.general[seat] == county + 1:
        s.general[seat] = 0
    if s.season == WINTER:
        return
    s.closed[seat] &= ~bit(county)
    if s.bid[seat] == county + 1:
        s.bid[seat] = NOTHING
        place = MOST_PLAN_STEPS
    for i in range(ALL_BOXES):
        if s.box[seat][i] == county + 1:
            s.box[seat][i] = NOTHING
            place = i + 1
    show(seen, TO_ALL, place)


# --- chances ---

cdef inline void add_cubes(double *p, int have, int cubes, double chance) noexcept nogil:
    """Let `cubes` more cubes fall, each with this chance; p has the chances of 0 .. have out."""
    cdef int i, k
    for i in range(have + 1, have + cubes + 1):
        p[i] = p[i - 1] * chance
        for k in range(i - 1, 0, -1):
            p[k] = p[k] * (1 - chance) + p[k - 1] * chance
        p[0] *= 1 - chance


cdef inline void fall_chances(
    int fresh, double fresh_out, int stuck, double stuck_out, double *p
) noexcept nogil:
    """p[k]: the chance that k cubes of one colour fall out, of those thrown in and those inside."""
    p[0] = 1
    add_cubes(p, 0, fresh, fresh_out)
    add_cubes(p, fresh, stuck, stuck_out)
