"""The coach's figures add up, are the same each time, and are right where the answer is known."""

import re
from dataclasses import replace
from functools import cache
from math import exp, sqrt

import numpy as np
import pytest

from carrom.laws import BySide, QueenPlace
from carrom.laws.sentences import catalogue
from carrom.match import ByParty, Match, Record, read_record
from carrom.match.log.acts import StrokeMade
from carrom.physics import CLUB as CLUB_BOARD
from carrom.play import LEVELS, Contestant, Luck, Seating, play_board
from carrom.play.skill import difficulty, wrap_degrees
from carrom.players import player_named
from carrom.players.coach.practice import clear_loss, practice_topics
from carrom.players.coach.recorded_strokes import (
    RecordedStroke,
    computer_named,
    computers_in,
    highlights,
    players_with_intent,
    recorded_strokes,
)
from carrom.players.coach.report import MatchReport, build_report, coach_match
from carrom.players.coach.report_json import report_json
from carrom.players.coach.report_pdf import graph_svg, report_pdf
from carrom.players.coach.report_text import highlights_text, report_text
from carrom.players.coach.skill_estimate import estimate_skill
from carrom.players.coach.stroke_review import (
    ValueParts,
    accuracy,
    review_stroke,
    strength_from_accuracy,
    stroke_accuracy,
)
from carrom.players.evaluation.search import quasi_random_errors
from carrom.players.evaluation.strengths import PLAYER_ELO, chances_with_gap, next_board_chances
from carrom.players.evaluation.value_network import POINTS
from carrom.players.evaluation.winning_chances import game_chance, match_chances
from carrom.players.levels.ladder import LADDER
from carrom.players.people.roster import PEOPLE
from tests.depth import by_depth

CLUB = LEVELS["club"]


@cache
def board(seed: int, level: str = "club") -> Match:
    contestant = Contestant(player_named("greedy"), LEVELS[level])
    return play_board(Seating(ByParty((contestant,), (contestant,))), Luck((seed, 11))).match


def strokes(count: int, level: str) -> list[RecordedStroke]:
    found: list[RecordedStroke] = []
    seed = 0
    while len(found) < count:
        found += recorded_strokes(board(seed, level))
        seed += 1
    return found[:count]


@cache
def report() -> MatchReport:
    return coach_match(board(0), simulations=600)


def test_computer_players_record_their_aim() -> None:
    for stroke in recorded_strokes(board(0)):
        assert stroke.meant is not None
        assert stroke.meant != stroke.made


@pytest.mark.slow
def test_losses_add_up_to_the_outcome() -> None:
    coached = report()
    assert coached.left_out == 0
    for one in coached.strokes:
        for parts in (one.points, one.winning):
            assert parts.after == pytest.approx(parts.best - parts.choice - parts.hand + parts.luck)
        assert one.points.choice >= 0
        assert 0 <= one.winning.after <= 1
    for person in coached.people:
        assert person.choice == pytest.approx(
            sum(one.points.choice for one in coached.strokes if one.played.person == person.person)
        )


def test_board_end_is_worth_its_points() -> None:
    last = report().strokes[-1]
    result = report().match.course.boards[-1]
    points = result.points if result.winner == last.played.person.party else -result.points
    assert last.points.after == pytest.approx(points)


def test_decided_match_has_chance_zero_or_one() -> None:
    """The match is one board, and the record says so: its winner has won."""
    played = board(0)
    book = replace(played.setup.rulebook, games=1, boards=1, boards_limit_until="always")
    record = Record(replace(played.setup, rulebook=book), played.events())
    match = read_record(record.text()).record.match()
    assert match.winner is not None
    last = review_stroke(recorded_strokes(match)[-1], CLUB, CLUB, simulations=600)
    assert last.winning.after == pytest.approx(float(last.played.person.party == match.winner))
    coached = build_report(match, {}, [last])
    assert report_json(coached)["winner"] == match.winner
    end = graph_svg(coached).split('points="')[1].split('"')[0].split()[-1]
    assert end == ("700,0" if match.winner == "a" else "700,200")


