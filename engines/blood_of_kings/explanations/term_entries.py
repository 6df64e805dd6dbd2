"""Entries for what is neither a card nor a place: successions, tokens, terms, phases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from eminence.cython_ext.words import Entry
from eminence.engines.blood_of_kings import tables
from eminence.engines.blood_of_kings.explanations import Agreed
from eminence.engines.blood_of_kings.explanations.card_entries import ROLL, permits_of
from eminence.engines.blood_of_kings.explanations.situation import crowns, levies
from eminence.engines.blood_of_kings.names import REGION_TYPES
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.state import Challenge
from eminence.engines.blood_of_kings.tables import CAPITOL, CASTLE, KINGDOMS, LEVELS, TOWN, Permit
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import plural

SUCCESSION, REGION_TYPE, TOKEN = "succession", "kind of region", "token"
PHASE, TERM = "phase", "term"
# Entries that say how things stand.
PEACEFUL, VIOLENT, CHAOTIC = "Peaceful succession", "Violent succession", "Chaotic succession"
CHALLENGE_NAMES = {
    Challenge.PEACEFUL: PEACEFUL,
    Challenge.VIOLENT: VIOLENT,
    Challenge.CHAOTIC: CHAOTIC,
}
GLORY, CROWNS, ARMY, FLEET, FLAG = "Glory", "Crowns", "Army", "Fleet", "Flag"
SIEGE_TOKEN, ALLIANCE_TOKEN, ORDER_TOKEN = "Siege token", "Alliance token", "Order token"
FIRST_PLAYER, LEVY = "First Player", "Levy"
UNREST_LEVEL, STABILITY, INCOME, CHAOS = "Unrest level", "Stability", "Income", "Chaos"
KINGDOM_ORDER, SETS, DISPLAY, BAG = "Kingdom order", "Sets", "Display", "Bag"
DISCARDS, DECK, INFLUENCE = "Discards", "Deck", "Influence"
KINGDOM_PHASE, DYNASTY_PHASE = "Kingdom phase", "Dynasty phase"
NEGOTIATION_PHASE = "Negotiation phase"


def term_entries(board: Board, agreed: Agreed) -> Iterator[Entry]:
    """Kind by kind."""
    kinds = {
        SUCCESSION: succession_texts(board),
        REGION_TYPE: region_type_texts(board),
        TOKEN: token_texts(board, agreed),
        PHASE: phase_texts(board, agreed),
        TERM: {**realm_texts(board), **card_texts(board), **war_texts(board)},
    }
    for kind, texts in kinds.items():
        for name, text in texts.items():
            yield Entry(name, kind, text)


def succession_texts(board: Board) -> dict[str, str]:
    return {
        PEACEFUL: (
            "By the Succession card. All units of the kingdom leave the map; the ruler calls on "
            "the others, each once, and whoever challenges turns up cards of the own stack from "
            "the top, at least one of them legal. The ruler may answer last. The highest total of "
            "legal cards wins, the ruler's with the bonus of the Legal institution and never below "
            "0; a tie means Chaos. Without a challenger the ruler stays."
        ),
        VIOLENT: (
            "When an Unrest card brings unrest to the stability or above it. All units of the "
            "kingdom leave the map. Those called put cards of their stacks face down before any "
            "players; whenever the ruler answers with a card, all are called again. Then the most "
            "legal cards before a player win; among those tied the highest total value does, if "
            "nobody else has as much; otherwise it is Chaos. The kingdom goes to the last place of "
            f"the order, and its unrest falls by {board.unrest_falls}."
        ),
        CHAOTIC: (
            "When a kingdom in Chaos is to act. In player order everybody may once put cards of "
            "the own stack face down; the highest total of legal cards takes the kingdom as it is. "
            "On a tie, or without any card, it stays in Chaos."
        ),
    }


def region_type_texts(board: Board) -> dict[str, str]:
    told = {
        REGION_TYPES[kind].capitalize(): (
            f"Fortified: {levies(board.levies[kind])} in an assault, food for "
            f"{plural(board.garrison[kind], 'army', 'armies')} under siege. Preparations raise "
            f"{raises} there."
        )
        for kind, raises in (
            (CAPITOL, plural(board.raising[CAPITOL], "unit")),
            (CASTLE, plural(board.raising[CASTLE], "army", "armies")),
            (TOWN, plural(board.raising[TOWN], "unit")),
        )
    }
    told[REGION_TYPES[CAPITOL].capitalize()] += (
        f" Who conquers it takes {board.capitol_glory} glory from its ruler and rules the kingdom; "
        "no flag is needed."
    )
    told[REGION_TYPES[tables.CATHEDRAL].capitalize()] = (
        "It cannot be taken by force. In its action a kingdom with at least "
        f"{board.cathedral_regions} regions next to it, and more than any other kingdom, may raise "
        f"a flag there: {board.region_glory} glory. Each cathedral is worth 1 stability."
    )
    return told


def token_texts(board: Board, agreed: Agreed) -> dict[str, str]:
    return {
        GLORY: (
            f"Most of it wins. Each player begins with {board.glory}; token number "
            f"{board.glory_per_tile} becomes an Achievement tile that counts "
            f"{board.glory_per_tile}. It comes from developments, conquests and cathedrals."
        ),
        CROWNS: (
            f"Money in the treasury of a kingdom, not of a player. {transfer_text(board, agreed)}"
        ),
        ARMY: (
            f"{crowns(board.unit_price)} with Preparations; {board.armies} tokens for each kingdom."
            " It moves only by Expansion, once: any way through friendly regions, or one step into "
            "any region next to it."
        ),
        FLEET: (
            f"{crowns(board.unit_price)} with Preparations, at a port; {board.fleets} tokens for "
            "each kingdom. It sails to one adjacent sea, carries armies, opens straits, and can "
            "claim a sea for its kingdom."
        ),
        FLAG: (
            f"Each kingdom begins with {board.flags}, those on the map included. Each conquest and "
            "each claimed sea needs one, unless the kingdom has one there already. Flags never "
            "leave; the topmost one tells who holds the place."
        ),
        SIEGE_TOKEN: (
            "Marks a region that the kingdom besieges. Its Military institution says how many it "
            f"has, {at_first(mat.siege[0] for mat in board.mats)} at the start and up to "
            f"{board.siege_tokens}."
        ),
        ALLIANCE_TOKEN: alliance_text(board, agreed),
        ORDER_TOKEN: ("Shows the place of a kingdom in the Kingdom order. Intrigue can move it."),
        FIRST_PLAYER: (
            "Plays Dynasty cards first and decides whether negotiations are held. The token goes "
            "to the left after each turn."
        ),
    }


def at_first(values: Iterable[int]) -> str:
    """What kingdoms have at the first level: one number, or the lowest and the highest."""
    return listed(sorted({*values}), "to")


def share_word(board: Board) -> str:
    """The part of a treasury that can be given away."""
    return "half" if board.transfer_share == 2 else f"1/{board.transfer_share}"


def transfer_text(board: Board, agreed: Agreed) -> str:
    if not agreed.transfers:
        return "It cannot be given to other kingdoms in this game."
    return (
        f"Once in a Negotiation phase each player may give at most {share_word(board)} of one own "
        "treasury to another kingdom."
    )


def alliance_text(board: Board, agreed: Agreed) -> str:
    if not agreed.alliances:
        return "It makes two kingdoms friendly, but no Alliances are made in this game."
    front, back = board.trade
    return (
        "Each kingdom has one. While it lies in the treasury of another kingdom, both are "
        f"friendly. It brings the host {crowns(front)} ({back} with its back up) in each "
        "Negotiation phase, one token for each sea that the host holds."
    )


def phase_texts(board: Board, agreed: Agreed) -> dict[str, str]:
    talks = "the players may negotiate" if agreed.transfers else "the turn ends"
    return {
        KINGDOM_PHASE: (
            "In the Kingdom order each kingdom plays one Kingdom card; its ruler chooses it. A "
            "kingdom in Chaos has a chaotic succession."
        ),
        DYNASTY_PHASE: (
            "In player order each player plays any number of Dynasty cards, discards down to "
            f"{board.hand} cards, and picks up one set; who rules nothing then draws up to "
            f"{board.hand}."
        ),
        NEGOTIATION_PHASE: (
            "Trade of Alliance tokens; kingdoms whose Succession card was played take all their "
            f"cards back; each set gets a card; then {talks}."
        ),
    }


def realm_texts(board: Board) -> dict[str, str]:
    stability = [board.starting_stability(k) for k in range(KINGDOMS)]
    return {
        STABILITY: (
            "The cathedrals of a kingdom plus the bonus of its Religious institution: "
            f"{listed(sorted({*stability}), 'to')} at the start. Unrest that reaches it by an "
            "Unrest card starts a violent succession."
        ),
        UNREST_LEVEL: (
            "Each kingdom has its own. Unrest cards raise it; Administration and violent "
            "successions lower it."
        ),
        INCOME: (
            "What Taxation brings: the Economic institution for the capitol, castles, towns and "
            "seas, the Religious one for cathedrals."
        ),
        CHAOS: (
            "A kingdom without a ruler. Its Crowns and Alliance tokens are gone. It can be "
            "targeted and invaded, but is in no Alliance and gets nothing by Diplomacy. Each turn "
            "it has a chaotic succession."
        ),
        KINGDOM_ORDER: (
            f"The {KINGDOMS} kingdoms act in this order. A violent succession sends a kingdom to "
            "the last place; Intrigue can change it."
        ),
        "Treasury": "Crowns, flags, siege tokens and Alliance tokens of a kingdom.",
        "Institution": (
            f"Each kingdom has five, with {LEVELS} levels each; Development raises one by a level."
        ),
        "Friendly": (
            "Kingdoms with the same ruler, or one of which has the other's Alliance token. All "
            "others are enemies; friends of friends are not friends."
        ),
    }


def card_texts(board: Board) -> dict[str, str]:
    return {
        INFLUENCE: (
            "A Dynasty card face down on your own stack on a kingdom, one stack for each kingdom. "
            f"It can be laid when the kingdom has played {permitted(board, Permit.MAY_INFLUENCE)}. "
            "Cards are used from the top of a stack; only you may look at yours."
        ),
        "Bluff": (
            "A card in a stack that is not legal there. Legal are the general influence cards and "
            "those with the shield of that kingdom. A bluff that is turned up is discarded without "
            "effect."
        ),
        "Foil": (
            "Out of turn, an Intrigue card may stop a Dynasty card of another player before it "
            f"works: it does if {ROLL}. Each card can be foiled once only, whoever tries."
        ),
        "Stack": (
            "Of a kingdom: the Kingdom cards it has played, which come back by Council or after a "
            "succession. Of a player: influence cards face down on a kingdom."
        ),
        SETS: (
            f"{board.sets} open groups of Dynasty cards. At the end of the own Dynasty turn each "
            "player takes one whole set; each set gets one card in each Negotiation phase."
        ),
        DECK: (
            f"{sum(card.copies for card in board.deck)} Dynasty cards in all. When it runs out, "
            "the discards are shuffled."
        ),
        DISCARDS: "All Dynasty cards that were used or thrown away, open to all.",
        DISPLAY: (
            f"Up to {board.display} Achievement tiles to choose from. It is filled up from the bag "
            "at once."
        ),
        BAG: "Achievement tiles that will come to the display; which ones is open, the order not.",
    }


def permitted(board: Board, permit: Permit) -> str:
    return listed(permits_of(board, permit), "or")


def war_texts(board: Board) -> dict[str, str]:
    capitol, castle, town = (board.levies[kind] for kind in (CAPITOL, CASTLE, TOWN))
    return {
        LEVY: (
            f"Defender in an assault only: {town} in a town, {castle} in a castle, {capitol} in a "
            "capitol, plus the fortification of the holder by its Military institution, minus "
            f"{board.levies_own_flag} if the attacker has a flag there."
        ),
        "Fortification": (
            "More levies in all capitols, castles and towns of a kingdom, by its Military "
            "institution."
        ),
        "Garrison": (
            "Armies of friends inside a besieged region. Those above the capacity (town "
            f"{board.garrison[TOWN]}, castle {board.garrison[CASTLE]}, capitol "
            f"{board.garrison[CAPITOL]}) add to the besieger's roll."
        ),
        "Battle": (
            "Armies against armies, or fleets against fleets, in clashes of two dice. The coloured "
            "die tells who loses the first unit, the white one how many units are lost in all, by "
            f"turns. A side {board.surrender} times as large makes the other surrender."
        ),
        "Assault": (
            "After the battles of an Expansion armies attack a capitol, castle or town that is not "
            "friendly: like a battle, with levies on the other side."
        ),
        "Siege": (
            "At the start of a later Expansion the besieger may roll: it takes the region if the "
            "coloured die, plus 1 for each army above the garrison capacity and "
            f"{board.siege_own_flag} for an own flag there, is higher than the white one. A port "
            "needs an own fleet in its sea."
        ),
        "Ransom": (
            "After a battle on land or an assault the losing side pays 1 Crown for each army lost; "
            f"who does not pay all of it loses {board.ransom_glory} glory."
        ),
        "Road": "Joins two regions that are next to each other.",
        "Port": ("A town or capitol by the sea: it raises fleets, armies board and land there."),
    }
