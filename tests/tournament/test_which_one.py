"""Which one of several people a row of a list means: that is asked, and never guessed."""

from datetime import date
from typing import Any

from carrom.tournament.entrylists.person_matching import RowAnswers, read_namesake_marks, read_person_answers
from carrom.tournament.entrylists.roster import ImportPlan, import_facts, plan_import
from carrom.tournament.entrylists.spreadsheet import read_csv
from carrom.tournament.model.people import Category, PeopleByName, Person, PersonId
from carrom.tournament.model.state import State

DAY = date(2024, 11, 5)
DOUBLES = {"D": Category(kind="doubles")}
KIRANS = [
    Person(id=PersonId("kiran-patil"), name="Kiran Patil", club="Station Road"),
    Person(id=PersonId("kiran-patil-2"), name="Kiran Patil", club="Harbour"),
    Person(id=PersonId("rohit-shinde"), name="Rohit Shinde", club="Harbour"),
    Person(id=PersonId("joseph-fernandes"), name="Joseph Fernandes", club="Harbour"),
]


def plan(text: str, *, marks: tuple[str, ...] = (), meant: tuple[str, ...] = (), **more: Any) -> ImportPlan:
    answers = RowAnswers(read_namesake_marks(marks), read_person_answers(meant))
    return plan_import(read_csv(text.encode()), **{"events": {"S": Category()}, "on": DAY, "answers": answers, **more})


def pairs(found: ImportPlan) -> list[str]:
    return [entry.id for _, entry in found.entries]


def test_two_of_one_name_and_club_are_asked_for_a_mark_and_show_no_id() -> None:
    text = "name,DOB,club\nMeera Joshi,12/05/1988,Riverside\nMEERA JOSHI,03/11/1961,Riverside\n"
    asked = plan(text, order="dmy")
    assert [(one.row, one.code) for one in asked.doubts] == [(3, "mark")]
    assert "--namesake 3=MARK" in asked.doubts[0].hint
    assert pairs(asked) == ["Meera Joshi (1)", "Meera Joshi (2)"]
    told = plan(text, order="dmy", marks=("3=sr",))
    assert not told.doubts
    assert pairs(told) == ["Meera Joshi", "Meera Joshi (sr)"]
    known = plan("name,club\nMeera Joshi,Riverside\nMeera Joshi (2),Riverside\n", people=asked.added)
    assert [(one.row, one.code, one.choices) for one in known.doubts] == [
        (2, "which", ("Meera Joshi (1)", "Meera Joshi (2)"))
    ]
    assert not known.added, "who is written as the draw writes them is found"


def test_a_number_stays_with_its_person_in_whatever_order_they_come() -> None:
    two = [Person(id=PersonId(one), name="Asha") for one in ("asha-10", "asha", "asha-2")]
    assert [PeopleByName(two).distinct_name(one) for one in two] == ["Asha (3)", "Asha (1)", "Asha (2)"]
    assert PeopleByName(two).find("asha (2)").id == "asha-2"


def test_a_pair_with_one_of_two_namesakes_is_asked_which() -> None:
    text = "Player 1,Player 2,Event\nKiran Patil,Rohit Shinde,D\n"
    asked = plan(text, events=DOUBLES, people=KIRANS)
    assert [one.text for one in asked.doubts] == [
        (
            "Kiran Patil can be Kiran Patil (Station Road) or Kiran Patil (Harbour): which one? Until that is said, "
            "the row is left out."
        )
    ]
    assert import_facts(asked, State()) == []
    told = plan(text, events=DOUBLES, people=KIRANS, meant=("2=Kiran Patil (Harbour)",))
    assert (told.doubts, pairs(told)) == ((), ["Kiran Patil (Harbour) / Rohit Shinde"])
    assert told.entries[0][1].members == ("kiran-patil-2", "rohit-shinde")
    written = plan(text.replace("Patil", "Patil (Harbour)"), events=DOUBLES, people=KIRANS)
    assert written.entries == told.entries


def test_a_partner_who_can_be_two_is_asked_about_too() -> None:
    text = "name,partner\nRohit Shinde,Kiran Patil\n"
    asked = plan(text, events=DOUBLES, people=KIRANS)
    assert [(one.code, one.choices) for one in asked.doubts] == [
        ("partner", ("Kiran Patil (Station Road)", "Kiran Patil (Harbour)"))
    ]
    assert pairs(asked) == []
    told = plan(text, events=DOUBLES, people=KIRANS, meant=("2=kiran patil (station road)",))
    assert pairs(told) == ["Kiran Patil (Station Road) / Rohit Shinde"]


def test_nearly_the_name_of_somebody_who_is_entered() -> None:
    for text in ("Player 1,Player 2\nRohit Shinde,Joseph Fernandez\n", "name,partner\nRohit Shinde,Joseph Fernandez\n"):
        asked = plan(text, events=DOUBLES, people=KIRANS)
        assert [one.choices for one in asked.doubts] == [("Joseph Fernandes",)], text
        told = plan(text, events=DOUBLES, people=KIRANS, meant=("2=Joseph Fernandes",))
        assert (told.doubts, told.added) == ((), ()), text
        assert pairs(told) == ["Joseph Fernandes / Rohit Shinde"]


def test_who_is_written_twice_is_one_when_that_is_said() -> None:
    text = "name,born\nDevendra Bhosle,1990-01-02\nDevendra Bhosale,1990-01-02\n"
    assert [one.choices for one in plan(text).doubts] == [("Devendra Bhosle",)]
    assert pairs(plan(text)) == ["Devendra Bhosle", "Devendra Bhosale"]
    assert pairs(plan(text, meant=("3=Devendra Bhosle",))) == ["Devendra Bhosle"]


def test_a_name_written_last_first_is_turned_by_an_answer() -> None:
    text = 'name,club\n"Rao, Asha",Hill\nBen Shah,Hill\n'
    asked = plan(text)
    (doubt,) = asked.doubts
    assert doubt.choices == ("Asha Rao",)
    assert [one.name for one in asked.added] == ["Rao, Asha", "Ben Shah"]
    told = plan(text, meant=(f"{doubt.row}=Asha Rao",))
    assert [one.name for one in told.added] == ["Asha Rao", "Ben Shah"]
    assert not told.doubts
