"""Namesakes and similar names in entry lists: the reader asks which person a row means, and never guesses."""

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


def test_namesakes_of_one_club_need_a_distinguishing_mark() -> None:
    text = "name,DOB,club\nMeera Joshi,12/05/1988,Riverside\nMEERA JOSHI,03/11/1961,Riverside\n"
    unclear = plan(text, order="dmy")
    assert [(one.row, one.code) for one in unclear.doubts] == [(3, "mark")]
    assert "--namesake 3=MARK" in unclear.doubts[0].hint
    assert pairs(unclear) == ["Meera Joshi (1)", "Meera Joshi (2)"]
    answered = plan(text, order="dmy", marks=("3=sr",))
    assert not answered.doubts
    assert pairs(answered) == ["Meera Joshi", "Meera Joshi (sr)"]
    known = plan("name,club\nMeera Joshi,Riverside\nMeera Joshi (2),Riverside\n", people=unclear.added)
    assert [(one.row, one.code, one.choices) for one in known.doubts] == [
        (2, "which", ("Meera Joshi (1)", "Meera Joshi (2)"))
    ]
    assert not known.added, "a name as the draw shows it is found"


def test_namesake_numbers_do_not_depend_on_order() -> None:
    two = [Person(id=PersonId(one), name="Asha") for one in ("asha-10", "asha", "asha-2")]
    assert [PeopleByName(two).distinct_name(one) for one in two] == ["Asha (3)", "Asha (1)", "Asha (2)"]
    assert PeopleByName(two).find("asha (2)").id == "asha-2"


def test_pair_with_a_namesake_raises_a_question() -> None:
    text = "Player 1,Player 2,Event\nKiran Patil,Rohit Shinde,D\n"
    unclear = plan(text, events=DOUBLES, people=KIRANS)
    assert [(one.row, one.code, one.choices) for one in unclear.doubts] == [
        (2, "which", ("Kiran Patil (Station Road)", "Kiran Patil (Harbour)"))
    ]
    assert import_facts(unclear, State()) == []
    answered = plan(text, events=DOUBLES, people=KIRANS, meant=("2=Kiran Patil (Harbour)",))
    assert (answered.doubts, pairs(answered)) == ((), ["Kiran Patil (Harbour) / Rohit Shinde"])
    assert answered.entries[0][1].members == ("kiran-patil-2", "rohit-shinde")
    written = plan(text.replace("Patil", "Patil (Harbour)"), events=DOUBLES, people=KIRANS)
    assert written.entries == answered.entries


def test_partner_with_a_namesake_raises_a_question() -> None:
    text = "name,partner\nRohit Shinde,Kiran Patil\n"
    unclear = plan(text, events=DOUBLES, people=KIRANS)
    assert [(one.code, one.choices) for one in unclear.doubts] == [
        ("partner", ("Kiran Patil (Station Road)", "Kiran Patil (Harbour)"))
    ]
    assert pairs(unclear) == []
    answered = plan(text, events=DOUBLES, people=KIRANS, meant=("2=kiran patil (station road)",))
    assert pairs(answered) == ["Kiran Patil (Station Road) / Rohit Shinde"]


def test_misspelled_name_suggests_the_known_person() -> None:
    for text in ("Player 1,Player 2\nRohit Shinde,Joseph Fernandez\n", "name,partner\nRohit Shinde,Joseph Fernandez\n"):
        unclear = plan(text, events=DOUBLES, people=KIRANS)
        assert [one.choices for one in unclear.doubts] == [("Joseph Fernandes",)], text
        answered = plan(text, events=DOUBLES, people=KIRANS, meant=("2=Joseph Fernandes",))
        assert (answered.doubts, answered.added) == ((), ()), text
        assert pairs(answered) == ["Joseph Fernandes / Rohit Shinde"]


def test_similar_rows_merge_when_confirmed() -> None:
    text = "name,born\nDevendra Bhosle,1990-01-02\nDevendra Bhosale,1990-01-02\n"
    assert [one.choices for one in plan(text).doubts] == [("Devendra Bhosle",)]
    assert pairs(plan(text)) == ["Devendra Bhosle", "Devendra Bhosale"]
    assert pairs(plan(text, meant=("3=Devendra Bhosle",))) == ["Devendra Bhosle"]


def test_last_name_first_is_turned_when_confirmed() -> None:
    text = 'name,club\n"Rao, Asha",Hill\nBen Shah,Hill\n'
    unclear = plan(text)
    (doubt,) = unclear.doubts
    assert doubt.choices == ("Asha Rao",)
    assert [one.name for one in unclear.added] == ["Rao, Asha", "Ben Shah"]
    answered = plan(text, meant=(f"{doubt.row}=Asha Rao",))
    assert [one.name for one in answered.added] == ["Asha Rao", "Ben Shah"]
    assert not answered.doubts
