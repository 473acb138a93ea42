"""Figures on docs pages are those that benches have kept: none is typed by hand, and none is lost."""

from __future__ import annotations

import sys

from tests.pages import ROOT

sys.path.insert(0, str(ROOT / "bench"))

import page_figures


def test_pages_say_what_was_kept() -> None:
    wrong = [path.name for path, text in page_figures.pages().items() if path.read_text(encoding="utf-8") != text]
    assert wrong == [], "make figures"


def test_every_marked_place_has_figures_and_all_figures_a_place() -> None:
    kept = set(page_figures.kept())
    assert page_figures.places() == kept, "a bench with --full keeps what it measures in bench/kept"


def test_what_was_kept_says_how_it_was_measured() -> None:
    for (page, section), found in page_figures.kept().items():
        assert found["measured"].keys() >= {"by", "on"}, (page, section)
        assert any(part.get("rows") for part in found["parts"]), (page, section)


def test_a_table_is_kept_as_what_it_says() -> None:
    lines = [
        "| | a | b |",
        "|---|---|---|",
        "| `x` | 1 | |",
        "",
        "Said below.",
        "Twice.",
        "",
        "| c |",
        "|---|",
        "| 2 |",
    ]
    parts = page_figures.parts_of(lines)
    assert parts[0] == {"columns": ["", "a", "b"], "rows": [["`x`", "1", ""]]}
    assert list(page_figures.lines_of(parts)) == lines


def test_environments_step_as_fast_as_is_wanted() -> None:
    """As measured when the figures were made: a busy machine is none of a test's business."""
    (table,) = page_figures.kept()["docs/env.md", "speed"]["parts"]
    columns = {name: place for place, name in enumerate(table["columns"])}
    (arrays,) = (place for name, place in columns.items() if name.startswith("arrays"))
    wanted = [(row[arrays], row[columns["wanted"]]) for row in table["rows"] if row[columns["wanted"]]]
    assert len(wanted) == 2
    assert all(int(made.replace(",", "")) >= int(least.replace(",", "")) for made, least in wanted)


def test_lawful_boards_say_how_long_players_thought() -> None:
    (table,) = page_figures.kept()["docs/players.md", "lawful"]["parts"]
    assert [name for name in table["columns"] if "20 simulations" in name]
    assert [name for name in table["columns"] if "own budget" in name]
