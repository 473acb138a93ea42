"""Choices, concessions and announcements under the Laws at a server's table: 26, 39b, 42, 52a, 56b, 79a, 139."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from carrom.equipment import Seat
from carrom.match import Match
from carrom.match.log import acts
from carrom.match.views.hand_tasks import new_hand_tasks
from carrom.play import umpire_act
from carrom.server.table.agreement import Agreement, make_agreement
from carrom.server.table.snapshot import build_snapshot, headline
from carrom.server.table.umpire_acts import act_between_boards
from carrom.server.table.umpire_words import event_words, recent_words
from carrom.server.wire import messages as m
from carrom.server.wire.values import Length, SeatOccupant
from tests.server.talk import connect, do, hear, new_match
from tests.server.test_match_start import _come, _does, _kinds, _phase, _run, _table
from tests.web.stored_matches import (
    begun,
    last_white_with_the_striker,
    people,
    scattered,
    two_due_and_room_for_one,
)

TWO = {Seat.SOUTH: "Asha", Seat.NORTH: "Ravi"}


def _after(*moves: acts.Act, length: Length = "match") -> tuple[Match, Agreement]:
    agreed = people(TWO, length=length)
    match = Match.start(agreed.match_setup())
    for move in moves:
        match = match.play(move)
    return match, agreed


@pytest.mark.law("39b", "42")
def test_other_pair_names_the_breaker_when_the_winners_take_the_side(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _table(tmp_path, doubles=True)
        chairs = [await _come(live, name) for name in ("a1", "a2", "b1", "b2")]
        before = live.match.number
        todo = live.welcome(chairs[0]).view.todo
        assert (todo.players, todo.choices) == (["a1", "a2"], ["break", "side"])
        answer = await _does(live, "a2", m.ChooseToss("side"))
        assert isinstance(answer, m.Ack)
        assert (live.match.number, _phase(live)) == (before + 1, "toss"), "it is noted, and no toss yet"
        todo = live.welcome(chairs[0]).view.todo
        assert (todo.what, todo.players, todo.choices) == ("toss", ["b1", "b2"], ["break"])
        assert isinstance(await _does(live, "a1", m.ChooseToss("break")), m.Nack), "who chose the side has chosen"
        refused = await _does(live, "b1", m.ChooseToss("side"))
        assert isinstance(refused, m.Nack)
        assert (refused.code, refused.law) == ("side-taken", "39b")
        assert isinstance(await _does(live, "b2", m.ChooseToss("break", 1)), m.Ack)
        toss = live.match.events()[-1].act
        assert toss == acts.Toss("a", "side", 1)
        assert live.match.course.next_breaker(live.match.setup).text() == "b2"  # type: ignore[union-attr]
        assert live.welcome(chairs[0]).view.may_sit == ["a1", "a2"], "the side is still theirs to choose"

    _run(case)


def test_taken_side_is_shown_to_everyone_at_once(client: TestClient) -> None:
    names = {"south": "here", "east": "link", "north": "here", "west": "link"}
    made = new_match(client, [{"seat": seat, "name": seat, "who": who} for seat, who in names.items()])
    here, *linked = (link["secret"] for link in made["links"])
    with connect(client, made, here) as first, connect(client, made, linked[0]) as second:
        view = hear(first, "welcome")["view"]
        hear(second, "welcome")
        asked = view["todo"]["players"]
        chooser, other = (first, second) if asked == ["a1", "a2"] else (second, first)
        base = _last_seq(client, made)
        chooser.send_text(do(base, asked[0], {"do": "toss", "choice": "side"}))
        for socket in (chooser, other):
            shown = hear(socket, "happened")["view"]
            while shown["seq"] <= base:
                shown = hear(socket, "happened")["view"]
            assert not set(shown["todo"]["players"]) & set(asked)


def _last_seq(client: TestClient, made: dict[str, Any]) -> int:
    with connect(client, made) as socket:
        return int(hear(socket, "welcome")["view"]["seq"])


def test_taken_side_survives_a_reload(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _table(tmp_path, doubles=True)
        chair = await _come(live, "a1")
        await _does(live, "a1", m.ChooseToss("side"))
        assert live.welcome(chair).view.todo.players == ["b1", "b2"]
        again = type(live)(await live._store.log("m"), live._store, live._computer._think)  # type: ignore[arg-type]
        await again.load()
        assert again.welcome(chair).view.todo.players == ["b1", "b2"]

    _run(case)


def test_side_is_taken_at_once_in_singles(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _table(tmp_path)
        await _come(live, "a1")
        assert isinstance(await _does(live, "a1", m.ChooseToss("side")), m.Ack)
        assert _kinds(live)[-1] == "toss"

    _run(case)


def test_pair_that_must_break_is_asked_who_breaks() -> None:
    """With a rulebook without a choice at the toss, and where the first of the pair is a computer."""
    seats = {seat: SeatOccupant(seat.value, "here") for seat in (Seat.EAST, Seat.NORTH, Seat.WEST)}
    seats[Seat.SOUTH] = SeatOccupant("machine", "computer", "random", "club")
    for book, choices in (("icf", ["break", "side"]), ("vkk", ["break"])):
        agreed = make_agreement(book, "board", False, seats)
        todo = build_snapshot(Match.start(agreed.match_setup()), agreed, "en").todo
        assert act_between_boards(Match.start(agreed.match_setup()), agreed) is None, (
            "it is not tossed over their heads"
        )
        expected = ["a2"] if agreed.coin(Match.start(agreed.match_setup())) == "a" else ["b1", "b2"]
        assert (todo.what, todo.players, todo.choices) == ("toss", expected, choices)


@pytest.mark.law("139")
@pytest.mark.parametrize(
    ("length", "offered"), [("match", ["game", "match"]), ("game", ["match"]), ("board", ["match"])]
)
def test_game_can_be_conceded_when_it_is_one_of_several(length: Length, offered: list[str]) -> None:
    match, agreed = _after(length=length)
    assert build_snapshot(match, agreed, "en").may_concede == ["match"], "no game has begun before the toss"
    match, agreed = _after(acts.Toss("a"), length=length)
    assert build_snapshot(match, agreed, "en").may_concede == offered
    over = match.play(acts.Concede("a", "match"))
    assert build_snapshot(over, agreed, "en").may_concede == []


@pytest.mark.law("139")
def test_conceded_game_is_lost_and_the_match_goes_on(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _table(tmp_path)
        chair = await _come(live, "a1")
        await _does(live, "a1", m.ChooseToss("break"))
        assert isinstance(await _does(live, "a1", m.GiveUp("game")), m.Ack)
        view = live.welcome(chair).view
        assert ((view.games.a, view.games.b), view.game, view.winner) == ((0, 1), 2, None)

    _run(case)


@pytest.mark.law("52a")
def test_last_pieces_cannot_be_forgone() -> None:
    todo = build_snapshot(*_after(*last_white_with_the_striker()), "en").todo
    assert todo.no_forgo is not None
    assert (todo.may_forgo, todo.no_forgo.code, todo.no_forgo.law) == (False, "last-pieces", "52a")
    todo = build_snapshot(*_after(*two_due_and_room_for_one()), "en").todo
    assert (todo.may_forgo, todo.no_forgo) == (True, None)


def test_umpire_announces_who_places_dues() -> None:
    match, _ = _after(*two_due_and_room_for_one())
    (told,) = recent_words(match, "en")
    assert (told.code, told.data["back"], told.data["back_placer"]) == ("stroke", 2, "Ravi")
    assert (told.who["by"], told.who["back_placer"], told.who["to"]) == ("a1", "b1", "a1")


def test_umpire_announces_remaining_dues_only() -> None:
    match, _ = _after(*two_due_and_room_for_one(), acts.Place(((0.0, 48.5),)))
    placed, left = event_words(match, "en")
    assert (placed.code, placed.who["by"]) == ("placed", "b1")
    assert (left.code, left.data, left.who) == ("to-place", {"count": 1, "kind": "white", "by": "Ravi"}, {"by": "b1"})


def test_undone_stroke_is_not_announced() -> None:
    struck = [*begun(scattered()), acts.StrokeMade(own=1, rests=scattered(8))]
    match, _ = _after(*struck, acts.StrokeMade(own=1, striker=True, rests=scattered(7)), acts.Correct(4, "taken back"))
    (said,) = recent_words(match, "en")
    assert (said.code, said.who) == ("corrected", {"to": "a1"})


@pytest.mark.law("65", "96")
def test_umpire_announces_where_queen_and_jumped_pieces_go() -> None:
    match, _ = _after(
        *begun(scattered()),
        acts.StrokeMade(own=1, rests=scattered(8)),
        acts.StrokeMade(queen=True, rests=scattered(8, 9, 0)),
        acts.StrokeMade(jumped=("black",), rests=scattered(8, 8, 0)),
    )
    told, word = event_words(match, "en")
    assert told.data["queen_back"], "the queen is announced with the stroke only"
    task = next(one for one in new_hand_tasks(match, "en") if one.code == "behind")
    assert (task.kind, task.count, task.behind, task.away_from) == ("black", 1, "queen", "b1")
    assert (word.code, word.text) == ("hand", task.say["en"])
    placed = match.play(umpire_act(match))
    assert [word.code for word in event_words(placed, "en")] == ["umpire-placed"]


@pytest.mark.parametrize(
    ("stroke", "word"),
    [
        (acts.StrokeMade(own=1), None),
        (acts.StrokeMade(own=3), "several"),
        (acts.StrokeMade(own=1, striker=True), "foul"),
        (acts.StrokeMade(queen=True), "queen"),
        (acts.Timeout(), "foul"),
    ],
)
def test_headline_of_a_stroke(stroke: acts.Act, word: str | None) -> None:
    match, _ = _after(acts.Toss("a"), acts.Play(), acts.StrokeMade(own=1), stroke)
    shown = headline(match)
    assert (shown and shown.what) == word


def test_headline_of_the_queen_covered_or_not() -> None:
    pending = [acts.Toss("a"), acts.Play(), acts.StrokeMade(own=1), acts.StrokeMade(queen=True)]
    for stroke, word in ((acts.StrokeMade(own=1), "covered"), (acts.StrokeMade(), "uncovered")):
        shown = headline(_after(*pending, stroke)[0])
        assert shown is not None
        assert shown.what == word


@pytest.mark.law("26a", "26b")
@pytest.mark.parametrize(
    ("moves", "slam", "law"),
    [
        ([acts.StrokeMade(own=8, queen=True), acts.StrokeMade(own=1)], "white", "26a"),
        ([acts.StrokeMade(), acts.StrokeMade(own=8, queen=True), acts.StrokeMade(own=1)], "black", "26b"),
        ([acts.StrokeMade(own=8), acts.StrokeMade(own=0), acts.StrokeMade(), acts.StrokeMade(queen=True),
          acts.StrokeMade(own=1)], None, None),
    ],
)  # fmt: skip
def test_slam_is_announced_with_its_law(moves: list[acts.Act], slam: str | None, law: str | None) -> None:
    match, agreed = _after(acts.Toss("a"), acts.Play(), *moves)
    won = next(word for word in event_words(match, "en") if word.code == "board-won")
    assert won.data.get("slam") == slam
    assert [one for one in won.laws if one.startswith("26")] == ([law] if law else [])
    assert [line.slam for line in build_snapshot(match, agreed, "en").lines] == [slam]


def test_points_above_the_target_are_announced() -> None:
    """A side with 24 that wins 12 has 25; the board's announcement tells why. Earlier boards are plain sums."""
    strokes = [acts.StrokeMade(own=8, queen=True), acts.StrokeMade(own=1)]
    won = [acts.Play(), acts.StrokeMade(), *strokes], [acts.Play(), *strokes]
    said = []
    for boards in ((0,), (0, 1), (0, 1, 0)):
        match, _ = _after(acts.Toss("b"), *(move for board in boards for move in won[board]))
        data = next(word.data for word in event_words(match, "en") if word.code == "board-won")
        said.append((data.get("had"), data.get("target")))
    assert said == [(None, None), (None, None), (24, 25)]