def test_one_game_of_three_shifts_the_match_chance() -> None:
    """A winning stroke decides a match of one game, half of a match of three, and the last game of it."""
    played = board(0)
    book = replace(played.setup.rulebook, games=3, boards=1, boards_limit_until="always")
    match = read_record(Record(replace(played.setup, rulebook=book), played.events()).text()).record.match()
    assert match.winner is None
    first = recorded_strokes(match)[-1]
    assert first.stakes() == (0.25, 0.75)
    won = match.course.boards[-1].winner == first.person.party
    after = review_stroke(first, CLUB, CLUB, simulations=600).winning.after
    assert after == pytest.approx(0.75 if won else 0.25)
    assert match_chances(2, 1, 0) == (0.5, 1.0)
    assert match_chances(2, 0, 1) == (0.0, 0.5)
    assert match_chances(2, 1, 1) == match_chances(1, 0, 0) == (0.0, 1.0)


def test_review_is_deterministic() -> None:
    stroke = recorded_strokes(board(0))[4]
    assert review_stroke(stroke, CLUB, CLUB, simulations=600) == review_stroke(stroke, CLUB, CLUB, simulations=600)


def test_stroke_into_the_own_frame_is_a_bad_choice() -> None:
    stroke = max(
        (one for one in report().strokes if one.stated > 0.8 and one.played.view.situation.break_attempt is None),
        key=lambda one: one.points.best,
    ).played
    made = replace(stroke.made, direction=180.0, speed=0.5)
    silly = replace(stroke, made=made, meant=made, act=replace(stroke.act, own=0, opponent=0, queen=False))
    lost = review_stroke(silly, CLUB, CLUB, simulations=600)
    assert not lost.is_best
    assert lost.points.choice > 1.0
    assert lost.points.choice > review_stroke(stroke, CLUB, CLUB, simulations=600).points.choice


def test_losing_stroke_has_a_reason() -> None:
    coached = report()
    last = next(one for one in coached.strokes if one.played.view.situation.break_attempt is None)
    situation = replace(last.played.view.situation, own=1, queen="board")
    act = replace(last.played.act, own=1, opponent=0, queen=False, striker=False)
    played = replace(last.played, view=replace(last.played.view, situation=situation), act=act)
    of_one = build_report(coached.match, {}, [replace(last, played=played)])
    assert report_json(of_one)["strokes"][0]["lost"] == "own"
    assert catalogue("en").say("lost.own") in report_text(of_one)


def evenly_missed(count: int, level: str) -> list[RecordedStroke]:
    """Return strokes with the errors of that skill, evened out, so that the estimate should be the skill."""
    played = [one for one in strokes(2 * count, level) if one.view.situation.break_attempt is None][:count]
    errors = quasi_random_errors(np.random.default_rng(5), count)[:, 1]
    found = []
    for stroke, error in zip(played, errors, strict=True):
        meant = stroke.meant
        assert meant is not None
        harder = difficulty(np.array([meant.direction]), np.array([meant.speed]), stroke.view.profile.max_speed)[0]
        turned = meant.direction + LEVELS[level].angle * harder * error
        made = replace(meant, direction=float(wrap_degrees(np.array([turned]))[0]))
        found.append(replace(stroke, made=made))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("level", by_depth(["casual"], ["casual", "national"]))
def test_skill_is_estimated_from_aims(level: str) -> None:
    found = estimate_skill(evenly_missed(128, level))
    assert found is not None
    assert found.angle == pytest.approx(LEVELS[level].angle, rel=0.02)
    # A scale from n misses with such tails has a standard error of 1 / √(1.25 n).
    assert found.high / found.low == pytest.approx(exp(2 * 1.96 / sqrt(1.25 * 128)), rel=0.05)


@pytest.mark.slow
@pytest.mark.parametrize("level", by_depth(["national"], ["club", "national"]))
def test_skill_is_estimated_without_aims(level: str) -> None:
    found = estimate_skill([replace(stroke, meant=None) for stroke in evenly_missed(64, level)])
    assert found is not None
    assert found.angle == pytest.approx(LEVELS[level].angle, rel=0.1)
    assert found.low < found.angle < found.high


@pytest.mark.deep
def test_striker_offset_does_not_lower_skill() -> None:
    """A striker is placed slightly off, so that a path open from the intended place may be closed; without knowing the
    offset, the stroke would count as a miss."""
    played = strokes(100, "national")
    known, guessed = estimate_skill(played), estimate_skill([replace(stroke, meant=None) for stroke in played])
    assert known is not None
    assert guessed is not None
    assert guessed.angle == pytest.approx(known.angle, rel=0.06)


