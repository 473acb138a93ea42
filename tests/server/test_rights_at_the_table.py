"""Appeals, trial boards, the rack, the score card and the pace at a table in the browser."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from carrom.match import Match
from carrom.match.log import acts
from carrom.match.views.sentences import tell
from carrom.physics import Stroke
from carrom.play import strike
from carrom.server.table.computer_turn import AIMING, SLIDING, THINKING, TURNING, Pacer, common_pace
from carrom.server.table.live_match import LiveMatch
from carrom.server.table.snapshot import build_snapshot
from carrom.server.table.state import RESUME_AFTER
from carrom.server.wire import messages as m
from tests.server.test_match_start import Chair, _come, _does, _kinds, _later, _phase, _run, _table


async def _playing(folder: Path) -> LiveMatch:
    """Two players with a browser each, at their first board."""
    live = await _table(folder)
    await _come(live, "a1")
    await _come(live, "b1")
    await _does(live, "a1", m.ChooseToss("break"))
    await _does(live, "a1", m.ReadyForBoard())
    await _does(live, "b1", m.ReadyForBoard())
    assert _phase(live) == "stroke"
    return live


def _view(live: LiveMatch) -> m.Snapshot:
    return build_snapshot(live.match, live.agreed, "en", now=live.now())


@pytest.mark.law("46")
def test_both_may_get_ready_at_once(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _table(tmp_path)
        await _come(live, "a1")
        await _come(live, "b1")
        await _does(live, "a1", m.ChooseToss("break"))
        base = live.match.number
        for name in ("a1", "b1"):
            said = m.Do(f"ready-{name}", base, name, m.ReadyForBoard())
            assert isinstance(await live.do(said, frozenset({name})), m.Ack)
        assert _phase(live) == "stroke"
        late = m.Do("ready-again", base, "a1", m.ReadyForBoard())
        assert isinstance(await live.do(late, frozenset({"a1"})), m.Nack), "that board has begun"

    _run(case)


@pytest.mark.law("121a")
def test_appeal_stops_the_clock_for_a_limited_time(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _playing(tmp_path)
        assert _view(live).may_appeal == ["pause", "replay"]
        text = "is that piece mine?"
        assert isinstance(await _does(live, "b1", m.LodgeAppeal(text)), m.Ack)
        shown = _view(live)
        assert shown.todo.what == "stopped"
        assert shown.stopped == m.Stopped("b", text, False, ["b1"], [], RESUME_AFTER)
        assert live._stroke_end() is None, "no clock runs"
        early = await _does(live, "a1", m.ResumePlay())
        assert isinstance(early, m.Nack)
        assert (early.code, early.law) == ("not-yet", "121a")
        assert isinstance(await _does(live, "a1", m.GrantReplay()), m.Nack), "nobody asked for that"
        _later(live, RESUME_AFTER)
        assert isinstance(await _does(live, "a1", m.ResumePlay()), m.Ack)
        assert (_phase(live), _view(live).stopped) == ("stroke", None)

    _run(case)


@pytest.mark.parametrize("text", ["a2", "b2", "a1", "a", "b"])
def test_text_of_an_appeal_names_no_player(tmp_path: Path, text: str) -> None:
    """There is no `a2` at a table of two: an appeal with that text was stored, then the match could not be shown."""

    async def case() -> None:
        live = await _playing(tmp_path)
        assert isinstance(await _does(live, "b1", m.LodgeAppeal(text)), m.Ack)
        word = next(one for one in _view(live).said if one.code == "appeal")
        assert word.data["note"] == text
        assert "note" not in word.who
        assert tell(live.match)

    _run(case)


@pytest.mark.law("140")
def test_board_is_replayed_when_the_other_side_grants_it(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _playing(tmp_path)
        await _does(live, "a1", m.LodgeAppeal("the light went out", "replay"))
        stopped = _view(live).stopped
        assert stopped is not None
        assert (stopped.wants_replay, stopped.may_grant, stopped.may_go_on) == (True, ["b1"], ["a1", "b1"])
        assert isinstance(await _does(live, "a1", m.GrantReplay()), m.Nack), "nobody grants his own wish"
        assert isinstance(await _does(live, "b1", m.GrantReplay()), m.Ack)
        assert _phase(live) == "ready"
        assert "replay" in _kinds(live)

    _run(case)


@pytest.mark.law("40", "41a")
def test_each_side_has_a_trial_board_and_the_rack_is_turned_with_the_toss(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _table(tmp_path)
        await _come(live, "a1")
        await _come(live, "b1")
        await _does(live, "a1", m.ChooseToss("break", rack=70.0))
        assert _view(live).may_try == ["a", "b"]
        assert isinstance(await _does(live, "b1", m.PlayTrial()), m.Ack)
        assert (_view(live).trial, _view(live).may_try) == ("b", [])
        waits = await _does(live, "a1", m.ReadyForBoard())
        assert isinstance(waits, m.Nack)
        assert waits.code == "trial-on"
        assert isinstance(await _does(live, "b1", m.PlayTrial(over=True)), m.Ack)
        assert _view(live).may_try == ["a"], "one for each"
        await _does(live, "a1", m.ReadyForBoard())
        await _does(live, "b1", m.ReadyForBoard())
        called = next(event.act for event in live.match.events() if isinstance(event.act, acts.Play))
        assert called.rack == 70.0

    _run(case)


@pytest.mark.law("XIX")
def test_loser_signs_the_card_and_the_umpire_after_them(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _playing(tmp_path)
        await _does(live, "b1", m.GiveUp("match"))
        assert _view(live).may_sign == ["b1"]
        assert isinstance(await _does(live, "a1", m.SignCard()), m.Nack)
        assert isinstance(await _does(live, "b1", m.SignCard()), m.Ack)
        assert [one.who for one in _view(live).signatures] == ["loser", "umpire"]
        assert _view(live).may_sign == []

    _run(case)


def test_hints_need_the_agreement_of_both_sides(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _playing(tmp_path)
        assert not _view(live).aids
        await _does(live, "a1", m.AgreeOnAids())
        assert (_view(live).aids, _view(live).aid_agreed) == (False, ["a"])
        await _does(live, "b1", m.AgreeOnAids())
        assert (_view(live).aids, _view(live).aid_agreed) == (True, ["a", "b"])

    _run(case)


def test_slowest_player_sets_the_pace() -> None:
    def at(*players: str, pace: m.Pace | None) -> Chair:
        chair = Chair(*players)
        chair.pace = pace
        return chair

    slow, fast = m.Pace(2.0, 0.5), m.Pace(0.4, 1.0)
    assert common_pace([at("a1", pace=None), at(pace=slow)]) is None, "a program needs no pauses, whoever looks on"
    assert common_pace([at("a1", pace=fast), at("b1", pace=m.Pace(1.0, 4.0)), at(pace=slow)]) == m.Pace(1.0, 1.0)
    assert common_pace([at(pace=slow), at(pace=fast)]) == slow, "where only computers play, those who look on count"


def test_computer_waits_for_the_last_stroke_and_shows_its_aim(tmp_path: Path) -> None:
    """The test sets the loop's clock."""

    async def case() -> None:
        loop = asyncio.get_running_loop()
        now = 1000.0
        loop.time = lambda: now  # type: ignore[method-assign]
        waited: list[float] = []

        class Timed(Pacer):
            async def _wait(self, seconds: float) -> None:
                nonlocal now
                waited.append(round(seconds, 3))
                now += seconds

        live = await _table(tmp_path, clock=False)
        chair = await _come(live, "a1")
        chair.pace = m.Pace(2.0, 4.0)
        match = Match.start(live.agreed.match_setup()).play(acts.Toss("a")).play(acts.Play(45.0))
        struck = strike(match, Stroke(0.0, -252.6, 0.0, 5.0))
        after = match.play(struck.act)
        pacer = Timed(live.audience.listeners)
        pacer.note(after, struck.trace)
        await pacer.quiet()
        assert waited[0] >= struck.trace.duration / 4.0 + 2 * (0.7 + THINKING) - 0.01
        told: list[m.AimSeen] = []
        live.show_aim = told.append  # type: ignore[method-assign, assignment]
        live._computer._pacer = pacer
        live.match = match
        await live._computer._show(struck, match.number)
        assert [(aim.along, aim.speed) for aim in told] == [(0.0, 0.0), (0.0, 5.0)]
        assert waited[-2:] == [SLIDING * 2, (TURNING + AIMING) * 2]
        chair.pace = None
        told.clear()
        await live._computer._show(struck, match.number)
        assert told == [], "who sees no pauses sees no aim either"

    _run(case)
