"""How Wallenstein is played, in our own words, with the numbers of the loaded game.

RULES.md has the clauses and rulings that this follows; the expansions have a file of their own.
"""

from __future__ import annotations

from eminence.cython_ext.words import Chapter
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import plural
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.explanations.agreed import Agreed
from eminence.engines.wallenstein.explanations.effects import armies, tile_effect
from eminence.engines.wallenstein.explanations.expansion_chapters import (
    court_chapter,
    favor_chapter,
    leader_chapter,
    region_card_chapter,
)
from eminence.engines.wallenstein.explanations.looking import KINDS, both
from eminence.engines.wallenstein.explanations.things import chapter
from eminence.engines.wallenstein.names import ACTIONS, TILES
from eminence.engines.wallenstein.numbers import Board

#: what an expansion is called, and its first chapter
EXPANSION_NAMES = {
    "court": ("Emperor's Court", "rules the court"),
    "regions": ("region cards", "rules region cards"),
    "leaders": ("military leaders", "rules leaders"),
}


def chapters(board: Board, agreed: Agreed) -> list[Chapter]:
    """The rules of one loaded game; the first chapter is enough to begin with."""
    return [
        chapter("How to play", *_how_to_play(board, agreed)),
        chapter("Setup", _stock(board, agreed), _filling(board)),
        *([chapter("The draft", *_draft(board, agreed))] if agreed.draft else []),
        chapter("A round", *_round(board, agreed)),
        chapter("Plans", *_plans(board, agreed)),
        chapter("Player order", *_order(board)),
        chapter("Building", *_building(board)),
        chapter("Collecting", *_collecting(board)),
        chapter("Armies", *_armies(board)),
        chapter("Battles", *_battles(board)),
        chapter("The dice tower", *_tower(board, agreed)),
        chapter("Revolts", *_revolts()),
        chapter("Winter", *_winter(board)),
        chapter("Points", *_points(board)),
        chapter("The end", *_end(board)),
        chapter("Secrets", *_secrets()),
        *([court_chapter(board), favor_chapter(board)] if agreed.court else []),
        *([region_card_chapter(board, agreed)] if agreed.regions else []),
        *([leader_chapter(board, agreed)] if agreed.leaders else []),
    ]


# --- how to play ---


def _how_to_play(board: Board, agreed: Agreed) -> tuple[str, ...]:
    return _aim(board), _course(board), _actions(board), _winters(board), _begin(agreed)


def _aim(board: Board) -> str:
    return f"""You hold counties in {listed(board.regions, "and")}. You build {both(KINDS)} there,
        defend them, and take counties from others. Points are scored in winter, twice in the game.
        The most points win."""


def _course(board: Board) -> str:
    return f"""A year has three rounds, spring, summer and fall, and then winter; the game has
        {state.YEARS} years. In a round all plan in secret and at the same time: for each of the
        {len(ACTIONS)} actions you choose one of your counties in which it shall happen, or no
        county. A county can be chosen once in a round. You also bid for the player order. Then an
        event changes a rule for the round, the bids are opened, and action follows action, each
        performed by all players in their order."""


def _actions(board: Board) -> str:
    build = [f"a {ACTIONS[kind]} for {plural(board.cost[kind], 'Thaler')}" for kind in range(3)]
    return f"""Three actions build: {both(build)}. One brings Thalers and one brings grain, as much
        as the county has to give; if you collect there again in the same year, its peasants revolt.
        Three put new armies into a county. Two move armies into a neighbour, where they fight if
        it is not yours. The dice tower decides battles: all cubes are thrown in, and only those
        that fall out count."""


def _winters(board: Board) -> str:
    return f"""In winter you need 1 grain for each of your counties, or peasants revolt. Then each
        county brings {plural(board.county_points, "point")}, each building
        {board.building_points}, and in each region {both(most_of(board))}."""


def _begin(agreed: Agreed) -> str:
    known = [EXPANSION_NAMES[name] for name in agreed.expansions]
    also = [f"{name} (`{command}`)" for name, command in known]
    more = f"Also in play: {both(also)}." if also else ""
    return f"""To begin: collect taxes and grain in two counties that bring much, build where there
        are open sites, and send all armies that can leave a county into a neutral
        one. `map` shows who
        holds what and which counties are neighbours, `legend` explains the signs, and `card`
        explains a name. {more}"""


