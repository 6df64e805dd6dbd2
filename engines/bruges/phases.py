"""The phases and steps of Bruges by name, in the order of the enums in rules.pxd."""

PHASES = (
    "set-up",
    "1: draw cards",
    "2: roll the dice",
    "2: threats",
    "2: reputation",
    "3: play cards",
    "over",
)
ENDED = PHASES[-1]
LOST_HOUSE = "say which card the house was"
STEPS = (
    *("nothing", "turn up a back", "look at a card", "roll a die"),
    *("choose a pile", "advance", "turn"),
    *("pick a card", "pick a house", "pick the card below", "pay a worker"),
    *("order the penalties", "lose a person", "lose a building", "lose a house"),
    *("lose a canal token", LOST_HOUSE),
    *("take a worker", "give a worker", "discard", "return a threat marker", "trade"),
    *("choose a victim", "extra play", "play the drawn card", "extra canal token"),
    *("extra house", "extra recruit", "extra step"),
)
TASKS = ("", "effect", "draw", "penalties", "event")
FRAME = ("task", "seat", "at", "left", "low", "who", "stage", "source")
USES = ("workers", "guilders", "threat", "left canal", "right canal", "house")
MAJORITIES = ("reputation", "people", "canals")
SOURCES = (
    *("Scored in play", "People", "Houses", "Laurels"),
    *("Majorities", "Canals", "Reputation"),
)
EVENT_KINDS = ("top of a pile", "card drawn", "die")
PILES = ("first", "second", "extra")
