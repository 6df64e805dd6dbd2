"""The worlds that a search is given.

The conformance tests check these promises for every engine in their own way; here they are checked
as the search relies on them, through `view.sample` and the agents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
from conformance.walks import Walk, sampled, viewers
from conformance.worlds import information_sets
from scipy.stats import chisquare
from toys import dealt_hands
from trees import played

from eminence import engines, search

#: Games where nothing is hidden, so that worlds cannot be wrong.
OPEN = ("connect_four", "tic_tac_toe")
HIDING = {
    "blood_of_kings": {"players": 3, "turn_cap": 10},
    "bruges": {"players": 3},
    "goofspiel": {"num_cards": 5},
    "kuhn_poker": {"players": 3},
    "leduc_poker": {},
    "phantom_ttt": {},
    "royals": {"players": 3},
    "stacks": {"players": 3},
    "wallenstein": {"players": 3, "court": "on"},
}


@pytest.fixture(params=HIDING)
def hiding(request: pytest.FixtureRequest) -> engines.Game:
    return engines.load(request.param, **HIDING[request.param])


def test_every_game_is_here_or_has_nothing_to_hide() -> None:
    assert {*HIDING, *OPEN} == set(engines.names())


# --- as often as the deal makes them ---


def worlds_come_by_the_deal(view: engines.View, weights: dict[bytes, float], draws: int) -> None:
    size = view.game.table.sizes["play_size"]
    counts = Counter(view.sample(seed).to_bytes()[:size] for seed in range(draws))
    assert set(counts) <= set(weights), "a world that no deal makes"
    total = sum(weights.values())
    expected = [draws * weight / total for weight in weights.values()]
    assert chisquare([counts[world] for world in weights], expected).pvalue > 1e-3


@pytest.mark.slow
def test_worlds_come_as_often_as_the_deal_and_a_mask_allow() -> None:
    """Eight cards to 2 + 3 + 3, and seat 1 has said that it lacks card 0."""
    deal = ("0 gets 1 2", "1 gets 3 4 5", "2 gets 0 6 7", "lacks it")
    view = played(dealt_hands(), *deal).view(0)
    sets = information_sets(dealt_hands())
    weights = next(info.worlds for info in sets if info.view == view)
    # Card 0 is with seat 2 then, and any two of the other five go with it.
    assert len(weights) == 10
    worlds_come_by_the_deal(view, weights, 100_000)


@pytest.mark.parametrize(("name", "options"), [("kuhn_poker", {"players": 3}), ("leduc_poker", {})])
def test_worlds_come_as_often_as_the_deal(name: str, options: dict) -> None:
    """The largest set of each viewer; Royals' deals are counted in test_royals_worlds."""
    largest: dict[int, object] = {}
    for info in information_sets(engines.load(name, **options)):
        if info.view.player >= 0:
            kept = largest.setdefault(info.view.seat, info)
            if len(info.worlds) > len(kept.worlds):
                largest[info.view.seat] = info
    for info in largest.values():
        assert len(info.worlds) > 1
        worlds_come_by_the_deal(info.view, info.worlds, 100_000 // len(largest))


# --- known things stay, nothing is lost or created ---


@dataclass(frozen=True)
class Keeping:
    """What all worlds of a view have in common with the truth."""

    #: every component by kind, wherever it is
    components: Callable[[np.void], Sequence[int]]
    #: whether each place holds as many as it says
    fits: Callable[[np.void], bool] = lambda data: True
    #: what the viewer was shown of hidden places
    known: Callable[[np.void, int], object] = lambda data, viewer: None


def kinds_of_stacks(data: np.void) -> Sequence[int]:
    """Cards by kind outside the pile; the pile is the rest, so there must never be too many."""
    counts = data["hand"].sum(axis=0) + data["row"] + data["discard"]
    for card in (*data["card"].flat, data["limbo"]):
        if card:
            counts[card - 1] += 1
    return [int(counts.sum()), bool(counts.max() <= 2 * 3)]


def known_of_stacks(data: np.void, viewer: int) -> object:
    bit = viewer if viewer >= 0 else 4  # the onlooker has the bit behind four seats
    seen = (data["knows"] >> bit & 1).astype(bool)
    return data["card"][seen].tolist()


def cards_of_royals(data: np.void) -> Sequence[int]:
    country = data["hand"].sum(axis=0) + data["pile"] + data["display"] + data["discards"]
    secret = data["intrigue"].sum(axis=0) + data["intrigue_pile"] + data["intrigue_discards"]
    return [*country.tolist(), *secret.tolist()]


def royals_fits(data: np.void) -> bool:
    return (
        data["hand"].sum(axis=1).tolist() == data["hand_size"].tolist()
        and data["intrigue"].sum(axis=1).tolist() == data["intrigue_size"].tolist()
        and data["pile"].sum() == data["pile_size"]
        and data["intrigue_pile"].sum() == data["intrigue_pile_size"]
    )


def pieces_of_wallenstein(data: np.void) -> Sequence[int]:
    """Cubes by colour off the board, and how many boxes each finished plan covers."""
    cubes = data["supply"] + data["tower"] + data["tray"] + data["fresh"]
    covered = ((data["box"] > 0).sum(axis=1) + (data["bid"] > 0)) * data["closed"].any()
    return [*cubes.tolist(), *covered.tolist()]


def wallenstein_fits(data: np.void) -> bool:
    """Each seat lays its own counties, each once, five money and three dice tower cards."""
    money = 46
    for seat, owned in enumerate(data["owned"]):
        cards = [int(data["bid"][seat]), *data["box"][seat].tolist()]
        counties = [card - 1 for card in cards if 0 < card < money]
        paid, tower = sum(money <= card < 51 for card in cards), cards.count(52)
        if len(set(counties)) < len(counties) or paid > 5 or tower > 3:
            return False
        if any(not owned >> county & 1 for county in counties):
            return False
    return True


def bits(mask: int) -> int:
    return int(mask).bit_count()


def cards_of_bruges(d: np.void) -> list[int]:
    """All cards by colour, wherever they lie."""
    seats = [d[place].sum(axis=0) for place in ("hand", "down", "people")]
    aside = [d["aside"] > 0, d["use_card"] > 0]
    return [bits(mask) for mask in sum(seats) + d["pool"] + d["discards"]] + aside


def bruges_fits(d: np.void) -> bool:
    """Each hand and each row of houses has as many cards of a colour as everybody sees."""
    return all(
        bits(d[cards][seat][colour]) - int(d[counts][seat][colour]) in (0, more)
        # One face-down card more while its owner says which one was lost.
        for cards, counts, more in (("hand", "hand_count", 0), ("down", "houses", 1))
        for seat in range(3)
        for colour in range(5)
    )


def cards_of_kings(d: np.void) -> list[int]:
    """All dynasty cards by kind, wherever they lie."""
    kinds = len(d["deck"])
    face_down = np.bincount(d["mat"][: d["height"].sum()], minlength=kinds)
    open_to_some = d["hand"].sum(axis=0) + d["sets"].sum(axis=0)
    return (d["deck"] + d["discards"] + open_to_some + face_down).tolist()


def kings_fits(d: np.void) -> bool:
    return bool((d["hand"].sum(axis=1) == d["hand_count"]).all()) and (
        d["deck"].sum() == d["deck_size"]
    )


def own_cards_of_kings(d: np.void, viewer: int) -> list[int] | None:
    """The viewer's hand and the cards of its mat."""
    if viewer < 0:
        return None
    heights = d["height"].sum(axis=1)
    start = heights[:viewer].sum()
    return [*d["hand"][viewer].tolist(), *d["mat"][start : start + heights[viewer]].tolist()]


KEEPING = {
    "blood_of_kings": Keeping(cards_of_kings, kings_fits, known=own_cards_of_kings),
    "bruges": Keeping(
        cards_of_bruges,
        bruges_fits,
        known=lambda d, viewer: (d["hand"].sum(axis=0) & d["shown"]).tolist(),
    ),
    "goofspiel": Keeping(lambda d: [bits(h) for h in d["hand"]]),
    "kuhn_poker": Keeping(lambda d: [len({*d["card"].tolist()} - {0})]),
    "leduc_poker": Keeping(lambda d: [len({*d["card"].tolist(), int(d["common"])} - {0})]),
    "phantom_ttt": Keeping(
        lambda d: [bits(d["marks"][0]), bits(d["marks"][1])],
        fits=lambda d: not d["marks"][0] & d["marks"][1],
        known=lambda d, viewer: int(d["found"][viewer]) if viewer >= 0 else None,
    ),
    "royals": Keeping(
        cards_of_royals,
        royals_fits,
        known=lambda d, viewer: bool((d["hand"] >= d["known"][viewer]).all()),
    ),
    "stacks": Keeping(
        kinds_of_stacks,
        fits=lambda d: d["hand"].sum(axis=1).tolist() == d["hand_size"].tolist(),
        known=known_of_stacks,
    ),
    "wallenstein": Keeping(
        pieces_of_wallenstein,
        wallenstein_fits,
        known=lambda d, viewer: d["box"][viewer].tolist() if viewer >= 0 else None,
    ),
}


def test_what_is_known_stays_and_nothing_is_lost_or_made(hiding: engines.Game) -> None:
    keeping = KEEPING[hiding.name]
    for seed in range(3):
        for state in sampled(hiding, seed, 15):
            for viewer in viewers(hiding):
                view = state.view(viewer)
                if view.player != state.player:
                    continue  # a simultaneous phase: the others decide afterwards
                for draw in range(3):
                    world = view.sample(draw).data
                    assert keeping.components(world) == keeping.components(state.data)
                    assert keeping.fits(world)
                    assert keeping.known(world, viewer) == keeping.known(state.data, viewer)


# --- nothing hidden leaks through ---


SEARCHERS = (
    "flat:iterations=40,seed=1",
    "pimc:iterations=40,trees=4,seed=1",
    "ismcts:mode=so,iterations=40,seed=1",
    "ismcts:mode=mo,iterations=40,seed=1",
    "ismcts:mode=is,iterations=40,selfdet=0.5,seed=1",
)


def test_a_search_does_not_change_with_what_its_seat_cannot_see(hiding: engines.Game) -> None:
    bots = [search.make(spec) for spec in SEARCHERS]
    differed = 0
    for state in sampled(hiding, 3, 12):
        if state.player < 0:
            continue
        view = state.view(state.player)
        for seed in range(3):
            world = view.sample(seed)
            differed += world != state
            again = world.view(view.seat)
            assert again.to_bytes() == view.to_bytes()
            assert again.sample(9).to_bytes() == view.sample(9).to_bytes()
            if seed == 0:
                for bot in bots:
                    assert bot.search(again) == bot.search(view), bot
    assert differed, "nothing was hidden"


def test_a_world_looks_like_the_truth_to_its_viewer(hiding: engines.Game) -> None:
    for seed in range(2):
        for state in sampled(hiding, seed, 20):
            for viewer in viewers(hiding):
                view = state.view(viewer)
                for draw in range(3):
                    assert view.sample(draw).view(viewer) == view


# --- nobody knows what will be drawn ---


def draws_in_worlds(view: engines.View, worlds: int) -> set[int]:
    """What the next event brings in imagined worlds."""
    return {view.sample(i).roll(engines.Chance(i + 1000)) for i in range(worlds)}


@pytest.mark.parametrize("name", [name for name in HIDING if name != "phantom_ttt"])
def test_worlds_do_not_foresee_the_games_own_draws(name: str) -> None:
    """Wherever an event can end in several ways, worlds of each viewer try more than one."""
    game = engines.load(name, **HIDING[name])
    open_events = 0
    for state in Walk(game, 5):
        if state.player != engines.CHANCE or len(state.outcomes()) < 2 or open_events == 30:
            continue
        open_events += 1
        for viewer in viewers(game):
            assert len(draws_in_worlds(state.view(viewer), 40)) > 1
    assert open_events >= 3


# --- what was played could be played ---

#: Games in which a seat's options depend on what others cannot see, and the test that covers it. In
#: the other games everybody can tell what the mover may do.
LEGALITY_REVEALS = {
    "blood_of_kings": "a card that was played or offered left the hand, or is kept there until "
    "it lies face down; influence takes any card, so that it tells nothing: RULES.md R41",
    "bruges": "a card lies open once it is recruited or discarded. That a person which was not "
    "recruited was perhaps too dear is forgotten: RULES.md R35",
    "phantom_ttt": "a cell that turns out taken: replayed below",
    "royals": "payments lie open once made, so they ask nothing of the hands that are left. "
    "That who paid with wilds had no more cards of the country is forgotten: RULES.md R31",
    "stacks": "a placed card left the hand, a foil that was used lies open: all worlds are "
    "enumerated in tests/contract/test_coverage.py",
    "wallenstein": "cards that a plan under way has used: while all plan, others have not "
    "begun in a view (RULES.md R45), so their worlds lay these cards anew",
}


def test_but_in_phantom_tic_tac_toe_everybody_can_tell_what_the_mover_may_do(
    hiding: engines.Game,
) -> None:
    differing = 0
    for seed in range(4):
        for state in sampled(hiding, seed, 30):
            if state.player < 0:
                continue
            world = state.view(engines.PUBLIC).sample(seed)
            if world.player == state.player:
                differing += world.actions() != state.actions()
    assert (differing > 0) == (hiding.name in LEGALITY_REVEALS)


def reaches(state: engines.State, own: tuple[int, ...], world: engines.State, seat: int) -> bool:
    """Whether play can lead to the world, with the seat's own moves as they were."""

    @cache
    def search_from(data: bytes, used: int) -> bool:
        here = state.game.from_bytes(data)
        if used == len(own) and here.view(seat) == world.view(seat):
            return (here.data["marks"] == world.data["marks"]).all()
        if here.over:
            return False
        mine = here.player == seat
        tries = own[used : used + 1] if mine else here.actions()
        wanted = int(world.data["marks"][here.player])
        for action in tries:
            if action in here.actions() and (mine or wanted >> action & 1):
                child = here.copy()
                child.apply(action)
                if search_from(child.to_bytes(), used + mine):
                    return True
        return False

    return search_from(state.to_bytes(), 0)


def test_what_a_seat_tried_in_phantom_tic_tac_toe_can_be_replayed_in_its_worlds() -> None:
    game = engines.load("phantom_ttt")
    found = 0
    for seed in range(12):
        walk = Walk(game, seed)
        for state in walk:
            for seat in range(2):
                own = tuple(action for player, action in walk.plies if player == seat)
                world = state.view(seat).sample(seed)
                assert reaches(game.root(), own, world, seat), f"{own}: {world.to_json()}"
                found += bool(state.data["found"][seat])
    assert found > 20, "too few cells were found taken"
