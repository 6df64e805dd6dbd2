"""The betting of Leduc poker: the ways that a round can go."""

from __future__ import annotations


def betting_lines(most_raises: int) -> list[str]:
    """Every way that one round of betting can go, as letters; the empty one first."""
    lines = [""]
    for line in lines:
        facing = line.endswith("r")
        if line.endswith("f") or (line.endswith("c") and line != "c"):
            continue
        if facing:
            lines.append(line + "f")
        lines.append(line + "c")
        if line.count("r") < most_raises:
            lines.append(line + "r")
    return lines


def raises_paid(line: str) -> list[int]:
    """What both seats pay in a round that goes so, counted in raises; seat 0 begins."""
    paid = [0, 0]
    for turn, move in enumerate(line):
        mover = turn % 2
        if move != "f":
            paid[mover] = paid[1 - mover] + (move == "r")
    return paid
