"""What is wrong with a succession: see checks_succession.pxd."""

from __future__ import annotations

#: by code, with {0} {1} {2} for its numbers
PROBLEMS = {
    31: "challenge: without a succession all its fields must be 0, and nothing of it is asked",
    32: (
        "throne: no such succession of kingdom {0} can be under way: peaceful and chaotic ones "
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
    38: "step: this cannot be asked in the succession now; whoever is asked must have a choice",
}
