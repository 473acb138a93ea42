"""Read the tables under tests/law_cases (their README describes a case)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from carrom.laws import BySide, Situation, StrokeFacts, incidents

TABLES = Path(__file__).parents[1] / "law_cases"


@dataclass(frozen=True)
class Case:
    table: str
    name: str
    book: str
    before: Situation
    event: StrokeFacts | incidents.Incident
    gives: dict[str, Any]
    laws: tuple[str, ...]
    proves: tuple[str, ...]

    @property
    def marks(self) -> tuple[str, ...]:
        """The laws that it proves: the cited ones except the law that the umpire named, and those listed under
        `proves`."""
        named = self.event.law if isinstance(self.event, incidents.Violation) else None
        return tuple(law for law in (*self.laws, *self.proves) if law != named)

    def __str__(self) -> str:
        return f"{self.table}: {self.name} [{self.book}]"


def cases() -> list[Case]:
    return [case for path in sorted(TABLES.glob("*.toml")) for case in read(path)]


def read(path: Path) -> list[Case]:
    with path.open("rb") as file:
        rows = tomllib.load(file)["case"]
    found = []
    for row in rows:
        _check(row, path)
        event = StrokeFacts(**row["stroke"]) if "stroke" in row else _incident(dict(row["incident"]))
        for book in row.get("books", ["icf", "vkk"]):
            found.append(
                Case(
                    table=path.stem,
                    name=row["name"],
                    book=book,
                    before=_situation(dict(row["before"])),
                    event=event,
                    gives=row["gives"],
                    laws=tuple(row["laws"]),
                    proves=tuple(row.get("proves", [])),
                )
            )
    return found


def _check(row: dict[str, Any], path: Path) -> None:
    """Raise an assertion error that names an incomplete case and the fault."""
    case = f"{path.name}: case {row.get('name', 'without a name')!r}"
    missing = sorted({"name", "laws", "before", "gives"} - row.keys())
    assert not missing, f"{case} lacks {', '.join(missing)}"
    assert ("stroke" in row) != ("incident" in row), f"{case} needs either a stroke or an incident"
    extra = sorted(row.keys() - {"name", "books", "laws", "proves", "before", "stroke", "incident", "gives"})
    assert not extra, f"{case} has what no case can have: {', '.join(extra)}"


def _situation(row: dict[str, Any]) -> Situation:
    owed = BySide(row.pop("owed", 0), row.pop("owed_opponent", 0))
    score = BySide(*row.pop("score", [0, 0]))
    attempt = row.pop("break", None)
    return Situation(**{"own": 9, "opponent": 9, "opened": True} | row, owed=owed, score=score, break_attempt=attempt)


def _incident(row: dict[str, Any]) -> incidents.Incident:
    kind = getattr(incidents, row.pop("kind"))
    incident: incidents.Incident = kind(StrokeFacts(**row)) if kind is incidents.EarlyBreak else kind(**row)
    return incident
