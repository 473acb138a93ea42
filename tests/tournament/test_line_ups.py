"""Line-ups of teams: rubbers without enough players wait for them, and changes are announced at tables."""

from __future__ import annotations

from datetime import datetime

import pytest

from carrom.base.errors import Refused
from carrom.tournament.desk.acts import ActContext, DeskAct, Done, carry_out
from carrom.tournament.desk.acts.entry_acts import LineUpRubber, LineUpTeam
from carrom.tournament.desk.acts.hall_acts import CallMatch
from carrom.tournament.desk.acts.people_acts import SubstitutePlayer
from carrom.tournament.desk.acts.result_acts import GiveResult
from carrom.tournament.desk.blockers import missing_line_ups, table_warnings
from carrom.tournament.desk.calling import call_match, group_by_cause, next_calls
from carrom.tournament.desk.entry_changes import reserves, substitute
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.entries import who_plays
from carrom.tournament.model.definition import (
    Competition,
    CompetitionId,
    Definition,
    Overrides,
    RubberPlan,
    Stage,
    StageId,
)
from carrom.tournament.model.events import EntryRecorded, LineUpGiven, MatchCalled, PersonRecorded, ResultGiven
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.model.state import StageKey
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId
from tests.refusals import mentions
from tests.tournament.desk import DAY, Desk
from tests.tournament.test_entry_changes import LEAGUE as KREEDA_LEAGUE, kreeda

T = CompetitionId("T")
LEAGUE = StageKey(T, StageId("league"))
NOW = datetime(2024, 11, 5, 10)
TEAMS = {"Mill": ("Asha", "Ben", "Carl"), "Port": ("Dev", "Esha", "Fay"), "Hill": ("Gita", "Hari", "Ila")}


def league() -> Desk:
    """Return a league of three teams of three, with a singles and a doubles rubber and no line-ups."""
    one_game = Overrides(games=1, boards_until="always")
    stage = Stage(
        id=StageId("league"),
        format="team-league",
        rulebook="icf",
        overrides=one_game,
        policy=POLICIES["kreeda"],
    )
    rubbers = (
        RubberPlan(id="S1", category=Category()),
        RubberPlan(id="D1", category=Category(kind="doubles")),
    )
    event = Competition(id=T, name="Teams", category=Category(kind="teams"), stages=(stage,), rubbers=rubbers)
    desk = Desk(Definition(name="League", day=DAY, events=(event,)))
    for team, members in TEAMS.items():
        for name in members:
            desk.record(PersonRecorded(person=Person(id=PersonId(name), name=name)))
        desk.record(EntryRecorded(event=T, entry=Entry(id=EntryId(team), members=tuple(map(PersonId, members)))))
    desk.draw(LEAGUE)
    return desk


def line_up(desk: Desk, team: str, reason: str | None = None) -> None:
    first, *others = map(PersonId, TEAMS[team])
    for rubber, players in (("S1", (first,)), ("D1", tuple(others))):
        desk.record(LineUpGiven(event=T, entry=EntryId(team), rubber=rubber, players=players), reason=reason)


def rubber_of(desk: Desk, rubber: str, *teams: str) -> MatchId:
    return next(
        one.fixture.id
        for one in desk.state.in_stage(LEAGUE)
        if one.fixture.rubber == rubber and set(desk.view.sides(one.fixture.id)) == set(teams)
    )


def play(desk: Desk, match: MatchId) -> None:
    a, b = desk.view.known_sides(match)
    desk.record(ResultGiven(match=match, a=a, b=b, score=(25, 3)))


def does(desk: Desk, act: DeskAct, reason: str | None = None) -> Done | Refused:
    return carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=NOW, reason=reason))


def names(desk: Desk, match: MatchId, team: str) -> list[str]:
    return [desk.state.people[one].name for one in who_plays(desk.state, desk.state.matches[match], EntryId(team))]


def test_rubber_waits_for_the_line_up_of_a_team() -> None:
    desk = league()
    line_up(desk, "Mill")
    line_up(desk, "Port")
    offered, waiting = next_calls(desk.view, NOW)
    ours = {rubber_of(desk, rubber, "Mill", "Port") for rubber in ("S1", "D1")}
    assert {call.match for call in offered} <= ours
    held = sorted(row.why for row in group_by_cause(waiting) if row.cause == "held")
    assert len(held) == 2
    for why, (rubber, lacking) in zip(held, (("D1", 2), ("S1", 1)), strict=True):
        assert mentions(why, "Hill", rubber, lacking)
    match = rubber_of(desk, "D1", "Hill", "Mill")
    refused = call_match(desk.view, match, 1, now=NOW)
    assert isinstance(refused, Refused)
    assert refused.code == "call-held"
    (why,) = missing_line_ups(desk.view, match)
    assert refused.text.startswith(f"{match}: {why}")
    assert isinstance(does(desk, CallMatch(match=match, table=1), "they come"), Done)
    (task,) = desk.tasks
    assert (task.code, task.stage) == ("line-up", LEAGUE)
    assert mentions(task.text, "Teams", "Hill", "S1", 1, "D1", 2)


