"""How Bruges is played, in our own words, with the numbers of the loaded game.

RULES.md has the clauses and rulings that this follows.
"""

from __future__ import annotations

from eminence.cython_ext.words import Chapter
from eminence.engines.bruges import state
from eminence.engines.bruges.effects.effect_text import faces, guilders, points
from eminence.engines.bruges.explanations.entries import price_range, what_is_lost
from eminence.engines.bruges.explanations.people import reconstructed_text
from eminence.engines.bruges.names import MAJORITIES
from eminence.engines.bruges.numbers import Board
from eminence.engines.bruges.state import SPACES, Penalty
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import plural


def chapters(board: Board, players: int) -> list[Chapter]:
    """The rules of one loaded game; the first chapter is enough to begin with."""
    parts = {
        "How to play": (_aim(board), _round(board), _advice(board), _notice(board)),
        "Setup": (_setup(board, players), _canals()),
        "Drawing": (_drawing(board), _piles(board)),
        "Threats": (_markers(board), _penalties(board), _losses()),
        "Reputation": (_reputation(board),),
        "Actions": (_actions(board), _building(board), _which_card()),
        "People": (_recruiting(board), _icons(), _activating(board)),
        "Effects": (_order_of_effects(), _extra_actions(), _on_others(board)),
        "Majorities": (_majorities(board),),
        "The end": (_end(board), _scoring(board), _winner()),
        "What is open": (_open(), _remembered()),
        "What is reconstructed": (_reconstructed(board),),
    }
    return [Chapter(title, "\n\n".join(texts)) for title, texts in parts.items()]


# --- how to play ---


def _aim(board: Board) -> str:
    return (
        f"You build houses and canals in Bruges and recruit people. The most points at the end "
        f"win. Everything is done with cards: the front of each shows one of "
        f"{len(board.cards)} people, its back one of {state.COLOURS} colours. For all but "
        f"recruiting only the colour matters."
    )


def _round(board: Board) -> str:
    return (
        f"Each round has four phases. 1: all fill up their hands to {board.hand} cards. "
        f"2: five dice are rolled. Each that shows {faces(board, low=False)} brings everybody a "
        f"threat marker of its colour, and {board.circle} of one colour bring a penalty. Then "
        f"each may go one step up in reputation for the sum of all dice that show "
        f"{faces(board, low=True)}. 3: in turn each plays a card, {board.cards_per_round} times. "
        f"With a card you take {board.workers_taken} workers of its colour, or as many guilders as "
        f"the die of its colour shows; or you return a threat marker of its colour, build a canal "
        f"token on a space of its colour, lay it down as a house, or recruit the person on it. "
        f"4: who alone has the highest reputation, the most people or the most canal tokens wins "
        f"a majority."
    )


def _advice(board: Board) -> str:
    colour = board.penalties.index(Penalty.LOSE_ALL_GUILDERS)
    return (
        f"To begin: build houses early, with the workers that you have, and fill them with people "
        f"whose effects you use every round. Beware of a colour of which you have "
        f"{board.circle - 1} threat markers: one more brings its penalty, and "
        f"{board.threats[colour]} ({board.colours[colour]}) takes all your guilders. `card` with a "
        f"name explains it, such as a person in your hand; `legend` explains the board, and `map` "
        f"shows the canals. Beside each move stands what it costs and brings."
    )


def _notice(board: Board) -> str:
    """What most players would want to know before they compare with their box."""
    found = reconstructed_text(board)
    return (
        f"{found} The list of cards was not published with the rules. `card` says it of each "
        "person; `rules what is reconstructed` tells more."
        if found
        else "All people, canals and steps are as the data folder has them from its sources."
    )


# --- setting up and drawing ---