def test_few_strokes_give_no_skill_estimate() -> None:
    few = strokes(8, "club")
    assert estimate_skill(few) is None


def test_accuracy_is_relative_to_the_stake() -> None:
    coached = report()
    for one in coached.strokes:
        assert one.accuracy == pytest.approx(stroke_accuracy(one.points.choice, one.at_stake))
    assert all(one.accuracy == 100.0 for one in coached.strokes if one.is_best)
    often = build_report(coached.match, {one.person: None for one in coached.people}, coached.strokes * 5)
    for person in often.people:
        own = [one.accuracy for one in often.strokes if one.played.person == person.person]
        assert person.accuracy is not None
        assert person.accuracy == accuracy(own)
    # A player with open pieces has something to lose; passing the turn without a change is worse than the best stroke.
    assert np.mean([one.at_stake for one in coached.strokes]) > 1.0


def test_report_formats_agree() -> None:
    coached = report()
    assert [one["number"] for one in report_json(coached)["strokes"]] == [one.played.number for one in coached.strokes]
    text = report_text(coached)
    lines = text.splitlines()
    assert all(
        any(f"  {one.played.number}. " in line and f": {one.stated:.0%} " in line for line in lines)
        for one in coached.strokes
    )
    assert all(f"  {number}. " in text for number in coached.turning)
    assert not re.search(r"(hand|luck|choice) (-|[−+]0\.00\b)", text), (
        "a minus as people write it, and none before nothing"
    )
    assert graph_svg(coached).count("<circle") == len(coached.turning) == 3
    assert report_pdf(coached).startswith(b"%PDF")


def test_record_without_aims_gives_no_report() -> None:
    bare = Match.start(board(0).setup)
    for event in board(0).effective():
        act = event.act
        bare = bare.play(replace(act, aim=None, meant=None) if isinstance(act, StrokeMade) else act)
    coached = coach_match(bare)
    assert not coached.strokes
    assert coached.left_out == len(report().strokes)
    assert "nothing to say" in report_text(coached)


def test_execution_luck_is_no_advice() -> None:
    unlucky = [0.0] * 9 + [6.0]
    assert clear_loss(unlucky) == 0.0
    weak = [0.4, 0.6, 0.5, 0.3, 0.7, 0.5, 0.4, 0.6]
    assert 3.0 < clear_loss(weak) < sum(weak)
    assert clear_loss(weak[:5]) == 0.0, "five strokes tell nothing"
    coached = report()
    one = max(coached.strokes, key=lambda stroke: stroke.points.hand)
    blameless = replace(one, points=replace(one.points, choice=0.0, hand=9.0))
    assert practice_topics([blameless, blameless]) == ()


@cache
def uneven(seed: int = 0) -> Match:
    """Return a board between two computers of the arena: one chooses well, and one strikes anywhere."""
    a, b = (Contestant(player_named(name), CLUB, f"{name}@club") for name in ("club", "random"))
    return play_board(Seating(ByParty((a,), (b,))), Luck((seed, 12)), most_strokes=8).match


def test_winning_chance_includes_choice_strength() -> None:
    coached = coach_match(uneven(), simulations=600)
    assert coached.at_first is not None
    assert coached.at_first > 0.95
    for one in coached.strokes:
        equal = one.with_gap(0.0).winning
        assert (one.winning.best > equal.best) == (one.played.person.party == "a")
        assert one.winning.after == pytest.approx(
            one.winning.best - one.winning.choice - one.winning.hand + one.winning.luck
        )


def test_equal_sides_start_even_except_for_the_break() -> None:
    """With unknown strengths; the breaker is slightly better off."""
    first = review_stroke(recorded_strokes(board(0))[0], CLUB, CLUB, simulations=600)
    assert first.winning == first.with_gap(0.0).winning
    assert 0.48 < first.winning.best < 0.65
    assert game_chance(first.played.view.rulebook) == pytest.approx(0.5)


