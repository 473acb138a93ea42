"""The score cards of a tournament: one for every match, with names, table and time, blank or with what was played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from carrom.base.errors import CarromError
from carrom.match import Match
from carrom.match.board import BoardResult
from carrom.match.card import Card, CardRow, GameCard, blank_card, card_row, score_card
from carrom.match.parties import NONE, PARTIES, ByParty, PlayerId
from carrom.match.scoring import Score
from carrom.match.setup import Setup
from carrom.tournament.desk.naming import SideNames, round_title, sides_of
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.facts import BoardPoints, ResultGiven
from carrom.tournament.log.names import name_key
from carrom.tournament.log.scores import counted_result, score_text
from carrom.tournament.log.state import MatchRecord
from carrom.tournament.log.view import TO_PLAY, TournamentView


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCard:
    """A card of the tournament. `code` is what its QR code says; a side that is not `known` has a name like A1."""

    match: MatchId
    card: Card
    code: str
    rules: str
    """When a game and the match are over, in words."""
    known: ByParty[bool]


def match_card(
    view: TournamentView,
    match: MatchId,
    *,
    planned: Appointment | None = None,
    address: str | None = None,
    is_blank: bool = False,
    played: Match | None = None,
) -> MatchCard:
    """The card of a match: from its record, from the boards that were told, or blank.

    `address` is where phones find the tournament; the number of the match is put behind it.
    """
    setup = card_setup(view, match, planned)
    record = view.state.matches[match]
    sides = sides_of(view, match)
    blank = card = blank_card(setup)
    if played is not None:
        _check_people(match, setup, played.setup)
        card = replace(score_card(played), head=blank.head)
    elif record.result is not None and not is_blank:
        card = _filled(card, setup, record.result)
    card = replace(card, games=tuple(_with_all_lines(card.games, blank.games)))
    if not all(setup.names[party] for party in PARTIES) and played is None:
        card = replace(card, names=ByParty(*(_name(side) for side in sides)))
    where = f"{address.rstrip('/')}/" if address else f"carrom:{view.state.announced.name}/"
    return MatchCard(
        match=match,
        card=card,
        code=f"{where}{match}",
        rules=_rules_text(setup),
        known=ByParty(*(side.entry is not None for side in sides)),
    )


def _check_people(match: MatchId, own: Setup, its: Setup) -> None:
    """Refuse a record that names other people than those who play the match, on whichever side."""
    ours, theirs = ({name_key(name) for party in PARTIES for name in one.names[party]} for one in (own, its))
    if ours and theirs and ours != theirs:
        sides = " – ".join(its.side(party) for party in PARTIES)
        raise CarromError("record-of-others", f"the record is of {sides}, who do not play {match}")


def _with_all_lines(games: Sequence[GameCard], blank: Sequence[GameCard]) -> Iterator[GameCard]:
    """The games with the lines that were not needed: a card that is printed again has the size of the first."""
    for at, empty in enumerate(blank):
        if at >= len(games):
            yield empty
            continue
        played = {row.board: row for row in games[at].rows}
        more = [row for label, row in played.items() if all(row.board != label for row in empty.rows)]
        yield replace(games[at], rows=(*(played.get(row.board, row) for row in empty.rows), *more))


def _rules_text(setup: Setup) -> str:
    """VKK tournament: one game, to 25 points, at most 6 boards."""
    format, minutes = setup.format, setup.rulebook.minutes
    said = ["one game" if format.games == 1 else f"best of {format.games} games"]
    said += [f"to {format.target} points"] if format.target is not None else []
    said += [f"at most {format.boards} boards"] if format.boards is not None else []
    said += [f"{minutes} minutes"] if minutes is not None else []
    return f"{setup.rulebook.title}: {', '.join(said)}"


def _name(side: SideNames) -> str:
    return " and ".join(side.people) or side.text


def card_setup(view: TournamentView, match: MatchId, planned: Appointment | None = None) -> Setup:
    """What is agreed before the toss of a match, with everything that the head of its card says."""
    state, record = view.state, view.state.matches[match]
    event = state.event(record.key.event)
    names, teams = [], []
    for side in sides_of(view, match):
        names.append(side.people)
        teams.append(team_text(view, record, side))
    fitting = {len(one) for one in names if one}
    is_known = all(names) and fitting in ({1}, {2})
    table = record.table if record.table is not None else planned.table if planned else None
    begins = _begins(view, record, planned)
    info = {
        "Tournament": state.announced.name,
        "Event": event.name,
        "Round": round_title(view, match),
        "Date": (begins.date() if begins else state.announced.day).isoformat(),
        "Time": f"{begins:%H:%M}" if begins else "",
        "Match": str(match),
        "Umpire": record.umpire or "",
        "Table": str(table or ""),
    }
    # The hall's time to report holds at the table too (I-52).
    book = state.stage(record.key).book_in(record.fixture.round)
    return Setup(
        replace(book, report_minutes=state.announced.hall.report_minutes),
        record.fixture.round,
        fitting == {2},
        ByParty(names[0], names[1]) if is_known else ByParty((), ()),
        ByParty(teams[0], teams[1]),
        tuple((key, said) for key, said in info.items() if said),
    )


def _begins(view: TournamentView, record: MatchRecord, planned: Appointment | None) -> datetime | None:
    """When it began, was called, or is planned."""
    if record.table is not None or view.status(record.fixture.id) not in TO_PLAY:
        return record.started or record.called
    return planned.begins if planned is not None else None


def team_text(view: TournamentView, record: MatchRecord, side: SideNames) -> str:
    """The team of a team meet; else the clubs of those who play."""
    if side.entry is None:
        return ""
    if record.fixture.rubber is not None:
        return str(side.entry)
    entry = view.state.entries[record.key.event][side.entry]
    clubs = [view.state.people[one].club for one in entry.members]
    return entry.club or " / ".join(dict.fromkeys(club for club in clubs if club))


def _filled(card: Card, setup: Setup, given: ResultGiven) -> Card:
    """The card with the boards that were told; where only totals are known, with these."""
    winner = counted_result(given).winner
    names = dict(zip((given.a, given.b), (card.names.a or given.a, card.names.b or given.b), strict=True))
    games = tuple(_games(setup, given)) if given.boards else tuple(_totals(card, given))
    remarks = [f"Result: {score_text(given)}."]
    if given.boards and any(board.coins is None for board in given.boards):
        remarks.append("* points by a law.")
    if given.law:
        remarks.append(f"Lost by Law {given.law}.")
    if given.provisional:
        remarks.append("Not signed yet.")
    return replace(card, games=games, winner=names[winner] if winner else "", remarks=tuple(remarks))


def _totals(card: Card, given: ResultGiven) -> Iterator[GameCard]:
    told = given.by_game or ((given.score,) if given.score is not None and len(card.games) == 1 else ())
    for number, game in enumerate(card.games):
        yield replace(game, total=f"{told[number][0]}–{told[number][1]}") if number < len(told) else game


def _games(setup: Setup, given: ResultGiven) -> Iterator[GameCard]:
    """The boards as the match adds them up. Where nobody told who broke first, no breaker is written."""
    score = Score(replace(setup.format, has_time=True), given.first_break or "a")
    for number in sorted({board.game for board in given.boards}):
        rows: list[CardRow] = []
        before = NONE
        extra = ""
        for board in (one for one in given.boards if one.game == number):
            if board.extra and not score.is_extra:
                score = score.with_time_up()
            breaker = score.game.breaker if not board.extra and given.first_break else None
            score = score.with_board(board.winner, board.points)
            game = score.games[number - 1]
            row = card_row(setup, _board_result(board, len(rows) + 1, game.points), before)
            rows.append(replace(row, breaker=breaker.upper() if breaker else ""))
            before = game.points
            if game.extra is not None:
                extra = f" (extra board {game.extra.a}–{game.extra.b})"
        last = next(board for board in reversed(given.boards) if board.game == number)
        party = last.winner if last.extra else score.games[number - 1].leader
        yield GameCard(number, tuple(rows), setup.side(party) if party else "", f"{before.a}–{before.b}{extra}")
        if score.games[number - 1].winner is None and party is not None:
            score = score.with_game_to(party)  # its time was up, or it was given away


def _board_result(board: BoardPoints, number: int, score: ByParty[int]) -> BoardResult:
    return BoardResult(
        game=board.game,
        number=number,
        is_extra=board.extra,
        breaker=PlayerId("a", 0),  # the desk knows the side that broke, not which of two partners
        winner=board.winner,
        points=board.points,
        demand=board.demand,
        coins=board.coins or 0,
        queen=board.queen,
        laws=(),
        slam=None,
        score=score,
        started=None,
        finished=None,
    )