def _setup(board: Board, players: int) -> str:
    return (
        f"Everybody begins with {points(board.points)}, {guilders(board.guilders)}, "
        f"{plural(board.workers, 'worker')} of each colour, no cards and no reputation. Seat 0 is "
        f"the first start player and seat 1 comes next. The {len(board.cards)} cards are shuffled. "
        f"With {players} players two piles have {board.pile_sizes[0]} and {board.pile_sizes[1]} "
        f"cards; the other {board.pile_sizes[2]} are the extra pile."
    )


def _canals() -> str:
    return (
        f"Each seat has a guard house with two canals of {SPACES} spaces, which differ from seat "
        f"to seat. `card canal` lists their colours and prices; `map` shows what is built."
    )


def _drawing(board: Board) -> str:
    return (
        f"In phase 1 each player in turn fills up the hand to {board.hand} cards. For each card "
        f"you choose one of two piles by the colour of its top card, and you look at your cards "
        f"when you have all. Who has {board.hand} cards or more draws none; some people let "
        f"you draw more. Cards that an effect "
        f"lets you draw are drawn in the same way."
    )


def _piles(board: Board) -> str:
    return (
        "When a pile runs out, the extra pile takes its place. If this happens in phase 1, the "
        "round is the last one; if in phase 3, the next round is. When a pile runs out after that, "
        "the lower half of the other one takes its place. When no card is left, nobody draws."
    )


# --- phase 2 ---


def _markers(board: Board) -> str:
    return (
        f"For each die that shows {faces(board, low=False)} everybody gets a threat marker of its "
        f"colour, from the start player on. There are {board.threat_markers} of each colour. Who "
        f"has {board.circle} of a colour suffers its penalty at once; then the {board.circle} "
        f"markers go back without points. Who suffers several chooses the order. Some people "
        f"bring markers too."
    )


def _penalties(board: Board) -> str:
    return " ".join(
        f"{name} ({board.colours[colour]}): the player {what_is_lost(board, colour)}."
        for colour, name in enumerate(board.threats)
    )


def _losses() -> str:
    return (
        "The card of a lost house is discarded openly; below a person it is the card that lies "
        "there. Of several empty houses of one colour you say which card it is."
    )


def _reputation(board: Board) -> str:
    return (
        f"In phase 2, after the threat markers, each player in turn may pay for one step. It costs "
        f"the sum of all dice that show {faces(board, low=True)}; if none does, nobody can buy "
        f"one. There are {len(board.step_points) - 1} steps. At the end your place is worth "
        f"{listed(board.step_points, 'and')} points, from the town hall on. Some people help "
        f"you up at other times."
    )


# --- phase 3 ---


def _actions(board: Board) -> str:
    marker = points(board.threat_points)
    return (
        f"Every card can be used for each of six actions. Take {board.workers_taken} workers of "
        f"its colour. Take as many guilders as the die of its colour shows. Return a threat marker "
        f"of its colour, for {marker}. Build a canal token. Build a house. Recruit its person. "
        f"There is always an action to take, and you must play a card if you have one."
    )


def _building(board: Board) -> str:
    return (
        f"A canal token goes on the next space of your left or right canal, which must have the "
        f"card's colour; you pay the price printed there. {board.canal_space} tokens in a canal "
        f"are worth {points(board.canal_points)}; who completes it takes the topmost statue of "
        f"{listed(board.statues, 'and')} points, if one is left. A house is the card itself, face "
        f"down. It costs a worker of its colour and is worth {points(board.house_points)}. "
        f"The card of any other action is discarded; a recruited person stays with you."
    )


def _which_card() -> str:
    return (
        "You first choose the action and a colour, which all can see. If you have several cards "
        "of that colour, you say then which one you use; the move tells how many."
    )


def _recruiting(board: Board) -> str:
    return (
        f"To recruit a person you play its card, pay its price ({price_range(board)}) and lay it "
        f"on one of your empty houses, of any colour. It is worth a point for every "
        f"{board.price_per_point} guilders of its price. People belong to "
        f"{len(board.groups)} groups, and some people count a group."
    )


