"""The timeline for stepping through a match, of the server's own matches and of uploaded records."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from starlette.testclient import TestClient

from carrom.equipment import Position
from carrom.laws import rulebook
from carrom.match import Event, Match, PlayerId, Record, Setup, fold
from carrom.match.log import acts
from carrom.server.table.replay import build_timeline
from carrom.server.table.umpire_words import event_words
from tests.server.talk import begun, connect, do, hear, secret, stroke_for

RACK = Position.start(45.0)


def _match(*played: acts.Act) -> Match:
    return fold(Setup(rulebook("icf")), [Event(number, act) for number, act in enumerate(played, 1)])


def test_record_of_a_long_match_can_be_opened(client: TestClient) -> None:
    """Beginners need over a thousand strokes for three games; with every position that is half a million characters."""
    misses = [acts.StrokeMade(touched=False, rests=RACK) for _ in range(1200)]
    text = Record.of(_match(acts.Toss("a"), acts.Play(45.0), *misses)).text()
    assert len(text) > 300_000
    answer = client.post("/api/records", json={"text": text})
    assert answer.status_code == 200
    assert len(answer.json()["moments"]) == 1202
    assert answer.json()["problems"] == []
    tried = client.post("/api/what-if", json={"record": text, "after": 1202})
    assert tried.json()["view"]["seq"] == 1202


@pytest.mark.parametrize(
    ("act", "codes"),
    [
        (acts.Pass(), ["turn-passes"]),
        (acts.Unnoticed("51", PlayerId("b")), ["turn-passes"]),
        (acts.Timeout(), ["foul", "turn-passes", "to-place"]),
        (acts.StrokeMade(touched=True), ["stroke"]),
    ],
)
def test_umpire_announces_that_the_turn_passes(act: acts.Act, codes: list[str]) -> None:
    """After a stroke its own sentence says so."""
    match = _match(acts.Toss("a"), acts.Play(), acts.StrokeMade(own=1), act)
    assert [word.code for word in event_words(match, "en")] == codes


def test_position_before_an_event_is_the_one_after_the_previous() -> None:
    """Also after an undone stroke, and where positions were not recorded."""
    gone = Position(tuple(piece for piece in RACK.pieces if piece.kind != "queen"))
    match = _match(
        acts.Toss("a"),
        acts.Play(45.0),
        acts.StrokeMade(queen=True, rests=gone),
        acts.Correct(2, "she was not down"),
        acts.StrokeMade(touched=False),
        acts.Remark("nobody looked"),
    )
    moments = build_timeline(match, "en").moments
    assert [one.seq for one in moments] == [1, 2, 5, 6]
    for one, following in pairwise(moments):
        assert following.before == one.after
    assert all(len(one.after) == 19 for one in moments)


def test_timeline_grows_with_the_match(client: TestClient) -> None:
    made, told = begun(client)
    view = told[-1]["view"]

    def seen(language: str = "en") -> list[Any]:
        moments: list[Any] = client.get(f"/api/matches/{made['id']}/timeline?language={language}").json()["moments"]
        return moments

    before = seen()
    assert seen() == before
    with connect(client, made, secret(made)) as socket:
        socket.send_text(do(view["seq"], view["todo"]["players"][0], stroke_for(view)))
        hear(socket, "ack")
    after = seen()
    assert after[: len(before)] == before
    assert after[len(before)]["kind"] == "stroke"
    assert [one["seq"] for one in seen("hi")] == [one["seq"] for one in after]
