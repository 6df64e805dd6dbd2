"""What one connection is sent of a table: the newest state, and no drawing twice."""

import asyncio
import json

from eminence.play.web.guests import Guest


def table(**drawings):
    return {"panels": [{"id": name, "title": name, "svg": svg} for name, svg in drawings.items()]}


def told(*tables):
    """The drawings in each message, if every table is sent before the next one comes."""

    async def use():
        guest, found = Guest(0), []
        for each in tables:
            guest.show(each)
            sent = json.loads(await guest.next())
            found.append({panel["id"]: panel.get("svg") for panel in sent["panels"]})
        return found

    return asyncio.run(use())


def test_a_drawing_that_is_there_already_is_not_sent_again():
    first, second = told(table(map="old", hand="a"), table(map="old", hand="b"))
    assert first == {"map": "old", "hand": "a"}
    assert second == {"map": None, "hand": "b"}


def test_a_panel_that_was_away_is_sent_anew():
    shown = told(table(map="m", hand="a"), table(map="m"), table(map="m", hand="a"))
    assert shown[2] == {"map": None, "hand": "a"}


def test_each_connection_begins_with_everything():
    assert told(table(map="m")) == told(table(map="m")) == [{"map": "m"}]


def test_only_the_newest_state_is_sent_and_none_twice():
    async def use():
        guest = Guest(0)
        guest.show(table(map="1"))
        guest.show(table(map="2"))
        first = json.loads(await guest.next())
        guest.show(table(map="2"))
        guest.say({"type": "log"})
        return first["panels"][0]["svg"], json.loads(await guest.next())["type"], guest._table

    assert asyncio.run(use()) == ("2", "log", {})
