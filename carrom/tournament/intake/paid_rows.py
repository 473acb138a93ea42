"""What somebody has paid who stands in several rows of a list, each for other events."""

from collections.abc import Mapping, Sequence

from carrom.tournament.intake.row_people import RowPerson


def paid_in_all(rows: Sequence[RowPerson], fees: Mapping[str, int]) -> int | bool | None:
    """Sums are added, and a row that only says yes is worth the fees of its events.

    None where no row says anything, and where it cannot be known: a yes and a no while no fee is set.
    """
    said = [one.paid for one in rows]
    if not any(said):
        return next((one for one in said if one is not None), None)
    if all(one is True for one in said):
        return True
    if any(fees.values()):
        return sum(_worth(one, fees) for one in rows)
    sums = [one for one in said if one is not None and not isinstance(one, bool)]
    if sums:
        return sum(sums)
    return None if False in said else True


def _worth(row: RowPerson, fees: Mapping[str, int]) -> int:
    if row.paid is True:
        return sum(fees.get(event, 0) for event in row.events)
    return row.paid or 0
