"""What is wrong with a succession, by the codes of checks_succession.pxd."""

from __future__ import annotations

PROBLEMS = {
    31: "challenge: without a succession all its fields must be 0",
    32: (
        "throne: no such succession of {kingdom} can be under way: peaceful and chaotic ones "
        "are the action of the kingdom that acts, violent ones come in the dynasty phase, and "
        "only chaotic ones have no ruler"
    ),
    33: "called, caller: only seats of the game can be called, and who is asked was called",
    34: (
        "declared: only challengers with Strategic Marriage, or with Loyal Barons in a violent "
        "succession, can be"
    ),
    35: (
        "influence, revealed: seat {0} can have legal cards face up only after being called in "
        "a peaceful succession, and only if their total is above 0"
    ),
    36: "committed: seat {0} has too many cards face down; at most the height of its stack",
    37: (
        "pledged: card {0} of the mats does not fit; in a violent succession the committed "
        "cards lie before a seat, and no other card does"
    ),
    38: (
        "caller, added, called: the succession of {kingdom} cannot have got there; its ruler "
        "answers last, and to challengers only if it is peaceful"
    ),
}
