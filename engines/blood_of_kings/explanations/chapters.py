"""The rules of Blood of Kings in short chapters, with the numbers of the loaded game."""

from __future__ import annotations

from eminence.cython_ext.words import Chapter
from eminence.engines.blood_of_kings import tables
from eminence.engines.blood_of_kings.explanations import Agreed
from eminence.engines.blood_of_kings.explanations.card_entries import (
    ROLL,
    card_name,
    diplomacy_text,
    permitted_text,
    raising_text,
)
from eminence.engines.blood_of_kings.explanations.situation import crowns
from eminence.engines.blood_of_kings.explanations.term_entries import at_first, share_word
from eminence.engines.blood_of_kings.names import CARDS, REGION_TYPES
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.tables import (
    CAPITOL,
    CASTLE,
    KINGDOMS,
    LEVELS,
    SMALLER_SIDE,
    TOWN,
)
from eminence.engines.blood_of_kings.war.numbers import SIDES
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import plural


def chapters(board: Board, agreed: Agreed) -> list[Chapter]:
    found = {
        "How to play": how_to_play(board, agreed),
        "The start": the_start(board, agreed),
        "The map": the_map(board),
        "Kingdom cards": kingdom_cards(board),
        "Money": money(board),
        "Dynasty cards": dynasty_cards(board),
        "Influence": influence(board),
        "Diplomacy": diplomacy(board),
        "Successions": successions(board),
        "Moving": moving(board),
        "Battles": battles(board),
        "Assaults": assaults(board),
        "Sieges": sieges(board),
        "Conquest": conquest(board),
        "Glory": glory(board),
        "Negotiation": negotiation(board, agreed),
        "The end": the_end(board, agreed),
    }
    return [Chapter(title, text) for title, text in found.items()]


def end_text(agreed: Agreed) -> str:
    if agreed.last_turn:
        return f"The game ends after turn {agreed.last_turn}"
    return "The game ends after a turn with no Achievement tile left on the display"


def how_to_play(board: Board, agreed: Agreed) -> str:
    return f"""\
You want the most glory. You do not own a kingdom, you rule one as long as nobody takes the \
throne from you; you may rule several, or none for a while. Glory, Achievement tiles and your \
hand are yours. Land, Crowns, armies and fleets belong to the kingdoms, and go with the throne.

A turn has three phases. In the Kingdom phase each of the {KINGDOMS} kingdoms plays one card, \
which its ruler chooses: collect taxes, develop an institution, raise units, march and conquer, \
calm the people, take a card back, or hold a succession. Played cards stay on the kingdom's stack \
until a succession, so every reign ends sooner or later.

In the Dynasty phase each player plays Dynasty cards on any kingdoms: influence face down for \
the next succession, bluffs among it, unrest to bring a ruler down, attrition, diplomacy, \
intrigue. What may be played on a kingdom depends on the Kingdom card it has just played. Then \
you pick up new cards. The Negotiation phase brings trade, new cards \
{"and deals" if agreed.transfers else "and the next turn"}.

You gain {board.development_glory} glory for a development, {board.region_glory} for a castle, \
town or cathedral, {board.capitol_glory} for a capitol. Each time you would have \
{board.glory_per_tile} tokens you take a tile instead, worth {board.glory_per_tile}, with a \
lasting advantage. {end_text(agreed)}; most glory wins.

A good beginning: tax first, then develop or raise armies and take an independent castle or town \
next to you. Lay influence on thrones that you want, and on your own. Watch unrest: when it \
reaches a kingdom's stability, its ruler is challenged at once. Behind a \
move in the list stands what it costs and brings; card NAME explains what you do not know."""


def the_start(board: Board, agreed: Agreed) -> str:
    if 2 * agreed.players == KINGDOMS:
        picks = "Each player claims two kingdoms, the First Player the first and the last of all"
    else:
        picks = "Each player claims one kingdom, the First Player last"
    chaos = (
        "" if agreed.players in (3, KINGDOMS) else " Kingdoms that nobody claims begin in Chaos."
    )
    return f"""\
Each kingdom has its first regions with a flag on each, five institutions at level 1, its first \
cards in hand and no units on the map; what is left of its {board.flags} flags is in its treasury.

Each player has {board.glory} glory and {board.hand} Dynasty cards; {board.sets} more lie open as \
the first cards of {board.sets} sets. {agreed.achievements} Achievement tiles are in the game; \
{min(board.display, agreed.achievements)} of them lie on the display, the others are in the bag.

A roll of the dice names the First Player. {picks}. Who claims a kingdom puts its income into its \
treasury at once.{chaos}"""


