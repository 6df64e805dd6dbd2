"""What tests of Blood of Kings look up about kingdoms and their thrones."""

from __future__ import annotations

from kings_builder import kingdom, numbers, step_name

from eminence import engines

#: places in `Sink.keys` of four seats and the onlooker
VIEWERS = (0, 1, 2, 3, 6)


def crowns(state: engines.State, of: str) -> int:
    return int(state.data["crowns"][kingdom(of)])


def unrest(state: engines.State, of: str) -> int:
    return int(state.data["unrest"][kingdom(of)])


def in_hand(state: engines.State, of: str, type_: int) -> int:
    return int(state.data["in_hand"][kingdom(of)][type_])


def on_stack(state: engines.State, of: str, type_: int) -> int:
    return int(state.data["on_mat"][kingdom(of)][type_])


def ruler(state: engines.State, of: str) -> int | None:
    """The seat; None in chaos."""
    seat = int(state.data["ruler"][kingdom(of)])
    return seat - 1 if seat else None


def height(state: engines.State, seat: int, of: str) -> int:
    """The height of a stack on an influence mat."""
    return int(state.data["height"][seat][kingdom(of)])


def acting(state: engines.State) -> int:
    """The kingdom whose action it is."""
    return int(state.data["order"][int(state.data["acting"])])


def discards(state: engines.State) -> dict[str, int]:
    names = numbers().card_names
    return {names[kind]: int(n) for kind, n in enumerate(state.data["discards"]) if n}


def pending(state: engines.State) -> tuple[str, int]:
    """The step, and who answers."""
    return step_name(state), state.player


def shown(state: engines.State, *actions: int) -> tuple[int, ...]:
    """What each of VIEWERS was shown by these actions, as one number each."""
    sink = engines.Sink()
    for action in actions:
        state.apply(action, sink)
    return tuple(sink.keys[i] for i in VIEWERS)
