"""What is wrong with the kingdom phase, by the codes of checks_kingdom.pxd."""

from __future__ import annotations

PROBLEMS = {
    21: "played, on_mat: the card that {kingdom} has played lies on its stack",
    22: "shielded: only kingdoms that have played Council in this turn can be",
    23: "step: {kingdom} cannot be the one to {second_step}; it must have a ruler, and have "
    "played the card that this belongs to, or none yet if it is to play one",
    24: "reductions: there are some only while Administration is under way",
}
