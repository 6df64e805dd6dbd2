"""What `check` asks of the cards of war; the sentences are in words.py.

The general checks ask the rules themselves what is pending. This file checks what the rules rely
on for that.
"""
from libc.stdint cimport uint64_t

from eminence.cython_ext.game cimport Problem, refuse
from eminence.engines.blood_of_kings.board cimport (
    bit, regions_with_armies, ruler_has, siege_tokens_left,
)
from eminence.engines.blood_of_kings.state cimport (
    ARMIES_GO, ARMIES_LEAVE, ASSAULT_STAGE, BAD_ENCOUNTER, BAD_LOAD, BAD_MOVE, BAD_MOVED,
    BAD_RAISED, BAD_SETTLED, BAD_SIEGE_ROLL, BAD_STAGE, BATTLE_STAGE, BESIEGE_STAGE, CLAIM_STAGE,
    DICE, ENDED, FIGHTING, FLEETS_LEAVE, FLEETS_LOAD, FOR_SIEGE, KINGDOM_PHASE, MOVE_STAGE, NO_WAR,
    OK, SIEGE_ROLLED, SIEGE_STAGE, STANDING, START_STAGE, TOKEN_MOVES, TWO_FORCES, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ALL_KINGDOMS, ALL_SEAS, EXPANSION, FIRST_SEA, FREE_RIDERS, KINGDOMS, NOWHERE, PLACES,
    PREPARATIONS, SEAS, Rules,
)
from eminence.engines.blood_of_kings.war.encounters cimport attackers_of, comes_from_both_sides
from eminence.engines.blood_of_kings.war.forces cimport active, active_friends, units_at
from eminence.engines.blood_of_kings.war.moves cimport (
    army_can_move, boarding_sea, fleet_can_move, land_targets, sailable,
)
from eminence.engines.blood_of_kings.war.preparations cimport (
    FREE_ARMIES, FREE_FLEETS, PAID_ARMIES, PAID_FLEETS, free_armies, free_fleets, raised_there,
)
from eminence.engines.blood_of_kings.war.sieges cimport can_besiege, movable_tokens, open_sieges
from eminence.engines.kit.counts cimport total


# --- which parts of the block are in use ---

cdef inline bint is_at_war(const State *s) noexcept nogil:
    """A card of war is under way, or was when the game ended."""
    cdef int played
    if (s.phase != KINGDOM_PHASE and s.phase != ENDED) or s.acting >= KINGDOMS or (
        not START_STAGE <= s.stage <= CLAIM_STAGE or s.ruler[active(s)] == 0
    ):
        return False
    played = s.played[active(s)]
    return played == PREPARATIONS + 1 or played == EXPANSION + 1


cdef inline int moved_or_sailed(const State *s) noexcept nogil:
    return total(s.moved, PLACES) + total(s.sailed, SEAS) + s.rider


cdef inline int loaded(const State *s) noexcept nogil:
    return s.carrying | s.loader | total(s.aboard, KINGDOMS)


cdef inline bint stands_still(const State *s) noexcept nogil:
    return (s.moving | s.from_place | s.to_place | s.fought | s.rivals | loaded(s)) == 0


# --- Preparations: raising ---

cdef inline bint raised_fits(const State *s, const Rules *r) noexcept nogil:
    """What the current region has raised is on the map now."""
    cdef int kingdom = active(s), region = s.from_place, port = r.port[region]
    cdef int paid_armies = raised_there(s, region, PAID_ARMIES)
    cdef int paid_fleets = raised_there(s, region, PAID_FLEETS)
    cdef int new_armies = paid_armies + raised_there(s, region, FREE_ARMIES)
    cdef int new_fleets = paid_fleets + raised_there(s, region, FREE_FLEETS)
    if not s.holds[kingdom] >> region & 1 or new_armies > s.armies[kingdom][region] or (
        free_armies(s, r, region) < 0 or (new_armies > 0) != (s.entered >> region & 1)
        or paid_armies + paid_fleets > r.raises[r.type[region]]
    ):
        return False
    return new_fleets == 0 or (
        port != NOWHERE and s.settled_seas >> port & 1 and free_fleets(s, r, region) >= 0
        and new_fleets <= s.fleets[kingdom][port])


