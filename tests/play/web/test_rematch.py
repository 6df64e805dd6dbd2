"""Play again: a new table for the same people, each with a link of its own and of no other."""

import json

import pytest
from web_server import closed, running
from web_tables import table_of

from eminence.engines import BadOption
from eminence.play.web.hall import NO_SEAT
from eminence.play.web.limits import Limits
from eminence.play.web.rematch import NEXT, moved, rematch_kind

END = ("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)", "x(0,2)")


def play_to_the_end(*players):
    """Tic-tac-toe: the first seat wins."""
    for i, move in enumerate(END):
        player = players[i % 2]
        player.wait_until(lambda table: table["moves"])
        player.move(move)
        player.wait_until(lambda table: not table["moves"])
    for player in players:
        player.wait_until(lambda table: table["over"])


def sit_at(server, link):
    return server.sit(link["table"], link["token"])


@pytest.mark.slow
def test_the_same_people_play_again_one_seat_further(server):
    created = server.create("tic_tac_toe", ["person", "person"], hints=False)
    with created.sit(0) as one, created.sit(1) as other:
        assert one.table["rematch"] == ""
        play_to_the_end(one, other)
        assert [p.table["rematch"] for p in (one, other)] == ["offer", "offer"]
        first = one.ask(type="rematch")
        other.wait_until(lambda table: table["rematch"] == "follow")
        second = other.ask(type="rematch")
    assert first["table"] == second["table"] != created.name
    assert [first["seat"], second["seat"]] == [1, 0]
    with sit_at(server, first) as one, sit_at(server, second) as other:
        assert [one.table["seat"], other.table["seat"]] == [1, 0]
        assert other.choices()
        assert one.table["game"] == "tic_tac_toe"
        assert not one.table["hints"]
        play_to_the_end(other, one)


@pytest.mark.slow
def test_options_bots_and_onlookers_come_along(server):
    created = server.create("goofspiel", ["easy", "person", "easy"], players=3, num_cards=4)
    with created.sit(1) as me, created.look() as onlooker:
        me.play_on()
        onlooker.wait_until(lambda table: table["over"])
        assert onlooker.table["rematch"] == ""
        assert "nobody has offered" in onlooker.ask(type="rematch")["reason"]
        mine = me.ask(type="rematch")
        onlooker.wait_until(lambda table: table["rematch"] == "follow")
        theirs = onlooker.ask(type="rematch")
    assert (mine["seat"], theirs["seat"]) == (2, None)
    with sit_at(server, mine) as me, sit_at(server, theirs) as onlooker:
        assert [seat["who"] for seat in me.table["seats"]] == ["easy", "easy", "person"]
        assert me.table["options"] == {**me.table["options"], "players": 3, "num_cards": 4}
        assert (me.table["seat"], onlooker.table["seat"]) == (2, None)
        assert not onlooker.choices()


@pytest.mark.slow
def test_nobody_is_sent_the_link_of_another(server):
    created = server.create("tic_tac_toe", ["person", "person"])
    players = [created.sit(0), created.sit(1), created.look(), created.look()]
    play_to_the_end(*players[:2])
    links = []
    for player in players:
        player.wait_until(lambda table: table["rematch"])
        links.append(player.ask(type="rematch"))
        player.ask(type="log")
    for player, mine in zip(players, links, strict=True):
        for link in links:
            assert (link["token"] in "".join(player.texts)) == (link == mine)
        player.socket.close()
    # Two onlookers are one viewer, with one link.
    assert len({link["token"] for link in links}) == 3
    path = server.service.storage.path
    kept = b"".join(p.read_bytes() for p in path.parent.iterdir() if p.name.startswith(path.name))
    assert not any(link["token"].encode() in kept for link in links)


@pytest.mark.slow
def test_the_link_is_the_same_however_often_it_is_asked_for_and_after_a_restart(tmp_path):
    file = tmp_path / "tables.sqlite"
    with running(file) as server:
        created = server.create("tic_tac_toe", ["person", "person"])
        with created.sit(0) as one, created.sit(1) as other:
            play_to_the_end(one, other)
            link = one.ask(type="rematch")
            assert one.ask(type="rematch") == link
    with running(file) as server:
        with server.sit(created.name, created.tokens[0]) as again:
            assert again.table["rematch"] == "follow"
            assert again.ask(type="rematch") == link
        with server.sit(created.name, created.tokens[1]) as other:
            second = other.ask(type="rematch")
        assert second["table"] == link["table"]
        with sit_at(server, link) as one, sit_at(server, second) as other:
            assert [one.table["seat"], other.table["seat"]] == [1, 0]


@pytest.mark.slow
def test_old_secrets_do_not_open_the_new_table(server):
    created = server.create("tic_tac_toe", ["person", "person"])
    with created.sit(0) as one, created.sit(1) as other:
        play_to_the_end(one, other)
        link = one.ask(type="rematch")
    record = server.service.storage.read(link["table"])
    # The other one has not come yet: its seat has no secret at all.
    assert set(record.hashes) == {1}
    for token in (*created.tokens.values(), created.onlooker):
        with server.socket() as socket:
            socket.send(json.dumps({"type": "hello", "table": link["table"], "token": token}))
            assert closed(socket) == (NO_SEAT, 1008)


@pytest.mark.slow
def test_the_new_tables_of_rematches_count_too(tmp_path):
    with running(tmp_path / "tables.sqlite", Limits(tables=1)) as server:
        created = server.create("tic_tac_toe", ["person", "person"])
        with created.sit(0) as one, created.sit(1) as other:
            play_to_the_end(one, other)
            refused = one.ask(type="rematch")
            assert refused["reason"] == "1 new tables in an hour are enough"
            assert one.table["rematch"] == "offer"


def test_another_game_is_offered_when_this_one_is_over():
    table = table_of("tic_tac_toe")
    with pytest.raises(BadOption, match="the game is not over yet"):
        moved(table, 0, "secret", None, None)
    for move in END:
        table.decide(table.live.state.player, move)
    assert [rematch_kind(table, seat) for seat in (0, 1, -1)] == ["offer", "offer", ""]
    table.record.settings[NEXT] = "aa"
    assert [rematch_kind(table, seat) for seat in (0, 1, -1)] == ["follow"] * 3
