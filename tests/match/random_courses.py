"""Random lawful courses of matches for property tests. The driver knows which acts are possible, not their effects."""

from __future__ import annotations

from random import Random

from carrom.laws import Rulebook, rulebook
from carrom.match import Applied, ByParty, Match, Refused, Setup, apply
from carrom.match.log import acts as a
from carrom.match.log.acts import Act
from carrom.match.parties import PARTIES, Party, PlayerId

IDS = ("icf", "vkk", "four-break", "community-2024", "kreeda-2024")


def setup_of(rng: Random, book: Rulebook | None = None) -> Setup:
    chosen = book or rulebook(rng.choice(IDS))
    stage = rng.choice(("group", "pre-quarter-final", "quarter-final", "final"))
    return Setup(chosen, stage, rng.random() < 0.5)


def random_course(setup: Setup, rng: Random, events: int, *, wild: float = 0.1, timed: bool = True) -> list[Applied]:
    """Apply up to so many events. `wild` is the share of fouls, appeals, protests and the like."""
    match, at = Match.start(setup), 0.0
    done: list[Applied] = []
    while len(done) < events:
        act = next_act(match, rng, wild)
        if act is None:
            break
        at += rng.choice((0.0, 1.5, 7.25, 20.0))
        result = apply(match, match.next_event(act, at=at if timed else None))
        if isinstance(result, Refused):
            continue
        done.append(result)
        match = result.match
    return done


def next_act(match: Match, rng: Random, wild: float) -> Act | None:
    """Return a possible act. Wild acts may be refused; the others are always accepted."""
    if rng.random() < wild:
        return wild_act(match, rng)
    course, board = match.course, match.board
    if course.phase == "toss":
        return a.Toss(rng.choice(PARTIES), "break", rng.randrange(match.setup.players))
    if course.phase == "ready":
        return a.ChangeSides() if course.is_change_due else a.Play()
    if course.phase == "appeal":
        return a.Play()
    if course.phase == "placing":
        return a.Place()
    if course.phase == "demand":
        assert board is not None
        assert board.award is not None
        return a.Demand(rng.randint(0, board.award.demand))
    if course.phase == "over":
        return None
    return random_stroke(match, rng)


def random_stroke(match: Match, rng: Random) -> a.StrokeMade:
    board = match.board
    assert board is not None
    own, opponent = board.on[board.turn.party], board.on[other_party(board.turn)]
    if board.attempt is not None and rng.random() < 0.3:
        return a.StrokeMade(touched=False, striker=rng.random() < 0.2, proper=rng.random() < 0.9)
    return a.StrokeMade(
        own=min(own, rng.choice((0, 0, 1, 1, 1, 2, 3))),
        opponent=min(opponent, rng.choice((0, 0, 0, 0, 1, 1, 2))),
        queen=board.queen == "board" and rng.random() < 0.2,
        striker=rng.random() < 0.12,
        proper=rng.random() < 0.93,
    )


def other_party(player: PlayerId) -> Party:
    return "b" if player.party == "a" else "a"


def wild_act(match: Match, rng: Random) -> Act:
    party = rng.choice(PARTIES)
    player = PlayerId(party, rng.randrange(2))
    protests = len(match.course.protests)
    return rng.choice(
        (
            a.Foul(party, "129"),
            a.Foul(party, "30a"),
            a.Timeout(rng.random() < 0.5),
            a.Pass(),
            a.Pass(),
            a.Forgo(),
            a.NoRoom(),
            a.Appeal(rng.choice((party, PlayerId(party)))),
            a.Stop("an insect"),
            a.BoardOver(party, coins=rng.randrange(11), queen=rng.choice(("a", "b", "none")), demand=rng.randrange(4)),
            a.BoardOver(party, points=rng.randrange(15), law=rng.choice(("91", "107a", "129"))),
            a.Foul(player, "131"),
            a.Warned(player, "129"),
            a.StrikerUp(),
            a.PlaceCalled(),
            a.Called(),
            a.Reported(party),
            a.Ready(party),
            a.Powder(),
            a.BoardChanged(),
            a.StrikerChecked(player),
            a.Trial(party, over=True),
            a.Interval(over=True),
            a.NoRoom(),
            a.Place(count=1),
            a.Place(count=1),
            a.Removed(1),
            a.Fell((rng.choice(("white", "black", "queen")),)),
            a.Fell(("white", "black")),
            a.Noticed(),
            a.Talk(player),
            a.Unnoticed(rng.choice(("51", "60c", "82b", "83", "96", "125b")), player),
            a.ReplayBoard(rng.choice(("140", "142"))),
            a.LoseBoard(party, rng.choice(("51", "91", "121b", "126b"))),
            a.Concede(party, "game"),
            a.TimeUp(),
            a.Interval(),
            a.Trial(party),
            a.Sit(ByParty(match.course.seats.b, match.course.seats.a)),
            a.Protest(party, "the striker left the base line"),
            a.ProtestWritten(rng.randint(0, protests)),
            a.ProtestDecided(rng.randint(0, protests), rng.random() < 0.3),
            a.Remark("table changed", "119"),
            a.Correct(rng.randint(max(0, match.number - 5), match.number), "a wrong tap"),
        )
    )
