"""Seasons, and the steps that the first line of the board names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from eminence.engines.wallenstein.explanations.things import Thing, capital, thing
from eminence.engines.wallenstein.names import DRAFTING, PHASE_WORDS, SEASONS
from eminence.engines.wallenstein.numbers import Board
from eminence.engines.wallenstein.state import Phase, Season

#: what happens in each step
STEPS = {
    Phase.DRAW: "Chance turns up a county card of the draft.",
    Phase.PICK: "A player takes one of the two open county cards, or the top card of the deck.",
    Phase.PLACE: "The player puts one of their army groups into the county just taken.",
    Phase.TOWER: "Chance decides, colour by colour, how many cubes fall out of the dice tower.",
    Phase.NEW_EVENT: "Chance turns up an event card for the year.",
    Phase.ROW: "Chance lays one of the action cards open that all know before they plan.",
    Phase.TILE: "Chance lays a bonus tile onto the next position.",
    Phase.FAVOR_CARD: "Chance lays a favor card into the audience hall.",
    Phase.PLAN: "Everybody lays a bid and a card into each box, in secret. You decide the bid "
    "first and then box by box.",
    Phase.ROUND_EVENT: "Chance draws one of the open event cards for the round; then all bids are "
    "opened.",
    Phase.TIE: "Chance draws who chooses first among those who bid the same.",
    Phase.CHOOSE: "A player takes a position in the player order, with its bonus tile.",
    Phase.STATION: "A player puts their leader into one of their counties.",
    Phase.BENEFIT: "A player takes one of the benefits of their top region card.",
    Phase.FAVOR: "A player may take one favor card and pays for it with courtiers.",
    Phase.USE_FAVOR: "A player says where, or whether, to use the favor card just taken.",
    Phase.MOVE: "A player says where armies go from the county of the action, if anywhere.",
    Phase.AMOUNT: "A player says how many armies go; at least one stays behind.",
    Phase.PARRY: "A player who has kept a favor card may use it up to be spared a revolt marker.",
    Phase.REVEAL: "Chance turns up the next face-down action card.",
    Phase.LEAD: "A player moves their leader to another of their counties.",
    Phase.REVOLT_CARD: "Chance draws one of a player's county cards: the peasants revolt there.",
    Phase.REVOLT_ORDER: "A player says which of their revolts comes next.",
}
#: steps that only a part of the game has
ONLY_WITH = {
    **dict.fromkeys(DRAFTING, "draft"),
    **dict.fromkeys((Phase.FAVOR_CARD, Phase.FAVOR, Phase.USE_FAVOR, Phase.PARRY), "court"),
    **dict.fromkeys((Phase.STATION, Phase.LEAD), "leaders"),
    Phase.BENEFIT: "regions",
}


def season_text(board: Board, season: int) -> str:
    """What a season is for."""
    if season == Season.WINTER:
        return (
            "No round: everybody loses grain, counties without grain may revolt, points are "
            "scored, and the year ends."
        )
    return (
        f"Round {season + 1} of the year: plans, an event, the player order, and "
        f"{len(board.cost)} actions."
    )


def season_stands(season: int, data: np.void) -> str:
    """Whether it is now."""
    now = data["season"] == season and data["phase"] != Phase.ENDED
    return f"It is {SEASONS[season]} of year {data['year'] + 1} now." if now else ""


def step_stands(step: int, data: np.void) -> str:
    return "The game is at this step now." if data["phase"] == step else ""


def times(board: Board, parts: Sequence[str]) -> Iterator[Thing]:
    """Seasons and steps; `parts` are the expansions in play, and `draft`."""
    for season, name in enumerate(SEASONS):
        stands = partial(season_stands, season)
        yield thing(capital(name), "season", season_text(board, season), stands)
    for step, text in STEPS.items():
        if ONLY_WITH.get(step, "") in ("", *parts):
            yield thing(PHASE_WORDS[step], "step", text, partial(step_stands, step))
