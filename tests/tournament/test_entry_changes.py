"""Changes after the entry list: names, substitutes and line-ups. Played matches keep their players."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from hypothesis import given, settings, strategies as st

from carrom.tournament.desk.acts import ActContext, DeskAct, Done, carry_out
from carrom.tournament.desk.acts.entry_acts import LineUpTeam
from carrom.tournament.desk.acts.ruling_acts import UndoLast
from carrom.tournament.desk.drawing import draw_event_teams
from carrom.tournament.desk.entry_changes import (
    add_late_entry,
    add_to_team,
    leave_every_event,
    rename_entry,
    rename_person,
    reserves,
    substitute,
)
from carrom.tournament.desk.match_text import outcome_text, tie_scores
from carrom.tournament.desk.prizes import prizes
from carrom.tournament.desk.simulate import Simulation
from carrom.tournament.log.entries import who_plays
from carrom.tournament.log.event_text import describe_event
from carrom.tournament.log.file import from_text, tournament_text
from carrom.tournament.log.transitions import fold_events
from carrom.tournament.model.definition import CompetitionId, StageId
from carrom.tournament.model.events import (
    ContactGiven,
    EntryLeft,
    EntryRecorded,
    LineUpGiven,
    PersonChecked,
    PersonRecorded,
    ResultGiven,
    Retracted,
    ShootoutPlayed,
    Undone,
)
from carrom.tournament.model.people import Entry, PeopleByName, Person, PersonId
from carrom.tournament.model.renames import rename_entries
from carrom.tournament.model.state import StageKey, State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import EntryId
from carrom.tournament.templates import tournament_template
from tests.depth import examples
from tests.refusals import mentions, refuses
from tests.tournament.desk import DAY, GROUPS, KNOCKOUT, Desk, groups_then_knockout, scenario_1

S, D, T = CompetitionId("S"), CompetitionId("D"), CompetitionId("T")
LEAGUE = StageKey(T, StageId("league"))


def everything(state: State) -> str:
    """Return everything in a state except its history."""
    view = TournamentNow(state)
    shown = [str(view.tables(key)) for key in state.draws if state.stage(key).policy is not None]
    matches = [f"{one} {view.sides(one)} {view.status(one)} {view.winner(one)}" for one in state.matches]
    return "\n".join(
        [*shown, *matches, str(state.entries), str(state.left), str(state.published), str(state.shootouts)]
    )


def test_corrected_name_replaces_the_old_one_everywhere() -> None:
    desk = scenario_1()
    desk.publish(KNOCKOUT)
    result = desk.play("P", "Q", 25, 3, key=KNOCKOUT)
    desk.record(EntryLeft(event=S, entry=EntryId("S")), reason="ill")
    before = everything(desk.state)
    desk.record(rename_person(desk.state, PersonId("P"), "Padmaja Desai"))
    after = everything(desk.state)
    assert "'P'" not in after.replace("members=('P',)", "")
    assert after.replace("Padmaja Desai", "P") == before
    assert desk.state.people[PersonId("P")].formerly == ("P",)
    assert mentions(desk.state.notices[-1].text, "P", "Padmaja Desai")
    # Events with the old name, as from a pad, still mean the same entry.
    final = desk.state.matches[desk.match("Padmaja Desai", "Q", KNOCKOUT)].fixture.id
    was = next(fact.body for fact in desk.facts if fact.id == result)
    desk.record(was, supersedes=result, reason="again, with the old names")
    assert desk.view.winner(final) == "Padmaja Desai"
    left = next(fact.id for fact in desk.facts if isinstance(fact.body, EntryLeft))
    desk.record(rename_person(desk.state, PersonId("S"), "Sita"))
    desk.record(Retracted(fact=left), reason="well again")
    assert not desk.state.left[S]
    assert fold_events(desk.facts).state == desk.state
    numbered = tournament_text(replace(fact, n=n) for n, fact in enumerate(desk.facts, 1))
    assert from_text(numbered).state == desk.state


def test_shootouts_continue_under_a_corrected_name() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C")
    desk.draw(GROUPS)
    for one, other in ("AB", "BC", "CA"):
        desk.play(one, other, 20, 12)
    a, b, c = (EntryId(one) for one in "ABC")

    def shoot(winner: EntryId, loser: EntryId, *among: EntryId) -> None:
        desk.record(
            ShootoutPlayed(event=S, stage=GROUPS.stage, a=winner, b=loser, score=(5, 0), among=among or (a, b, c))
        )

    shoot(c, a)
    desk.record(rename_person(desk.state, PersonId("A"), "Asha"))
    shoot(c, b, EntryId("Asha"), b, c)
    assert "Asha – B" in desk.tasks[0].text
    assert "Asha – C" not in desk.tasks[0].text
    shoot(b, EntryId("Asha"), EntryId("Asha"), b, c)
    assert [row.entry for row in desk.view.tables(GROUPS)[0].standings.table] == ["C", "B", "Asha"]


def test_former_name_can_be_taken_by_another_person() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C")
    desk.record(rename_person(desk.state, PersonId("A"), "Asha"))
    desk.record(PersonRecorded(person=Person(id=PersonId("a2"), name="A")))
    desk.record(EntryRecorded(event=S, entry=Entry(id=EntryId("A"), members=(PersonId("a2"),))))
    desk.record(EntryLeft(event=S, entry=EntryId("A")))
    assert list(desk.state.left[S]) == ["A"], "the new person, not the former holder of the name"
    assert desk.refused(rename_entry(desk.state, S, EntryId("B"), "Asha")) == "name-taken"
    assert desk.refused(rename_entry(desk.state, S, EntryId("B"), "  ")) == "no-name"
    assert desk.refused(rename_entry(desk.state, S, EntryId("Zoe"), "Zoë")) == "unknown-entry"
    with refuses("name-taken", "B"):
        rename_person(desk.state, PersonId("B"), "B")


def test_two_names_can_be_swapped() -> None:
    desk = scenario_1()
    before = everything(desk.state)
    names = {EntryId("P"): EntryId("Q"), EntryId("Q"): EntryId("P")}
    swapped = rename_entries(desk.state, S, names)
    assert everything(swapped) != before
    assert everything(rename_entries(swapped, S, names)) == before


@given(st.integers(0, 10**6), st.permutations("ABCDEFG"))
@settings(max_examples=examples(15), deadline=None)
def test_renaming_changes_only_names(seed: int, names: list[str]) -> None:
    """All entries of a finished tournament are renamed; standings, matches and seats stay the same."""
    desk = Desk(groups_then_knockout(groups=2))
    desk.enter("a b c d e f g")
    simulation = Simulation(desk.state, seed=seed)
    list(simulation.facts())
    state = simulation.state
    new = {EntryId(one): EntryId(f"<{name}>") for one, name in zip("abcdefg", names, strict=True)}
    renamed = rename_entries(state, S, new)
    assert renamed != state
    back = rename_entries(renamed, S, {now: was for was, now in new.items()})
    assert everything(back) == everything(state)
    for match in state.matches:
        winner = TournamentNow(state).winner(match)
        assert TournamentNow(renamed).winner(match) == (None if winner is None else new[winner])


def test_namesakes_are_distinguished_by_their_club() -> None:
    desk = Desk(tournament_template("community-2024", day=DAY))
    people = [
        Person(id=PersonId("i1"), name="Imran Shah", club="Hill", gender="m", age=30),
        Person(id=PersonId("i2"), name="Imram Shah", club="Port", gender="m", age=30),
    ]
    event = desk.state.announced.events[0].id
    for person in people:
        desk.record(PersonRecorded(person=person))
        desk.record(
            EntryRecorded(event=event, entry=Entry(id=EntryId(person.name), members=(person.id,))), reason="guest"
        )
    body = rename_person(desk.state, PersonId("i2"), "Imran Shah")
    assert [(one.was, one.now) for one in body.entries] == [
        ("Imran Shah", "Imran Shah (Hill)"),
        ("Imram Shah", "Imran Shah (Port)"),
    ]
    desk.record(body)
    assert list(desk.state.entries[event]) == ["Imran Shah (Hill)", "Imran Shah (Port)"]
    names = PeopleByName(desk.state.people.values())
    assert names.find("imran shah (port)").id == "i2"
    with refuses("which-person", "Imran Shah (Hill)", "Imran Shah (Port)"):
        names.find("Imran Shah")
    assert names.find("Imram Shah").id == "i2", "by the former name"


def pairs() -> Desk:
    """Return a drawn knockout of four pairs."""
    desk = Desk(tournament_template("four-break", day=DAY))
    for one in range(8):
        desk.record(PersonRecorded(person=Person(id=PersonId(f"p{one}"), name=f"Player {one}")))
    event = desk.state.announced.events[0].id
    for one in range(0, 8, 2):
        members = (PersonId(f"p{one}"), PersonId(f"p{one + 1}"))
        name = EntryId(f"Player {one} / Player {one + 1}")
        desk.record(EntryRecorded(event=event, entry=Entry(id=name, members=members)))
    desk.record(PersonRecorded(person=Person(id=PersonId("new"), name="Nisha")))
    desk.draw(StageKey(event, desk.state.announced.events[0].stages[0].id), random="1")
    return desk


def test_pair_keeps_its_slot_when_a_partner_is_replaced() -> None:
    desk = pairs()
    event = desk.state.announced.events[0]
    key = StageKey(event.id, event.stages[0].id)
    before = [desk.view.sides(one) for one in desk.state.matches]
    body = substitute(desk.state, event.id, PersonId("p1"), PersonId("new"))
    assert (body.entry, body.name) == ("Player 0 / Player 1", "Player 0 / Nisha")
    assert desk.refused(body) == "no-reason", "the event is drawn"
    desk.record(body, reason="p1 is ill")
    after = [desk.view.sides(one) for one in desk.state.matches]
    assert [tuple(side and side.replace("Nisha", "Player 1") for side in sides) for sides in after] == before
    assert desk.state.entries[event.id][EntryId("Player 0 / Nisha")].members == ("p0", "new")
    assert desk.refused(substitute(desk.state, event.id, PersonId("p3"), PersonId("p0")), reason="?") == "entered-twice"
    # A match that was played keeps its players.
    first = next(one for one in desk.state.in_stage(key) if "Player 0 / Nisha" in desk.view.sides(one.fixture.id))
    other = next(one for one in desk.view.sides(first.fixture.id) if one != "Player 0 / Nisha")
    assert other is not None
    desk.play("Player 0 / Nisha", other, 25, 3, key=key)
    back = substitute(desk.state, event.id, PersonId("new"), PersonId("p1"))
    desk.record(back, reason="well again")
    record = desk.state.matches[first.fixture.id]
    assert who_plays(desk.state, record, EntryId("Player 0 / Player 1")) == ("p0", "new")
    assert desk.view.winner(first.fixture.id) == "Player 0 / Player 1"
    assert mentions(desk.state.notices[-1].text, "Player 1", event.name, "Nisha", "well again")


def test_single_player_is_replaced_only_before_the_first_match() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    desk.record(PersonRecorded(person=Person(id=PersonId("E"), name="E")))
    desk.record(substitute(desk.state, S, PersonId("A"), PersonId("E")), reason="A is ill")
    assert desk.match("E", "B")
    desk.play("B", "C", 25, 3)
    assert desk.refused(substitute(desk.state, S, PersonId("B"), PersonId("A")), reason="ill") == "in-play"
    assert desk.refused(substitute(desk.state, S, PersonId("D"), None), reason="ill") == "no-substitute"


def kreeda() -> Desk:
    desk = Desk(tournament_template("kreeda-2024", day=DAY))
    for n in range(66):
        person = Person(id=PersonId(f"p{n}"), name=f"Player {n}", age=20 + n % 30)
        desk.record(PersonRecorded(person=person))
    (event,) = desk.state.announced.events
    desk.record(draw_event_teams(desk.state, event, random="7"))
    desk.draw(LEAGUE)
    return desk


def test_line_up_changes_from_now_on_or_for_one_match() -> None:
    desk = kreeda()
    team = next(one for one in desk.state.entries[T].values() if len(one.members) == 14)
    rubber, players = next(iter(team.line_up.items()))
    (reserve,) = reserves(team)
    mine = [
        one
        for one in desk.state.in_stage(LEAGUE)
        if one.fixture.rubber == rubber and team.id in desk.view.sides(one.fixture.id)
    ]
    first, second = mine[0].fixture.id, mine[1].fixture.id
    a, b = desk.view.known_sides(first)
    desk.record(ResultGiven(match=first, a=a, b=b, score=(20, 5)))
    scores = {one.teams: (one.won, one.open, len(one.matches)) for one in tie_scores(desk.view, LEAGUE)}
    assert len(scores) == 10
    assert scores.pop((a, b)) == ((1, 0), 7, 8)
    assert set(scores.values()) == {((0, 0), 8, 8)}
    change = LineUpGiven(event=T, entry=team.id, rubber=rubber, players=(reserve, *players[1:]))
    assert desk.refused(change) == "no-reason", "the team has played"
    desk.record(change, reason="hurt his hand")
    assert who_plays(desk.state, desk.state.matches[first], team.id) == players, "the match keeps its players"
    assert who_plays(desk.state, desk.state.matches[second], team.id)[0] == reserve
    assert players[0] in reserves(desk.state.entries[T][team.id])
    alone = LineUpGiven(event=T, entry=team.id, rubber=rubber, players=players, match=second)
    desk.record(alone, reason="fit for this one")
    assert who_plays(desk.state, desk.state.matches[second], team.id) == players
    third = mine[2].fixture.id
    assert who_plays(desk.state, desk.state.matches[third], team.id)[0] == reserve
    stranger = next(one for one in desk.state.people if one not in team.members)
    assert (
        desk.refused(LineUpGiven(event=T, entry=team.id, rubber=rubber, players=(stranger,)), reason="?")
        == "unknown-person"
    )
    assert desk.refused(LineUpGiven(event=T, entry=team.id, rubber="?", players=players), reason="?") == "no-rubber"
    assert desk.refused(LineUpGiven(event=T, entry=team.id, rubber=rubber, players=()), reason="?") == "not-eligible"


def test_whole_line_up_is_set_and_undone_at_once() -> None:
    desk = kreeda()
    team = next(iter(desk.state.entries[T].values()))
    first, second = [one.id for one in desk.state.event(T).rubbers if one.category.size == 1][:2]
    turned = {first: team.line_up[second], second: team.line_up[first]}

    def do(act: DeskAct, reason: str | None = None) -> list[str]:
        done = carry_out(act, ActContext(state=desk.state, facts=desk.facts, at=desk.clock, reason=reason))
        assert isinstance(done, Done), done
        desk.facts += done.facts
        desk.state = done.state
        return list(done.messages)

    messages = do(LineUpTeam(team=team.id, rubbers={**team.line_up, **turned}))
    assert len(messages) == 2, "one for each changed rubber, and none for gaps"
    assert {**team.line_up, **turned} == desk.state.entries[T][team.id].line_up
    with refuses("nothing-changes"):
        do(LineUpTeam(team=team.id, rubbers=turned))
    with refuses("in-two-matches", first, second):
        do(LineUpTeam(team=team.id, rubbers={first: turned[first], second: turned[first]}))
    do(UndoLast(), "mistyped")
    assert desk.state.entries[T][team.id].line_up == team.line_up


def test_player_joins_a_team_and_another_leaves() -> None:
    desk = kreeda()
    team = next(iter(desk.state.entries[T]))
    desk.record(PersonRecorded(person=Person(id=PersonId("new"), name="Lata")))
    body = add_to_team(desk.state, T, team, [PersonId("new")])
    desk.record(body, reason="late")
    assert PersonId("new") in reserves(desk.state.entries[T][team])
    goes = desk.state.entries[T][team].members[0]
    desk.record(substitute(desk.state, T, goes, None), reason="went home")
    assert goes not in desk.state.entries[T][team].members
    assert sum(len(players) for players in desk.state.entries[T][team].line_up.values()) == 12, "a gap is left"


def test_semi_finalist_who_leaves_before_playing_wins_no_prize() -> None:
    desk = Desk(groups_then_knockout(groups=2))
    desk.enter("A B C D")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    for record in desk.state.in_stage(GROUPS):
        a, b = sorted(side for side in desk.view.sides(record.fixture.id) if side is not None)
        desk.play(a, b, 25, 7)
    semis = [one.fixture.id for one in desk.state.in_stage(KNOCKOUT) if one.fixture.round == "semi-final"]
    gone, stays = desk.view.known_sides(semis[0])
    desk.record(EntryLeft(event=S, entry=gone), reason="caught a train")
    assert mentions(outcome_text(desk.view, semis[0], tells_why=True), stays, gone, "caught a train")
    public = outcome_text(desk.view, semis[0])
    assert mentions(public, stays, gone)
    assert "train" not in public, "the reason is not public"
    a, b = desk.view.known_sides(semis[1])
    desk.play(a, b, 25, 3, key=KNOCKOUT)
    desk.play(a, stays, 25, 3, key=KNOCKOUT)
    (event,) = desk.state.announced.events
    assert [(one.place, one.entries) for one in prizes(desk.view, event)] == [(1, (a,)), (2, (stays,)), (3, (b,))]
    desk.record(EntryLeft(event=S, entry=b))
    assert prizes(desk.view, event)[2].entries == (b,), "the semi-final was played"


def test_changes_to_people_can_be_undone() -> None:
    desk = Desk(groups_then_knockout(groups=2))
    desk.enter("A B C D E")
    desk.draw(GROUPS)
    desk.record(PersonRecorded(person=Person(id=PersonId("F"), name="F")))
    late = add_late_entry(desk.state, S, Entry(id=EntryId("F"), members=(PersonId("F"),)))
    bodies = (
        late,
        rename_person(desk.state, PersonId("A"), "Asha"),
        substitute(desk.state, S, PersonId("A"), PersonId("F")),
        PersonChecked(person=PersonId("A"), what="here"),
        ContactGiven(person=PersonId("A"), phone="1"),
    )
    before = everything(desk.state)
    for body in bodies:
        fact = desk.record(body, reason="because")
        assert desk.state.notices or desk.state.checks or desk.state.contacts
        desk.record(Undone(fact=fact), reason="by mistake")
        notice = desk.state.notices[-1]
        assert describe_event(body, desk.state)[1:] in notice.text, "it names what was undone"
        assert mentions(notice.text, "by mistake")
        assert everything(desk.state) == before
        assert not desk.state.checks
        assert not desk.state.contacts


def test_person_leaves_all_events_at_once() -> None:
    desk = Desk(tournament_template("community-2024", day=DAY))
    person = Person(id=PersonId("x"), name="X", born=date(1950, 1, 1), gender="m", community="C")
    desk.record(PersonRecorded(person=person))
    singles = [event.id for event in desk.state.announced.events if event.category.kind == "singles"][:2]
    for event in singles:
        desk.record(EntryRecorded(event=event, entry=Entry(id=EntryId("X"), members=(person.id,))), reason="guest")
    found = leave_every_event(desk.state, person.id, "retired")
    assert [one.event for one in found] == singles
    desk.record(found[0])
    assert [one.event for one in leave_every_event(desk.state, person.id, "retired")] == singles[1:]
