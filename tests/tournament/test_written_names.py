"""How a name and a telephone number are found in what others wrote, and what is left alone."""

from __future__ import annotations

import pytest

from carrom.tournament.log.erasure import ContactRemover, NameRemover
from carrom.tournament.model.events import ContactGiven
from carrom.tournament.model.people import PersonId

_OTHERS = ["Ravi Plimsoul", "Anil Kumar", "Kumar Anil", "Asha", "Asha Patel"]


@pytest.mark.parametrize(
    "text",
    [
        "Qorvathi Plimsoul",
        "qorvathi PLIMSOUL",
        "Plimsoul, Qorvathi",
        "Plimsoul ,qorvathi",
        "plimsoul Qorvathi",
        "Qorvathi\u00a0Plimsoul",
        "Plimsoul,\u202fQorvathi",
        "Qorvathi  Plimsoul",
        "Q. Plimsoul",
        "Q.Plimsoul",
        "Qorvathi-Plimsoul",
        "Qorvathi\u2010Plimsoul",
        "qorvathi_plimsoul",
        "qorvathi.plimsoul",
        "Plimsoul-Qorvathi",
        "QorvathiPlimsoul",
        "qorvathiplimsoul",
        "PLIMSOULQORVATHI",
        "Ｑｏｒｖａｔｈｉ Ｐｌｉｍｓｏｕｌ",
        "Ｑｏｒｖａｔｈｉ\u3000ＰＬＩＭＳＯＵＬ",
        "Ｑ．Ｐｌｉｍｓｏｕｌ",
        "Qorváthi Plimsoul",
        "Qorva\u0301thi Plimsou\u0301l",
        "Qor\u200bvathi Plimsoul\u200b",
        "Qorvathi\u2013Plimsoul",
        "Qorvathi\u2012Plimsoul",
        "Plimsoul (Qorvathi)",
        "Qorvathi [Plimsoul]",
        "(Qorvathi) Plimsoul",
        "PLIMSOUL（qorvathi）",
    ],
)
def test_a_name_is_found_however_it_is_written(text: str) -> None:
    written = NameRemover({"Qorvathi Plimsoul"}, _OTHERS, None)
    assert written.sub("Withdrawn 1", f"so {text}'s queen") == "so Withdrawn 1's queen"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Qorvathi Plimsoul", "Mr. Plimsoul, Ravi Plimsoul and RAVI PLIMSOUL"),  # the family has others in it
        ("Anil Kumar", "Kumar Anil"),  # is somebody else
        ("Asha", "Asha Patel, asha in the mill, Ashapur"),
        ("Ben Sen", "Bens Sen and Ben Senapati, Bensens"),
        ("Ben Sen", "Ben – Sen 25-8; Ben - Sen; Ben, Sen"),
        ("An Na", "Anna, ANNA"),
        ("Asha Pa", "AshaPat, Ashapur"),
        ("Ravi Plimsoul", "Ravi, Plimsoul-Cup, Plimsouls"),
        ("कमल", "कमली"),  # a vowel more is another name
        ("Asha Hill", "Asha (Hill)"),  # of that club
    ],
)
def test_who_else_is_meant_stays(name: str, text: str) -> None:
    assert NameRemover({name}, [*(one for one in _OTHERS if one != name), "Asha (Hill)"], None).sub("–", text) == text


def test_two_names_in_one_word_may_be_one_of_somebody_elses() -> None:
    assert NameRemover({"Mari Anne"}, ["Marianne Sen"], None).sub("–", "Marianne, Mari Anne") == "Marianne, –"
    assert NameRemover({"Mari Anne"}, [], None).sub("–", "Marianne, MariAnne") == "–, –"
    assert NameRemover({"An Na"}, [], None).sub("–", "AnNa") == "–"


def test_a_name_with_a_hyphen_is_found_without_it() -> None:
    written = NameRemover({"Anne-Marie Sen"}, _OTHERS, None)
    for text in ("Anne-Marie Sen", "anne marie sen", "Sen, Anne-Marie", "Sen Anne Marie", "Anne-Marie-Sen"):
        assert written.sub("–", f"({text})") == "(–)", text


def given(phone: str | None = None, email: str | None = None, person: str = "q") -> ContactGiven:
    return ContactGiven(person=PersonId(person), phone=phone, email=email)


@pytest.mark.parametrize(
    ("phone", "text"),
    [
        ("98200 12345", "9820012345"),
        ("98200 12345", "98200-12345"),
        ("98200 12345", "+91 98200 12345"),
        ("98200 12345", "098200 12345"),
        ("+91 98200 12345", "9820012345"),
        ("+91 98200 12345", "0091 (98200) 12 345"),
        ("(030) 123 456 78", "030 / 12345678"),
        ("(030) 123 456 78", "+49 30 12345678"),
        ("98200 12345", "９８２００ １２３４５"),
        ("９８２００ １２３４５", "98200-12345"),
        ("98200 12345", "९८२०० १२३४५"),
        ("98200 12345", "98200\u201112345"),
        ("98200 12345", "98200\u201412345"),
        ("98200 12345", "（９８２００）１２３４５"),
        ("98200 12345", "[98200] 12345"),
    ],
)
def test_a_number_is_found_by_its_digits(phone: str, text: str) -> None:
    assert ContactRemover([given(phone)], []).sub("–", f"call {text}, soon") == "call –, soon"


def test_a_mail_is_found_in_whatever_letters_and_nothing_else_is() -> None:
    pattern = ContactRemover([given("98200 12345", "Q.Plim@example.org")], [given("1234567", person="r")])
    assert pattern.sub("–", "to q.plim@EXAMPLE.org.") == "to –."
    others = "xq.plim@example.org, 9820012346, 19820012345678, 1234567, 25-18, a9820012345"
    assert pattern.sub("–", others) == others


def test_what_two_have_is_nobodys_alone() -> None:
    pattern = ContactRemover([given("98200 12345", "we@example.org")], [given("9820012345", "WE@example.org", "r")])
    assert pattern.sub("–", "9820012345 we@example.org") == "9820012345 we@example.org"
    assert ContactRemover([given("98200")], []).sub("–", "98200") == "98200", "too short to be told from a score"
