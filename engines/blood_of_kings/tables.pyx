"""From the numbers that `numbers.read` has checked to the tables of the rules.

It also makes the enums of tables.pxd visible to Python.
"""
from libc.stdint cimport uint64_t

cdef inline uint64_t _bit(int i) noexcept nogil:
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
    for i in range(4):
        r.raises[i] = board.raising[i]
        r.levies[i] = board.levies[i]
        r.capacity[i] = board.garrison[i]
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
    for i, (first, tie) in enumerate(board.battle):
        r.table_first[i] = first
        r.table_tie[i] = tie


cdef int fill_map(Rules *r, board) except -1:
    r.n_regions = len(board.regions)
    for i, sea in enumerate(board.seas):
        r.sea_income[i] = sea.base_income
    for a, b in board.sea_borders:
        r.sea_borders[a] |= 1 << b
        r.sea_borders[b] |= 1 << a
    for i, region in enumerate(board.regions):
        r.all_regions |= _bit(i)
        r.type[i] = region.type
        r.of_type[region.type] |= _bit(i)
        r.port[i] = NOWHERE
        if region.port >= 0:
            r.port[i] = region.port
            r.ports[region.port] |= _bit(i)
        if region.kingdom >= 0:
            r.first_regions[region.kingdom] |= _bit(i)
            if region.type == CAPITOL:
                r.capitol[region.kingdom] = i
    for a, b in board.roads:
        r.roads[a] |= _bit(b)
        r.roads[b] |= _bit(a)
    for i, (a, b, sea) in enumerate(board.straits):
        r.strait_from[i] = a
        r.strait_to[i] = b
        r.strait_sea[i] = sea


cdef int fill_kingdoms(Rules *r, board) except -1:
    for k in range(KINGDOMS):
        r.order[k] = k
        for card in range(CARD_TYPES):
            r.first_cards[k][card] = board.starting_cards[k][card]
        mat = board.mats[k]
        siege = 0
        for level in range(LEVELS):
            r.influence_bonus[k][level] = mat.influence[level]
            r.flags_gained[k][level] = mat.flags[level]
            r.capitol_income[k][level] = mat.capitol[level]
            r.castle_income[k][level] = mat.castle[level]
            r.town_income[k][level] = mat.town[level]
            r.sea_multiplier[k][level] = mat.sea[level]
            r.fortification[k][level] = mat.fortification[level]
            siege += mat.siege[level]
            r.siege_tokens[k][level] = siege
            r.stability_bonus[k][level] = mat.stability[level]
            r.cathedral_income[k][level] = mat.cathedral[level]
            for i in range(INSTITUTIONS):
                r.cost[k][i][level] = mat.cost[i][level]
                r.grant[k][i][level] = mat.grants[i][level] + 1


cdef int fill_cards(Rules *r, board) except -1:
    for card, mask in enumerate(board.permits):
        r.permits[card] = mask
    for kind, card in enumerate(board.deck):
        r.copies[kind] = card.copies
        r.deck_size += card.copies
        r.value[kind] = card.value
        if kind < UNREST_CARD:
            r.legal_in[kind] = card.shields


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