@pytest.mark.parametrize("gap", [100.0, 300.0, 600.0])
def test_strength_difference_follows_elo(gap: float) -> None:
    ahead = chances_with_gap(next_board_chances(CLUB, CLUB, CLUB_BOARD), gap)
    assert ahead[:, POINTS > 0].sum(axis=1).mean() == pytest.approx(1 / (1 + 10 ** (-gap / 400)), abs=0.02)


def test_computer_players_are_recognised_by_name() -> None:
    known = {name: computer_named(name) for name in ("planner:600@state#2", "Asha", "आशा", "آشا II", "Computer (club)")}
    found = [(one.player, one.hand) for one in known.values() if one is not None]
    asha = PEOPLE["asha"].hand
    assert found == [("planner", LEVELS["state"]), ("asha", asha), ("asha", asha), ("asha", asha), ("club", None)]
    assert [computer_named(name) for name in ("Meera", "Sunil (2)", "nobody@club", "")] == [None] * 4
    assert set(PLAYER_ELO) == {*LADDER, *PEOPLE}
    strokes = recorded_strokes(uneven())
    assert computers_in(uneven().setup, {one.person for one in strokes}).keys() == {one.person for one in strokes}
    assert players_with_intent([replace(one, meant=None) for one in strokes]) == set()
    assert strokes[0].hands[strokes[0].person] == CLUB


def test_strength_is_estimated_from_choices() -> None:
    assert (
        strength_from_accuracy([100.0] * 60)
        > strength_from_accuracy([90.0] * 20)
        > strength_from_accuracy([])
        > strength_from_accuracy([60.0] * 20)
        > strength_from_accuracy([30.0] * 60)
    )


def test_stroke_outcomes_are_named() -> None:
    one = next(one for one in report().strokes if one.played.view.situation.break_attempt is None).played
    situation = replace(one.view.situation, own=5, opponent=4, queen="pending", owed=BySide(0, 0))

    def outcomes(where: QueenPlace = "pending", **facts: int) -> list[tuple[str, int]]:
        own, opponent = facts.get("own", 0), facts.get("opponent", 0)
        queen, striker = "queen" in facts, "striker" in facts
        act = replace(one.act, own=own, opponent=opponent, queen=queen, striker=striker)
        here = replace(one, act=act, view=replace(one.view, situation=replace(situation, queen=where)))
        return [(each.what, each.count) for each in highlights(here)]

    assert outcomes(own=1) == [("covered", 0), ("coin", 1)]
    assert outcomes(own=0) == [("back", 0), ("nothing", 0)]
    assert outcomes("board", queen=True) == [("queen", 0)]
    assert outcomes("player", own=2) == [("coins", 2)]
    assert outcomes("player", own=1, striker=True)[:2] == [("striker", 0), ("coin", 1)]
    assert ("returned", 2) in outcomes("player", own=1, striker=True)
    assert [what for what, _ in outcomes("opponent", opponent=4)] == ["lost", "rivals"]
    assert "pockets the striker" in highlights_text(replace(one, act=replace(one.act, striker=True)))


def test_one_sided_turning_points_are_by_board_points() -> None:
    """If the winner is certain, a tenth of a percent is no turning point; points won and lost on the board are."""
    coached = report()
    sure = {"a": ValueParts(0.99, 0.001, 0.001, 0.0), "b": ValueParts(0.01, 0.001, 0.001, 0.0)}
    flat = [replace(one, by_gap=(sure[one.played.person.party],) * len(one.by_gap)) for one in coached.strokes]
    one_sided = build_report(coached.match, {}, flat)
    moved = {one.played.number: abs(one.points.after - one.points.best) for one in coached.strokes}
    assert one_sided.is_one_sided
    assert set(one_sided.turning) == set(sorted(moved, key=lambda number: -moved[number])[:3])
    turns, usual = (report_text(one).split("\n\n") for one in (one_sided, coached))
    points = [part for part in turns if part.startswith("Turning points")]
    assert "%" not in points[0]
    assert "%" in next(part for part in usual if part.startswith("Turning points"))
    assert not coached.is_one_sided


def test_graph_is_labelled() -> None:
    drawn = graph_svg(report())
    assert all(f">{part}<" in drawn for part in ("0%", "50%", "100%"))
    assert f">{report().strokes[0].played.number}<" in drawn
