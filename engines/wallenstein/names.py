"""Names for the numbers of Wallenstein, as people say them and as files hold them."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.engines.kit.wording import by_number, constants, seat_names, spoken
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.state import Battle, Card, Effect, EventKind, Phase, Season

#: the boxes of a plan, in the order of the mat
BOXES = constants(
    state,
    "PALACE CHURCH POST GRAIN TAXES DEPLOY_5 DEPLOY_3 DEPLOY_1 COMBAT_A COMBAT_B "
    "CONVERT_3 CONVERT_2 CONVERT_1",
    POST="trading post",
    COMBAT_A="combat A",
    COMBAT_B="combat B",
)
#: those with action cards, and those of the extra board in the order in which they are opened
ACTIONS, CONVERSIONS = BOXES[: state.BOXES], BOXES[state.BOXES :]
BUILDINGS: tuple[str, ...] = by_number(
    {state.PALACE: "palaces", state.CHURCH: "churches", state.POST: "trading_posts"}
)
TILES: tuple[str, ...] = constants(state, "TAXES GRAIN DEPLOY ATTACK DEFEND", "TILE_")
#: words as the data files have them
EFFECTS = tuple(word.replace(" ", "_") for word in spoken(Effect, NO_EFFECT="none"))
SEASONS = spoken(Season)
PHASE_WORDS = {
    Phase.DRAW: "draw county card",
    Phase.PICK: "pick county card",
    Phase.PLACE: "place armies",
    Phase.TOWER: "tower",
    Phase.NEW_EVENT: "turn up event card",
    Phase.ROW: "lay action card",
    Phase.TILE: "lay bonus tile",
    Phase.FAVOR_CARD: "lay favor card",
    Phase.PLAN: "planning",
    Phase.ROUND_EVENT: "event of the round",
    Phase.TIE: "draw tied bidder",
    Phase.CHOOSE: "choose position",
    Phase.STATION: "place leader",
    Phase.BENEFIT: "region card",
    Phase.FAVOR: "ask for a favor",
    Phase.USE_FAVOR: "use a favor",
    Phase.MOVE: "move",
    Phase.AMOUNT: "amount",
    Phase.PARRY: "parry a revolt marker",
    Phase.REVEAL: "turn up action card",
    Phase.LEAD: "move leader",
    Phase.REVOLT_CARD: "draw revolt",
    Phase.REVOLT_ORDER: "order of revolts",
    Phase.ENDED: "over",
}
DRAFTING = (Phase.DRAW, Phase.PICK, Phase.PLACE)
BATTLE_WORDS = dict(enumerate(spoken(Battle, NO_BATTLE="none")))
EVENT_KINDS: tuple[str, ...] = spoken(
    EventKind,
    "EVENT_",
    COUNTY="county card",
    CARD="event card",
    ACTION="action card",
    TILE="bonus tile",
    ROUND="event of the round",
    TIE="tied bidder",
    FAVOR="favor card",
)
SOURCES = constants(
    state,
    "COUNTIES BUILDINGS PALACES CHURCHES POSTS FAVORS BENEFITS STATUES TROPHIES",
    "FROM_",
    POSTS="trading posts",
    BENEFITS="region cards",
)
SEATS = seat_names(state.MAX_PLAYERS)
COLOURS = (*SEATS, "peasants")
NOTHING = "nothing"
MONEY_CARD = "money card"
DICE_TOWER_CARD = "dice tower card"
FACE_DOWN = "face down"
NOBODY = "nobody"
NO_EVENT = "none"
#: by a favor
REMOVED_EVENT = "removed"


def sources_of(expansions: Sequence[str]) -> tuple[str, ...]:
    """Where points come from: in winter, and by any expansion."""
    return SOURCES if expansions else SOURCES[: state.WINTER_SOURCES]


def places_of(expansions: Sequence[str]) -> tuple[str, ...]:
    """The places of a plan in the order in which they are decided."""
    return ("bid", *(BOXES if "court" in expansions else ACTIONS))


def card_names(counties: Sequence[str], expansions: Sequence[str]) -> dict[int, str]:
    """The cards in an action box by number; all money cards are alike there."""
    tower = {Card.TOWER_CARD: DICE_TOWER_CARD} if "court" in expansions else {}
    return {
        **dict(enumerate((NOTHING, *counties))),
        Card.MONEY: MONEY_CARD,
        Card.FACE_DOWN: FACE_DOWN,
        **tower,
    }


def bid_names(counties: Sequence[str], expansions: Sequence[str]) -> dict[int, str]:
    """The cards in an auction box by number."""
    money = {Card.MONEY + i: f"{i} Thalers" for i in range(state.MONEY_CARDS)}
    return dict(sorted((card_names(counties, expansions) | money).items()))
