"""A tournament that comes as a file from anywhere: of what is told in it no more is taken than of what is told here."""

from collections.abc import Sequence

from carrom.base.reading import read_at
from carrom.base.writing import is_plain
from carrom.tournament.desk.meant import check_has_come, hall_clock
from carrom.tournament.log.bounds import LONGEST_TEXT
from carrom.tournament.log.facts import Fact
from carrom.tournament.log.file import Loaded
from carrom.tournament.log.written import check_lengths, check_signs


def check_taken_over(loaded: Loaded, lines: Sequence[str]) -> None:
    """Raise `CarromError` for a time that is yet to come, for a text that is longer than any is, and for a sign that
    nobody sees. The lines are those of the facts: most are shorter than that altogether, and hold no such sign."""
    now = hall_clock(loaded.state)

    def check(told: tuple[Fact, str]) -> None:
        fact, line = told
        check_has_come(fact.at, loaded.state, now)
        if len(line) > LONGEST_TEXT:
            check_lengths(fact)
        if not is_plain(line):
            check_signs(fact)

    for number, told in enumerate(zip(loaded.facts, lines, strict=True), 2):
        read_at(f"line {number}", check, told)