def the_map(board: Board) -> str:
    return f"""\
A region is a capitol, a castle, a town or a cathedral. The topmost flag tells which kingdom holds \
it; without a flag it is independent. Roads join neighbours; regions that only lie close to each \
other are not next to each other.

A strait joins two regions only while a friendly fleet is in its sea. Some towns and capitols have \
a port: they are next to the sea of that port. Fleets stay at sea. There are \
{len(board.seas)} seas; a sea that a kingdom holds brings income.

Everything is an enemy unless it is friendly: kingdoms with one ruler are friends, and two \
kingdoms of which one has the other's Alliance token. Friends of friends are not friends. \
Type map for the map, legend for its signs, and show NAME for one place."""


def kingdom_cards(board: Board) -> str:
    """What each card does is in the entries; here is what it permits."""
    permits = "\n".join(
        f"{card_name(card)} permits {permitted_text(board, card)}." for card in range(len(CARDS))
    )
    return f"""\
In the Kingdom order each kingdom plays exactly one card out of its own hand. Its ruler chooses \
it, even if the action cannot be paid for; then nothing happens. A kingdom in Chaos plays its \
Succession card and has a chaotic succession.

The card goes on the kingdom's stack, which all may look through. Cards come back in two ways \
only: one by one with Council, for {crowns(board.council_price)} each, or all together in the \
Negotiation phase after a succession. A card that a development adds goes under the stack.

In the Dynasty phase of the turn the card says what may be played on its kingdom:
{permits}"""


def money(board: Board) -> str:
    capitol, castle, town, cathedral = (
        at_first(getattr(mat, kind)[0] for mat in board.mats) for kind in REGION_TYPES
    )
    return f"""\
Crowns lie in the treasuries of kingdoms. Taxation brings the income. At the first level of the \
Economic institution that is {capitol} for the capitol, {castle} for a castle and \
{town} for a town, and {cathedral} for a cathedral at the first level of the \
Religious one; seas bring their base income times a multiplier. Higher levels bring more; the \
entries of the institutions have all numbers.

Crowns pay for units ({crowns(board.unit_price)} each), developments, Council \
({crowns(board.council_price)}), Administration (1 Crown, then 2, then 3 and so on) and ransom.

Each institution has {LEVELS} levels. A Development raises one by one level, for the price on the \
mat, and brings its ruler {board.development_glory} glory. What the level grants counts at once. \
The Artistic institution grants nothing but the glory."""


def dynasty_cards(board: Board) -> str:
    return f"""\
In player order each player has one turn with any number of cards, one after another. A card \
targets a kingdom of any ruler, or of none, whose Kingdom card of this turn permits it.

Influence goes face down on your own stack on the kingdom. Unrest raises the kingdom's unrest by \
1; if it now equals or exceeds its stability, there is a violent succession at once. Attrition \
removes a unit: two dice, a higher coloured die lets you choose it, a higher white die its ruler. \
Diplomacy takes a region. Intrigue looks at a stack of another player and puts it back in any \
order, or moves tokens of the Kingdom order.

Intrigue can also foil a card of another player, out of turn and whatever the kingdoms permit: \
the card has no effect if {ROLL}. Each card can be foiled once only, and the Intrigue card is \
spent in any case.

After your last card you discard down to {board.hand} cards, or more if you like, and take all \
cards of one set. Who rules no kingdom then draws up to {board.hand}."""


def influence(board: Board) -> str:
    values = sorted({card.value for card in board.deck[: tables.ONE_SHIELD]})
    shield = sorted({c.value for c in board.deck[tables.ONE_SHIELD : tables.UNREST_CARD]})
    return f"""\
You have a stack of face-down cards on each kingdom where you laid influence. New cards go on \
top, the order stays, and only you may look at them. Any Dynasty card may be laid there.

Legal cards are the general ones, worth {listed(values, "or")} anywhere, and those with the \
shield of that kingdom, worth {listed(shield, "or")}. All others are bluffs: they make a stack \
look higher, and are discarded without effect as soon as they are turned up.

In a succession cards are used from the top. So what you laid last comes first, and a bluff on \
top has to go before the cards below it count. Administration lets a ruler turn up and discard \
the top cards of other players' stacks; Intrigue lets anybody look at one and reorder it."""


