"""Names for the numbers of Wallenstein, as people say them and as files hold them."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.engines.kit.wording import by_number
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.state import Battle, Card, Effect, EventKind, Phase, Season

#: of a plan, in the order of the mat
BOXES: tuple[str, ...] = by_number(
    {
        state.PALACE: "palace",
        state.CHURCH: "church",
        state.POST: "trading post",
        state.GRAIN: "grain",
        state.TAXES: "taxes",
        state.DEPLOY_5: "deploy 5",
        state.DEPLOY_3: "deploy 3",
        state.DEPLOY_1: "deploy 1",
        state.COMBAT_A: "combat A",
        state.COMBAT_B: "combat B",
        state.CONVERT_3: "convert 3",
        state.CONVERT_2: "convert 2",
        state.CONVERT_1: "convert 1",
    }
)
#: those with action cards, and those of the extra board in the order in which they are opened
ACTIONS, CONVERSIONS = BOXES[: state.BOXES], BOXES[state.BOXES :]
BUILDINGS: tuple[str, ...] = by_number(
    {state.PALACE: "palaces", state.CHURCH: "churches", state.POST: "trading_posts"}
)
TILES: tuple[str, ...] = by_number(
    {
        state.TILE_TAXES: "taxes",
        state.TILE_GRAIN: "grain",
        state.TILE_DEPLOY: "deploy",
        state.TILE_ATTACK: "attack",
        state.TILE_DEFEND: "defend",
    }
)
EFFECTS: tuple[str, ...] = by_number(
    {
        Effect.NO_EFFECT: "none",
        Effect.POST_CALMS: "post_calms",
        Effect.NEUTRAL_DEFENDS: "neutral_defends",
        Effect.PALACE_DEFENDS: "palace_defends",
        Effect.CHURCH_SAFE: "church_safe",
        Effect.TAX_CAP: "tax_cap",
        Effect.TAX_FLOOR: "tax_floor",
        Effect.GRAIN_FLOOR: "grain_floor",
        Effect.GRAIN_CAP: "grain_cap",
        Effect.FEWER_ARMIES: "fewer_armies",
    }
)
SEASONS: tuple[str, ...] = by_number(
    {Season.SPRING: "spring", Season.SUMMER: "summer", Season.FALL: "fall", Season.WINTER: "winter"}
)
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
BATTLE_WORDS = {
    Battle.NO_BATTLE: "none",
    Battle.FILLING: "filling",
    Battle.ATTACK: "attack",
    Battle.REVOLT: "revolt",
    Battle.WINTER_REVOLT: "winter revolt",
}
EVENT_KINDS: tuple[str, ...] = by_number(
    {
        EventKind.EVENT_COUNTY: "county card",
        EventKind.EVENT_TOWER: "tower",
        EventKind.EVENT_CARD: "event card",
        EventKind.EVENT_ACTION: "action card",
        EventKind.EVENT_TILE: "bonus tile",
        EventKind.EVENT_ROUND: "event of the round",
        EventKind.EVENT_TIE: "tied bidder",
        EventKind.EVENT_REVOLT: "revolt",
        EventKind.EVENT_FAVOR: "favor card",
    }
)
SOURCES: tuple[str, ...] = by_number(
    {
        state.FROM_COUNTIES: "counties",
        state.FROM_BUILDINGS: "buildings",
        state.FROM_PALACES: "palaces",
        state.FROM_CHURCHES: "churches",
        state.FROM_POSTS: "trading posts",
        state.FROM_FAVORS: "favors",
        state.FROM_BENEFITS: "region cards",
        state.FROM_STATUES: "statues",
        state.FROM_TROPHIES: "trophies",
    }
)
COLOURS = (*(f"seat {seat}" for seat in range(state.MAX_PLAYERS)), "peasants")
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
    """The cards in an action box by number; money cards are alike there."""
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
