"""Bruges: the data folder, the effect compiler, their errors, and the sources."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from bruges_builder import Table, arrow, plain_deck, write_cards

from eminence import engines
from eminence.engines.bruges.effects import language as effects
from eminence.engines.bruges.numbers import DATA, FILES, read, sources
from eminence.engines.kit.guidance_file import weights

Edit = tuple[str, str, str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A user's own copy of the data."""
    return Path(shutil.copytree(DATA, tmp_path / "my_bruges"))


def edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


ROW_1 = 'Tapestry Designer,blue,6,worker,blue,"vp(1,per=house:blue)",Artist'
BAD_DATA: list[tuple[Edit, str]] = [
    (
        ("cards.csv", "Tapestry Designer", "red ?"),
        "cards.csv, row 1, name: 'red ?' stands for a card that is face down",
    ),
    (("cards.csv", "price,", "cost,"), "cards.csv, header, price: missing column"),
    (("cards.csv", "Designer,blue", "Designer,green"), "cards.csv, row 1, colour: unknown 'green'"),
    (
        ("cards.csv", "blue,6,worker", "blue,7,worker"),
        "cards.csv, row 1, price: 7 is not divisible",
    ),
    (("cards.csv", "blue,6,worker", "blue,x,worker"), "cards.csv, row 1, price: expected a whole"),
    (
        ("cards.csv", "blue,6,worker", "blue,6,wrker"),
        "cards.csv, row 1, activation: unknown 'wrker'",
    ),
    (
        ("cards.csv", ROW_1, ROW_1.replace("worker,blue", "worker,")),
        "cards.csv, row 1, activation_colour: expected a word",
    ),
    (
        ("cards.csv", ROW_1, ROW_1.replace("worker,blue", "arrow,blue")),
        "cards.csv, row 1, activation_colour: 'blue': only worker cards",
    ),
    (("cards.csv", '",Artist,', '",Artists,'), "cards.csv, row 1, group: unknown 'Artists'"),
    (("cards.csv", "Wood Carver", "tapestry designer"), "cards.csv, row 2, name: 'tapestry"),
    (
        ("cards.csv", "vp(1,per=house:blue)", "vp(1,per=house:green)"),
        "cards.csv, row 1, effect: unknown per=house 'green'",
    ),
    (("colours.csv", "red,Fire", "blue,Fire"), "colours.csv, row 3, colour: 'blue' again"),
    (("colours.csv", "Fire,building", "Fire,houses"), "colours.csv, row 3, penalty: unknown"),
    (
        ("colours.csv", "Fire,building", "Fire,person"),
        "colours.csv, row 3, penalty: 'person' again",
    ),
    (("canals.csv", "1,left,1,blue,1", "1,left,2,blue,1"), "canals.csv, row 2, space: '2' again"),
    (
        ("canals.csv", "1,left,1,blue,1", "5,left,1,blue,1"),
        "canals.csv, row 1, house: expected a whole number",
    ),
    (("reputation.csv", "2,2,", "3,2,"), "reputation.csv, row 2, step: expected 2"),
    (
        ("rules.toml", "markers = 9 ", "markers = 4 "),
        "rules.toml, [threats], markers: expected a whole number",
    ),
    (
        ("rules.toml", "stacks = 5", "stacks = 2"),
        "rules.toml, [setup], stacks: expected a whole number from",
    ),
    (("rules.toml", '"Noble"', '"Artist"'), "rules.toml, [groups], names: expected 1 to 16"),
    (("rules.toml", "[7, 6,", "[7, 7,"), "rules.toml, [scoring], statues: expected different"),
    (("guidance.toml", "spread =", "temperature ="), "guidance.toml, [weights], spread: missing"),
]


@pytest.mark.parametrize(("change", "said"), BAD_DATA, ids=[said for _, said in BAD_DATA])
def test_an_error_names_file_row_and_column(folder: Path, change: Edit, said: str) -> None:
    edit(folder, *change)
    with pytest.raises(engines.BadData, match=f"^{re.escape(said)}") as caught:
        engines.load("bruges", players=2, data=folder)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(engines.BadData, match=f"^{file}: missing in the data folder"):
        engines.load("bruges", players=2, data=folder)


