"""Which shapes belong to which move: a click on one of them offers the moves that have it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from eminence.engines.blood_of_kings.picture.desk import Desk
from eminence.engines.blood_of_kings.picture.ids import ORDER_TRACK
from eminence.engines.blood_of_kings.state import Action, Step
from eminence.engines.blood_of_kings.tables import (
    ATTRITION_CARD,
    DIPLOMACY_CARD,
    FIRST_SEA,
    INTRIGUE_CARD,
    KINDS,
    KINGDOMS,
    UNREST_CARD,
)
from eminence.engines.kit.wording import Blocks

#: the names of the shapes, for the number of a move in its block
Find = Callable[[Desk, int], Iterable[str]]


def moves_of(desk: Desk, blocks: Blocks, drawn: Collection[str]) -> dict[int, tuple[str, ...]]:
    """For each legal move that names something drawn, the shapes that belong to it."""
    view = desk.view
    if view.over or view.player != view.seat:
        return {}
    found: dict[int, tuple[str, ...]] = {}
    for action in view.actions():
        block, number = blocks.find(action)
        step = Step(int(desk.data["step"]))
        find = IN_STEP.get((step, block)) or ANYWHERE.get(block)
        named = find(desk, number) if find else ()
        shapes = tuple(dict.fromkeys(id for id in named if id in drawn))
        if shapes:
            found[action] = shapes
    return found


# --- what a number names ---


def _place(desk: Desk, place: int) -> Iterable[str]:
    return desk.ids.place(place)


def _sea(desk: Desk, sea: int) -> Iterable[str]:
    return desk.ids.place(FIRST_SEA + sea)


def _seat(desk: Desk, seat: int) -> Iterable[str]:
    return (desk.ids.seat(seat),)


def _kingdom(desk: Desk, kingdom: int) -> Iterable[str]:
    return (desk.ids.kingdom(kingdom), desk.ids.order_token(kingdom))


def _treasury(desk: Desk, kingdom: int) -> Iterable[str]:
    return (desk.ids.treasury(kingdom), desk.ids.kingdom(kingdom))


def _institution(desk: Desk, institution: int) -> Iterable[str]:
    return (desk.ids.institution(desk.now.active, institution),)


def _play(desk: Desk, card: int) -> Iterable[str]:
    return (desk.ids.in_hand(desk.now.active, card),)


def _take_back(desk: Desk, card: int) -> Iterable[str]:
    return (desk.ids.on_stack(desk.now.active, card),)


def _set(desk: Desk, number: int) -> Iterable[str]:
    return (desk.ids.set(number),)


def _order_place(desk: Desk, place: int) -> Iterable[str]:
    return (desk.ids.order_place(place),)


def _order_token(desk: Desk, kingdom: int) -> Iterable[str]:
    return (desk.ids.order_token(kingdom),)


def _hand_card(desk: Desk, kind: int) -> Iterable[str]:
    return (desk.ids.card(kind),)


def _looked_at(desk: Desk, kind: int) -> Iterable[str]:
    """The cards of this kind that are not back on the stack yet."""
    stack = desk.now.stack(int(desk.data["whom"]), int(desk.data["target"]))
    back = int(desk.data["cursor"])
    return (
        desk.ids.looked_at(place)
        for place, there in enumerate(stack)
        if there == kind and place >= back
    )


def _tile(desk: Desk, tile: int) -> Iterable[str]:
    return (desk.ids.tile(tile),)


def _token(desk: Desk, kingdom: int) -> Iterable[str]:
    return (desk.ids.token(kingdom),)


def _alliance(desk: Desk, number: int) -> Iterable[str]:
    kingdom, host = divmod(number, KINGDOMS)
    return (desk.ids.token(kingdom), desk.ids.kingdom(host))


# --- Dynasty cards: from the hand onto a kingdom ---


def _influence(desk: Desk, number: int) -> Iterable[str]:
    kingdom, kind = divmod(number, KINDS)
    stack = desk.ids.stack(desk.now.mover, kingdom)
    return (desk.ids.card(kind), *_kingdom(desk, kingdom), *stack)


def _card_on(kind: int) -> Find:
    def find(desk: Desk, kingdom: int) -> Iterable[str]:
        return (desk.ids.card(kind), *_kingdom(desk, kingdom))

    return find


def _look(desk: Desk, number: int) -> Iterable[str]:
    seat, kingdom = divmod(number, KINGDOMS)
    return (desk.ids.card(INTRIGUE_CARD), *desk.ids.stack(seat, kingdom))


def _order_card(desk: Desk, _: int) -> Iterable[str]:
    return (desk.ids.card(INTRIGUE_CARD), ORDER_TRACK)


def _foil(desk: Desk, _: int) -> Iterable[str]:
    return (desk.ids.card(INTRIGUE_CARD),)


# --- units and successions ---


def _port(desk: Desk, region: int) -> Iterable[str]:
    """A region that raises a fleet, and the sea where the fleet will be."""
    port = desk.on.regions[region].port
    return (*desk.ids.place(region), *desk.ids.place(FIRST_SEA + port))


def _moving(desk: Desk, _: int) -> Iterable[str]:
    """How many units move: where they come from, and where they go."""
    data = desk.data
    return (*desk.ids.place(int(data["from_place"])), *desk.ids.place(int(data["to_place"])))


def _field(desk: Desk, _: int) -> Iterable[str]:
    """How many units leave a battle: those of the kingdom that is asked for."""
    return (desk.ids.side(int(desk.data["asked"])), *desk.ids.place(int(desk.data["place"])))


def _force(desk: Desk, kingdom: int) -> Iterable[str]:
    return (desk.ids.side(kingdom), desk.ids.kingdom(kingdom))


def _foreign_stack(desk: Desk, seat: int) -> Iterable[str]:
    return (*desk.ids.stack(seat, desk.now.active), desk.ids.seat(seat))


def _own_stack(desk: Desk, _: int) -> Iterable[str]:
    return desk.ids.stack(desk.now.mover, int(desk.data["throne"]))


def _before(desk: Desk, seat: int) -> Iterable[str]:
    return (desk.ids.commitment(seat), desk.ids.seat(seat))


def _calmed(desk: Desk, _: int) -> Iterable[str]:
    return (desk.ids.unrest(desk.now.active),)


def _giver(desk: Desk, _: int) -> Iterable[str]:
    return (desk.ids.treasury(int(desk.data["giver"]) - 1),)


#: by block of action ids
ANYWHERE: Mapping[int, Find] = {
    Action.SEAT: _seat,
    Action.KINGDOM: _kingdom,
    Action.INSTITUTION: _institution,
    Action.CARD_TYPE: _play,
    Action.SET: _set,
    Action.POSITION: _order_place,
    Action.KIND: _hand_card,
    Action.TILE: _tile,
    Action.PLACE: _place,
    Action.FLEETS: _sea,
    Action.LIFT: _place,
    Action.RAISE_ARMY: _place,
    Action.RAISE_FLEET: _port,
    Action.INFLUENCE: _influence,
    Action.UNREST: _card_on(UNREST_CARD),
    Action.ATTRITION: _card_on(ATTRITION_CARD),
    Action.DIPLOMACY: _card_on(DIPLOMACY_CARD),
    Action.LOOK: _look,
    Action.ORDER_TRACK: _order_card,
    Action.TOKEN: _token,
    Action.ALLIANCE: _alliance,
}
#: in steps where a block names something else
IN_STEP: Mapping[tuple[int, int], Find] = {
    (Step.TAKE_BACK, Action.CARD_TYPE): _take_back,
    (Step.ADMINISTER, Action.SEAT): _foreign_stack,
    (Step.ADMINISTER, Action.YES): _calmed,
    (Step.TROUPE, Action.KINGDOM): _treasury,
    (Step.MOVE_COUNT, Action.COUNT): _moving,
    (Step.CARRY, Action.COUNT): _moving,
    (Step.WITHDRAW, Action.COUNT): _field,
    (Step.RETREAT, Action.COUNT): _field,
    (Step.CASUALTY, Action.KINGDOM): _force,
    (Step.RANSOM_TO, Action.KINGDOM): _force,
    (Step.CALL, Action.SEAT): _before,
    (Step.REVEAL, Action.YES): _own_stack,
    (Step.COMMIT, Action.SEAT): _before,
    (Step.COMMIT_COUNT, Action.COUNT): _own_stack,
    (Step.ORDER_TARGET, Action.KINGDOM): _order_token,
    (Step.FOIL, Action.YES): _foil,
    (Step.REORDER, Action.KIND): _looked_at,
    (Step.FLIP_ALLIANCE, Action.KINGDOM): _token,
    (Step.TRANSFER_FROM, Action.KINGDOM): _treasury,
    (Step.TRANSFER_TO, Action.KINGDOM): _treasury,
    (Step.TRANSFER_AMOUNT, Action.COUNT): _giver,
}