def most_of(board: Board) -> list[str]:
    """Such as `3 for the most palaces`."""
    return [f"{points} for the most {KINDS[kind]}" for kind, points in enumerate(board.majority)]


# --- before the first round ---


def _stock(board: Board, agreed: Agreed) -> str:
    used = sum(county.in_play for county in board.counties)
    out = len(board.counties) - used
    counties = (
        f"""{used} of the {len(board.counties)} counties are used with {agreed.players} players.
        The other {out} are out of the game, and no army may enter them."""
        if out
        else f"All {used} counties are used."
    )
    return f"""{counties} Everybody has {board.cubes} armies, {plural(board.thalers, "Thaler")} and
        {len(board.money)} money cards, worth {board.money[0]} to {board.money[-1]} Thalers. {
        _start(board, agreed)
    } You have a county card for each county that you hold."""


def _start(board: Board, agreed: Agreed) -> str:
    if agreed.draft:
        return "The first counties are chosen: `rules the draft`."
    return f"""Everybody begins with {len(board.groups)} counties that are printed in the rulebook,
        with {listed(board.groups, "and")} armies."""


def _filling(board: Board) -> str:
    return f"""Then {armies(board.fill)} of each player and {board.fill_peasants} peasants are
        thrown into the dice tower; what falls out goes back to the supplies. For each year
        {board.events_a_year} event cards are turned up. All but one become the events of its
        rounds; the one that is left says how much grain is lost in winter."""


def _draft(board: Board, agreed: Agreed) -> tuple[str, ...]:
    leader = (
        """Your leader goes to one of these counties together with the armies, to the last one if
        to no other."""
        if agreed.leaders
        else ""
    )
    return (
        f"""Two county cards lie open. In turn you take one of them, or the top card of the deck
        unseen, and put one of your groups of {listed(board.groups, "and")} armies into that county.
        An open card that was taken is replaced at once, before you choose the group. So it goes on
        until all groups are placed. {leader}""",
        """If the open cards are the same two as at your last turn, you may first put both under the
        deck and turn up two others. All know the cards under the deck.""",
        "Cards that are left lie aside, face down: nobody holds these counties.",
    )


# --- a round ---


def _round(board: Board, agreed: Agreed) -> tuple[str, ...]:
    steps = [
        f"""The {len(ACTIONS)} action cards are shuffled. The first {board.open_actions} lie open in
        the order in which the actions will come, the others face down.""",
        "A bonus tile is laid onto each position of the player order.",
        *(["Three favor cards are laid into the audience hall."] if agreed.court else []),
        "All plan: `rules plans`.",
        "One of the open event cards is drawn and counts for this round.",
        "Bids are opened and positions are chosen: `rules player order`.",
        *(["In the first spring leaders are placed."] if _stationed(agreed) else []),
        *(["Those who hold enough regions get a region card."] if agreed.regions else []),
        *(["The Court meets."] if agreed.court else []),
        """The actions come one after another, each performed by all in player order. You turn up
        your card when it is your turn. After each action the next face-down action card is turned
        up.""",
        *(["Leaders move."] if agreed.leaders else []),
    ]
    return (
        " ".join(f"({number}) {step}" for number, step in enumerate(steps, 1)),
        """You must perform an action if you can. If you cannot do all of it, because Thalers,
        armies or a building site are missing, it is skipped and costs nothing.""",
        """If both the event and your bonus tile change an action, the event comes first. After the
        last action all cards are taken back and the event card leaves the game. Winter comes after
        fall.""",
    )


def _stationed(agreed: Agreed) -> bool:
    """Whether leaders are placed in the first round, and not in the draft (L2, L3)."""
    return agreed.leaders and not agreed.draft