cdef inline bint new_units_fit(const State *s, const Rules *r) noexcept nogil:
    """Units raised earlier in this card are there, in regions up to the current one."""
    cdef int kingdom = active(s), sea
    cdef uint64_t done = s.holds[kingdom] & (bit(s.from_place) | (bit(s.from_place) - 1))
    if s.settled_seas & ~ALL_SEAS or s.entered & ~(done & regions_with_armies(s, kingdom)):
        return False
    for sea in range(SEAS):
        if s.settled_seas >> sea & 1 and not (s.fleets[kingdom][sea] and done & r.ports[sea]):
            return False
    return True


cdef inline int check_raising(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef bint fits
    if s.moving or s.to_place or s.fought or s.rivals or loaded(s) or s.settled or (
        moved_or_sailed(s)
    ):
        return refuse(why, NO_WAR)
    if s.from_place >= r.n_regions or not new_units_fit(s, r):
        fits = False
    elif s.raised:
        fits = raised_fits(s, r)
    else:
        fits = not (s.from_place or s.entered or s.settled_seas)
    return OK if fits else refuse(why, BAD_RAISED, s.from_place)


# --- Expansion: moves ---

cdef inline int check_counts(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """No more units have moved than are there; at most one rider has."""
    cdef int kingdom = active(s), place
    for place in range(PLACES):
        if s.moved[place] > s.armies[kingdom][place]:
            return refuse(why, BAD_MOVED, place)
    for place in range(SEAS):
        if s.sailed[place] > s.fleets[kingdom][place]:
            return refuse(why, BAD_MOVED, FIRST_SEA + place)
    if s.rider > 1 or (s.rider and not ruler_has(s, kingdom, FREE_RIDERS)):
        return refuse(why, BAD_MOVED, 0)
    return OK


cdef inline bint armies_fit(const State *s, const Rules *r) noexcept nogil:
    cdef int friends = active_friends(s), to = s.to_place
    if s.from_place >= PLACES or to >= PLACES or loaded(s) or (
        not army_can_move(s, r, s.from_place, friends)
    ):
        return False
    if s.moving == ARMIES_LEAVE:
        return to == 0
    if to < FIRST_SEA:
        return land_targets(s, r, s.from_place, friends) >> to & 1
    return to == boarding_sea(s, r, s.from_place, friends)


cdef inline bint fleets_fit(const State *s, const Rules *r) noexcept nogil:
    cdef int start = s.from_place - FIRST_SEA, to = s.to_place - FIRST_SEA
    if not 0 <= start < SEAS or not fleet_can_move(s, r, start) or (
        s.moving != FLEETS_LOAD and loaded(s)
    ):
        return False
    if s.moving == FLEETS_LEAVE:
        return s.to_place == 0
    return 0 <= to < SEAS and r.sea_borders[start] >> to & 1


cdef inline int check_load(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Armies aboard belong to friends in that sea, of kingdoms that were asked about so far."""
    cdef int friends = active_friends(s), k
    if not 1 <= s.carrying <= sailable(s, s.from_place - FIRST_SEA) or s.loader > KINGDOMS:
        return refuse(why, BAD_LOAD, s.loader)
    for k in range(KINGDOMS):
        if s.aboard[k] and (
            k >= s.loader or not friends >> k & 1 or s.aboard[k] > s.armies[k][s.from_place]
        ):
            return refuse(why, BAD_LOAD, k)
    return OK


cdef inline int check_moves(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef bint fits
    if s.settled or s.settled_seas or s.entered & ~r.all_regions or s.fought or s.rivals:
        return refuse(why, BAD_SETTLED)
    if s.moving == STANDING:
        fits = stands_still(s)
    elif s.moving <= ARMIES_GO:
        fits = armies_fit(s, r)
    else:
        fits = s.moving <= FLEETS_LOAD and fleets_fit(s, r)
    if not fits:
        return refuse(why, BAD_MOVE, s.from_place, s.to_place)
    return check_load(s, r, why) if s.moving == FLEETS_LOAD else OK


# --- battles of both cards ---

cdef inline bint forces_fit(const State *s) noexcept nogil:
    """The current place, and who was fought there; a battle under way is the last of them."""
    cdef int place = s.from_place, sea = place - FIRST_SEA
    if s.moving == STANDING:
        return stands_still(s) and s.battle == 0
    if place >= PLACES or s.to_place or loaded(s) or s.rivals & ~s.fought or (
        s.fought & (active_friends(s) | ~ALL_KINGDOMS)
    ):
        return False
    if (s.settled >> place if sea < 0 else s.settled_seas >> sea) & 1:
        return False
    if s.moving == TWO_FORCES:
        return s.battle == 0 and s.rivals and s.rivals & ~units_at(s, place) == 0 and (
            comes_from_both_sides(s, place, attackers_of(s, place, s.rivals)))
    if s.moving != FIGHTING or (s.fought > 0) != (s.rivals > 0):
        return False
    if s.battle and (s.place != place or s.assault or s.rivals == 0):
        return False
    return sea >= 0 or s.fought == 0 or s.moved[place] == 0


cdef inline int check_encounters(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int place
    if s.settled & ~r.all_regions or s.settled_seas & ~ALL_SEAS or s.rider or (
        total(s.sailed, SEAS) or s.entered & (s.settled | ~r.all_regions)
    ):
        return refuse(why, BAD_SETTLED)
    for place in range(PLACES):
        if s.moved[place] and (
            place >= FIRST_SEA or not s.entered >> place & 1
            or s.moved[place] > s.armies[active(s)][place]
            or s.played[active(s)] != EXPANSION + 1
        ):
            return refuse(why, BAD_MOVED, place)
    return OK if forces_fit(s) else refuse(why, BAD_ENCOUNTER, s.from_place)


# --- sieges, assaults, claims ---

cdef inline bint siege_fits(const State *s, const Rules *r) noexcept nogil:
    cdef uint64_t sources = movable_tokens(s)
    if s.moving == STANDING:
        return stands_still(s)
    if s.fought | s.rivals or loaded(s) or max(s.from_place, s.to_place) >= r.n_regions:
        return False
    if s.stage == SIEGE_STAGE:
        return s.moving == SIEGE_ROLLED and s.to_place == 0 and s.step == DICE and (
            open_sieges(s, r) >> s.from_place & 1)
    return s.stage == BESIEGE_STAGE and s.moving == TOKEN_MOVES and s.from_place == 0 and (
        siege_tokens_left(s, r, active(s)) <= 0 and can_besiege(s, r) >> s.to_place & 1
        and sources & (sources - 1))


cdef inline int check_other_stages(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Sieges, assaults and claims keep only the regions that they have handled."""
    cdef uint64_t settled = r.all_regions
    if s.stage == BESIEGE_STAGE:
        settled = s.sieges[active(s)]
    elif s.stage == CLAIM_STAGE:
        settled = 0
    if s.entered or s.settled_seas or moved_or_sailed(s) or s.settled & ~settled:
        return refuse(why, BAD_SETTLED)
    if not siege_fits(s, r):
        return refuse(why, BAD_SIEGE_ROLL, max(s.from_place, s.to_place))
    if s.battle and (
        s.stage != ASSAULT_STAGE or not s.assault or s.place >= r.n_regions
        or not s.settled >> s.place & 1
    ):
        return refuse(why, BAD_ENCOUNTER, s.place)
    return OK


# --- all of it ---

cdef inline int check_card_of_war(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Expects that units, regions, order and rulers have been checked."""
    cdef bint expansion
    if s.dice_for == FOR_SIEGE and (s.stage != SIEGE_STAGE or s.moving != SIEGE_ROLLED):
        return refuse(why, BAD_SIEGE_ROLL, s.from_place)
    if not is_at_war(s):
        if stands_still(s) and s.dice_for != FOR_SIEGE and not (
            s.entered or s.settled or s.settled_seas or s.raised or moved_or_sailed(s)
        ):
            return OK
        return refuse(why, NO_WAR)
    expansion = s.played[active(s)] == EXPANSION + 1
    if s.stage == START_STAGE:
        return refuse(why, BAD_STAGE, s.step) if expansion or s.battle else (
            check_raising(s, r, why))
    if s.raised:
        return refuse(why, BAD_RAISED, s.from_place)
    if s.stage == BATTLE_STAGE:
        return check_encounters(s, r, why)
    if not expansion and s.stage != CLAIM_STAGE or s.stage == MOVE_STAGE and s.battle:
        return refuse(why, BAD_STAGE, s.step)
    if s.stage == MOVE_STAGE:
        return check_counts(s, r, why) or check_moves(s, r, why)
    return check_other_stages(s, r, why)