def diplomacy(board: Board) -> str:
    return f"""\
Diplomacy wins a castle or town without an army of your own. {diplomacy_text(board)}

The target is the kingdom whose armies stand near the region: it is their presence that persuades. \
The kingdom that gains the region may be any with a ruler, the target too; only the target has to \
permit Diplomacy. A ruler who refuses can be passed over for another kingdom; if nobody accepts, \
the card is lost. Independent regions can be won like this as well."""


def successions(board: Board) -> str:
    bonus = at_first(mat.influence[0] for mat in board.mats)
    return f"""\
Before a peaceful or violent one all armies and fleets of the kingdom leave the map.

Peaceful, by the Succession card: the ruler calls on the others; who challenges turns up cards of \
the own stack, at least one of them legal. The ruler answers last. The highest total wins; the \
ruler adds the bonus of the Legal institution ({bonus} at level 1), but never has less than 0. \
Without a challenger the ruler stays.

Violent, when an Unrest card brings unrest to the stability: cards are put face down before any \
players, and the others are called again whenever the ruler adds some. The most legal cards win, \
whatever their values; among those tied the highest total does. Then the kingdom acts last in the \
order, and its unrest falls by {board.unrest_falls}.

Chaotic, each turn in a kingdom without a ruler: everybody may put cards down once; the highest \
total wins.

On a tie the kingdom goes into Chaos, or stays there: no ruler, no Crowns, no Alliances. Cards \
that were used are discarded. A new ruler gets the kingdom as it is."""


def moving(board: Board) -> str:
    return f"""\
Preparations raise units for {crowns(board.unit_price)} each: {raising_text(board)}. Fleets need a \
port and appear in its sea; a besieged region raises no armies. Each kingdom has {board.armies} \
armies and {board.fleets} fleets.

With Expansion each army moves once, in one of four ways: march through friendly regions as far as \
you like, but not on from one with an enemy army; invade one region next to it, whoever is \
there; board a friendly fleet from a friendly port; or land from a sea in any port of that sea.

A fleet sails to one adjacent sea and may take friendly armies there along. Armies at sea without \
a friendly fleet are lost. At the end of Preparations or Expansion a kingdom may claim each sea \
with an own fleet and no enemy fleet: it costs a flag and brings income, but no glory."""


def battle_table(board: Board) -> str:
    """Who loses the first unit, by the coloured die."""
    told = []
    for face, (first, tie) in enumerate(board.battle, start=1):
        side = f"the {SIDES[first]}" + (" side" if first == SMALLER_SIDE else "")
        equal = f" (if equal the {SIDES[tie]})" if first == SMALLER_SIDE else ""
        told.append(f"{face} {side}{equal}")
    return ", ".join(told)


def battles(board: Board) -> str:
    return f"""\
After the moves there is a battle wherever own units meet enemies, armies on land and fleets at \
sea. Armies that only stayed in a friendly region, or landed there, need not fight. You choose the \
order of battles.

Before a clash defenders in a friendly region may withdraw into its walls; attackers too, from the \
second clash on. The attacker rolls. The coloured die tells who loses the first unit: \
{battle_table(board)}. The white die is the number of units lost in all, by turns.

Then a side that faces {board.surrender} times its number, or more, surrenders. Otherwise the \
attacker, then the defender may retreat to one friendly region next to it, which the enemy \
chooses; at sea to an adjacent sea. Then the next clash follows.

The losers pay 1 Crown for each army lost on land; who does not pay all of it loses \
{board.ransom_glory} glory. At sea no ransom is paid; armies aboard only make their side larger \
for the dice, at most twice as large. Allies fight along; one leader decides for a side."""


def assaults(board: Board) -> str:
    return f"""\
After the battles of an Expansion your armies may assault a capitol, castle or town that is not \
friendly, each once. The defenders are all armies friendly to the region, and levies: \
{board.levies[TOWN]} in a town, {board.levies[CASTLE]} in a castle, {board.levies[CAPITOL]} in a \
capitol, plus the fortification of the kingdom that holds it, minus {board.levies_own_flag} if \
you have a flag there.

It is fought like a battle, but nobody withdraws, and levies are lost last. After each clash you \
may call it off: your armies stay where they are. An attacker who would have to surrender only \
stops. If the defenders are destroyed or surrender, the region is conquered. Ransom is paid as in \
a battle, never for levies. Cathedrals are never assaulted."""


