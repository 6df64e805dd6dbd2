"""Colours by meaning, for light and for dark pages.

Seats have the colours of Okabe and Ito, which nearly everybody can tell apart; a letter says the
same once more. What is written on a coloured thing has a tone of its own: `on seat 0` on a piece of
seat 0, `on red` on a red card.
"""

from __future__ import annotations

from typing import NamedTuple


class Tone(NamedTuple):
    """A colour on a light page and on a dark one."""

    light: str
    dark: str


_PAGE = {
    "page": Tone("#fbfaf7", "#17191c"),
    "paper": Tone("#ffffff", "#212429"),
    "ink": Tone("#1d1f22", "#e9e6df"),
    "quiet": Tone("#5f6468", "#a3a9af"),
    "edge": Tone("#b9b4a8", "#4c5157"),
    "land": Tone("#f0e9d8", "#34322c"),
    "land 2": Tone("#e4ead6", "#2d3530"),
    "land 3": Tone("#ece0e2", "#372f32"),
    "land 4": Tone("#e0e6ee", "#2b3138"),
    "land 5": Tone("#f3e3cf", "#3a3128"),
    "land 6": Tone("#e8e2f0", "#322e3b"),
    "water": Tone("#cfe3ef", "#1f3440"),
    "back": Tone("#8b8578", "#5a564d"),
    "accent": Tone("#7a4f01", "#f0c36a"),
    "good": Tone("#1b6e4b", "#6fd3a5"),
    "bad": Tone("#a3321f", "#ff9b86"),
}
#: by seat: bluish green, vermilion, blue, yellow, reddish purple, sky blue
_SEATS = ("#009e73", "#d55e00", "#0072b2", "#f0e442", "#cc79a7", "#56b4e9")
_ON_SEATS = ("#ffffff", "#ffffff", "#ffffff", "#1d1f22", "#1d1f22", "#1d1f22")
#: what games print in colours of their own: the thing, and what is written on it
_PRINTED = {
    "red": ("#c0392b", "#ffffff"),
    "blue": ("#2c6fad", "#ffffff"),
    "yellow": ("#e9c84a", "#1d1f22"),
    "brown": ("#8a5a33", "#ffffff"),
    "purple": ("#7d4e93", "#ffffff"),
    "green": ("#3f7d4e", "#ffffff"),
    "orange": ("#d9822b", "#1d1f22"),
    "grey": ("#8d9297", "#1d1f22"),
    "black": ("#26282b", "#ffffff"),
    "white": ("#f4f1ea", "#1d1f22"),
    "gold": ("#d4af37", "#1d1f22"),
    "silver": ("#c3c8cc", "#1d1f22"),
}

TONES: dict[str, Tone] = {
    **_PAGE,
    **{f"seat {seat}": Tone(colour, colour) for seat, colour in enumerate(_SEATS)},
    **{f"on seat {seat}": Tone(colour, colour) for seat, colour in enumerate(_ON_SEATS)},
    **{name: Tone(colour, colour) for name, (colour, _) in _PRINTED.items()},
    **{f"on {name}": Tone(colour, colour) for name, (_, colour) in _PRINTED.items()},
}
