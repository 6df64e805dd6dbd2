"""People and bots play through the server."""

import pytest

pytestmark = pytest.mark.slow


def test_a_person_plays_a_whole_game_against_a_bot(server):
    with server.create("kuhn_poker", ["person", "easy"]).sit(0) as me:
        end = me.play_on()
    assert end["result"]["sentence"]
    assert sum(row["score"] for row in end["result"]["rows"]) == 0
    assert end["moves"] == []


def test_bots_play_a_whole_game_by_themselves(server):
    with server.create("goofspiel", ["easy", "easy"], num_cards=4).look() as onlooker:
        end = onlooker.wait_until(lambda table: table["over"])
    assert len(end["result"]["rows"]) == 2
    assert end["log"]
