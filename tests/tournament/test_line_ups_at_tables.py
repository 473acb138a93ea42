"""A team that has somebody else play: whoever says so is told what that changes at tables."""

from __future__ import annotations

import pytest

from carrom.tournament.desk.acts import ActContext, DeskAct, Done, carry_out
from carrom.tournament.desk.acts.entry_acts import LineUpRubber, LineUpTeam
from carrom.tournament.desk.acts.people_acts import SubstitutePlayer
from carrom.tournament.desk.entry_changes import reserves
from carrom.tournament.model.events import MatchCalled
from tests.tournament.test_entry_changes import LEAGUE, T, kreeda


@pytest.mark.parametrize("way", ["line-up", "line-ups", "substitute"])
def test_who_changes_a_line_up_is_told_what_that_changes_at_tables(way: str) -> None:
    desk = kreeda()
    team = next(one for one in desk.state.entries[T].values() if len(one.members) == 14)
    rubber, (goes, *others) = next(iter(team.line_up.items()))
    (comes,) = reserves(team)
    mine = [
        one.fixture.id
        for one in desk.state.in_stage(LEAGUE)
        if one.fixture.rubber == rubber and team.id in desk.view.sides(one.fixture.id)
    ]
    desk.record(MatchCalled(match=mine[1], table=2))
    players = (comes, *others)
    acts: dict[str, DeskAct] = {
        "line-up": LineUpRubber(team=team.id, rubber=rubber, players=players),
        "line-ups": LineUpTeam(team=team.id, rubbers={rubber: players}),
        "substitute": SubstitutePlayer(goes=goes, comes="Zed", is_new=True),
    }
    done = carry_out(acts[way], ActContext(state=desk.state, facts=desk.facts, at=desk.clock, reason="ill"))
    assert isinstance(done, Done), done
    new = "Zed" if way == "substitute" else desk.state.people[comes].name
    rest = [desk.state.people[one].name for one in others]
    now, then = (" / ".join((one, *rest)) for one in (new, desk.state.people[goes].name))
    told = f"{mine[1]} is at table 2, and {now} is there for {team.id} in place of {then}: tell them."
    assert [one.text for one in done.changes] == [told]


def test_who_is_put_into_a_second_rubber_of_a_tie_is_named() -> None:
    desk = kreeda()
    team = next(iter(desk.state.entries[T].values()))
    (rubber, _), (other, (busy, *_)) = [one for one in team.line_up.items() if len(one[1]) == 1][:2]
    match, same_tie = (
        next(
            one.fixture.id
            for one in desk.state.in_stage(LEAGUE)
            if one.fixture.rubber == wanted and one.fixture.turn == 2 and team.id in desk.view.sides(one.fixture.id)
        )
        for wanted in (rubber, other)
    )
    act = LineUpRubber(team=team.id, rubber=rubber, players=(busy,), match=match)
    done = carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=desk.clock, reason="nobody else is here"))
    assert isinstance(done, Done), done
    assert done.messages[0] == f"{desk.state.people[busy].name} plays {other} of the same tie too ({same_tie})"
