"""The figures of a table, as every page and sheet shows them: what columns there are, and what stands in them."""

from carrom.tournament.tables.policy import Policy, plain
from carrom.tournament.tables.standings import TableRow

_COLUMNS = ("played", "won", "drawn", "points", "buchholz", "net", "scored")


def columns_of(policy: Policy) -> tuple[str, ...]:
    """The columns of a table. Draws and Buchholz have one where the policy counts them."""
    counts = {"drawn": policy.draw is not None, "buchholz": "buchholz" in policy.order}
    return tuple(one for one in _COLUMNS if counts.get(one, True))


def figures_of(row: TableRow) -> dict[str, str]:
    """What stands in each of them."""
    return {
        "played": str(row.played),
        "won": str(row.wins),
        "drawn": str(row.draws),
        "points": str(plain(row.points)),
        "buchholz": str(plain(row.buchholz)),
        "net": f"+{row.net}" if row.net > 0 else str(row.net).replace("-", "−"),
        "scored": str(row.scored),
    }
