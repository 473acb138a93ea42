"""The value network against positions played to their end many times, and the plain array player."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from carrom.equipment.sizes import HALF
from carrom.laws import RULEBOOKS
from carrom.match import ByParty
from carrom.physics import CLUB, Stroke
from carrom.play import LEVELS, Perception, PlainManners
from carrom.play.batch.boards import Boards
from carrom.play.seating import Contestant, Seating
from carrom.play.sight import Floats
from carrom.players.evaluation.value_network import (
    CONTEXT,
    GLANCES,
    WHOSE,
    Numbers,
    context_features,
    learned_value,
    next_stroke_chances,
    piece_features,
    piece_inputs,
    queen_values,
    skill_feature,
    surface_features,
)
from carrom.players.levels.batch import BatchEasyPlayer

CLUB_HAND = LEVELS["club"]


class Given(PlainManners):
    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        raise LookupError("his strokes are given")


def table(count: int) -> Boards:
    one = (Contestant(Given(), CLUB_HAND),)
    boards = Boards(count, rulebook=RULEBOOKS["icf"], seating=Seating(ByParty(one, one)))
    boards.begin(np.arange(count), np.arange(count) + 11, np.arange(count) % 2)
    return boards


def test_value_network_predicts_most_outcomes() -> None:
    with np.load(Path(__file__).parent / "data" / "truth.npz") as found:
        pieces, context, points = found["pieces"], found["context"].astype(np.float32), found["points"]
    value = learned_value()
    places = pieces.astype(np.float64) * HALF
    slowly, quickly = (value.points(places, WHOSE, context[:, :CONTEXT], seen) for seen in (context[:, CONTEXT:], None))
    truth, noise = points.mean(axis=1), float((points.var(axis=1, ddof=1) / points.shape[1]).mean())
    spread = float(truth.var()) - noise
    for values, least in ((slowly, 0.92), (quickly, 0.88)):
        assert 1 - (float(((values - truth) ** 2).mean()) - noise) / spread > least
    by_counts = np.polynomial.Polynomial.fit(context[:, 0] - context[:, 1], truth, 2)(context[:, 0] - context[:, 1])
    assert ((slowly - truth) ** 2).mean() < 0.5 * ((by_counts - truth) ** 2).mean()


def test_chances_are_valid_and_mirror_symmetric() -> None:
    boards, player = table(40), BatchEasyPlayer((CLUB_HAND, CLUB_HAND), CLUB)
    for _ in range(6):
        live = np.flatnonzero(~boards.over)
        boards.strike(live, player.strokes(boards, live, boards.seeds[live]))
    live = np.flatnonzero(~boards.over)
    both = np.stack((boards.turn[live], 1 - boards.turn[live]), axis=1)
    hands, prizes = np.full(2, skill_feature(CLUB_HAND)), np.array(queen_values(RULEBOOKS["icf"], 0, 0))
    rows = context_features(
        boards.cases.columns, boards.standing[live], hands[both], prizes[both], surface_features(CLUB)
    )
    hand, kind = player.hands[0], np.arange(19)
    assert rows.shape == (len(live), CONTEXT)
    places, value = piece_inputs(boards, live).astype(np.float64) * HALF, learned_value()
    own, rival, queen = kind < 9, (kind >= 9) & (kind < 18), kind == 18
    seen = next_stroke_chances(places, own, rival, queen, hand, hand, -places)
    assert seen.shape == (len(live), GLANCES)
    assert 0 <= seen.min() < seen.max() <= 1
    for looked in (seen, None):
        here, mirrored = (value.chances(one, WHOSE, rows, looked) for one in (places, places * (-1, 1)))
        assert np.abs(here.sum(axis=1) - 1).max() < 1e-5
        assert np.abs(here - mirrored).max() < 0.2


def plainly(places: Floats, context: Numbers, name: str) -> Floats:
    """Evaluate the network layer by layer, for pieces in the order of `WHOSE`."""
    with files("carrom.players.evaluation").joinpath("data/value.npz").open("rb") as file, np.load(file) as found:
        weights = {key: found[key].astype(np.float64) for key in found.files}

    def through(rows: Floats, net: str) -> Floats:
        for layer in (0, 2, 4):
            rows = np.maximum(rows, 0.0) if layer else rows
            rows = rows @ weights[f"{net}_{layer}_weight"].T + weights[f"{net}_{layer}_bias"]
        return rows

    features = piece_features((places / HALF).astype(np.float32)).astype(np.float64)
    is_there = ~np.isnan(places[:, :, :1])
    sums = [
        np.where(is_there, through(features, f"kinds_{kind}"), 0.0)[:, kind == WHOSE].sum(axis=1) for kind in range(3)
    ]
    odds = through(np.concatenate((*sums, context), axis=1), name)
    chances = np.exp(odds - odds.max(axis=1, keepdims=True))
    return np.asarray(chances / chances.sum(axis=1, keepdims=True))


@pytest.mark.slow
def test_incremental_sums_match_the_network() -> None:
    """On grid places, without interpolation; most pieces stay in place."""
    rng = np.random.default_rng(4)
    places = np.repeat(6.0 * rng.integers(4, 120, (1, 19, 2)) - HALF, 60, axis=0)
    is_moved = rng.random((60, 19)) < 0.2
    places[is_moved] = 6.0 * rng.integers(4, 120, (is_moved.sum(), 2)) - HALF
    places[rng.random((60, 19)) < 0.1] = np.nan
    context = rng.random((60, CONTEXT + GLANCES), dtype=np.float32)
    value = learned_value()
    for name, given, seen in (("quick", context[:, :CONTEXT], None), ("top", context, context[:, CONTEXT:])):
        found = value.chances(places, WHOSE, context[:, :CONTEXT], seen)
        assert np.abs(found - plainly(places, given, name)).max() < 1e-5
        alone = value.chances(places[:1], WHOSE, context[:1, :CONTEXT], None if seen is None else seen[:1])
        assert np.abs(found[:1] - alone).max() < 1e-5


def test_array_players_finish_boards() -> None:
    boards, player = table(64), BatchEasyPlayer((CLUB_HAND, CLUB_HAND), CLUB)
    for _ in range(200):
        live = np.flatnonzero(~boards.over)
        if not len(live):
            break
        boards.strike(live, player.strokes(boards, live, boards.seeds[live]))
    assert boards.over.mean() > 0.9
    assert (boards.points[boards.over] != 0).all()
    assert 10 < boards.strokes[boards.over].mean() < 50


def test_copies_keep_the_position_with_their_own_luck() -> None:
    boards, player = table(8), BatchEasyPlayer((CLUB_HAND, CLUB_HAND), CLUB)
    live = np.arange(8)
    boards.strike(live, player.strokes(boards, live, boards.seeds))
    copies = boards.copied(np.zeros(50, dtype=np.int64), np.arange(50))
    assert (copies.standing == boards.standing[0]).all()
    copies.strike(np.arange(50), player.strokes(copies, np.arange(50), copies.seeds))
    assert len(np.unique(copies.places[:, :, 0].round(6), axis=0)) > 25
    assert boards.strokes[0] == 1
