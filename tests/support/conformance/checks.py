"""Checks of one state: playing, writing down, knowing. Each names what is wrong."""

from __future__ import annotations

import pickle

from conformance.walks import Walk, viewers
from eminence import engines
from eminence.cython_ext.game import MODES


def where(state: engines.State) -> str:
    """A description of the position from which it can be loaded again."""
    return f"{state.game!r} at {state.to_json()}"


# --- playing ---


def options_are_sound(state: engines.State) -> None:
    """Ids ascend, fit the promised size, can all be played, and have their own words."""
    sizes = state.game.table.sizes
    options = state.actions()
    assert options, f"nothing to do: {where(state)}"
    assert len(options) <= sizes["max_actions"], where(state)
    assert options == sorted(set(options)), f"not ascending: {options}: {where(state)}"
    texts = [state.text(a) for a in options]
    assert len({t.lower() for t in texts}) == len(texts), f"same words: {texts}: {where(state)}"
    for action, text in zip(options, texts, strict=True):
        state.copy().apply(action)
        assert state.parse(text) == action, f"{text!r}: {where(state)}"


def illegal_is_refused(state: engines.State) -> None:
    """An id that is not offered raises and leaves the state as it was."""
    before = state.to_bytes()
    if state.player == engines.CHANCE:
        offered = [o for o, _ in state.outcomes()]
    else:
        offered = state.actions()
    strangers = [-1, -(2**31), 2**31 - 1, max(offered, default=0) + 1]
    strangers += [a for a in range(max(offered, default=0)) if a not in offered][:3]
    for action in strangers:
        try:
            state.apply(action)
        except engines.IllegalAction:
            assert state.to_bytes() == before, f"changed by a refused move: {where(state)}"
        else:
            raise AssertionError(f"{action} was accepted: {where(state)}")


