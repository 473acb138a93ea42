"""The register is complete and searchable, and every claim in it is proved by a test."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.equipment.due_place import PAIR_SPACE
from carrom.laws import RULEBOOKS
from carrom.laws.register import MET, law, laws_named, register, search_laws
from carrom.laws.register.proofs import proofs
from tests.law_proofs import code_of, read_done_by
from tests.refusals import refuses

TESTS = Path(__file__).parents[1]
PROOFS = proofs(TESTS)
CLAUSES = ("i", "ii", "iii", "iv", "v")
TABLE = "ROWS = [pytest.param(1, marks=pytest.mark.law('95b'))]\n"


def test_register_has_every_law() -> None:
    icf = [entry.id for entry in register().values() if entry.source == "icf"]
    assert {"A", *(f"A.{number}" for number in range(1, 8)), *"BCDEFGH"} <= set(icf)
    numbers = {int(match[0]) for id in icf if (match := re.match(r"\d+", id))}
    assert numbers == set(range(1, 152))


# Number of lettered clauses, for the laws that have them.
LETTERED = {
    **dict.fromkeys((2, 16, 21, 26, 30, 37, 38, 41, 49, 52, 56, 63, 64, 66, 69, 70, 77, 78, 79, 82, 84, 87, 88), "ab"),
    **dict.fromkeys((89, 97, *range(98, 113), 118, 121, 125, 126, 127, 130, 136), "ab"),
    **dict.fromkeys((45, 53, 60, 72, 124, 151), "abc"),
    **dict.fromkeys((39, 65, 95), "abcd"),
    94: "a",
    122: "abcde",
    143: "abcdefghi",
}


@pytest.mark.parametrize(("number", "letters"), sorted(LETTERED.items()))
def test_lettered_clauses(number: int, letters: str) -> None:
    found = {id.removeprefix(str(number)) for id in register() if re.fullmatch(rf"{number}[a-z]?", id)} - {""}
    assert found == set(letters)


@pytest.mark.parametrize(
    ("source", "ids"),
    [
        ("interpretation", {f"I-{number}" for number in range(1, 49)}),
        ("community-2024", {f"community-2024:{number}" for number in range(1, 11)}),
        ("four-break", {f"four-break:queen-{letter}" for letter in "abcdefghijklmnopqrstuvwxy"}),
        (
            "kreeda-2024",
            {
                f"kreeda-2024:{section}{letter}"
                for section, last in zip(range(1, 16), "ggfedcnfadbegdd", strict=True)
                for letter in "abcdefghijklmn"
                if letter <= last
            }
            | {f"kreeda-2024:14d-{clause}" for clause in CLAUSES}
            | {"kreeda-2024:legend"},
        ),
    ],
)
def test_local_rules(source: str, ids: set[str]) -> None:
    assert ids <= {entry.id for entry in register().values() if entry.source == source}


def test_entries_are_complete() -> None:
    for entry in register().values():
        assert entry.met in MET
        assert entry.title
        assert entry.title[0].isupper() or entry.title[0] in "'“"
        assert entry.text.endswith((".", "!"))
        assert entry.restates is None or entry.restates in register()


def test_every_claimed_law_is_proved() -> None:
    unproved = [entry.id for entry in register().values() if entry.needs_proof and not entry.is_proved(PROOFS)]
    assert not unproved


def test_done_by_functions_exist() -> None:
    data = Path(register.__wrapped__.__code__.co_filename).parent / "data"
    named = {id for path in data.glob("*.toml") for id in tomllib.loads(path.read_text()).get("done_by", {})}
    assert named == {law.id for law in register().values() if law.done_by}
    for entry in register().values():
        for name in entry.done_by:
            function, book = read_done_by(name)
            assert code_of(function)
            assert book is None or book in RULEBOOKS
        assert not entry.done_by or entry.needs_proof


@pytest.mark.parametrize(
    ("source", "counts"),
    [
        ("@pytest.mark.law('95b')\ndef test_it(): ...", True),
        ("@pytest.mark.law('95b')\nasync def test_it(): ...", True),
        ("class TestIt:\n    @pytest.mark.law('95b')\n    def test_it(self): ...", True),
        (f"{TABLE}@pytest.mark.parametrize('n', ROWS)\ndef test_it(n): ...", True),
        (f"{TABLE}def test_it(): ...", False),
        ("@pytest.mark.law('95b')\ndef helper(): ...", False),
        ("class Helper:\n    @pytest.mark.law('95b')\n    def test_it(self): ...", False),
        ("mark = pytest.mark.law('95b')", False),
        ("@pytest.mark.skip\n@pytest.mark.law('95b')\ndef test_it(): ...", False),
        ("@pytest.mark.skipif(True, reason='no')\n@pytest.mark.law('95b')\ndef test_it(): ...", False),
        ("@pytest.mark.law('95b')\n@pytest.mark.xfail\ndef test_it(): ...", False),
        ("pytestmark = pytest.mark.xfail\n@pytest.mark.law('95b')\ndef test_it(): ...", False),
    ],
)
def test_only_marks_of_collected_tests_count(source: str, counts: bool, tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(source)
    assert ("95b" in proofs(tmp_path)) == counts
    (tmp_path / "test_one.py").rename(tmp_path / "helpers.py")
    assert proofs(tmp_path) == {}


def test_every_mark_counts() -> None:
    """A mark without effect would look like a proof."""
    counted = {place for places in PROOFS.values() for place in places}
    written = {
        f"{path.relative_to(TESTS)}:{number}"
        for path in TESTS.rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"^\s*(@|pytest\.param\(.*marks=)pytest\.mark\.law\(", line)
    }
    assert written <= counted


def test_proofs_name_laws_that_exist() -> None:
    numbers = {re.sub(r"(?<=\d)[a-z]$", "", id) for id in register()}
    unknown = {id: places for id, places in PROOFS.items() if id not in register() and id not in numbers}
    assert not unknown


def test_find_a_law() -> None:
    assert law("95b").id == "95b"
    with refuses("unknown-law", "'152'"):
        law("152")


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("95b", ["95b"]),
        ("95 (b)", ["95b"]),
        ("Law 95b", ["95b"]),
        ("95", ["95a", "95b", "95c", "95d"]),
        ("9", ["9"]),
        ("a.3", ["A.3"]),
        ("A", ["A", *(f"A.{number}" for number in range(1, 8))]),
        ("4", ["4"]),
        ("i-5", ["I-5"]),
        ("kreeda-2024:7d", ["kreeda-2024:7d"]),
        ("four-break:dues", ["four-break:dues", "four-break:dues-a", "four-break:dues-b", "four-break:dues-c"]),
        ("kreeda-2024:14d (iii)", ["kreeda-2024:14d-iii"]),
        ("kreeda-2024:14d", ["kreeda-2024:14d", *(f"kreeda-2024:14d-{clause}" for clause in CLAUSES)]),
        ("queen", []),
        ("", []),
    ],
)
def test_law_numbers_are_read_leniently(text: str, ids: list[str]) -> None:
    assert [entry.id for entry in laws_named(text)] == ids


def test_search() -> None:
    found = [entry.id for entry in search_laws("Queen Striker")]
    assert "99a" in found
    assert found.index("99a") < found.index("four-break:queen-f")  # titles come before texts
    assert search_laws("chess") == []


def test_laws_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", "95b"]) == 0
    shown = capsys.readouterr().out
    assert "95b" in shown
    assert "judged" in shown
    assert "95a" not in shown
    assert main(["laws", "queen"]) == 0
    assert "97a" in capsys.readouterr().out
    assert main(["laws"]) == 0
    listed = capsys.readouterr().out
    assert all(entry.title in listed for entry in register().values())
    assert main(["laws", "--source", "vkk", "--met", "advised"]) == 0
    assert "Last word" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("I-27 I-28", ["I-27", "I-28"]),
        ("i-27, and I-27 95b", ["I-27", "95b"]),
        ("law 95 (b)", ["95b"]),
        ("139 law 140", ["139", "140"]),
    ],
)
def test_laws_verb_shows_several_laws(words: str, ids: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", *words.split()]) == 0
    shown = capsys.readouterr().out.split("\n\n")
    assert [block.split()[0] for block in shown] == ids


def test_shot_definition_uses_the_figures_in_force() -> None:
    assert f"{PAIR_SPACE:g} mm" in law("I-46").text


@pytest.mark.slow
def test_partly_implemented_law_is_marked_and_not_counted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = ["source", *MET, "in part", "all", "proved"]

    def counted() -> dict[str, int]:
        assert main(["laws", "--coverage"]) == 0
        head, *rows = (line.replace("in part", "in_part").split() for line in capsys.readouterr().out.splitlines())
        assert head == [column.replace(" ", "_") for column in columns]
        icf = next(row for row in rows if row[0] == "icf")
        return dict(zip(columns[1:-1], map(int, icf[1:-1]), strict=True))

    before = counted()
    assert sum(before.values()) == 2 * before["all"]
    whole = law("95b")
    assert whole.partly is None
    monkeypatch.setitem(register(), "95b", replace(whole, partly="Not on Mondays."))
    assert counted() == before | {"judged": before["judged"] - 1, "in part": before["in part"] + 1}
    assert main(["laws", "95b"]) == 0
    assert "Not on Mondays." in capsys.readouterr().out


def test_laws_verb_refuses_unknown_laws_and_sources(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
    assert main(["laws", "--source", "fide"]) == 2
    assert "fide" in capsys.readouterr().err


@pytest.mark.slow
def test_coverage(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["laws", "--coverage"]) == 0
    assert "proved" in capsys.readouterr().out
    (tmp_path / "test_one.py").write_text("import pytest\n\n\n@pytest.mark.law('95b')\ndef test_it(): ...\n")
    assert main(["laws", "--coverage", "--tests", str(tmp_path)]) == 0
    report = capsys.readouterr().out
    assert "95a" in report
    assert "95b" not in report
