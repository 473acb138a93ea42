"""A rubber for which a team has named nobody, or too few: it is awaited, not called, and nobody has played it later."""

from __future__ import annotations

from datetime import datetime

from carrom.base.errors import Refused
from carrom.tournament.desk.acts import ActContext, DeskAct, Done, carry_out
from carrom.tournament.desk.acts.hall_acts import CallMatch
from carrom.tournament.desk.acts.result_acts import GiveResult
from carrom.tournament.desk.blockers import table_warnings
from carrom.tournament.desk.calling import call_match, group_by_cause, next_calls
from carrom.tournament.desk.entry_changes import substitute
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
from tests.tournament.desk import DAY, Desk

T = CompetitionId("T")
LEAGUE = StageKey(T, StageId("league"))
NOW = datetime(2024, 11, 5, 10)
TEAMS = {"Mill": ("Asha", "Ben", "Carl"), "Port": ("Dev", "Esha", "Fay"), "Hill": ("Gita", "Hari", "Ila")}


def league() -> Desk:
    """Three teams of three, who play one single and one double against each other; nobody is lined up."""
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


def test_a_rubber_without_a_player_is_not_offered_and_waits_for_the_line_up_by_name() -> None:
    desk = league()
    line_up(desk, "Mill")
    line_up(desk, "Port")
    offered, waiting = next_calls(desk.view, NOW)
    ours = {rubber_of(desk, rubber, "Mill", "Port") for rubber in ("S1", "D1")}
    assert {call.match for call in offered} <= ours
    assert {row.why for row in group_by_cause(waiting) if row.cause == "held"} == {
        "for the line-up of Hill: S1 lacks 1 player",
        "for the line-up of Hill: D1 lacks 2 players",
    }
    match = rubber_of(desk, "D1", "Hill", "Mill")
    refused = call_match(desk.view, match, 1, now=NOW)
    assert isinstance(refused, Refused)
    why = f"{match}: waits for the line-up of Hill: D1 lacks 2 players. To call it all the same, give a reason."
    assert (refused.code, refused.text) == ("call-held", why)
    assert isinstance(does(desk, CallMatch(match=match, table=1), "they come"), Done)
    lacks = "S1 lacks 1 player, D1 lacks 2 players"
    asked = f"Teams: the line-up of Hill is awaited: {lacks}. Name who plays, or give a walk-over."
    assert [(task.code, task.text) for task in desk.tasks] == [("line-up", asked)]


def test_a_league_in_which_nobody_tells_line_ups_is_played_without() -> None:
    desk = league()
    offered, waiting = next_calls(desk.view, NOW)
    assert offered
    assert not [row for row in group_by_cause(waiting) if row.cause == "held"]
    match = rubber_of(desk, "D1", "Hill", "Mill")
    assert isinstance(does(desk, CallMatch(match=match, table=1)), Done)
    said = "Teams: no team has said who plays, so rubbers are called by the names of teams."
    assert [task.text for task in desk.tasks] == [f"{said} Name who plays, or leave it so."]


def test_who_is_taken_out_of_a_team_leaves_a_place_to_be_named() -> None:
    desk = league()
    for team in TEAMS:
        line_up(desk, team)
    assert desk.tasks == []
    desk.record(substitute(desk.state, T, PersonId("Ben"), None), reason="ill")
    assert [task.text.split(". ")[0] for task in desk.tasks] == [
        "Teams: the line-up of Mill is awaited: D1 lacks 1 player"
    ]
    match = rubber_of(desk, "D1", "Mill", "Port")
    desk.record(MatchCalled(match=match, table=1))
    doubt = "waits for the line-up of Mill: D1 lacks 1 player"
    assert doubt in table_warnings(desk.view, match, NOW)
    card = GiveResult(match=match, words=("25-3",))
    assert card.is_grave(desk.state), "a card takes a second Enter"


def test_teams_that_lack_the_same_are_one_question_and_a_walk_over_answers_it() -> None:
    desk = league()
    line_up(desk, "Hill")
    (task,) = desk.tasks
    assert task.text.startswith("Teams: the line-up of Mill, Port is awaited: S1 lacks 1 player, D1 lacks 2")
    for one in list(desk.state.matches):
        done = does(desk, GiveResult(match=one, walkover="a", law="143i"), "nobody came")
        assert isinstance(done, Done)
        desk.state, desk.facts = done.state, [*desk.facts, *done.facts]
    assert desk.tasks == []


def test_a_line_up_does_not_say_who_has_played_before_it() -> None:
    desk = league()
    match = rubber_of(desk, "S1", "Mill", "Port")
    play(desk, match)
    told = desk.tell(LineUpGiven(event=T, entry=EntryId("Mill"), rubber="S1", players=(PersonId("Asha"),)))
    assert isinstance(told, Refused)
    assert told.text == "Mill has played already: a change in mid-play takes a reason."
    line_up(desk, "Mill", "given late")
    assert names(desk, match, "Mill") == [], "nobody had said it"
    assert names(desk, rubber_of(desk, "S1", "Mill", "Hill"), "Mill") == ["Asha"]
    right = LineUpGiven(event=T, entry=EntryId("Mill"), rubber="S1", players=(PersonId("Ben"),), match=match)
    desk.record(right, reason="by the card")
    assert names(desk, match, "Mill") == ["Ben"]
    assert desk.refused(right, reason="once more") == "played", "now it is known"


def test_who_moves_to_another_rubber_has_played_the_first_one_still() -> None:
    desk = league()
    for team in TEAMS:
        line_up(desk, team)
    match = rubber_of(desk, "S1", "Mill", "Port")
    play(desk, match)
    double = (PersonId("Asha"), PersonId("Ben"))
    desk.record(LineUpGiven(event=T, entry=EntryId("Mill"), rubber="D1", players=double), reason="better so")
    assert names(desk, match, "Mill") == ["Asha"]
