"""What `check` says of negotiations, by the codes of checks_negotiation.pxd."""

from __future__ import annotations

PROBLEMS = {
    76: "taken_in, offers, giver, partner, offered, answered: must be 0 outside negotiations",
    77: "stage: {0} is no stage of negotiations, or not of those that this game holds",
    78: "acting: {0} seats cannot have finished at this stage of negotiations",
    79: "offers: {0} is too many at this stage; at most {1}",
    80: "giver: {0} is no kingdom of the seat that talks, or has nothing to give",
    81: "partner: {0} is nobody to deal with at this stage",
    82: "offered, answered: these cards cannot be exchanged at this stage",
    83: "taken_in: names kingdoms or seats that nobody is done with at this stage",
}
