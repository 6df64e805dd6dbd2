"""What a player of Bruges can look up by name besides people.

Everything is made from the numbers of the loaded game; `chapters.py` has the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from eminence.cython_ext.words import Entry
from eminence.engines.bruges import state
from eminence.engines.bruges.effects.effect_text import faces, guilders, points
from eminence.engines.bruges.explanations.people import (
    group_entries,
    people_entries,
    reconstructed_text,
)
from eminence.engines.bruges.names import MAJORITIES, PHASES, STEPS
from eminence.engines.bruges.numbers import SECTIONS, Board
from eminence.engines.bruges.state import SPACES, Penalty, Phase, Step
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import plural

# Terms that are the same in every game.
WORKER, GUILDER, MARKER, DICE = "Worker", "Guilder", "Threat marker", "Dice"
HOUSE, PERSON, CANAL, STATUE = "House", "Person", "Canal", "Statue"
REPUTATION, POINTS, MAJORITY, HAND = "Reputation", "Points", "Majority", "Hand"
PILE, EXTRA_PILE, DISCARDS, START = "Pile", "Extra pile", "Discards", "Start player"
ICON = "Icon"

PENALTIES = {
    Penalty.LOSE_ALL_WORKERS: "loses all workers",
    Penalty.LOSE_ONE_PERSON: "discards a person of its choice; the house stays, empty",
    Penalty.LOSE_ONE_BUILDING: "loses a house or a canal token of its choice; a person who lives "
    "in the house returns to the hand, of a canal the last token goes, and a statue stays",
    Penalty.LOSE_ALL_GUILDERS: "loses all guilders",
}


def entries(board: Board, players: int) -> list[Entry]:
    """All that has a name, kind by kind."""
    kinds: dict[str, Callable[[Board, int], Mapping[str, str]]] = {
        "colour": _colours,
        "penalty": _penalties,
        "majority": _majorities,
        "action": _actions,
        "icon": _icons,
        "phase": _phases,
        "step": _steps,
        "term": _terms,
    }
    others = [
        Entry(name, kind, text)
        for kind, texts in kinds.items()
        for name, text in texts(board, players).items()
    ]
    return [*people_entries(board), *group_entries(board), *others]


def majority_name(majority: int) -> str:
    return f"{MAJORITY} in {MAJORITIES[majority]}"


def phase_name(phase: int) -> str:
    return f"Phase {PHASES[phase]}"


# --- colours and penalties ---


def _colours(board: Board, _: int) -> dict[str, str]:
    return {
        colour: f"One of {state.COLOURS} colours of cards, workers, dice, houses and threat "
        f"markers. {len(cards)} of the {len(board.cards)} cards are {colour}, and their backs show "
        f"it. {board.circle} {colour} threat markers bring {board.threats[i]}."
        for i, (colour, cards) in enumerate(zip(board.colours, board.by_colour, strict=True))
    }


def _penalties(board: Board, _: int) -> dict[str, str]:
    return {name: penalty_text(board, colour) for colour, name in enumerate(board.threats)}


def penalty_text(board: Board, colour: int) -> str:
    name, circle = board.colours[colour], board.circle
    immune = [
        card.name
        for card in board.cards
        if any(c.verb == state.IMMUNE and c.colour == colour for c in card.clauses)
    ]
    guards = f" {listed(immune)} protects against it." if immune else ""
    return (
        f"The penalty of {name} threat markers. Who has {circle} of them "
        f"{what_is_lost(board, colour)}. Then the {circle} markers go back, without points. "
        f"Who has nothing of the kind loses nothing.{guards}"
    )


def what_is_lost(board: Board, colour: int) -> str:
    kind = Penalty(board.penalties[colour])
    return PENALTIES.get(kind, f"loses {points(board.points_lost)}, but none below 0")


def _majorities(board: Board, _: int) -> dict[str, str]:
    counted = {
        state.MOST_REPUTATION: "is farthest up the reputation track",
        state.MOST_PEOPLE: "has the most people in play",
        state.MOST_CANALS: "has the most canal tokens",
    }
    return {
        majority_name(majority): f"Who alone {what} at the end of a round wins its own marker, for "
        f"{points(board.majority_points)} at the end of the game. Nobody loses it again. With a "
        f"tie for the most nobody wins it in that round."
        for majority, what in counted.items()
    }


# --- what one does ---


def _actions(board: Board, _: int) -> dict[str, str]:
    marker = points(board.threat_points)
    return {
        "Take workers": f"Discard a card and take {plural(board.workers_taken, 'worker')} of its "
        "colour.",
        "Take guilders": "Discard a card and take as many guilders as the die of its colour shows.",
        "Return a threat marker": "Discard a card and return a threat marker of its colour, for "
        f"{marker}. Some people let you return markers without a card; then you choose them colour "
        "by colour and may stop.",
        "Build a canal": "Discard a card and pay for the next space of a canal, left or right, if "
        "the card has the colour of that space.",
        "Build a house": "Lay a card face down as a house and pay a worker of its colour. The "
        f"house is worth {points(board.house_points)}, and one person can live there.",
        "Recruit": "Pay the price of a person in your hand. It moves into an empty house of any "
        "colour.",
        "Activate": "Use the effect of a person in play with a worker or infinity icon, in your "
        "own turn, before or after your card, and once in a round each. A worker icon costs a "
        "worker of its colour.",
    }


def _icons(board: Board, _: int) -> dict[str, str]:
    return {
        "Arrow": "The person acts once, at once when it is recruited. If it returns to the hand "
        "and is recruited again, it acts again.",
        "Worker icon": "You may activate the person once in each round for a worker of the "
        "icon's colour.",
        "Infinity": "The person helps without payment: once per round when you activate it, or "
        "always, or whenever something happens, as its text says.",
        "Laurel": "The person brings points at the end of the game alone, beside its own.",
    }


# --- phases and steps, as the first line of the board calls them ---


def _phases(board: Board, _: int) -> dict[str, str]:
    texts = {
        Phase.DRAWING: f"From the start player on, each fills up the hand to {board.hand} cards.",
        Phase.ROLLING: "Five dice are rolled, one of each colour.",
        Phase.THREATS: f"All get a threat marker of each colour whose die shows "
        f"{faces(board, low=False)}.",
        Phase.REPUTATION: "Each may pay for one step of reputation.",
        Phase.PLAYING: f"Each plays a card in turn, {board.cards_per_round} times. Then the "
        "majorities are checked (phase 4) and the next player is start player.",
    }
    return {phase_name(phase): text for phase, text in texts.items()}


def _steps(board: Board, _: int) -> dict[str, str]:
    texts = {
        Step.CHOOSE_PILE: "You draw a card from one of two piles. You see the colours of the top "
        "cards, and look at your cards when you have all of them.",
        Step.ADVANCE: "You may pay the price that the dice show and go one step up, once in this "
        "round.",
        Step.TURN: "Play one card for one action, and activate people before or after it.",
        Step.PICK_CARD: "The action is chosen; say which card of that colour you use.",
        Step.PICK_HOUSE: "Your empty houses have several colours; say which colour the person "
        "moves into.",
        Step.PICK_BELOW: "You have several empty houses of that colour; say which of the cards "
        "the person is laid on. Only you know which card it is.",
        Step.PAY_WORKER: "A person lets you pay for a house with any worker; say which.",
        Step.ORDER: "Several penalties came at once; say which one you suffer first.",
        Step.LOSE_PERSON: "Say which of your people is discarded. Its house stays.",
        Step.LOSE_BUILDING: "Say which house you lose, or of which canal the last token goes.",
        Step.LOSE_HOUSE: "Say which house you lose. A person who lives there returns to your hand.",
        Step.LOSE_CANAL: "Say of which canal the last token goes.",
        Step.PICK_DOWN: "You lose one of several empty houses of a colour; say which card it is. "
        "It is discarded openly.",
        Step.TAKE_WORKER: "Choose workers of any colour, one by one, in the order "
        f"{listed(board.colours, 'and')}.",
        Step.GIVE_WORKER: "Choose which workers you hand over, one by one, in the order of the "
        "colours.",
        Step.DISCARD: "Choose the cards that you discard, in the order of the colours.",
        Step.TRADE: "You may trade as the person says, or stop.",
        Step.CHOOSE_VICTIM: "Say from whom you take.",
        Step.EXTRA_PLAY: "You may play one more card, or stop. It is none of your "
        f"{board.cards_per_round}.",
        Step.PLAY_DRAWN: "Play the card that you have just drawn, for any action that it allows.",
        Step.EXTRA_CANAL: "You may build a canal token without a card, or stop.",
        Step.EXTRA_HOUSE: "You may build a house without a worker, or stop.",
        Step.EXTRA_RECRUIT: "You may recruit one more person for less, or stop.",
        Step.EXTRA_STEP: "You may pay for a step of reputation that a person offers, or stay.",
    }
    return {STEPS[step]: text for step, text in texts.items()}


# --- terms ---


def _terms(board: Board, players: int) -> dict[str, str]:
    return {**_goods(board), **_places(board, players), **_scores(board)}


def _goods(board: Board) -> dict[str, str]:
    return {
        WORKER: "Pays for houses and activates people; each has a colour. Everybody begins with "
        f"{board.workers} of each colour. They are never short.",
        GUILDER: f"The money: it pays for people, canal tokens and steps of reputation. Everybody "
        f"begins with {board.guilders}. Among players with the same points the most guilders win.",
        MARKER: f"Comes with a die that shows {faces(board, low=False)}, to everybody. The "
        f"{_ordinal(board.circle)} of a colour brings the penalty of that colour. Returning one "
        f"brings {points(board.threat_points)}. There are {board.threat_markers} of each colour.",
        DICE: "Five, one of each colour, rolled in phase 2. A face shows how many guilders a card "
        f"of that colour brings in this round; {faces(board, low=False)} brings threat markers; "
        f"{faces(board, low=True)} is part of the price of reputation.",
        HOUSE: f"A card that lies face down, worth {points(board.house_points)}. One person can "
        "live there. The others see its colour alone.",
        PERSON: "A card that lies face up on a house. It has a price, points, an icon that says "
        "when it acts, an effect and a group.",
        ICON: "The sign of a person that says when it acts: arrow, worker, infinity or laurel.",
    }


def _places(board: Board, players: int) -> dict[str, str]:
    return {
        CANAL: f"Two for each player, left and right of its guard house, with {SPACES} spaces "
        f"each: {canal_list(board, players)}. You build from the guard house on. "
        f"Who has {board.canal_space} tokens or more in a canal gets "
        f"{points(board.canal_points)} for it at the end.",
        STATUE: f"The first ones to complete a canal of {SPACES} spaces take the topmost statue, "
        f"once for each canal: {listed(board.statues, 'and')} points, in this order.",
        REPUTATION: f"A track with {len(board.step_points) - 1} steps. Your place is worth points "
        f"at the end: {listed(board.step_points, 'and')}, from the town hall on. In phase 2 one "
        f"step may be bought for the sum of all dice that show {faces(board, low=True)}; "
        "if none does, nobody can.",
        PILE: f"Two to draw from. At the start they have {board.pile_sizes[0]} and "
        f"{board.pile_sizes[1]} cards. The backs show colours, so you see the colour of each top "
        "card.",
        EXTRA_PILE: f"{board.pile_sizes[2]} cards that take the place of the first pile that runs "
        "out. If that happens in phase 1, the round is the last one; otherwise the next round is.",
        DISCARDS: "Cards that were played, given up or lost. They are open, and never come back.",
        HAND: f"In phase 1 you fill it up to {board.hand} cards. The others see their colours.",
        START: "Draws, pays and plays first in this round; in the next one it is the next seat.",
    }


def canal_list(board: Board, players: int) -> str:
    """All canals, such as `seat 0 left blue 1, brown 2; ...`."""
    return "; ".join(
        f"seat {seat} {section} {', '.join(f'{board.colours[s.colour]} {s.cost}' for s in spaces)}"
        for seat in range(players)
        for section, spaces in zip(SECTIONS, board.canals[seat], strict=True)
    )


def _scores(board: Board) -> dict[str, str]:
    unknown = reconstructed_text(board)
    more = {"Reconstructed": f"{unknown} They were made to fit the rest."} if unknown else {}
    return {
        POINTS: "On the board: what you would have if the game ended now, with people, houses, "
        "laurels, majorities, canals, statues and reputation. The track that counts during play, "
        f"which begins at {board.points}, is one part of it.",
        MAJORITY: f"Three markers of your own, for {listed([*MAJORITIES.values()], 'and')}. Who "
        f"alone has the most at the end of a round wins its marker for good: "
        f"{points(board.majority_points)} at the end.",
        **more,
    }


def price_range(board: Board) -> str:
    """What people cost, from the cheapest to the dearest."""
    prices = [card.price for card in board.cards]
    return f"{min(prices)} to {guilders(max(prices))}"


def _ordinal(n: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(n, f"{n}th")


# --- the signs of the board ---


def legend(board: Board) -> dict[str, str]:
    """Signs and short forms of the board, the map and the moves."""
    space, card = board.canals[0][0][1], min(board.cards, key=lambda card: len(card.name))
    colour, name = board.colours[card.colour], card.name
    return {
        f"1: {board.pile_sizes[0]} cards, top {colour}": "the first pile and the colour of its top "
        "card",
        "extra": "the extra pile: when it comes, the end is near",
        "the last one": "the game ends with this round",
        f"card 1 of {board.cards_per_round}": "how many cards all have to play in this round",
        f"{board.points} points": "what the seat would have if the game ended now",
        "reputation 1": "the step that the seat has reached",
        f"left 1 of {SPACES}": "tokens in the left canal",
        f"(next {board.colours[space.colour]} for {space.cost})": "colour and price of its next "
        "space",
        f"statue {board.statues[0]}": "a statue won there, and its points",
        "statues": "those that are left, and their points",
        f"{colour}: {name}": "a house and the person who lives there",
        f"{name}*": "activated in this round",
        f"{colour}: empty": "a house where nobody lives",
        f"{colour} ?": "a card of which you know the colour alone",
        f"face down {name} (below ...)": "your card that is a house, and who lives above",
        "majority": "the majorities that the seat has won",
        f"2 {colour}, not looked at yet": "cards just drawn; you see them when you have all",
        "aside": "a card that was drawn to be played at once",
        f"{colour}: take workers": f"use a {colour} card for that action",
        f"move onto {name}": "into the house that is this card, face down",
        "play ..., move onto ...": "another player chose a card that you may not see",
        f"top of a pile: {colour}": "the back that is on top after a draw",
        "+2 points": "how a move changes your points on the board",
        "2 now": "what an effect that counts would bring then",
        f"[{board.colours[space.colour]} {space.cost}]": "on the map: a space with a token",
    }
