"""What a seat cannot see changes no byte that it is sent."""

import json
import secrets
from collections.abc import Iterator

import pytest
from conformance.forks import Fork, fork_of
from conformance.walks import viewers
from web_server import running
from web_tables import again, table_of, wander

from eminence import engines, solver
from eminence.play.table.decision import text_of
from eminence.play.web import hall
from eminence.play.web.history import Step, heard_of
from eminence.play.web.jobs import Hint
from eminence.play.web.lookup import entry_fields
from eminence.play.web.snapshot import snapshot
from eminence.play.web.table import Table

#: random decisions at each table, and every how many of them are looked at
SIZES = [pytest.param(24, 8, id="short"), pytest.param(300, 20, id="long", marks=pytest.mark.soak)]
#: worlds dealt anew for each viewer
WORLDS = 2
FORKS, PLIES = 12, 40


def twins(table: Table, viewer: int, seed: int) -> Iterator[Table]:
    """The table with all that the viewer cannot see dealt anew.

    Where all decide at once, a world may let the viewer go first. What it has decided ahead would
    have been played there, so there is no such table. Who has won is told at the end, even where
    the cards that decided it stay hidden.
    """
    found = again(table)
    drafts = {seat: draft for seat, draft in found.drafts.items() if seat == viewer}
    for world in range(WORLDS):
        state = table.live.state.view(viewer).sample(seed + world)
        is_next = viewer >= 0 and state.player == viewer
        if is_next and drafts and not drafts[viewer].is_empty:
            continue
        if state.over and state.returns() != table.live.state.returns():
            continue
        found.live.state = state
        found.drafts = {} if is_next else {**drafts}
        found._decisions.clear()
        yield found


def bytes_for(table: Table, viewer: int) -> str:
    """All that the server tells a viewer about a position, but for the log."""
    view = table.view(viewer)
    words = table.game.words
    looked_up = [entry_fields(words, entry.name, view) for entry in words.entries[:20]]
    sent = [{**snapshot(table, viewer), "log": [], "stamp": ""}, looked_up]
    # A hint is made from these bytes and nothing else.
    decides = viewer >= 0 and table.decision(viewer) is not None
    seen = [each.to_bytes().hex() for each in table.seen(viewer).views] if decides else []
    assert not decides or seen[-1] == view.to_bytes().hex()
    return json.dumps([*sent, seen])


def compare(table: Table, seed: int) -> int:
    """How many worlds gave each viewer the same bytes, though they differ from the truth."""
    compared = 0
    for viewer in viewers(table.game):
        expected = bytes_for(table, viewer)
        for other in twins(table, viewer, seed):
            assert bytes_for(other, viewer) == expected, f"viewer {viewer}"
            compared += other.live.state != table.live.state
    return compared


def compared_in_a_game(name: str, decisions: int, every: int) -> int:
    compared = 0
    for i, table in enumerate(wander(table_of(name), 1, decisions)):
        if i % every == 0 or table.live.state.over:
            compared += compare(table, i)
    return compared


#: nothing is ever hidden here
OPEN = ("connect_four", "tic_tac_toe")


@pytest.mark.slow
@pytest.mark.parametrize(("decisions", "every"), SIZES)
@pytest.mark.parametrize("name", engines.names())
def test_what_a_seat_cannot_see_changes_no_byte_of_its_table(name, decisions, every):
    compared = compared_in_a_game(name, decisions, every)
    assert (compared > 0) == (name not in OPEN)


@pytest.mark.slow
def test_a_leak_would_be_noticed(monkeypatch):
    """Planted: whether undo is possible depends on what is hidden."""
    monkeypatch.setattr(Table, "undo_kind", lambda table, seat: str(hash(table.live.state)))
    with pytest.raises(AssertionError, match="viewer"):
        compared_in_a_game("leduc_poker", 10, 1)


class LogFork(Fork):
    """A true game and a world that shows the viewer the same: their logs must be the same."""

    compared = 0

    def caught_up(self, truth, world):
        heard = [
            [said for step in steps if (said := self._heard(step))] for steps in (truth, world)
        ]
        if [who for who, _ in heard[0]] != [who for who, _ in heard[1]]:
            return  # where all decide at once a viewer's worlds let it go first
        assert heard[0] == heard[1], f"viewer {self.viewer}"
        self.compared += len(heard[0])

    def _heard(self, step):
        found = heard_of(Step(*step), self.viewer)
        return (step[0].player, found) if found.told else None


