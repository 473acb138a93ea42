"""`carrom standings`: standings with reasons, as JSON lines."""

from dataclasses import asdict, dataclass
from typing import Annotated, Any

from carrom.base.codec import ReadBy, dataclass_reader, not_blank, read_at, within
from carrom.base.errors import CarromError
from carrom.tournament.tables.policy import Policy, plain_number
from carrom.tournament.tables.results import EntryId, Result, read_result
from carrom.tournament.tables.standings import TableRow, standings


@dataclass(frozen=True, slots=True, kw_only=True)
class _StandingsLine:
    policy: Policy
    entries: tuple[Annotated[EntryId, not_blank], ...]
    matches: tuple[Annotated[Result, ReadBy(read_result)], ...]
    shootouts: tuple[Annotated[Result, ReadBy(read_result)], ...] = ()
    advance: Annotated[int, within(0)] = 0
    """0: nobody advances."""


_LINE = dataclass_reader(_StandingsLine, null_is_absent=True)


def answer(case: object) -> dict[str, Any]:
    line = _LINE(case)
    if not line.entries:
        raise CarromError("no-entries", "there are no entries")
    read_at("advance", within(0, len(line.entries)), line.advance)
    found = standings(line.entries, line.matches, line.policy, shootouts=line.shootouts)
    advancing = found.advancing(line.advance)
    return {
        "table": [_row(row) for row in found.table],
        "advance": None if advancing is None else list(advancing),
        "tied": [list(group) for group in found.tied],
        "why": [{**asdict(one), "values": [plain_number(value) for value in one.values]} for one in found.why],
    }


def _row(row: TableRow) -> dict[str, Any]:
    """Fields for scripts; printed sheets show more."""
    shown = ("entry", "rank", "played", "wins", "points", "net", "scored")
    return {name: plain_number(row.points) if name == "points" else getattr(row, name) for name in shown}
