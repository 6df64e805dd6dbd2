"""A colour for each seat, wherever a terminal shows its name."""

from __future__ import annotations

import re

from rich.text import Text

#: by seat; all can be read on dark and light ground, and none is that of news or refusals
COLOURS = ("green", "magenta", "bright_blue", "red", "bright_magenta", "bright_green")
SEAT = re.compile(r"\bseat (\d)\b", re.IGNORECASE)


def coloured(text: Text) -> Text:
    """The text with every seat's name in its colour; terminals without colours show none."""
    for found in SEAT.finditer(text.plain):
        seat = int(found[1])
        if seat < len(COLOURS):
            text.stylize(COLOURS[seat], *found.span())
    return text
