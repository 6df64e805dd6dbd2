"""Recorded dialogues with `eminence analyse`, and the one that docs/protocol.md shows.

In a file a query begins with `>`, an answer with `<`; answers are sorted by id. Measured time
is left out and numbers are rounded. `--update-golden` writes them again; review the diff.
"""

import json
import re
from pathlib import Path

import pytest
from talks import Talk, ask, timeless

from eminence.play.service.analysis_fields import ANALYSE_FIELDS
from eminence.play.service.query_reader import ACTIONS

DIALOGUES = sorted((Path(__file__).parents[1] / "dialogues").glob("*.txt"))
PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"
UPDATE = "if the change is meant: pytest tests/play/test_dialogues.py --update-golden"
#: characters of a line of the page
WIDTH = 110


def rounded(value, digits):
    """Sums may differ in their last bits from one processor to the other."""
    if isinstance(value, dict):
        return {key: rounded(inner, digits) for key, inner in value.items()}
    if isinstance(value, list):
        return [rounded(inner, digits) for inner in value]
    return round(value, digits) if isinstance(value, float) else value


def in_order(answers, digits):
    """Answers in a form that can be compared."""
    kept = [rounded(timeless(answer), digits) for answer in answers]
    return sorted(kept, key=lambda answer: (str(answer["id"]), json.dumps(answer)))


def recorded(queries):
    """The dialogue as its file has it."""
    answers = in_order(ask(*(query.encode() for query in queries)), digits=9)
    said = [f"> {query}".rstrip() for query in queries]
    return "\n".join([*said, *(f"< {json.dumps(answer)}" for answer in answers)]) + "\n"


@pytest.mark.parametrize("path", DIALOGUES, ids=lambda path: path.stem)
def test_a_recorded_dialogue_goes_the_same_way_again(path, update_golden):
    text = path.read_text("utf-8")
    queries = [line[2:] for line in text.splitlines() if line.startswith(">")]
    again = recorded(queries)
    if update_golden:
        path.write_text(again, "utf-8")
        text = again
    assert again.splitlines() == text.splitlines(), UPDATE


def test_there_are_dialogues():
    assert DIALOGUES


# --- the page ---


def printed(value, indent=""):
    """JSON that breaks lines only where it must."""
    line = json.dumps(value)
    if len(indent) + len(line) <= WIDTH or not isinstance(value, dict | list):
        return line
    inner = f"{indent}  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {printed(v, inner)}" for key, v in value.items()]
    else:
        parts = [printed(v, inner) for v in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    body = ",\n".join(f"{inner}{part}" for part in parts)
    return f"{opening}\n{body}\n{indent}{closing}"


def block(page, name):
    """A block of the page, by the language it names."""
    return re.search(rf"```{name}\n(.*?)```", page, re.DOTALL)


@pytest.mark.slow
def test_the_page_shows_a_dialogue_as_it_is(update_golden):
    page = PAGE.read_text("utf-8")
    with Talk() as talk:
        talk.send(*(line.encode() for line in block(page, "jsonl")[1].splitlines()))
        assert talk.end() == (0, "")
    answers = in_order(talk.heard, digits=3)
    shown = "".join(f"{printed(answer)}\n" for answer in answers)
    found = block(page, "json")
    if update_golden:
        page = page[: found.start(1)] + shown + page[found.end(1) :]
        PAGE.write_text(page, "utf-8")
    assert block(page, "json")[1].splitlines() == shown.splitlines(), UPDATE


@pytest.mark.parametrize("name", [*ACTIONS, *ANALYSE_FIELDS, "terminate_id"])
def test_the_page_explains_every_action_and_field(name):
    assert f"| `{name}`" in PAGE.read_text("utf-8")
