"""What the entries of a Blood of Kings position file are called, and what they mean."""

from __future__ import annotations

from cython_ext.words import HEAD_COMMENTS

OPENING = """A position of Blood of Kings: what one player sees of the table.
Things are named with commas between them and a number in front where there are several: \
"3 Paris, 1 Orleans" are armies in two regions. What is "none" may be left out.
Seats count from 0. What is named nowhere, such as units, flags and siege tokens, is in its \
supply; Dynasty cards that are named nowhere are in the deck or hidden from you."""

COMMENTS = {
    "": OPENING,
    **HEAD_COMMENTS,
    "time.turn": "from 1",
    "time.step": "what happens next",
    "time.kingdom": "the active one",
    "time.done": "players that have finished in this phase",
    "time.first_player": "a seat",
    "time.tied_at": "the leaders' total when the tiles were gone",
    "table.order": "the Kingdom order track from the left; left out: as it began",
    "table.display": "Achievement tiles to choose from",
    "table.bag": "those that are still to be drawn",
    "table.sets": "Dynasty cards that lie open, set by set",
    "table.discards": "Dynasty cards",
    "under_way": "what a battle, a succession, a card or a deal has come to so far",
}
KINGDOM_COMMENTS = {
    "ruler": 'a seat, or "nobody"',
    "institutions": "their levels where above 1, such as 2 legal, 4 artistic",
    "stack": "Kingdom cards on the Kingdom mat; the others are in its hand",
    "played": "the card of this turn, which tells what may target the kingdom",
    "regions": "where its flag is on top; left out: where it began",
    "flags_beneath": "where else its flag lies; where the kingdom began it always does",
    "seas": "where its flag is on top",
    "sea_flags_beneath": "where it lies below another one",
    "armies": "by region or sea",
    "sieges": "regions with a siege token of this kingdom",
    "token_with": "in whose treasury its Alliance token is",
    "token_back": "whether it shows its back",
    "shielded": "whether Royal Patronage keeps Dynasty cards away in this turn",
}
SEAT_COMMENTS = {
    "glory": "tokens",
    "earned": "glory by where it came from",
    "hand": "your Dynasty cards",
    "cards": "how many Dynasty cards this player holds",
    "influence": 'stacks by kingdom from the bottom up; "?" is a card that you do not know',
    "looked": "how many cards of a stack others know, from the bottom up: 2 seat 1",
    "seen": "cards that everybody saw go into the hand, and that may still be hidden",
    "taken": "in which turn, where not in the first: the earliest if there were several",
    "drawn": "cards drawn from the deck since this player last laid one down",
    "laid": "in which turns the cards of a stack were laid down, where not in this one",
    "told": "further cards that only you know to be in the hand or face down",
}
NOBODY = "nobody"