@pytest.mark.slow
@pytest.mark.parametrize("name", engines.names())
def test_who_is_shown_the_same_reads_the_same_log(name):
    compared = 0
    for i in range(FORKS):
        fork = fork_of(engines.load(name), 10 * i, i % 3 == 0, LogFork)
        fork.run(PLIES)
        compared += fork.compared
    assert compared > 5


def shown_to_seat_0(game: engines.Game, seed: int) -> tuple[int, bytes, bool]:
    """A hash of what it is shown while both play their first move, and what is behind that."""
    state, chance, sink = game.root(), engines.Chance(seed), engines.Sink()
    state.resolve(chance, sink)
    dealt = state.to_bytes()
    for _ in range(game.seats):
        state.apply(state.actions()[0], sink)
        state.resolve(chance, sink)
    return sink.keys[0], dealt, state.over


def two_deals(game: engines.Game) -> tuple[int, int]:
    """The seeds of two games that differ, and that seat 0 cannot tell from each other."""
    known: dict[int, tuple[int, bytes]] = {}
    for seed in range(1000):
        key, dealt, over = shown_to_seat_0(game, seed)
        first, there = known.setdefault(key, (seed, dealt))
        # Who wins is no secret.
        if dealt != there and not over:
            return first, seed
    raise AssertionError("no two deals look the same")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["leduc_poker", "stacks"])
def test_whole_games_send_a_seat_the_same_bytes_whatever_is_hidden(name, tmp_path, monkeypatch):
    """Through the server itself: tables, log, hint and rules, while both play their first move."""
    monkeypatch.setattr(hall, "new_name", iter(["aa", "bb"]).__next__)
    deals = two_deals(engines.load(name))
    heard = []
    with running(tmp_path / "tables.sqlite") as server:
        for seed in deals:
            monkeypatch.setattr(secrets, "randbits", lambda bits, seed=seed: seed)
            heard.append(texts_of_a_game(server.create(name, ["person", "person"])))
    first, second = (
        [without_name(text, name) for text in texts]
        for texts, name in zip(heard, ("aa", "bb"), strict=True)
    )
    assert first == second
    assert any('"type": "hint"' in text for text in first)


def without_name(text: str, name: str) -> str:
    return text.replace(f'"table": "{name}"', "")


def texts_of_a_game(created) -> list[str]:
    """What seat 0 is sent while both play their first move, with a hint and the rules."""
    with created.sit(0) as me, created.sit(1) as other:
        me.wait_until(lambda table: table["seats"][1]["here"])
        me.ask(type="rules")
        me.say(type="hint")
        while not me.wait_for("hint")["final"]:
            pass
        me.move(me.choices()[0])
        other.wait_until(lambda table: table["moves"])
        other.move(other.choices()[0])
        me.ask(type="log")
        me.wait_until(lambda table: table["moves"])
        return me.texts


@pytest.mark.parametrize("name", ["leduc_poker", "stacks"])
def test_what_bots_and_hints_are_told_is_the_same_whatever_is_hidden(name):
    """Two games whose seat 0 cannot tell them apart, up to its second decision."""
    tables = [table_of(name, seed=seed) for seed in two_deals(engines.load(name))]
    for table in tables:
        for seat in (0, 1):
            table.decide(seat, text_of(table.decision(seat).offer.moves[0]))
    first, second = tables
    assert first.live.state != second.live.state
    assert first.seen(0) == second.seen(0)
    assert first.seen(0).last == first.view(0)
    assert len(first.seen(0).views) > 1


@pytest.mark.slow
@pytest.mark.parametrize("name", engines.names())
def test_what_a_seat_has_seen_is_what_the_terminal_would_tell(name):
    for i, table in enumerate(wander(table_of(name), 2, 40)):
        if i % 10 == 9 or table.live.state.over:
            for seat in range(table.game.seats):
                seen = table.seen(seat)
                assert {each.seat for each in seen.views} == {seat}
                assert table.seen(seat, 3) == seen.latest(3)
                if seat not in table.drafts:
                    assert seen == table.saved.record(seat)
                else:
                    assert seen.goes_on(table.saved.record(seat))
                    assert seen.last == table.view(seat)


def test_a_hint_depends_on_the_view_alone():
    table = table_of("kuhn_poker")
    limit = solver.Limit(iterations=50)
    hint = Hint(table.view(0), limit).work(lambda said: None)
    for world in twins(table, 0, 1):
        assert Hint(world.view(0), limit).work(lambda said: None) == hint
