"""The possible acts of every phase, and the laws against the others."""

from __future__ import annotations

import pytest

from carrom.equipment import Position, Seat
from carrom.match import ACTS, ByParty, possible_acts
from carrom.match.log import acts as a
from carrom.match.parties import PlayerId
from carrom.match.views.view import is_possible
from tests.match.table import Table

ALWAYS = "remark warning correct"
OPEN = f"foul striker-checked lose-match concede {ALWAYS}"
CALL = "called reported"
STOPS = "appeal stop"
BETWEEN = f"powder board-changed {STOPS} {OPEN}"
AT_THE_BOARD = f"umpire-places arrange talk timeout {STOPS} unnoticed replay board-over lose-board protest {OPEN}"
STROKE = f"stroke pass {AT_THE_BOARD}"


def may_come(table: Table, expected: str) -> None:
    found = possible_acts(table.match)
    assert sorted(found) == sorted(expected.split())
    assert len(set(found)) == len(found)
    assert {kind for kind, act in ACTS.items() if is_possible(table.match, act)} == set(found)


def test_possible_acts_in_every_phase() -> None:
    table = Table()
    may_come(table, f"toss sit {CALL} {BETWEEN}")
    table.do(a.Toss("a"))
    may_come(table, f"sit trial play stroke board-over ready {CALL} {BETWEEN}")
    table.do(a.Trial("a"), a.Trial("b"), a.Called(), a.Reported("a"), a.Ready("b"))
    may_come(table, f"sit trial play stroke board-over ready reported {BETWEEN}")
    table.do(a.Trial("b", over=True), a.Reported("b"), a.Ready("a"))
    may_come(table, f"sit play stroke board-over {BETWEEN}")
    table.do(a.Play())
    may_come(table, STROKE)
    table.do(a.Appeal("a"))
    may_come(table, f"play arrange replay board-over lose-board protest {STOPS} {OPEN}")
    table.do(a.Play(), a.StrokeMade(own=1), a.StrokeMade(striker=True))
    may_come(table, f"fell place forgo no-room place-called striker-up {AT_THE_BOARD}")
    table.do(a.StrikerUp(), a.PlaceCalled())
    may_come(table, f"fell place forgo no-room {AT_THE_BOARD}")
    table.do(a.Place(), a.StrokeMade(own=8), a.StrokeMade(own=1, striker=True))
    may_come(table, f"demand board-over protest {BETWEEN}")
    table.do(a.Demand(0))
    may_come(table, f"play stroke board-over ready protest {BETWEEN}")


def test_possible_acts_between_games_and_after_the_match() -> None:
    table = Table()
    table.do(a.Toss("a"), a.Play(), a.LoseBoard("a", "91"), a.Concede("a", "game"))
    may_come(table, f"unnoticed change-sides ready protest {BETWEEN}")
    table.do(a.ChangeSides(), a.Concede("b", "game"), a.ChangeSides())
    may_come(table, f"play stroke board-over ready interval protest {BETWEEN}")
    table.do(a.Play(), a.Protest("a", "x"))
    lodged = STROKE.replace("timeout ", "")  # the clock is stopped
    may_come(table, f"play protest-written protest-decided {lodged}")
    table.do(a.ProtestWritten(1))
    may_come(table, f"protest-decided {STROKE}")
    table.do(a.Concede("a"))
    may_come(table, f"lose-match protest protest-decided {ALWAYS}")
    table.do(a.ProtestDecided(1))
    may_come(table, f"lose-match protest sign {ALWAYS}")
    table.do(a.Sign("loser"))
    may_come(table, f"lose-match protest sign {ALWAYS}")
    table.do(a.Sign("umpire"))
    may_come(table, f"protest {ALWAYS}")


def test_possible_acts_in_timed_games() -> None:
    table = Table("kreeda-2024")
    table.do(a.Toss("a"))
    may_come(table, f"sit play stroke board-over ready {CALL} {BETWEEN}")
    table.do(a.Play())
    stroke = STROKE.replace("protest ", "")  # the umpire has the last word
    may_come(table, f"time-up {stroke}")
    table.do(a.Appeal("b"))
    may_come(table, f"play arrange replay board-over lose-board time-up {STOPS} {OPEN}")
    table.do(a.TimeUp(), a.Toss("a"), a.Play())
    may_come(table, stroke)


def test_umpire_places_only_waiting_pieces() -> None:
    table = Table()
    table.do(a.Toss("a"), a.Play(45.0))
    may_come(table, STROKE.replace("umpire-places ", ""))


IN_THE_WAY: list[tuple[a.Act, str | None]] = [
    (a.Called(), "143i"),
    (a.Reported("a"), "143i"),
    (a.Ready("a"), "46"),
    (a.StrikerUp(), "124b"),
    (a.PlaceCalled(), "88a"),
    (a.Stop("x"), "121a"),
    (a.StrikerChecked(PlayerId("a")), "115"),
    (a.Powder(), "122b"),
    (a.BoardChanged(), "119"),
    (a.Toss("a"), "39a"),
    (a.Sit(ByParty((Seat.SOUTH,), (Seat.NORTH,))), "39d"),
    (a.Trial("a"), "40"),
    (a.Play(), "46"),
    (a.StrokeMade(), "46"),
    (a.Fell(("white",)), "71"),
    (a.Place(), "78a"),
    (a.Forgo(), "87a"),
    (a.NoRoom(), "79a"),
    (a.UmpirePlaces(()), "9"),
    (a.Arrange(Position(())), "134"),
    (a.Pass(), "137"),
    (a.Foul("a", "129"), "62"),
    (a.Talk(PlayerId("a")), "132"),
    (a.Timeout(), "50"),
    (a.Removed(1), "88b"),
    (a.Appeal("a"), "121a"),
    (a.Unnoticed("96"), None),
    (a.Noticed(), "125b"),
    (a.ReplayBoard("140"), "140"),
    (a.Demand(0), "87b"),
    (a.BoardOver("a", points=1, law="91"), "I-48"),
    (a.LoseBoard("a", "91"), "91"),
    (a.Concede("a"), "139"),
    (a.TimeUp(), "I-26"),
    (a.ChangeSides(), "58"),
    (a.Interval(), "138"),
]


@pytest.mark.parametrize(("act", "law"), IN_THE_WAY, ids=lambda value: getattr(value, "kind", None))
def test_acts_after_the_match_cite_no_law(act: a.Act, law: str | None) -> None:
    table = Table()
    table.do(a.Concede("a"))
    assert table.refused(act) == ("out-of-order", law)


def test_possible_acts_are_accepted() -> None:
    rest = ACTS.keys() - {act.kind for act, _ in IN_THE_WAY}
    assert rest == {
        "protest",
        "protest-written",
        "protest-decided",
        "lose-match",
        "remark",
        "warning",
        "sign",
        "correct",
    }
    assert Table().refused(a.Sign("loser")) == ("out-of-order", "XIX")
    assert Table().refused(a.Protest("a", "x")) == ("no-board", "145")
    assert Table().refused(a.ProtestWritten(1)) == ("no-protest", None)
