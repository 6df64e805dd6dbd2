"""A person is told only what the rules showed: in full, in part, or not at all."""

import pytest
from conformance.forks import Fork, fork_of
from conformance.walks import Walk, viewers

from eminence import engines, search
from eminence.play.table import news
from eminence.play.table.news import StepText, common_text, full_text, text_for
from eminence.play.table.telling.story import lines, told

#: forks of each game; every third one begins before anything is dealt
FORKS = 45
PLIES = 40


class ToldFork(Fork):
    """A true game and a world that shows the viewer the same: the viewer must be told the same."""

    teller = staticmethod(text_for)
    compared = 0
    differed = 0

    def caught_up(self, truth, world):
        if self._movers(truth) != self._movers(world):
            return  # in a simultaneous phase a viewer's worlds let it go first
        heard, expected = self._heard(world), self._heard(truth)
        assert heard == expected, f"viewer {self.viewer} was told of what it cannot see"
        self.compared += len(heard)
        self.differed += [full_text(*step) for step in truth] != [
            full_text(*step) for step in world
        ]

    def _movers(self, steps):
        """Who made the steps that the viewer is told of."""
        return [state.player for state, option in steps if text_for(state, option, self.viewer)]

    def _heard(self, steps):
        texts = [self.teller(*step, self.viewer) for step in steps]
        return [text for text in texts if text]


def tell_forks(game, forks=FORKS, kind=ToldFork):
    """Compare what was told; how much that was, and how often the worlds differed."""
    compared = differed = 0
    for i in range(forks):
        fork = fork_of(game, 10 * i, i % 3 == 0, kind)
        fork.run(PLIES)
        compared += fork.compared
        differed += fork.differed
    return compared, differed


#: nothing is ever hidden here
OPEN = ("connect_four", "tic_tac_toe")


@pytest.mark.slow
@pytest.mark.parametrize("name", engines.names())
def test_who_is_shown_the_same_is_told_the_same(name):
    compared, differed = tell_forks(engines.load(name))
    assert compared > 30
    assert (differed > 0) == (name not in OPEN)


def tells_all(before, option, viewer):
    return str(full_text(before, option))


def tells_forced_moves(before, option, viewer):
    forced = before.player >= 0 and len(before.actions()) == 1
    return str(full_text(before, option)) if forced else text_for(before, option, viewer)


def tells_that_something_happened(before, option, viewer):
    return text_for(before, option, viewer) or "something happens"


@pytest.mark.parametrize(
    ("leak", "name"),
    [
        (tells_all, "stacks"),
        (tells_all, "royals"),
        (tells_forced_moves, "stacks"),
        (tells_that_something_happened, "phantom_ttt"),
    ],
)
def test_a_leak_is_caught(leak, name):
    leaking = type("LeakingFork", (ToldFork,), {"teller": staticmethod(leak)})
    with pytest.raises(AssertionError, match="was told of what it cannot see"):
        tell_forks(engines.load(name), 300, leaking)


class StoryFork(ToldFork):
    """Told the same of the truth and of a world that shows the same: results included."""

    @staticmethod
    def teller(before, option, viewer):
        return "\n".join(lines([told(before, option, viewer)]))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["royals", "bruges", "wallenstein", "blood_of_kings"])
def test_who_is_shown_the_same_is_told_the_same_of_what_came_of_it(name):
    compared, differed = tell_forks(engines.load(name), kind=StoryFork)
    assert compared > 30
    assert differed > 0


def test_a_result_that_leaks_is_caught():
    """Such as the card that another seat has drawn, told as if it were a result."""

    class LeakingFork(StoryFork):
        @staticmethod
        def teller(before, option, viewer):
            after = before.copy()
            after.apply(option)
            cards = f"{after.data['hand'].sum(axis=0)}"
            return f"{text_for(before, option, viewer)}\n{cards}"

    with pytest.raises(AssertionError, match="was told of what it cannot see"):
        tell_forks(engines.load("royals"), 300, LeakingFork)


@pytest.mark.slow
@pytest.mark.parametrize("name", engines.names())
def test_movers_are_told_their_own_moves_and_nobody_is_told_a_lie(name):
    game = engines.load(name)
    for seed in range(3):
        walk = Walk(game, seed)
        while not walk.state.over and walk.decisions < 40:
            option = walk.choose()
            truth = full_text(walk.state, option)
            for viewer in viewers(game):
                text = text_for(walk.state, option, viewer)
                if text == news.UNEXPLAINED:
                    # The last of the secret choices that all make at the same time.
                    assert walk.state.player >= 0
                    assert walk.state.hidden()
                    continue
                if viewer == walk.state.player >= 0:
                    assert text == str(truth)
                # all of the text, its beginning, or nothing
                beginning = text.removesuffix(" ...").removesuffix("hidden from you").strip()
                assert str(truth).startswith(beginning)
            walk.play(option)


@pytest.mark.parametrize("name", OPEN)
def test_where_nothing_is_hidden_everything_is_told(name):
    walk = Walk(engines.load(name), 1)
    while not walk.state.over:
        option = walk.choose()
        for viewer in viewers(walk.game):
            assert text_for(walk.state, option, viewer) == str(full_text(walk.state, option))
        walk.play(option)


def test_a_draw_is_told_to_the_drawer_alone():
    state = engines.load("kuhn_poker").root()
    assert text_for(state, 2, viewer=0) == "deal, seat 0: card 2"
    assert text_for(state, 2, viewer=1) == ""
    assert text_for(state, 2, engines.PUBLIC) == ""


def test_what_all_have_in_common_is_told():
    wood, stone = StepText("seat 1", "play wood now"), StepText("seat 1", "play stone now")
    assert common_text([wood, wood]) == "seat 1: play wood now"
    assert common_text([wood, stone]) == "seat 1: play ..."
    assert common_text([wood, StepText("seat 1", "pass")]) == "seat 1: hidden from you"
    assert common_text([wood, StepText("seat 2", "pass")]) == (
        "something happens that you cannot see"
    )


def test_a_step_that_no_world_explains_is_not_told(monkeypatch):
    monkeypatch.setattr(news, "TRIES", 0)
    monkeypatch.setattr(news, "WORLDS", 0)
    state = engines.load("tic_tac_toe").root()
    assert text_for(state, 0, viewer=1) == news.UNEXPLAINED


def test_what_shows_itself_is_told_though_no_world_shows_the_same():
    """In Wallenstein all bids are turned up with the event: nobody's world has just these."""
    state, chance = engines.load("wallenstein").root(), engines.Chance(3)
    bots = [search.Random(seed=seat) for seat in range(3)]
    state.resolve(chance)
    while state.player != engines.CHANCE:
        state.apply(bots[state.player].search(state.view(state.player)).best)
    outcome = state.outcomes()[0][0]
    for viewer in (0, 1, 2, engines.PUBLIC):
        assert text_for(state, outcome, viewer) == str(full_text(state, outcome))