def _plans(board: Board, agreed: Agreed) -> tuple[str, ...]:
    court = (
        """The three boxes of the extra board are planned in the same way: `rules the court`."""
        if agreed.court
        else ""
    )
    return (
        f"""Everybody has a box for each of the {len(ACTIONS)} actions, and one for the bid. Into
        the box of an action goes the card of one of your counties, face down: there it shall
        happen. A money card means no action; its Thalers mean nothing there and cost nothing.
        Each card can lie in one place only, so a county serves one action in a round, or the
        bid.""",
        f"""You decide the bid first and then box by box. Nothing is lost by this order, for nobody
        sees a card before all plans are made. {court}""",
        """You may plan what is not possible yet: taxes that come earlier may pay for a building,
        and armies may arrive in time. Only the first actions of the round are known to come in
        their order. If you have too few cards for all places, some stay empty; an empty box means
        no action.""",
        """If you lose a county, its card goes at once, also from a box, and the action there is
        lost. The card of a county that you win cannot be used before the next round.""",
    )


def _order(board: Board) -> tuple[str, ...]:
    tiles = [f"{TILES[tile]} ({tile_effect(board, tile)})" for tile in range(len(TILES))]
    low, high = board.money[0], board.money[-1]
    return (
        f"""Once the event is drawn, all bids are opened. Thalers that were bid are paid, {high} at
        most, and you cannot bid more than you have. Whoever bid more chooses first. A county card
        costs nothing; it ranks below 1 Thaler and above the card with {low}. No card at all
        ranks last. Equal bids are drawn by lot.""",
        f"""You choose one of the free positions. The first position performs every action first.
        Each position has a bonus tile for the round: {"; ".join(tiles)}. Armies that a tile adds
        to a battle come from your supply.""",
        "Positions that nobody took are passed over.",
    )


# --- actions ---


def _building(board: Board) -> tuple[str, ...]:
    prices = [f"a {ACTIONS[kind]} {cost}" for kind, cost in enumerate(board.cost[: len(KINDS)])]
    sites = [county.sites for county in board.counties]
    stock = [f"{n} {KINDS[kind]}" for kind, n in enumerate(board.buildings)]
    return (
        f"""In Thalers, {both(prices)}. A county has {min(sites)} to {max(sites)} building sites.
        You need an open one, and each kind can stand once in a county. The game has {both(stock)};
        when a kind is used up, it cannot be built any more.""",
        f"""A building is worth {plural(board.building_points, "point")} in each winter to whoever
        holds the county. It also counts for the majority: in each region, {both(most_of(board))}.
        Buildings stay when a county is conquered, and are lost when it becomes neutral.""",
    )


def _collecting(board: Board) -> tuple[str, ...]:
    taxes = [c.tax for c in board.counties]
    grain = [c.grain for c in board.counties]
    return (
        f"""Each county brings {min(taxes)} to {max(taxes)} Thalers in taxes, or {min(grain)} to
        {max(grain)} grain. `card` with the name of the county tells how much.""",
        """If no revolt marker is there, the county gets one. If there is one, you keep what you
        collected, but the peasants revolt at once (`rules revolts`). So collect in a county once a
        year, or with many armies there. All markers are removed after winter.""",
        """Thalers stay from year to year. Grain is needed in winter, and what is left is lost
        then.""",
    )


def _armies(board: Board) -> tuple[str, ...]:
    deploy = [
        f"{armies(board.armies[action])} for {plural(board.cost[action], 'Thaler')}"
        for action in (state.DEPLOY_5, state.DEPLOY_3, state.DEPLOY_1)
    ]
    one, a, b = (ACTIONS[i] for i in (state.DEPLOY_1, state.COMBAT_A, state.COMBAT_B))
    return (
        f"""Three actions put armies from your supply into a county: {both(deploy)}. After {one}
        any number of armies may move from there into one neighbour that you hold.""",
        f"""With {a} and {b} armies may move from the county into one neighbour, whoever holds it.
        If it is not yours, there is a battle. You may also stay.""",
        """One army at least always stays behind, so you need two in a county to move. There is no
        limit to the armies in a county. The armies that stay are its defence: leave enough where
        others can attack.""",
    )


# --- battles and revolts ---


