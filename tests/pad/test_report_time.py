from __future__ import annotations

from dataclasses import replace

import pytest

from carrom.base.errors import Refused
from carrom.match import Match, apply, deadlines
from carrom.match.log import acts as a
from carrom.pad.session import setup_from_json, setup_json
from carrom.tournament.desk.hall import report_deadline
from carrom.tournament.desk.printouts import card_setup
from carrom.tournament.model.events import MatchCalled
from tests.tournament.desk import GROUPS, Desk, groups_then_knockout


@pytest.mark.law("I-52")
@pytest.mark.parametrize("minutes", [5, 15])
def test_pad_uses_the_report_time_of_the_hall(minutes: int) -> None:
    definition = groups_then_knockout()
    desk = Desk(replace(definition, hall=replace(definition.hall, report_minutes=minutes)))
    desk.enter("A B C D")
    desk.draw(GROUPS)
    id = desk.match("A", "B")
    desk.record(MatchCalled(match=id, table=1))
    record = desk.view.state.matches[id]
    assert record.called is not None
    allowed = (report_deadline(desk.view, record.called) - record.called).total_seconds()
    assert allowed == minutes * 60
    match = Match.start(setup_from_json(setup_json(card_setup(desk.view, id)))).play(a.Called(), at=0.0)
    (report,) = [one for one in deadlines(match) if one.what == "report"]
    assert report.at == allowed
    too_early = apply(match, match.next_event(a.LoseMatch("b", "143i"), at=allowed - 1))
    assert isinstance(too_early, Refused)
    assert too_early.code == "time-left"
    assert match.play(a.LoseMatch("b", "143i"), at=allowed).winner == "a"