def sieges(board: Board) -> str:
    return f"""\
After the assaults you may put a siege token on enemy regions where you have an army. At the start \
of a later Expansion you may roll for each: the coloured die must be higher than the white one. \
Add 1 for each army inside above the capacity (town {board.garrison[TOWN]}, castle \
{board.garrison[CASTLE]}, capitol {board.garrison[CAPITOL]}) and {board.siege_own_flag} for an own \
flag there. If it succeeds, the region is conquered and the armies inside are lost, without ransom.

A port can be rolled for only with an own fleet in its sea. Besieged armies can only board ships \
or sally: a battle without levies, and if they win the siege is over. A siege also ends when the \
last army of the besieger is gone, or when the besieger lifts it. At the first \
level of its Military institution a kingdom has {at_first(mat.siege[0] for mat in board.mats)} \
siege token, later more."""


def conquest(board: Board) -> str:
    return f"""\
A conquered castle or town gets your kingdom's flag on top: one that lies there already, or one \
from the treasury. Without a flag nothing is gained. Flags never leave, so a kingdom runs out of \
them; the Legal institution brings more.

For a castle or town of another kingdom you take {board.region_glory} glory from its ruler, for an \
independent one from the pool. A capitol brings {board.capitol_glory} glory of its ruler and the \
rule of the whole kingdom, whose units leave the map; no flag is needed.

A cathedral cannot be taken by force. In its action a kingdom with at least \
{board.cathedral_regions} regions next to it, and more than any other kingdom, may raise a flag \
there: {board.region_glory} glory, income, and 1 stability. It keeps the cathedral until another \
kingdom raises a flag. From yourself you gain no glory."""


def glory(board: Board) -> str:
    tokens = board.glory_per_tile - 1
    return f"""\
Glory comes from the pool unless a rule says otherwise: {board.development_glory} for each \
development, {board.region_glory} for a castle, town or cathedral, {board.capitol_glory} for a \
capitol.

Instead of token number {board.glory_per_tile} you return the other {tokens} and claim one tile of \
the display. It counts {board.glory_per_tile} and works for all kingdoms that you rule, as long as \
you have it. Another tile is drawn from the bag in its place. When no tile is left, tokens simply \
add up.

When others take glory from you, it comes out of your tokens. Without tokens you return a tile of \
your choice to the bag for {board.glory_per_tile} tokens first. From a player with neither, it \
comes from the pool."""


def negotiation(board: Board, agreed: Agreed) -> str:
    front, back = board.trade
    first = f"""\
First the trade: for each sea that a kingdom holds it gains the Crowns of one Alliance token in \
its treasury, {front}, or {back} with the back up. Kingdoms with their Succession card on the \
stack take all their cards back. Each of the {board.sets} sets gets one card. When the deck runs \
out, the discards are shuffled into a new one."""
    end = "At the end the First Player token goes to the left, and the next turn begins."
    if not agreed.transfers:
        return f"{first}\n\nNo negotiations are held in this game: no Alliances, no gifts. {end}"
    give = (
        f"Each player may once give Crowns of one own kingdom to any other kingdom: at most "
        f"{share_word(board)} of that treasury, rounded down."
    )
    if not agreed.alliances:
        return (
            f"{first}\n\nThen the First Player decides whether negotiations are held. {give} "
            f"Alliances are not made in this game. {end}"
        )
    return f"""\
{first}

Then the First Player decides whether negotiations are held. In player order each player may send \
Alliance tokens in own treasuries back, and move the token of one own kingdom: into the treasury \
of a kingdom whose ruler accepts it, or out of play. After {plural(board.offers, "refusal")} no \
other ruler can be asked in this phase. {give}

Nothing else changes hands, and no promise binds. {end}"""


def the_end(board: Board, agreed: Agreed) -> str:
    marathon = (
        "Tiles may run out before that; the game goes on."
        if agreed.last_turn
        else f"{agreed.achievements} tiles are in the game. They leave the display as players "
        "claim them, and come back into the bag when somebody has to return one."
    )
    return f"""\
{end_text(agreed)}. {marathon}

Most glory wins: tokens, plus {board.glory_per_tile} for each tile. Crowns, land and thrones count \
nothing by themselves. If several players tie for the most, the game goes on, and the first \
player with more than that total wins at once, even in the middle of a turn.

If nothing else ends it, the game ends after turn {agreed.turn_cap}: most glory wins, and those \
who tie share the victory."""