def sink_changes_nothing(state: engines.State) -> None:
    """A watched move leads to the same state as one that nobody records."""
    if state.over:
        return
    at_chance = state.player == engines.CHANCE
    options = [o for o, _ in state.outcomes()] if at_chance else state.actions()
    for action in {options[0], options[len(options) // 2], options[-1]}:
        plain, watched = state.copy(), state.copy()
        plain.apply(action)
        watched.apply(action, engines.Sink())
        assert plain == watched, f"playing {action} with a sink differs: {where(state)}"


def outcomes_are_sound(state: engines.State) -> None:
    """At CHANCE: ids ascend, probabilities are positive and sum to 1, kind and seat exist."""
    outcomes = state.outcomes()
    ids = [o for o, _ in outcomes]
    kind, seat = state.event()
    assert ids == sorted(set(ids)), f"not ascending: {ids}: {where(state)}"
    assert 0 < len(ids) <= state.game.table.sizes["max_outcomes"], where(state)
    assert all(p > 0 for _, p in outcomes), f"{outcomes}: {where(state)}"
    assert abs(sum(p for _, p in outcomes) - 1) < 1e-9, f"{outcomes}: {where(state)}"
    assert 0 <= kind < max(1, len(state.game.words.events)), f"kind {kind}: {where(state)}"
    assert -1 <= seat < state.game.seats, f"seat {seat}: {where(state)}"


def returns_are_sound(state: engines.State) -> None:
    """Win shares sum to 1 and go to the best rank; ranks are what their definition says."""
    returns = state.returns()
    ranks = [r.rank for r in returns]
    assert len(returns) == state.game.seats
    assert abs(sum(r.win for r in returns) - 1) < 1e-9, f"{returns}: {where(state)}"
    for seat, rank in enumerate(ranks):
        better = sum(other < rank for other in ranks)
        tied = sum(other == rank for other in ranks) - 1
        assert rank == 1 + better + tied / 2, f"rank of seat {seat}: {returns}: {where(state)}"
        winners = ranks.count(min(ranks))
        expected = 1 / winners if rank == min(ranks) else 0
        assert abs(returns[seat].win - expected) < 1e-9, f"{returns}: {where(state)}"


# --- writing down ---


def round_trips(state: engines.State) -> None:
    """Copy, bytes, pickle and JSON give back every byte, of the state and of all views."""
    game = state.game
    _round_trip(state, game.from_bytes, game.from_json)
    for viewer in viewers(game):
        _round_trip(state.view(viewer), game.view_from_bytes, game.view_from_json)


def _round_trip(position, from_bytes, from_json) -> None:
    data = position.to_bytes()
    twins = {
        "copy": position.copy(),
        "bytes": from_bytes(data),
        "pickle": pickle.loads(pickle.dumps(position)),
        "json": from_json(position.to_json()),
    }
    for way, twin in twins.items():
        assert twin.to_bytes() == data, f"{way} changed {position.to_json()}"
        assert twin == position, way
        assert hash(twin) == hash(position), way
        assert type(twin) is type(position), way


# --- knowing ---


def sees_same_mover(state: engines.State) -> bool:
    """Whether every view has the state's mover; true outside a simultaneous phase."""
    return all(state.view(v).player == state.player for v in viewers(state.game))


def views_are_sound(state: engines.State) -> None:
    """Every view is accepted, marked as a view, and names the right mover.

    While a simultaneous phase runs, a view may name another mover, but never an event.
    """
    game = state.game
    game.from_bytes(state.to_bytes())
    for viewer in viewers(game):
        view = state.view(viewer)
        game.view_from_bytes(view.to_bytes())
        assert view.seat == viewer, where(state)
        if view.player != state.player:
            assert view.player >= 0, f"viewer {viewer} sees {view.player}: {where(state)}"
            assert state.player >= 0, f"viewer {viewer} sees {view.player}: {where(state)}"
        assert view.board(), where(state)


def worlds_fit(state: engines.State, seeds: range) -> None:
    """The view of an imagined world is the view that it was imagined from."""
    for viewer in viewers(state.game):
        view = state.view(viewer)
        for seed in seeds:
            for mode in MODES:
                world = view.sample(seed, mode)
                state.game.from_bytes(world.to_bytes())
                _same_view(view, world.view(viewer), state)
                assert world.player == view.player, f"mover in a world: {where(state)}"


def worlds_are_valid_for_all(state: engines.State, seeds: range) -> None:
    """An imagined world gives every seat and the onlooker a possible view.

    Such a view is accepted, and it can be imagined from in turn.
    """
    for viewer in viewers(state.game):
        for seed in seeds:
            for mode in MODES:
                world = state.view(viewer).sample(seed, mode)
                _is_valid_for_all(world, f"{mode} world {seed} of viewer {viewer}", state)


def _is_valid_for_all(world: engines.State, which: str, state: engines.State) -> None:
    game = state.game
    for other in viewers(game):
        seen = world.view(other)
        try:
            game.view_from_bytes(seen.to_bytes())
            again = seen.sample(0)
            game.from_bytes(again.to_bytes())
        except engines.BadPosition as error:
            raise AssertionError(
                f"{which} gives viewer {other} a view that cannot be: {error}\n"
                f"{seen.to_json()}\n{where(state)}"
            ) from None
        _same_view(seen, again.view(other), world)


def _same_view(expected: engines.View, got: engines.View, state: engines.State) -> None:
    assert got == expected, (
        f"viewer {expected.seat}: two states that it cannot tell apart give different views\n"
        f"{expected.to_json()}\n{got.to_json()}\n{where(state)}"
    )


def mover_agrees(state: engines.State, seeds: range) -> None:
    """Options, their words and scores are the same on state, own view and imagined world."""
    for viewer in range(state.game.seats):
        view = state.view(viewer)
        if view.player != viewer:
            continue
        positions = [view, *(view.sample(seed) for seed in seeds)]
        if state.player == viewer:
            positions.append(state)
        options = view.actions()
        texts = [view.text(a) for a in options]
        priors = view.priors()
        assert len(priors) == len(options), where(state)
        assert all(0 <= p <= 1 for p in priors), f"priors {priors}: {where(state)}"
        for other in positions:
            note = f"seat {viewer} on {type(other).__name__}: {where(state)}"
            assert other.player == viewer, f"mover differs for {note}"
            assert other.actions() == options, f"actions differ for {note}"
            assert [other.text(a) for a in options] == texts, f"words differ for {note}"
            assert other.priors() == priors, f"priors differ for {note}"


def outsider_is_refused(state: engines.State) -> None:
    """A view of somebody who is not to move does not list the mover's options."""
    for viewer in viewers(state.game):
        view = state.view(viewer)
        if view.player >= 0 and view.player != viewer:
            try:
                view.actions()
            except engines.IllegalAction:
                continue
            raise AssertionError(f"viewer {viewer} got the mover's options: {where(state)}")


def private_keys_agree(state: engines.State, seeds: range) -> None:
    """A seat's private key is the same on the state, on its view and in its worlds."""
    for viewer in range(state.game.seats):
        view = state.view(viewer)
        key = state.private_key(viewer)
        positions = [view, *(view.sample(seed) for seed in seeds)]
        for other in positions:
            assert other.private_key(viewer) == key, (
                f"private key of seat {viewer} on {type(other).__name__}: {where(state)}"
            )


def leaves_somebody_blind(state: engines.State) -> bool:
    """Whether some opponent is shown the same for two of the legal actions."""
    shown = []
    for action in state.actions():
        sink = engines.Sink()
        state.copy().apply(action, sink)
        shown.append(sink.keys)
    opponents = [seat for seat in range(state.game.seats) if seat != state.player]
    return any(len({keys[seat] for keys in shown}) < len(shown) for seat in opponents)


def hidden_is_truthful(state: engines.State, seeds: range = range(20)) -> None:
    """`hidden` says whether, for all the mover knows, an opponent may take two actions for one.

    What an action shows can depend on what the mover cannot see, so one of its worlds is
    enough for yes, and all of them are needed for no. In a simultaneous phase the last to
    commit reveals everything at once, though for its view the others still have to commit.
    """
    if state.player < 0 or len(state.actions()) < 2:
        return
    view = state.view(state.player)
    worlds = [state, *(view.sample(seed) for seed in seeds)]
    if view.hidden():
        blind = any(leaves_somebody_blind(world) for world in worlds)
    else:
        blind = any(leaves_somebody_blind(world) for world in worlds[:4])
    assert view.hidden() == blind, (
        f"hidden() is {view.hidden()}, but opponents are shown "
        f"{'the same for two actions' if blind else 'every action'}: {where(state)}"
    )
    if sees_same_mover(state):
        assert state.hidden() == view.hidden(), f"hidden() on state and view: {where(state)}"
    elif not state.hidden():
        assert not leaves_somebody_blind(state), f"hidden() is False: {where(state)}"


def runs_rewind(game: engines.Game, seed: int) -> None:
    """Where a game offers it, a rewound view is that of the beginning of the run.

    A run ends with a choice that others can see, and goes on where there is none.
    """
    begin = None
    for state in Walk(game, seed):
        if state.player < 0:
            begin = None
            continue
        view = state.view(state.player)
        if begin is None or begin.seat != state.player:
            begin = view
        rewound = view.rewound()
        assert rewound is None or rewound == begin, where(state)
        if not view.hidden() and len(view.actions()) > 1:
            begin = None


def guidance_is_sound(state: engines.State) -> None:
    """Standings lie in [0, 1]; sources and facts have a number for every name."""
    standings = state.evaluate()
    assert len(standings) == state.game.seats
    assert all(0 <= x <= 1 for x in standings), f"standings {standings}: {where(state)}"
    for seat, points in enumerate(state.sources()):
        assert all(x == x for x in points.values()), f"sources of {seat}: {where(state)}"
    for viewer in range(state.game.seats):
        assert all(x == x for x in state.facts(viewer).values()), where(state)