def _icons() -> str:
    return (
        "An arrow acts once, as soon as the person is recruited. A worker icon may be used once in "
        "each round for a worker of its colour. Infinity costs nothing: it may be used once in "
        "each round, or acts always, or whenever something happens. A laurel counts at the end of "
        "the game."
    )


def _activating(board: Board) -> str:
    return (
        "In your turn you may activate any number of people, before or after your card, each once "
        "in a round; also one that you have just recruited. People that would do nothing now are "
        "not offered. A star on the board marks those that were used. Without a card in hand "
        f"you may still activate people. All have {board.cards_per_round} turns in a round."
    )


def _order_of_effects() -> str:
    return (
        "An effect does its parts one after the other; what has nothing to act on is skipped. An "
        "effect that counts something counts what you have then, the person itself included, "
        "after its worker or price is paid. Who waits for an event acts after it, and an arrow "
        "acts before those who wait for its recruiting. A person does not answer its own "
        "recruiting."
    )


def _extra_actions() -> str:
    return (
        "Some effects let you play one more card, build or recruit: these actions are none of "
        "your own in the round, and you may stop instead. But a card that you draw to "
        "play it at once must be played. A price that is reduced never falls below 0; a doubled "
        "one is reduced after doubling."
    )


def _on_others(board: Board) -> str:
    wards = [card.name for card in board.cards if any(c.verb == state.WARD for c in card.clauses)]
    guarded = f" The people of a player with {listed(wards)} are safe from that." if wards else ""
    return (
        "Some people take from the others, in turn order from their owner's left. Each loses what "
        "it has, at most what is asked, and chooses where there is a choice. Points never fall "
        f"below 0.{guarded}"
    )


# --- phase 4 and the end ---


def _majorities(board: Board) -> str:
    return (
        f"At the end of a round three things are compared: {listed([*MAJORITIES.values()], 'and')} "
        f"(the step, people in play, canal tokens). Who alone has the most turns the marker over "
        f"for {points(board.majority_points)} at the end and keeps it, whatever comes. Several "
        f"players can win the same one in different rounds. Then the next seat is start player, "
        f"and used people are ready again."
    )


def _end(board: Board) -> str:
    return (
        "The game ends with the round in which the extra pile comes into play while hands are "
        "filled up, or with the next round if it comes later in a round. The board says when it "
        "is the last one."
    )


def _scoring(board: Board) -> str:
    return (
        f"To the points of the track come: for each person a point for every "
        f"{board.price_per_point} guilders of its price, {points(board.house_points)} for each "
        f"house, what laurels bring, {points(board.majority_points)} for each majority, "
        f"{points(board.canal_points)} for each canal with {board.canal_space} tokens or more, the "
        f"statues, and your step of reputation. The points on the board have all of this "
        f"in them already, as if the game ended now; `card points` shows each part."
    )


def _winner() -> str:
    return (
        "The most points win. Among players with the same points the most guilders win; if these "
        "are the same too, they share the win."
    )


# --- what one knows ---


def _open() -> str:
    return (
        "Only faces are hidden: of cards in other hands, of other players' houses and of piles. "
        "The colours of all cards are open, and so are people, workers, guilders, markers and "
        "discards. Which card lies below a person only its owner knows."
    )


def _remembered() -> str:
    return (
        "A person that returned to a hand is named there until a card of its colour becomes a "
        "house of that player. The board has a ? for each card that you do not know."
    )


def _reconstructed(board: Board) -> str:
    found = reconstructed_text(board)
    if not found:
        return "Nothing: every card, canal space and step of reputation has a source."
    return (
        f"{found} These were made up to fit what is known: the same kinds of effects, and prices "
        "from one scale. The other numbers are from the rules or from public sources. "
        "`eminence games bruges --reconstructed` lists everything that was made up. Whoever owns "
        "the game can type in its cards and play with them: `--data` names the folder."
    )