TONGUE = effects.Tongue(("blue", "brown", "red", "purple", "yellow"), ("Artist", "Noble"))
BAD_EFFECTS = [
    ("arrow", "vp", "cannot read 'vp'"),
    ("arrow", "vp(1);guilders(2)", "cannot read"),
    ("arrow", "vp(1); ", "cannot read ''"),
    ("arrow", "victory(1)", "unknown verb 'victory': choose vp,"),
    ("arrow", "vp()", "vp, first argument: expected number, got None"),
    ("arrow", "vp(0)", "vp, first argument: expected a whole number from 1 to 20, got 0"),
    ("arrow", "vp(99)", "vp, first argument: expected a whole number from 1 to 20, got 99"),
    ("arrow", "vp(x)", "vp, first argument: expected number, got 'x'"),
    ("arrow", "vp(1,2)", "vp: expected name=value once, got '2'"),
    ("arrow", "vp(1,per=canal,per=rep)", "vp: expected name=value once, got 'per=rep'"),
    ("arrow", "vp(1,colour=red)", "vp: unknown argument 'colour'"),
    ("arrow", "vp(1,per=house)", "unknown per=house: choose house:any,"),
    ("arrow", "vp(1,per=person:Knight)", "unknown per=person 'Knight': choose Artist or Noble"),
    ("arrow", "vp(1,per=canal,each=0)", "vp, each: expected a whole number from"),
    ("arrow", "workers(1)", "unknown colour of workers ''"),
    ("arrow", "workers(1,colour=green)", "unknown colour of workers 'green'"),
    ("arrow", "unthreat(1,colour=each)", "unknown colour of unthreat 'each'"),
    ("arrow", "play(from=deck)", "unknown from of play 'deck': choose hand or draw"),
    ("arrow", "canal(1,cost=free)", "unknown card of canal ''"),
    ("arrow", "recruit(cost=2)", "recruit, cost: expected -number, got '2'"),
    ("arrow", "opp_vp(2)", "opp_vp, first argument: expected -number, got '2'"),
    ("arrow", "trade(give=worker:2,get=vp:1,max=1)", "trade, give: 2 workers at a time"),
    ("arrow", "trade(give=guilders,get=vp:1,max=1)", "trade, give: expected number, got ''"),
    ("arrow", "steal_guilders(1,target=two)", "unknown target of steal_guilders 'two'"),
    ("arrow", "round: vp(1)", "scope 'round': only infinity cards have one"),
    ("arrow", "take_workers(+1)", "verb 'take_workers' does not fit arrow"),
    ("laurel", "guilders(1)", "verb 'guilders' does not fit laurel: a laurel has vp"),
    ("laurel", "if[die:red:56]: vp(1)", "'if[die:red:56]: vp(1)': a modifier or laurel"),
    ("infinity", "vp(1)", "vp: an infinity card needs a scope"),
    ("infinity", "mod: vp(1)", "mod: vp: mod goes with take_workers,"),
    ("infinity", "round: ward()", "round: ward: mod goes with"),
    ("infinity", "mod: take_workers(1)", "take_workers, first argument: expected +number"),
    ("infinity", "on[rain]: vp(1)", "unknown event 'rain': choose recruit,"),
    ("infinity", "on[recruit]: play(from=hand)", "on[recruit]: play: an event may cause vp,"),
    ("infinity", "mod: house_worker(two)", "unknown payment of house_worker 'two'"),
    ("infinity", "round: if[die:red]: vp(1)", "condition 'die:red': expected die:colour:56"),
    ("infinity", "round: if[die:red:34]: vp(1)", "unknown faces '34': choose 56 or 12"),
]


@pytest.mark.parametrize(("activation", "effect", "said"), BAD_EFFECTS)
def test_an_effect_that_cannot_be_is_explained(activation: str, effect: str, said: str) -> None:
    with pytest.raises(effects.BadEffect, match=f"^{re.escape(said)}"):
        effects.compile_effect(effect, activation, TONGUE)


def test_a_deck_whose_arrows_nest_too_deep_is_refused(tmp_path: Path) -> None:
    drummers = {f"Drummer {i}": arrow("play(from=hand)") for i in range(4)}
    write_cards(tmp_path, plain_deck(drummers))
    with pytest.raises(engines.BadData, match=r"^cards\.csv, effect: Drummer 0, Drummer 1, Dr"):
        engines.load("bruges", players=2, data=tmp_path)


def test_the_stack_holds_whatever_the_deepest_deck_can_need() -> None:
    """From any position that `check` accepts, as much may be added once more."""
    deepest = Table(
        **{f"Drummer_{i}": arrow("play(from=hand)") for i in range(3)}  # MAX_NESTING
    )
    frames = deepest.game.table.dtype["frame"].shape[0]
    assert 2 * deepest.board.deepest <= frames


def test_action_ids_stay_when_only_prices_change(folder: Path) -> None:
    edit(folder, "cards.csv", "Tapestry Designer,blue,6", "Tapestry Designer,blue,9")
    mine, ours = ({card.name: card.id for card in read(where, 2).cards} for where in (folder, DATA))
    assert mine == ours


def test_two_decks_play_side_by_side(folder: Path) -> None:
    edit(folder, "rules.toml", "guilders = 5", "guilders = 7")
    games = engines.load("bruges", data=folder), engines.load("bruges")
    for _ in range(2):
        assert [int(game.root().data["guilders"][0]) for game in games] == [7, 5]
    assert games[0].fingerprint != games[1].fingerprint


def test_the_table_of_cards_is_what_is_known_of_the_box() -> None:
    cards = read(DATA, 3).cards
    assert len(cards) == 165
    assert len({card.name for card in cards}) == 165
    assert {sum(card.colour == c for card in cards) for c in range(5)} == {33}
    assert {sum(card.group == g for card in cards) for g in range(11)} == {15}
    assert {card.price for card in cards} == {0, 3, 6, 9, 12}


def test_every_number_has_a_source_and_inventions_say_so() -> None:
    lines = sources()
    assert all(line.source for line in lines)
    invented = {
        line.entry for line in lines if line.value == "person" and line.source == "reconstructed"
    }
    assert len(invented) == 140
    assert any(line.entry == "Queen effect" and line.source == "rulebook" for line in lines)


def test_weights_must_be_the_ones_that_guidance_knows(folder: Path) -> None:
    with pytest.raises(engines.BadData, match="guilder: unknown"):
        weights(folder, ("spread",))


@pytest.mark.rule("R37")
def test_councillor_and_councilman_take_two_guilders_a_house_by_a_marked_guess() -> None:
    """As the people of the other colours do; and each number says that it is reconstructed."""
    board = read(DATA, 2)
    people = {card.name: card for card in board.cards}
    family = ("Bailiff", "Notary", "Alderman", "Councillor", "Councilman")
    assert {people[name].effect for name in family} == {
        f"guilders(2,per=house:{colour})" for colour in board.colours
    }
    assert {people[name].price for name in family} == {3}
    for name in ("Councillor", "Councilman"):
        (line,) = [line for line in sources() if line.entry == f"{name} effect"]
        assert line.source.startswith("reconstructed")
