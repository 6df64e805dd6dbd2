# From the data folder to the rules' tables. Included in rules.pyx.


cdef void fill_counties(WallensteinRules *r, board):
    for i, county in enumerate(board.counties):
        r.region[i] = county.region
        r.tax[i] = county.tax
        r.grain[i] = county.grain
        r.sites[i] = county.sites
        if county.in_play:
            r.in_play |= bit(i)
            r.region_counties[county.region] |= bit(i)
    for a, b in board.borders:
        if r.in_play >> <int>a & 1 and r.in_play >> <int>b & 1:
            r.neighbours[a] |= bit(b)
            r.neighbours[b] |= bit(a)
    for seat, lineup in enumerate(board.lineups):
        for county, armies in lineup:
            r.lineup[seat] |= bit(county)
            r.lineup_armies[county] = armies


cdef void fill_cards(WallensteinRules *r, board):
    for i, event in enumerate(board.events):
        r.effect[i] = event.effect
        r.amount[i] = event.amount
        r.lesser[i] = event.lesser
        r.grain_loss[i] = event.grain_loss
    for missing in range(1, COUNTIES + 1):
        for least, revolts, extra in board.chart:
            if missing >= least:
                r.revolts[missing] = revolts
                r.extra[missing] = extra
    r.open_actions = board.open_actions
    r.events_a_year = board.events_a_year
    for i in range(BOXES):
        r.cost[i] = board.cost[i]
        r.armies[i] = board.armies[i]
    for i in range(POSITIONS):
        r.bonus[i] = board.bonus[i]


cdef void fill_court(WallensteinRules *r, court):
    r.courtiers = court.courtiers
    for i in range(COURT_BOXES):
        r.armies[BOXES + i] = court.convert[i]
    for i in range(SPACES):
        r.space_cost[i] = court.spaces[i]
    for i, favor in enumerate(court.favors):
        r.favor_effect[i] = favor.effect
        r.favor_amount[i] = favor.amount
        if favor.effect in (IMMUNE_A, IMMUNE_BOTH):
            r.shields[0] |= 1 << i
        if favor.effect in (IMMUNE_B, IMMUNE_BOTH):
            r.shields[1] |= 1 << i
        if favor.effect == CALM:
            r.calming |= 1 << i


cdef void fill_leaders(WallensteinRules *r, cards, leaders):
    r.regions_needed = cards.regions
    for i in range(REGION_CARDS):
        for kind in range(BENEFITS):
            r.benefit[i][kind] = cards.benefits[i][kind]
    for i, amount in enumerate(leaders.led):
        r.led[i] = amount
    r.statue_points = leaders.statue_points
    r.trophy_points = leaders.trophy_points


cdef void fill_numbers(WallensteinRules *r, board):
    r.thalers = board.thalers
    r.cubes = board.cubes
    r.peasants = board.peasants
    r.n_groups = len(board.groups)
    for i, armies in enumerate(board.groups):
        r.group[i] = armies
    for i in range(BUILDINGS):
        r.buildings[i] = board.buildings[i]
        r.majority[i] = board.majority[i]
    r.neutral_peasants = board.neutral_peasants
    r.county_points = board.county_points
    r.building_points = board.building_points
    r.tie_loss = board.tie_loss
    r.fill = board.fill
    r.fill_peasants = board.fill_peasants


cdef void fill_tower_chances(WallensteinRules *r, board, str tower):
    """The chance of a cube inside to fall out, by the number of cubes thrown in."""
    cdef int thrown
    r.fresh_out = board.fresh_out[tower]
    for thrown in range(MAX_THROWN + 1):
        if tower == "density":
            r.stuck_out[thrown] = 1 - (1 - <double>board.loosened) ** thrown
        else:
            r.stuck_out[thrown] = board.stuck_out


def table(board, int players, str setup, str tower, expansions, weights) -> Table:
    """The game table for one board; `data.read` has checked every number."""
    cdef Ops ops
    cdef WallensteinRules rules
    cdef Wallenstein blank
    memset(&blank, 0, sizeof(blank))
    memset(&rules, 0, sizeof(rules))
    fill_functions(&ops)
    ops.rewind = rewind
    rules.seats = players
    rules.draft = setup == "draft"
    rules.court = "court" in expansions
    rules.regions = "regions" in expansions
    rules.leaders = "leaders" in expansions
    rules.boxes = ALL_BOXES if rules.court else BOXES
    rules.plan_steps = 1 + rules.boxes
    fill_counties(&rules, board)
    fill_cards(&rules, board)
    fill_numbers(&rules, board)
    fill_court(&rules, board.court)
    fill_leaders(&rules, board.region_cards, board.leaders)
    fill_tower_chances(&rules, board, tower)
    for i, weight in enumerate(weights):
        rules.weights[i] = weight
    ops.seats = players
    ops.state_size = ops.play_size = sizeof(Wallenstein)
    ops.max_outcomes = max(MAX_CUBES + 1, COUNTIES)
    # For each seat: three decisions for each group; in each of six rounds its plan, its
    # position, a benefit, its favor and how to use it, where and how many armies go in three
    # actions, two revolt markers, and its leader's move; the leader placed in spring and after
    # a winter; the revolts of two winters.
    ops.max_plies = players * (
        3 * GROUPS + 6 * (MOST_PLAN_STEPS + 1 + 1 + 2 + 3 * 2 + 2 + 1) + 2 + 2 * COUNTIES)
    ops.n_weights = N_WEIGHTS
    ops.n_sources = source_count(&rules)
    ops.n_facts = players * rules.boxes
    return new_table(&ops, &rules, sizeof(rules), np.asarray(<const Wallenstein[:1]>&blank).dtype)
