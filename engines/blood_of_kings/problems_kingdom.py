"""What is wrong with kingdoms or Glory on its way, by the codes of checks_kingdom.pxd."""

from __future__ import annotations

#: by code, with {0} {1} {2} for its numbers
PROBLEMS = {
    21: "order: it must have each of the six kingdoms once",
    22: (
        "kingdom {0}: ruler, crowns, unrest or a level of an institution is out of range; "
        "levels count from 0 to 3"
    ),
    23: (
        "kingdom {0}: in_hand and on_mat must have {2} cards of type {1} together, as its "
        "start and its levels say"
    ),
    24: (
        "kingdom {0}: its card of this turn does not fit: kingdoms that have acted have one "
        "and it lies on their stack, the others have none, nor a Succession card there"
    ),
    25: "shielded: only kingdoms that played Council in this turn can be",
    26: (
        "cathedral_due: a flag is offered only to the ruler of the kingdom that acts, where a "
        "cathedral is open to it"
    ),
    27: "reductions: there are some only while Administration is under way",
    28: (
        "acting, stage: no kingdom can be there; at most five have acted before it, and its "
        "stage must fit its ruler and its card"
    ),
    29: (
        "step: the ruler of the kingdom that acts cannot be asked this now; it must fit the "
        "card and leave a choice"
    ),
    30: (
        "glory: what is on its way needs two different sides, and whoever is asked needs tiles "
        "or Crowns to choose from"
    ),
}