def _battles(board: Board) -> tuple[str, ...]:
    return (
        f"""Thrown into the tower are the armies that attack, all armies of the owner in the county,
        and all cubes that lie in the tray. For a neutral county
        {plural(board.neutral_peasants, "peasant")} defends. The event and bonus tiles may add
        cubes from the supplies. Then the cubes of both sides in the
        tray are counted. Those of other players stay there for the next battle.""",
        """If no revolt marker is in the county, peasants in the tray stand by the defender. With
        a marker they stay out.""",
        """The side with more cubes wins. It loses as many as the other side had, peasants first;
        the rest go into the county. A winning attacker gets the county with its buildings and
        revolt markers. All cubes that are lost go back to the supplies.""",
        """If both sides have the same number, all these cubes go back and the county becomes
        neutral: its buildings and markers are lost. The same happens if the defender has only
        peasants in the tray and the attacker does not win.""",
        """The moves tell the odds of each battle, from what is in the tower and in the tray
        now.""",
    )


def _tower(board: Board, agreed: Agreed) -> tuple[str, ...]:
    inside = (
        f"""Each cube that is thrown in shakes loose each cube inside with a chance of
        {_percent(board.loosened)}, so more cubes bring out more."""
        if agreed.tower == "density"
        else f"A cube that was inside falls out with a chance of {_percent(board.stuck_out)}."
    )
    return (
        f"""In a real tower cubes come to rest on ledges. Here each cube falls on its own: one that
        is thrown in falls through with a chance of {_percent(board.fresh_out[agreed.tower])}, and
        otherwise stays inside. {inside}""",
        """So cubes that stayed inside in one battle may help in a later one, and cubes that lie in
        the tray are thrown in with the next battle, whoever fights. The board shows how many
        cubes of each colour are in the tower and in the tray.""",
    )


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def _revolts() -> tuple[str, ...]:
    return (
        """Peasants revolt when you collect in a county that has a revolt marker, and in winter when
        grain is short. All your armies in the county fight against as many peasants as there are
        markers; in winter the supply chart adds some. As in a battle, all go into the tower
        together with the cubes in the tray.""",
        """You keep the county if you have more cubes in the tray than the peasants. You lose as
        many as they had; the rest go back into the county. Otherwise it becomes neutral, and its
        buildings and markers are lost. After a revolt that fails in spring, summer or fall one
        more marker is laid.""",
        """Peasants never stay in a county. A county that you do not lose costs you nothing but
        armies.""",
    )


# --- winter and the end ---


def _winter(board: Board) -> tuple[str, ...]:
    return (
        """First everybody loses as much grain as the last open event card says; nobody falls below
        0. Then you need 1 grain for each of your counties. In the player order of fall, those who
        have too little suffer revolts. The counties are drawn at random from their county cards;
        who has several revolts chooses their order.""",
        """How many revolts come, and how many peasants on top of the revolt markers, depends on
        how much grain is missing: `card supply chart`.""",
        f"""Then points are scored: `rules points`. Revolt markers are removed, all grain is lost,
        and {board.events_a_year} new event cards are turned up.""",
    )


def _points(board: Board) -> tuple[str, ...]:
    return (
        f"""In each winter a county brings {plural(board.county_points, "point")} and a building
        {plural(board.building_points, "point")}.""",
        f"""In each region you get {both(most_of(board))}. If several have the most of a kind there,
        each of them gets {board.tie_loss} less. Nobody has the most where nothing of the kind
        stands.""",
        """So buildings that are put up in the first year count twice, and one more building in a
        region where you are level is worth more than one where you are ahead. `card points` tells
        what a winter would bring now.""",
    )


def _end(board: Board) -> tuple[str, ...]:
    return (
        f"""The game ends after winter of the {["first", "second"][state.YEARS - 1]} year. The most
        points win. Of players with the same points the one with more Thalers wins; who is equal in
        both shares the win.""",
        """In the last fall, Thalers, grain that you do not need for your counties, and armies that
        defend nothing are worth no more. Think of which counties can still be taken from you, and
        which majorities turn on one building.""",
    )


def _secrets() -> tuple[str, ...]:
    return (
        """Secret are only the cards that lie face down: all plans while they are made, the bids
        until the event is drawn, and each box until its action. Everybody sees which boxes are
        covered. All cards have the same back.""",
        """Open are armies, buildings, Thalers, grain and points, the cubes in the tower and in the
        tray, and the action cards, tiles and events that were turned up. A county whose card was
        turned up can do nothing more in that round, so you know where no attack will come
        from.""",
    )