def test_league_without_any_line_up_is_played_without() -> None:
    desk = league()
    offered, waiting = next_calls(desk.view, NOW)
    assert offered
    assert not [row for row in group_by_cause(waiting) if row.cause == "held"]
    match = rubber_of(desk, "D1", "Hill", "Mill")
    assert isinstance(does(desk, CallMatch(match=match, table=1)), Done)
    (task,) = desk.tasks
    assert (task.code, task.stage) == ("line-up", LEAGUE)
    assert not any(mentions(task.text, team) for team in TEAMS), "the task concerns all teams"


def test_player_taken_out_of_a_team_leaves_a_gap_in_the_line_up() -> None:
    desk = league()
    for team in TEAMS:
        line_up(desk, team)
    assert desk.tasks == []
    desk.record(substitute(desk.state, T, PersonId("Ben"), None), reason="ill")
    (task,) = desk.tasks
    assert task.code == "line-up"
    assert mentions(task.text, "Mill", "D1", 1)
    match = rubber_of(desk, "D1", "Mill", "Port")
    desk.record(MatchCalled(match=match, table=1))
    (why,) = missing_line_ups(desk.view, match)
    assert mentions(why, "Mill", "D1", 1)
    assert why in table_warnings(desk.view, match, NOW)
    card = GiveResult(match=match, words=("25-3",))
    assert card.is_grave(desk.state), "a card has to be confirmed"


def test_teams_with_the_same_gaps_are_one_task_that_walkovers_settle() -> None:
    desk = league()
    line_up(desk, "Hill")
    (task,) = desk.tasks
    assert task.code == "line-up"
    assert mentions(task.text, "Mill, Port", "S1", 1, "D1", 2)
    for one in list(desk.state.matches):
        done = does(desk, GiveResult(match=one, walkover="a", law="143i"), "nobody came")
        assert isinstance(done, Done)
        desk.state, desk.facts = done.state, [*desk.facts, *done.facts]
    assert desk.tasks == []


def test_line_up_does_not_name_players_of_earlier_matches() -> None:
    desk = league()
    match = rubber_of(desk, "S1", "Mill", "Port")
    play(desk, match)
    assert (
        desk.refused(LineUpGiven(event=T, entry=EntryId("Mill"), rubber="S1", players=(PersonId("Asha"),)))
        == "no-reason"
    )
    line_up(desk, "Mill", "given late")
    assert names(desk, match, "Mill") == [], "its player is not known"
    assert names(desk, rubber_of(desk, "S1", "Mill", "Hill"), "Mill") == ["Asha"]
    right = LineUpGiven(event=T, entry=EntryId("Mill"), rubber="S1", players=(PersonId("Ben"),), match=match)
    desk.record(right, reason="by the card")
    assert names(desk, match, "Mill") == ["Ben"]
    assert desk.refused(right, reason="once more") == "played", "its player is known now"


def test_player_who_changes_rubber_has_still_played_the_first_one() -> None:
    desk = league()
    for team in TEAMS:
        line_up(desk, team)
    match = rubber_of(desk, "S1", "Mill", "Port")
    play(desk, match)
    double = (PersonId("Asha"), PersonId("Ben"))
    desk.record(LineUpGiven(event=T, entry=EntryId("Mill"), rubber="D1", players=double), reason="better so")
    assert names(desk, match, "Mill") == ["Asha"]


@pytest.mark.parametrize("way", ["line-up", "line-ups", "substitute"])
def test_changed_line_up_is_announced_at_the_table(way: str) -> None:
    desk = kreeda()
    team = next(one for one in desk.state.entries[T].values() if len(one.members) == 14)
    rubber, (goes, *others) = next(iter(team.line_up.items()))
    (comes,) = reserves(team)
    mine = [
        one.fixture.id
        for one in desk.state.in_stage(KREEDA_LEAGUE)
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
    (change,) = done.changes
    assert change.kind == "call"
    assert mentions(change.text, mine[1], "table 2", now, team.id, then)


def test_second_rubber_in_one_tie_gives_a_warning() -> None:
    desk = kreeda()
    team = next(iter(desk.state.entries[T].values()))
    (rubber, _), (other, (busy, *_)) = [one for one in team.line_up.items() if len(one[1]) == 1][:2]
    match, same_tie = (
        next(
            one.fixture.id
            for one in desk.state.in_stage(KREEDA_LEAGUE)
            if one.fixture.rubber == wanted and one.fixture.turn == 2 and team.id in desk.view.sides(one.fixture.id)
        )
        for wanted in (rubber, other)
    )
    act = LineUpRubber(team=team.id, rubber=rubber, players=(busy,), match=match)
    done = carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=desk.clock, reason="no reserve is here"))
    assert isinstance(done, Done), done
    assert mentions(done.messages[0], desk.state.people[busy].name, other, same_tie)
