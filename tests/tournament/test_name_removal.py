"""Erasure of names and contacts from texts by others, and the names that must stay."""

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
def test_every_spelling_of_a_name_is_removed(text: str) -> None:
    written = NameRemover({"Qorvathi Plimsoul"}, _OTHERS, None)
    assert written.sub("Withdrawn 1", f"so {text}'s queen") == "so Withdrawn 1's queen"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Qorvathi Plimsoul", "Mr. Plimsoul, Ravi Plimsoul and RAVI PLIMSOUL"),  # others of the family
        ("Anil Kumar", "Kumar Anil"),  # another person
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
def test_names_of_other_people_stay(name: str, text: str) -> None:
    assert NameRemover({name}, [*(one for one in _OTHERS if one != name), "Asha (Hill)"], None).sub("–", text) == text


def test_joined_name_stays_if_another_person_has_it() -> None:
    assert NameRemover({"Mari Anne"}, ["Marianne Sen"], None).sub("–", "Marianne, Mari Anne") == "Marianne, –"
    assert NameRemover({"Mari Anne"}, [], None).sub("–", "Marianne, MariAnne") == "–, –"
    assert NameRemover({"An Na"}, [], None).sub("–", "AnNa") == "–"


def test_hyphenated_name_is_removed_without_its_hyphen() -> None:
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
def test_phone_number_is_removed_by_its_digits(phone: str, text: str) -> None:
    assert ContactRemover([given(phone)], []).sub("–", f"call {text}, soon") == "call –, soon"


def test_mail_address_is_removed_in_any_case() -> None:
    pattern = ContactRemover([given("98200 12345", "Q.Plim@example.org")], [given("1234567", person="r")])
    assert pattern.sub("–", "to q.plim@EXAMPLE.org.") == "to –."
    others = "xq.plim@example.org, 9820012346, 19820012345678, 1234567, 25-18, a9820012345"
    assert pattern.sub("–", others) == others


def test_shared_contacts_stay() -> None:
    pattern = ContactRemover([given("98200 12345", "we@example.org")], [given("9820012345", "WE@example.org", "r")])
    assert pattern.sub("–", "9820012345 we@example.org") == "9820012345 we@example.org"
    assert ContactRemover([given("98200")], []).sub("–", "98200") == "98200", "too short to tell from a score"
