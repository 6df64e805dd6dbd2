"""The rules of the expansions, each told only where it is in play."""

from __future__ import annotations

from eminence.cython_ext.words import Chapter
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import plural
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.explanations.agreed import Agreed
from eminence.engines.wallenstein.explanations.effects import benefits_of, leader_help
from eminence.engines.wallenstein.explanations.things import chapter
from eminence.engines.wallenstein.names import DICE_TOWER_CARD
from eminence.engines.wallenstein.numbers import Board


def court_chapter(board: Board) -> Chapter:
    """Emperor's Court: how armies become courtiers."""
    court = board.court
    boxes = listed(court.convert, "and")
    return chapter(
        "The Court",
        f"""With the Emperor's Court armies can be turned into courtiers, who pay for favor cards.
        Everybody has {court.courtiers} courtiers, {court.tower_cards} dice tower cards, and an
        extra board with three boxes, for {boxes} armies. You plan these boxes with the others,
        after those of the actions.""",
        f"""The Court meets when the player order is set, before the first action. In that order
        each player opens the three boxes, the largest first. A county card sends so many armies
        of that county to your supply, and as many courtiers come to the entrance hall; one army
        must stay. A {DICE_TOWER_CARD} does the same with your armies in the tray. A money card does
        nothing. With too few armies or courtiers the box does nothing at all.""",
        f"""A {DICE_TOWER_CARD} may also lie in another box, as a money card, and counts as
        {board.money[0]} Thalers in a bid. When the tower is filled before the game, each of your
        armies that falls out brings a courtier into the entrance hall.""",
    )


def favor_chapter(board: Board) -> Chapter:
    """Emperor's Court: how favors are asked for."""
    court = board.court
    return chapter(
        "Favors",
        f"""Each round the next {len(court.spaces)} of the {len(court.favors)} favor cards lie in
        the audience hall. The highest number costs {court.spaces[0]} courtiers, the others
        {listed(court.spaces[1:], "and")}.""",
        """When all extra boards are open, the player with the most courtiers in the entrance hall
        asks first, then the others by their number; of equals the earlier in player order. All
        your courtiers go to the audience hall, and you may take one card. The courtiers that pay
        for it go back to your supply, and the card is used at once. It may be taken even if it
        does nothing. Those who can pay for no card that is left are passed over.""",
        """Then the courtiers who are left go back to the entrance hall, where they count for the
        next round, and cards that nobody took leave the game. `card favor 1` and so on tell what
        the cards do.""",
    )


def region_card_chapter(board: Board, agreed: Agreed) -> Chapter:
    """Region cards."""
    cards = board.region_cards
    brings = [
        f"card {number + 1}: {benefits_of(board, number) or 'nothing'}"
        for number in range(len(cards.benefits))
    ]
    court = " The Court meets after it." if agreed.court else ""
    return chapter(
        "Region cards",
        f"""Whoever holds counties in at least {cards.regions} of the {len(board.regions)} regions,
        once the player order is set, turns to the next card of their deck and takes one of the
        benefits on it. This is done in player order, before the first action.{court} Others leave
        their deck as it is and get nothing.""",
        f"""All have the same {len(cards.benefits)} cards in the same order: {"; ".join(brings)}.
        The last card is followed by the first. Each year begins with card 1 on top, so the first
        time in a year brings card 2.""",
        """Armies go from your supply into the tray, where they are thrown in with the next battle;
        they cannot be chosen when your supply is empty. Points count at once.""",
    )


def leader_chapter(board: Board, agreed: Agreed) -> Chapter:
    """Military leaders."""
    on = board.leaders
    placed = (
        "You place him in the draft, together with one of your army groups."
        if agreed.draft
        else """In the first spring, once the player order is set, each player in that order puts
        him into one of their counties."""
    )
    return chapter(
        "Leaders",
        f"""You have a military leader. {placed} He helps with your action in the county where he
        stands, after event and tile: {leader_help(board)}. Armies more come from your supply, if it
        has them.""",
        """After the tenth action of each round, in player order, all leaders must move, each to
        another county of their player, near or far. If he goes to a neighbour, he may leave a
        statue in the county from which he came. Who holds no other county leaves him there.""",
        f"""A statue stays whoever holds the county. But if the leader of another player comes
        there, that player takes all statues as trophies. At the end of the game each statue of
        yours on the board brings {plural(on.statue_points, "point")}, and each trophy
        {plural(on.trophy_points, "point")}.""",
        f"""Who loses the county with their leader takes him off the board. At the end of winter of
        the first of the {state.YEARS} years he is put into any county of his player; after the
        last winter he does not come back.""",
    )
