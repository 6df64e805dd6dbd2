"""Numbers that players can work out at the table, for notes and the board."""
from libc.stdlib cimport free, malloc

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.game cimport Game, Position
from eminence.engines.blood_of_kings.board cimport (
    armies_of, friends_of, income, siege_tokens_left, stability,
)
from eminence.engines.blood_of_kings.dynasty.chapter cimport rolls_that_foil
from eminence.engines.blood_of_kings.kingdom.reign cimport (
    council_price, development_price, reduction_price,
)
from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.tables cimport (
    ALL_KINGDOMS, ATTACKERS, DIE, INSTITUTIONS, KINGDOMS, LEVELS, Rules,
)
from eminence.engines.blood_of_kings.war.chapter cimport rolls_that_take, weigh_assault
from eminence.engines.blood_of_kings.war.odds cimport BY_TABLE, fill_wins


cdef const State *_state(Position position):
    return <const State *>position.s


cdef const Rules *_rules(Game game):
    return <const Rules *>game.table.rules


cdef int _checked(str what, int number, int most) except -1:
    if not 0 <= number < most:
        raise BadOption(f"{what}: {number}, choose 0 to {most - 1}")
    return number


# --- kingdoms ---

def income_of(Position position not None, int kingdom) -> int:
    """What Taxation would bring now."""
    _checked("kingdom", kingdom, KINGDOMS)
    return income(_state(position), _rules(position.game), kingdom)


def stability_of(Position position not None, int kingdom) -> int:
    _checked("kingdom", kingdom, KINGDOMS)
    return stability(_state(position), _rules(position.game), kingdom)


def siege_tokens_of(Position position not None, int kingdom) -> int:
    """Siege tokens that are not on the map."""
    _checked("kingdom", kingdom, KINGDOMS)
    return siege_tokens_left(_state(position), _rules(position.game), kingdom)


def council_price_of(Position position not None, int kingdom) -> int:
    """The price of taking back a card."""
    _checked("kingdom", kingdom, KINGDOMS)
    return council_price(_state(position), _rules(position.game), kingdom)


def development_price_of(Position position not None, int kingdom, int institution) -> int:
    """The price of the next level of the institution."""
    s = _state(position)
    _checked("kingdom", kingdom, KINGDOMS)
    _checked("institution", institution, INSTITUTIONS)
    _checked("level", s.level[kingdom][institution] + 1, LEVELS)
    return development_price(s, _rules(position.game), kingdom, institution)


def reduction_price_of(Position position not None, int kingdom) -> int:
    """The price of the next reduction of an Administration."""
    _checked("kingdom", kingdom, KINGDOMS)
    return reduction_price(_state(position), _rules(position.game), kingdom)


# --- chances ---

def chance_of_fight(
    Game game not None, int attackers, int defenders, int first=BY_TABLE
) -> float:
    """The chance that the attackers win, levies included, if nobody withdraws or retreats.

    first: the side that always loses the first unit of a clash; else the battle table decides.
    """
    if attackers < 0 or defenders < 0:
        raise BadOption(f"units: {attackers} against {defenders}, choose 0 or more")
    cdef size_t fights = <size_t>(attackers + 1) * (defenders + 1)
    win = <double *>malloc(fights * sizeof(double))
    if win == NULL:
        raise MemoryError
    fill_wins(_rules(game), win, attackers, defenders, first)
    chance = win[fights - 1]
    free(win)
    return chance


def assault_on(Position position not None, int region) -> tuple[int, int, int, float]:
    """By the active kingdom: attackers, armies and levies against them, chance to win."""
    r = _rules(position.game)
    _checked("region", region, r.n_regions)
    found = weigh_assault(_state(position), r, region)
    first = ATTACKERS if found.archers else BY_TABLE
    chance = chance_of_fight(
        position.game, found.attackers, found.armies + found.levies, first)
    return found.attackers, found.armies, found.levies, chance


def battle_in(Position position not None, int region) -> tuple[int, int, float]:
    """Friends of the active kingdom against all others there, and their chance to win."""
    s = _state(position)
    _checked("region", region, _rules(position.game).n_regions)
    cdef int friends = friends_of(s, s.order[s.acting])
    attackers = armies_of(s, friends, region)
    defenders = armies_of(s, ALL_KINGDOMS & ~friends, region)
    return attackers, defenders, chance_of_fight(position.game, attackers, defenders)


def siege_chance(Position position not None, int region) -> float:
    """The chance that the active kingdom's siege roll takes the region."""
    r = _rules(position.game)
    _checked("region", region, r.n_regions)
    return rolls_that_take(_state(position), r, region) / <double>(DIE * DIE)


def foil_chance(Position position not None, int seat) -> float:
    """The chance that a foil by the seat succeeds."""
    _checked("seat", seat, _rules(position.game).seats)
    return rolls_that_foil(_state(position), seat) / <double>(DIE * DIE)
