"""All happenings of every act with codes, laws and figures. Programs read these; changes must be noticed."""

from __future__ import annotations

import pytest

from carrom.equipment import Piece, Seat
from carrom.match import ByParty
from carrom.match.log import acts as a
from carrom.match.parties import PlayerId
from tests.match.table import Table
from tests.match.test_placing import spread

A, B = PlayerId("a"), PlayerId("b")
Script = list[tuple[a.Act, str]]
"""Acts in order with their happenings: code, laws and figures, divided by `;`."""


def happenings(table: Table, act: a.Act) -> str:
    happened = table.do(act).happened
    return "; ".join(" ".join([one.code, *one.laws, *(f"{k}={v}" for k, v in one.data.items())]) for one in happened)


KREEDA: Script = [
    (a.Toss("b"), "toss kreeda-2024:2b 39c 42 winner=b breaker=b1"),
    (a.Sit(ByParty((Seat.NORTH,), (Seat.SOUTH,))), "seated 39"),
    (a.Play(), "play 46 game=1 board=1 breaker=b1 extra=False"),
    (a.StrokeMade(touched=False), "turn-retry kreeda-2024:4c 45a"),
    (a.StrokeMade(own=1), "turn-continues kreeda-2024:5a 48"),
    (a.Talk(A), "turn-lost kreeda-2024:14a player=a1"),
    (a.Talk(B), "turn-lost kreeda-2024:14a player=b1; turn-passes kreeda-2024:14a to=b1"),
    (a.TimeUp(), "time-up I-26 unfinished=True; extra-board I-2 56b"),
    (a.Toss("a"), "extra-toss 56b breaker=a1"),
    (a.Play(), "play 46 game=1 board=1 breaker=a1 extra=True"),
    (
        a.LoseBoard("b", "91"),
        (
            "board-won kreeda-2024:14d-iv 91 kreeda-2024:1d 53b winner=a points=14 demand=0 slam=None; "
            "game-won I-2 56b game=1 winner=a won=0 lost=0 extra=14–0; match-won 57 winner=a"
        ),
    ),
    (a.Sign("loser", "Ram"), "signed XIX who=loser"),
]
PLACING: Script = [
    (a.Toss("a", "side"), "toss 39a 42 winner=a breaker=b1"),
    (a.Trial("a"), "trial 40"),
    (a.Play(), "play 46 game=1 board=1 breaker=b1 extra=False"),
    (a.StrokeMade(own=2), "turn-continues 48"),
    (a.StrokeMade(striker=True), "turn-passes 72a to=a1"),
    (a.Place(), "placed 78 party=b count=1 by=a1"),
    (a.Foul("b", "129"), "technical-foul 129 63b party=b"),
    (a.Forgo(), "due-forgone 87a party=b count=1 by=a1"),
    (a.StrokeMade(own=1), "turn-continues 48"),
    (a.Foul("a", "30a"), "foul 30a 64a party=a; turn-passes 30a 64a to=b1"),
    (a.NoRoom(), "due-deferred 79a party=a count=1"),
    (a.Unnoticed("51", A), "turn-passes 51 I-27 to=a1"),
    (a.Timeout(), "technical-foul 50 I-12 63a 72c party=a"),
    (a.Unnoticed("83"), "due-forgone 83 party=a count=1 by=b1"),
    (a.StrokeMade(queen=True), "turn-passes 95b 78a to=b1"),
    (a.Forgo(), "due-forgone 87a party=a count=1 by=b1"),
    (a.StrokeMade(opponent=1), "turn-passes 125a to=a1"),
    (a.Unnoticed("125b", B), "turn-back 125b I-29 to=b1"),
    (a.StrokeMade(queen=True), "turn-continues 48"),
    (a.Noticed(), "turn-passes 125b I-29 96 to=a1"),
    (a.StrokeMade(), "turn-passes 48 to=b1"),
    (a.Unnoticed("96", B), "queen-covered 96 I-28 party=b"),
    (a.Appeal("b", "powder"), "appeal 121a party=b note=powder"),
    (a.Play(), "play-resumed 121a"),
    (a.Remark("a new striker", "117"), "remark 117"),
    (a.Remark("rain"), "remark"),
    (a.Pass(), "turn-passes 137 to=a1"),
    (a.ReplayBoard("140"), "board-replayed 140 game=1 board=1"),
    (a.StrokeMade(own=1, early=True), "turn-passes 47 72c to=a1"),
    (a.Place(), "placed 78 party=b count=1 by=a1"),
    (a.Pass(), "turn-passes 137 to=b1"),
    (a.Pass(), "turn-passes 137 to=a1"),
    (a.Pass(), "turn-passes 137 to=b1"),
    (a.Pass(), "turn-passes 137 to=a1"),
    (a.Pass(), "turn-passes 137 to=b1"),
    (a.Pass(), "board-replayed 137 game=1 board=1"),
]
ENDINGS: Script = [
    (a.Toss("a"), "toss 39c 42 winner=a breaker=a1"),
    (a.Play(), "play 46 game=1 board=1 breaker=a1 extra=False"),
    (a.StrokeMade(own=8), "turn-continues 48"),
    (a.StrokeMade(own=1, striker=True), "demand-offered 87b 108a winner=b points=3 demand=1"),
    (a.Demand(1), "board-won 108a winner=b points=4 demand=1 slam=None"),
    (a.Concede("a", "game"), "game-conceded 139 by=a; game-won 56a game=1 winner=b won=4 lost=0; sides-change 58"),
    (a.ChangeSides(), "sides-changed 58"),
    (a.Concede("b", "game"), "game-conceded 139 by=b; game-won 56a game=2 winner=a won=0 lost=0; sides-change 58"),
    (a.Interval(), "interval 138"),
    (a.Unnoticed("60c"), "sides-change-late 60c"),
    (a.Play(), "play 46 game=3 board=1 breaker=a1 extra=False"),
    (a.Protest("a", "he got up"), "protest-lodged 145 149 protest=1 party=a game=3 board=1"),
    (a.ProtestWritten(1), "protest-written 146"),
    (a.ProtestDecided(1, upheld=True), "protest-upheld 151a protest=1 game=3 board=1"),
    (a.Play(), "play 46 game=3 board=1 breaker=a1 extra=False"),
    (a.Protest("b", "he did not"), "protest-lodged 145 149 protest=2 party=b game=3 board=1"),
    (a.ProtestDecided(2), "protest-overruled 151b protest=2 game=3 board=1"),
    (a.StrokeMade(own=4), "turn-continues 48"),
    (a.StrokeMade(own=4, queen=True), "turn-continues 97a 48"),
    (a.StrokeMade(own=1), "board-won 52a 53a 53b 26a winner=a points=12 demand=0 slam=white; sides-change 60a"),
    (a.ChangeSides(), "sides-changed 60a"),
    (a.Play(), "play 46 game=3 board=2 breaker=b1 extra=False"),
    (a.LoseMatch("b", "143c", "insolence"), "match-lost 143c by=b reason=insolence; match-won 143c winner=a"),
    (a.Correct(22, "it was a warning"), "corrected to=22"),
    (a.Concede("a", "match"), "match-conceded 139 by=a; match-won 139 winner=b"),
]
DOUBLES: Script = [
    (a.Toss("a", breaker=1), "toss 39c 42 winner=a breaker=a2"),
    (a.Play(30.0), "play 46 game=1 board=1 breaker=a2 extra=False"),
    (a.StrokeMade(queen=True, jumped=("black",), rests=spread(9, 8, 0)), "turn-passes 95a to=b2"),
    (
        a.UmpirePlaces((Piece("queen", 0.0, 0.0), Piece("black", 31.8, 0.0))),
        "umpire-placed 93 65 pieces=['queen', 'black']",
    ),
    (a.Arrange(spread(9, 9), "put back"), "arranged 134"),
    (a.Timeout(), "technical-foul 50 I-12 63a 72c party=b"),
    (a.StrokeMade(own=1), "turn-continues 48 78a"),
    (a.Timeout(begun=True), "due-forgone 88b party=b count=1 by=a1; technical-foul 88b 63b 72c party=a"),
    (a.Concede("b", "game"), "game-conceded 139 by=b; game-won 56a game=1 winner=a won=0 lost=0; sides-change 59"),
    (a.ChangeSides(), "sides-changed 59"),
]


@pytest.mark.parametrize(
    ("table", "script"),
    [
        (Table("kreeda-2024"), KREEDA),
        (Table(), PLACING),
        (Table(), ENDINGS),
        (Table(doubles=True), DOUBLES),
    ],
    ids=["kreeda", "placing", "endings", "doubles"],
)
def test_happenings_of_every_act(table: Table, script: Script) -> None:
    for act, expected in script:
        assert happenings(table, act) == expected, act


@pytest.mark.parametrize(
    ("act", "times", "turn"),
    [(a.Pass(), 1, "passes"), (a.Pass(), 7, "over"), (a.Timeout(), 1, "passes")],
)
def test_match_keeps_the_ruling_on_an_incident(act: a.Act, times: int, turn: str) -> None:
    table = Table().begin()
    table.do(a.StrokeMade(own=1), *[act] * times)
    assert table.match.ruling is not None
    assert (table.match.ruling.turn, table.match.ruling.laws) == (turn, table.match.happened[-1].laws)
