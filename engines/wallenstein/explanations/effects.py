"""What tiles, events, favors, region cards and leaders do, in a clause for notes and entries."""

from __future__ import annotations

from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import plural
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.leaders.words import WORDS
from eminence.engines.wallenstein.names import ACTIONS
from eminence.engines.wallenstein.numbers import Board, Event
from eminence.engines.wallenstein.state import Effect, FavorEffect

#: the actions that attack
COMBAT_A, COMBAT_B = ACTIONS[state.COMBAT_A], ACTIONS[state.COMBAT_B]
DEPLOY_5, DEPLOY_3 = ACTIONS[state.DEPLOY_5], ACTIONS[state.DEPLOY_3]


def armies(n: int) -> str:
    return plural(n, "army", "armies")


def tile_effect(board: Board, tile: int) -> str:
    """Such as `1 Thaler more when you collect taxes`."""
    n = board.bonus[tile]
    return {
        state.TILE_TAXES: f"{plural(n, 'Thaler')} more when you collect taxes",
        state.TILE_GRAIN: f"{n} grain more when you collect grain",
        state.TILE_DEPLOY: f"{DEPLOY_5} places {n} armies, whatever the event",
        state.TILE_ATTACK: f"{armies(n)} more when you attack",
        state.TILE_DEFEND: f"{armies(n)} more when you are attacked",
    }[tile]


def event_effect(event: Event) -> str:
    """Such as `taxes bring 5 Thalers at most`."""
    n = event.amount
    return {
        Effect.NO_EFFECT: "nothing happens",
        Effect.POST_CALMS: "building a trading post removes "
        f"{plural(n, 'revolt marker')} from the county",
        Effect.NEUTRAL_DEFENDS: f"neutral counties defend with {plural(n, 'peasant')}",
        Effect.PALACE_DEFENDS: "a county with a palace defends against attacks with "
        f"{armies(n)} more from its owner's supply",
        Effect.CHURCH_SAFE: "counties with a church cannot be attacked",
        Effect.TAX_CAP: f"taxes bring {plural(n, 'Thaler')} at most",
        Effect.TAX_FLOOR: f"taxes bring {plural(n, 'Thaler')} at least",
        Effect.GRAIN_FLOOR: f"collecting grain brings {n} at least",
        Effect.GRAIN_CAP: f"collecting grain brings {n} at most",
        Effect.FEWER_ARMIES: f"{DEPLOY_5} places only {armies(n)} and {DEPLOY_3} "
        f"only {event.lesser}, at the same price",
    }[Effect(event.effect)]


def favor_effect(effect: int, n: int) -> str:
    """Such as `you get 3 Thalers`."""
    return {
        FavorEffect.CANCEL_EVENT: "you may remove the event of the round, which then has no effect",
        FavorEffect.GIVE_THALERS: f"you get {plural(n, 'Thaler')}",
        FavorEffect.FILL_TRAY: f"{armies(n)} go from your supply into the tray, as far as you "
        "have them",
        FavorEffect.CALM: f"{plural(n, 'revolt marker')} is removed from one of your counties; if "
        "you have no marker, you keep the card, and it can parry one that you would get later",
        FavorEffect.GIVE_GRAIN: f"you get {n} grain",
        FavorEffect.GIVE_POINTS: f"you get {plural(n, 'point')} at once",
        FavorEffect.FREE_PALACE: _free_building(state.PALACE),
        FavorEffect.FREE_CHURCH: _free_building(state.CHURCH),
        FavorEffect.FREE_POST: _free_building(state.POST),
        FavorEffect.IMMUNE_A: _shelter(COMBAT_A),
        FavorEffect.IMMUNE_B: _shelter(COMBAT_B),
        FavorEffect.IMMUNE_BOTH: _shelter(f"{COMBAT_A} or {COMBAT_B}"),
        FavorEffect.FREE_ARMIES: f"{armies(n)} go from your supply into one of your counties, or "
        "into a neutral one, which is yours then without a battle",
    }[FavorEffect(effect)]


def _free_building(kind: int) -> str:
    return f"you put up a {ACTIONS[kind]} in one of your counties for nothing, on an open site"


def _shelter(attacks: str) -> str:
    return f"nobody can attack you with {attacks} until the end of the round"


def benefits_of(board: Board, card: int) -> str:
    """Such as `2 Thalers or 1 army into the tray`; "" for none."""
    amounts = board.region_cards.benefits[card]
    brings = [plural(n, *WORDS[kind]) for kind, n in enumerate(amounts) if n]
    return listed(brings) if brings else ""


def leader_help(board: Board) -> str:
    """Such as `palace: 1 Thaler less; grain: 1 more`."""
    return "; ".join(
        f"{ACTIONS[action]}: {help_with(action, n)}"
        for action, n in enumerate(board.leaders.led)
        if n
    )


def help_with(action: int, n: int) -> str:
    """What a leader adds to an action, such as `1 Thaler less`."""
    if action <= state.POST:
        return f"{plural(n, 'Thaler')} less"
    if action == state.TAXES:
        return f"{plural(n, 'Thaler')} more"
    return f"{n} grain more" if action == state.GRAIN else f"{armies(n)} more"
