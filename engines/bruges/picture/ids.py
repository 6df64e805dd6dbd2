"""What can be pointed at: the same thing has the same name in every picture."""

from __future__ import annotations


def card(name: str) -> str:
    """A card that is known by name, wherever it lies: in a hand, as a house, as a person."""
    return f"card {name}"


def house(seat: int, colour: str, number: int) -> str:
    """An empty house of which the viewer knows the back alone."""
    return f"house {seat} {colour} {number}"


def back(seat: int, colour: str, number: int) -> str:
    """A card in a hand of which the viewer knows the back alone."""
    return f"back {seat} {colour} {number}"


def seat(number: int) -> str:
    """The name plate of a seat."""
    return f"seat {number}"


def worker(seat: int, colour: str) -> str:
    """All workers that a seat has of a colour."""
    return f"worker {seat} {colour}"


def threat(seat: int, colour: str) -> str:
    """All threat markers that a seat has of a colour."""
    return f"threat {seat} {colour}"


def canal(seat: int, section: str, space: int) -> str:
    """A space of a canal, counted from the guard house."""
    return f"canal {seat} {section} {space + 1}"


def guilders(seat: int) -> str:
    """A seat's money."""
    return f"guilders {seat}"


def points(seat: int) -> str:
    """A seat's points."""
    return f"points {seat}"


def majority(seat: int, name: str) -> str:
    """How far a seat is in a majority."""
    return f"majority {seat} {name}"


def die(colour: str) -> str:
    """The die of a colour."""
    return f"die {colour}"


def step(number: int) -> str:
    """A step of the reputation track."""
    return f"step {number}"


def pile(name: str) -> str:
    """A pile of cards to draw from."""
    return f"pile {name}"


def discards(colour: str) -> str:
    """The discarded cards of a colour."""
    return f"discards {colour}"


def offer(words: str) -> str:
    """A move among those that are offered."""
    return f"offer {words}"