def test_queen_stays_with_the_side_that_covered_her_until_the_next_board() -> None:
    match, agreed = _after(acts.Toss("a"), acts.Play(), acts.StrokeMade(own=8, queen=True), acts.StrokeMade(own=1))
    assert build_snapshot(match, agreed, "en").queen == "a"
    assert build_snapshot(match.play(acts.Play()), agreed, "en").queen == "board"


def test_final_has_no_limit_of_boards(client: TestClient) -> None:
    for stage, boards in (("group", 8), ("final", None)):
        seats = {seat: SeatOccupant(name, "here") for seat, name in TWO.items()}
        agreed = make_agreement("icf", "match", False, seats, stage)  # type: ignore[arg-type]
        assert agreed.match_setup().format.boards == boards
        made = new_match(client, length="match", stage=stage)
        assert f'[Stage "{stage}"]' in client.get(f"/api/matches/{made['id']}/record").text
    books = {book["id"]: book["late_limits_differ"] for book in client.get("/api/choices").json()["rulebooks"]}
    assert (books["icf"], books["vkk"]) == (True, False)


def test_match_stored_without_a_stage_is_a_group_match() -> None:
    stored = msgspec.to_builtins(people(TWO))
    del stored["stage"]
    assert msgspec.convert(stored, Agreement).match_setup().stage == "group"
