"""From the numbers that `numbers.read` has checked to the tables of the rules.

It also makes the enums of tables.pxd visible to Python.
"""
from libc.stdint cimport uint64_t


cdef inline uint64_t bit(int i) noexcept nogil:
    return <uint64_t>1 << i


cdef int fill_tables(Rules *rules, object board) except -1:
    """All numbers of the components; `board` is what `numbers.read` gave."""
    fill_numbers(rules, board)
    fill_map(rules, board)
    fill_kingdoms(rules, board)
    fill_cards(rules, board)
    fill_achievements(rules, board)
    return 0


cdef int fill_numbers(Rules *r, board) except -1:
    r.display = board.display
    r.glory_per_tile = board.glory_per_tile
    r.starting_glory = board.glory
    r.hand_size = board.hand
    r.flags_at_start = board.flags
    r.army_tokens = board.armies
    r.fleet_tokens = board.fleets
    r.alliance_front, r.alliance_back = board.trade
    r.unit_price = board.unit_price
    r.raises = board.raising
    r.levies = board.levies
    r.capacity = board.garrison
    r.levies_own_flag = board.levies_own_flag
    r.siege_own_flag = board.siege_own_flag
    r.surrender = board.surrender
    r.region_glory = board.region_glory
    r.capitol_glory = board.capitol_glory
    r.development_glory = board.development_glory
    r.ransom_glory = board.ransom_glory
    r.cathedral_regions = board.cathedral_regions
    r.council_cost = board.council_price
    r.unrest_falls = board.unrest_falls
    r.transfer_share = board.transfer_share
    r.offers = board.offers
    r.exchanges = board.exchanges
    r.table_first = [first for first, _ in board.battle]
    r.table_tie = [tie for _, tie in board.battle]


cdef int fill_map(Rules *r, board) except -1:
    r.n_regions = len(board.regions)
    r.sea_income = [sea.base_income for sea in board.seas]
    for a, b in board.sea_borders:
        r.sea_borders[a] |= 1 << b
        r.sea_borders[b] |= 1 << a
    for i, region in enumerate(board.regions):
        r.all_regions |= bit(i)
        r.type[i] = region.type
        r.of_type[region.type] |= bit(i)
        r.port[i] = NOWHERE
        if region.port >= 0:
            r.port[i] = region.port
            r.ports[region.port] |= bit(i)
        if region.kingdom >= 0:
            r.first_regions[region.kingdom] |= bit(i)
            if region.type == CAPITOL:
                r.capitol[region.kingdom] = i
    for a, b in board.roads:
        r.roads[a] |= bit(b)
        r.roads[b] |= bit(a)
    for i, (a, b, sea) in enumerate(board.straits):
        r.strait_from[i] = a
        r.strait_to[i] = b
        r.strait_sea[i] = sea


cdef int fill_kingdoms(Rules *r, board) except -1:
    r.first_cards = board.starting_cards
    for k, mat in enumerate(board.mats):
        r.influence_bonus[k] = mat.influence
        r.flags_gained[k] = mat.flags
        r.capitol_income[k] = mat.capitol
        r.castle_income[k] = mat.castle
        r.town_income[k] = mat.town
        r.sea_multiplier[k] = mat.sea
        r.fortification[k] = mat.fortification
        r.siege_tokens[k] = [sum(mat.siege[:level + 1]) for level in range(LEVELS)]
        r.stability_bonus[k] = mat.stability
        r.cathedral_income[k] = mat.cathedral
        r.cost[k] = mat.cost
        r.grant[k] = [[card + 1 for card in cards] for cards in mat.grants]


cdef int fill_cards(Rules *r, board) except -1:
    r.permits = board.permits
    r.copies = [card.copies for card in board.deck]
    r.deck_size = sum(card.copies for card in board.deck)
    r.value = [card.value for card in board.deck]
    for kind in range(UNREST_CARD):
        r.legal_in[kind] = board.deck[kind].shields


cdef int fill_achievements(Rules *r, board) except -1:
    numbers = [tile.numbers for tile in board.achievements]
    r.archers_assaults = numbers[DEADLY_ARCHERS]["assaults"]
    r.divine_right = numbers[DIVINE_RIGHT]["influence"]
    r.elite_guard = numbers[ELITE_GUARD]["armies"]
    r.troupe_cost = numbers[FAMOUS_TROUPE]["cost"]
    r.troupe_glory = numbers[FAMOUS_TROUPE]["glory"]
    r.glorious_capitol = numbers[GLORIOUS_CAPITOL]["income"]
    r.tourneys_unrest = numbers[GRAND_TOURNEYS]["unrest"]
    r.heavenly_stability = numbers[HEAVENLY_CATHEDRALS]["stability"]
    r.free_reductions = numbers[KINGS_JUSTICE]["reductions"]
    r.baron_cards = numbers[LOYAL_BARONS]["cards"]
    r.armada_fleets = numbers[MASSIVE_ARMADA]["fleets"]
    r.mercenary_armies = numbers[MERCENARY_COMPANIES]["armies"]
    r.merchant_league = numbers[MERCHANT_LEAGUE]["income"]
    r.mighty_castles = numbers[MIGHTY_CASTLES]["fortification"]
    r.mighty_castles_only = numbers[MIGHTY_CASTLES]["castles_only"]
    r.monastic_discount = numbers[MONASTIC_ORDER]["reduction"]
    r.monastic_institutions = numbers[MONASTIC_ORDER]["institutions"]
    r.popular_unrest = numbers[POPULAR_SUPPORT]["unrest"]
    r.engines_levies = numbers[SIEGE_ENGINES]["levies"]
    r.engines_least_levies = numbers[SIEGE_ENGINES]["least_levies"]
    r.strategic_marriage = numbers[STRATEGIC_MARRIAGE]["influence"]
    r.temple_armies = numbers[TEMPLE_KNIGHTS]["armies"]
    r.treasure_fleet = numbers[TREASURE_FLEET]["income"]
