"""A test of the tests: a flawless game passes every check, each planted flaw is caught."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conformance import checks, sight
from conformance.essence import is_truthful
from conformance.forks import ENOUGH, run_forks
from conformance.pocket import FLAWS, pocket
from conformance.walks import sampled, viewers
from conformance.worlds import (
    choose_sets,
    drawing_commutes,
    information_sets,
    rolls_match_outcomes,
    same_shown_same_view,
    sampler_covers,
    sampler_matches_posterior,
    unseen_by,
)

from eminence import engines

SEEDS = range(4)


def each_state(check: Callable[[engines.State], None]) -> Callable[[engines.Game], None]:
    """A check of one state as a check of all states of a few games."""

    def check_game(game: engines.Game) -> None:
        for seed in range(12):
            for state in sampled(game, seed, 20):
                check(state)

    return check_game


def covers(game: engines.Game) -> None:
    for info in choose_sets(information_sets(game), 80, seed=1):
        sampler_covers(info, 200)


def deals_fairly(game: engines.Game) -> None:
    """Worlds right after the deal, where only chance has hidden anything."""
    for info in information_sets(game):
        if info.view.data["phase"] <= 1 and len(info.worlds) > 1 and not info.simultaneous:
            sampler_matches_posterior(info, 2000)


def commutes(game: engines.Game) -> None:
    for state in sampled(game, 0, 20):
        for viewer in viewers(game):
            if state.player == engines.CHANCE and unseen_by(state, viewer):
                drawing_commutes(state, viewer, 2000, 1)


def rolls(game: engines.Game) -> None:
    rolls_match_outcomes(game.root(), seed=1)


def follows(game: engines.Game) -> None:
    tally = run_forks(game, fewest=90, most=90, most_plies=20, seed=1)
    assert tally.telling >= ENOUGH, f"too few worlds differed from the truth: {tally}"


def sees_in_lean_copies(game: engines.Game) -> None:
    for seed in range(4):
        sight.lean_copies_see_the_same(game, seed)


def tells_secrets(game: engines.Game) -> None:
    assert sight.features_tell_secrets(game, range(12), 20) > 100


CHECKS: dict[str, Callable[[engines.Game], None]] = {
    "options": each_state(lambda s: s.player < 0 or checks.options_are_sound(s)),
    "sink": each_state(checks.sink_changes_nothing),
    "round trip": each_state(checks.round_trips),
    "views": each_state(checks.views_are_sound),
    "worlds fit": each_state(lambda s: checks.worlds_fit(s, SEEDS)),
    "worlds for all": each_state(lambda s: checks.worlds_are_valid_for_all(s, SEEDS)),
    "mover": each_state(lambda s: checks.mover_agrees(s, SEEDS)),
    "private key": each_state(lambda s: checks.private_keys_agree(s, SEEDS)),
    "hidden": each_state(checks.hidden_is_truthful),
    "rolls": rolls,
    "history": follows,
    "whole tree": same_shown_same_view,
    "coverage": covers,
    "posterior": deals_fairly,
    "commutes": commutes,
    "essence": each_state(lambda s: s.player < 0 or is_truthful(s, SEEDS)),
    "ordinary features": each_state(sight.features_are_ordinary),
    "features": each_state(lambda s: sight.features_follow_view(s, SEEDS)),
    "lean copies": sees_in_lean_copies,
    "secrets": tells_secrets,
    "all traits": each_state(sight.traits_are_sound),
    "traits": each_state(lambda s: sight.traits_follow_view(s, SEEDS)),
}

SHOWN = "was shown the same, yet its views differ"

#: What a check says, so that a flaw is not "caught" by an accident elsewhere.
COMPLAINT = {
    "sink": "with a sink differs",
    "worlds fit": "cannot tell apart",
    "worlds for all": "gives viewer 1 a view that cannot be",
    "mover": "actions differ|priors differ",
    "private key": "private key of seat",
    "hidden": "but opponents are shown",
    "rolls": "rolled .* listed",
    "history": SHOWN,
    "whole tree": SHOWN,
    "coverage": "never imagined|cannot be",
    "posterior": "worlds imagined|cannot be",
    "commutes": "drawn after and before",
    "essence": "not in sight|ends differ",
    "features": "features of seat . differ in (the truth|world)",
    "lean copies": "features of seat . differ in a lean copy",
    "secrets": "drawn anew .* times, features changed",
    "all traits": "actions without a trait",
    "traits": "traits differ from the view",
}

CAUGHT_BY = {
    "view keeps card": ("history", "whole tree"),
    "memo keeps card": ("history", "whole tree"),
    "narrow sampler": ("coverage", "posterior", "commutes"),
    "skewed sampler": ("posterior", "commutes"),
    "forgetful sampler": ("worlds fit", "coverage"),
    "wide sampler": ("coverage", "posterior"),
    "loud sink": ("hidden",),
    "silent sink": ("history", "whole tree"),
    "leaky fact": ("history", "whole tree"),
    "peeking actions": ("mover",),
    "peeking priors": ("mover",),
    "peeking key": ("private key",),
    "skewed roll": ("rolls",),
    "sink changes state": ("sink",),
    "lying hidden": ("hidden",),
    "order leak": ("history", "whole tree"),
    "open essence": ("essence",),
    "thin essence": ("essence",),
    "amnesiac sampler": ("worlds for all",),
    "peeking features": ("features",),
    "forgetful features": ("secrets",),
    "stale features": ("lean copies",),
    "peeking traits": ("traits",),
    "bare traits": ("all traits",),
}


@pytest.mark.parametrize("name", CHECKS)
def test_the_sound_game_passes(name: str) -> None:
    CHECKS[name](pocket("sound"))


def test_every_flaw_has_a_check() -> None:
    assert set(CAUGHT_BY) == set(FLAWS) - {"sound"}


@pytest.mark.parametrize(
    ("flaw", "name"), [(flaw, name) for flaw, names in CAUGHT_BY.items() for name in names]
)
def test_the_flaw_is_caught(flaw: str, name: str) -> None:
    with pytest.raises(AssertionError, match=COMPLAINT[name]):
        CHECKS[name](pocket(flaw))
