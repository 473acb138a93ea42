"""Data for printed sheets: score cards, which cards to print, sheet footers and protest forms."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from carrom.base.errors import CarromError
from carrom.match import Match
from carrom.match.board import BoardResult
from carrom.match.parties import NONE, PARTIES, ByParty, PlayerId
from carrom.match.scoring import Score
from carrom.match.setup import Setup
from carrom.match.views.score_card import Card, CardRow, GameCard, blank_card, card_row, score_card
from carrom.tournament.desk.match_text import SideNames, match_sides, round_title
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.protests import decision_deadline, protest_deadline
from carrom.tournament.log.undo import events_taken_back
from carrom.tournament.model.events import (
    BoardPoints,
    EnteredLate,
    MatchCalled,
    ProtestId,
    ResultGiven,
    SeatsRuled,
    StageDrawn,
)
from carrom.tournament.model.people import name_key
from carrom.tournament.model.scores import counted_result, score_text
from carrom.tournament.model.state import MatchRecord, StageKey, State
from carrom.tournament.seating.now import TO_PLAY, TournamentNow


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchCard:
    """A score card. `code` is the text of its QR code; a side not `known` yet has a name like A1."""

    match: MatchId
    card: Card
    code: str
    rules: str
    known: ByParty[bool]


def match_card(
    view: TournamentNow,
    match: MatchId,
    *,
    planned: Appointment | None = None,
    address: str | None = None,
    is_blank: bool = False,
    played: Match | None = None,
) -> MatchCard:
    """Return the card of a match: from its record, from the recorded boards, or blank.

    `address` is the tournament's public address; the match number is appended to it.
    """
    setup = card_setup(view, match, planned)
    record = view.state.matches[match]
    sides = match_sides(view, match)
    blank = card = blank_card(setup)
    if played is not None:
        _check_people(match, setup, played.setup)
        card = replace(score_card(played), head=blank.head)
    elif record.result is not None and not is_blank:
        card = _fill_card(card, setup, record.result)
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
    """Raise `CarromError` if a record names other people than the match has, on either side."""
    ours, theirs = ({name_key(name) for party in PARTIES for name in one.names[party]} for one in (own, its))
    if ours and theirs and ours != theirs:
        sides = " – ".join(its.side(party) for party in PARTIES)
        raise CarromError("record-of-others", f"the record is of {sides}, who do not play {match}")


def _with_all_lines(games: Sequence[GameCard], blank: Sequence[GameCard]) -> Iterator[GameCard]:
    """Yield the games with their unused lines, so that a card printed again has the size of the first."""
    for at, empty in enumerate(blank):
        if at >= len(games):
            yield empty
            continue
        played = {row.board: row for row in games[at].rows}
        more = [row for label, row in played.items() if all(row.board != label for row in empty.rows)]
        yield replace(games[at], rows=(*(played.get(row.board, row) for row in empty.rows), *more))


def _rules_text(setup: Setup) -> str:
    """Return text such as "VKK tournament: one game, to 25 points, at most 6 boards"."""
    format, minutes = setup.format, setup.rulebook.minutes
    parts = ["one game" if format.games == 1 else f"best of {format.games} games"]
    parts += [f"to {format.target} points"] if format.target is not None else []
    parts += [f"at most {format.boards} boards"] if format.boards is not None else []
    parts += [f"{minutes} minutes"] if minutes is not None else []
    return f"{setup.rulebook.title}: {', '.join(parts)}"


def _name(side: SideNames) -> str:
    return " and ".join(side.people) or side.text


def card_setup(view: TournamentNow, match: MatchId, planned: Appointment | None = None) -> Setup:
    """Return the setup with everything the head of the card shows."""
    state, record = view.state, view.state.matches[match]
    event = state.event(record.key.event)
    names, teams = [], []
    for side in match_sides(view, match):
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
    # The hall's reporting time applies at the table too (I-52).
    book = state.stage(record.key).book_in(record.fixture.round)
    return Setup(
        replace(book, report_minutes=state.announced.hall.report_minutes),
        record.fixture.round,
        fitting == {2},
        ByParty(names[0], names[1]) if is_known else ByParty((), ()),
        ByParty(teams[0], teams[1]),
        tuple((key, value) for key, value in info.items() if value),
    )


def _begins(view: TournamentNow, record: MatchRecord, planned: Appointment | None) -> datetime | None:
    if record.table is not None or view.status(record.fixture.id) not in TO_PLAY:
        return record.started or record.called
    return planned.begins if planned is not None else None


def team_text(view: TournamentNow, record: MatchRecord, side: SideNames) -> str:
    """Return the team in a team tie, else the players' clubs."""
    if side.entry is None:
        return ""
    if record.fixture.rubber is not None:
        return str(side.entry)
    entry = view.state.entries[record.key.event][side.entry]
    clubs = [view.state.people[one].club for one in entry.members]
    return entry.club or " / ".join(dict.fromkeys(club for club in clubs if club))


def _fill_card(card: Card, setup: Setup, given: ResultGiven) -> Card:
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
    totals = given.by_game or ((given.score,) if given.score is not None and len(card.games) == 1 else ())
    for number, game in enumerate(card.games):
        yield replace(game, total=f"{totals[number][0]}–{totals[number][1]}") if number < len(totals) else game


def _games(setup: Setup, given: ResultGiven) -> Iterator[GameCard]:
    """Yield the games with running scores. Breakers are left blank if the first break is unknown."""
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
            score = score.with_game_to(party)  # time was up, or the game was conceded


def _board_result(board: BoardPoints, number: int, score: ByParty[int]) -> BoardResult:
    return BoardResult(
        game=board.game,
        number=number,
        is_extra=board.extra,
        breaker=PlayerId("a", 0),  # the desk knows which side broke, not which partner
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


def choose_matches(view: TournamentNow, words: Sequence[str], order: Iterable[Appointment]) -> list[MatchId]:
    """Return the matches that `words` name, each once, by time and table as far as known.

    No words: matches on tables. `all`: every match to be played. Or `M7`, `@2` for table 2, `S`, `S/groups`,
    `S/knockout/quarter-final`, `S/groups/A`, `S/groups/2` for the second turn.
    """
    planned = {one.match: one for one in order}
    found: dict[MatchId, None] = {}
    for word in words or ("called",):
        chosen = list(_named(view, word, planned))
        if not chosen:
            raise CarromError("unknown-match", _NOTHING_FOUND.get(word, f"there is no match for {word!r}"))
        found |= dict.fromkeys(chosen)
    return sorted(found, key=lambda match: _place(view, match, planned))


def can_print_without_plan(view: TournamentNow, words: Sequence[str]) -> bool:
    """Return whether all these matches are called or over, so that no order of play is needed. Not so for a table,
    where more matches may be planned."""
    if any(word.startswith("@") for word in words):
        return False
    records = [view.state.matches[match] for match in choose_matches(view, words, ())]
    return all(one.table is not None or view.status(one.fixture.id) not in TO_PLAY for one in records)


def is_short_choice(words: Sequence[str]) -> bool:
    """Return whether the choice is small: called matches, or up to 40 match numbers."""
    return (
        all(word == "called" or word.upper().removeprefix("M").isdigit() for word in words) and len(words) <= _FEW_CARDS
    )


_FEW_CARDS = 40
_NOTHING_FOUND = {
    "called": "no match is called: name matches (M7), a table (@2), a stage (S/groups) or a round, or all",
    "all": "nothing is left to be played",
}


def _place(view: TournamentNow, match: MatchId, planned: Mapping[MatchId, Appointment]) -> tuple[datetime, int, int]:
    record, known = view.state.matches[match], planned.get(match)
    when = record.called or record.signed or (known.begins if known else None) or datetime.max
    table = record.table or (known.table if known else 0)
    return when, table, list(view.state.matches).index(match)


def _named(view: TournamentNow, word: str, planned: Mapping[MatchId, Appointment]) -> Iterator[MatchId]:
    state = view.state
    real = [match for match in state.matches if view.status(match) != "bye"]
    if word in ("called", "all"):
        wanted = ("called", "on hold") if word == "called" else TO_PLAY
        on = state.matches
        yield from (one for one in real if view.status(one) in wanted and (word == "all" or on[one].table is not None))
    elif word.startswith("@"):
        for match in real:
            known = planned.get(match)
            here = state.matches[match].table if state.matches[match].table else known.table if known else None
            if str(here) == word[1:] and view.status(match) in TO_PLAY:
                yield match
    elif word.upper() in real:
        yield MatchId(word.upper())
    elif f"M{word}" in real:
        yield MatchId(f"M{word}")
    else:
        yield from _in_part(view, word, real)


def _in_part(view: TournamentNow, word: str, real: Sequence[MatchId]) -> Iterator[MatchId]:
    event, _, rest = word.partition("/")
    stage, _, part = rest.partition("/")
    known = next((one for one in view.state.announced.events if one.id.lower() == event.lower()), None)
    if known is None or (stage and stage not in known.stage_ids):
        stages = ", ".join(f"{one.id}/{own}" for one in view.state.announced.events for own in one.stage_ids)
        raise CarromError("unknown-match", f"there is no match or stage {word!r}: there are {stages}")
    keys = [StageKey(known.id, one) for one in known.stage_ids if stage in ("", one)]
    for match in real:
        record = view.state.matches[match]
        fixture = record.fixture
        if record.key in keys and (not part or part.lower() in _parts(view, record, fixture.round, fixture.turn)):
            yield match


def _parts(view: TournamentNow, record: MatchRecord, round: str, turn: int) -> tuple[str, ...]:
    if round != "group":
        return (round,)
    tables = view.tables(record.key)
    return (str(turn), tables[record.fixture.group or 0].name.lower() if tables else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetFooter:
    """The footer of a printed sheet. `draw` is the log number of the event that last changed the draw."""

    name: str
    day: date
    printed: datetime
    venue: str | None = None
    draw: int | None = None
    is_for_desk: bool = False

    @property
    def place(self) -> str:
        """Town hall, 5 November 2024"""
        when = f"{self.day.day} {self.day:%B %Y}"
        return f"{self.venue}, {when}" if self.venue else when

    @property
    def edition(self) -> str:
        """printed 2024-11-05 21:50 · draw 17"""
        draw = f" · draw {self.draw}" if self.draw is not None else ""
        desk = " · for the desk, not for the wall" if self.is_for_desk else ""
        return f"printed {self.printed:%Y-%m-%d %H:%M}{draw}{desk}"


def sheet_footer(state: State, printed: datetime, stages: Collection[StageKey] = ()) -> SheetFooter:
    definition = state.announced
    return SheetFooter(
        name=definition.name,
        day=definition.day,
        venue=definition.venue,
        printed=printed,
        draw=draw_number(state, stages),
    )


def draw_number(state: State, stages: Collection[StageKey] = ()) -> int | None:
    """Return the log number of the last event that seated an entry in these draws; without `stages`, in any draw."""
    gone = events_taken_back(state.seen)
    numbers = [
        number
        for number, (name, body) in enumerate(state.seen.items(), 1)
        if isinstance(body, StageDrawn | EnteredLate | SeatsRuled)
        and name not in gone
        and (not stages or StageKey(body.event, body.stage) in stages)
    ]
    return max(numbers, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtestForm:
    """Empty fields are filled in by pen."""

    minutes: int
    fee: int
    date: str
    protest: str = ""
    event: str = ""
    match: str = ""
    table: str = ""
    a: str = ""
    b: str = ""
    by: str = ""
    game: str = ""
    board: str = ""
    over: str = ""
    text: str = ""
    signed: str = ""
    at: str = ""
    until: str = ""
    paid: str = ""
    due: str = ""
    decided: str = ""
    status: str = ""


def protest_form(view: TournamentNow, *, protest: ProtestId | None = None, match: MatchId | None = None) -> ProtestForm:
    rules, date = view.state.announced.protests, view.state.announced.day.isoformat()
    about = {} if match is None else _about_match(view, match)
    if protest is not None:
        about = _about_match(view, view.state.protests[protest].lodged.match) | _about_protest(view, protest)
    return ProtestForm(minutes=rules.minutes, fee=rules.fee, date=date, **about)


def _about_match(view: TournamentNow, match: MatchId) -> dict[str, str]:
    record = view.state.matches[match]
    event = f"{view.state.event(record.key.event).name}, {round_title(view, match)}"
    a, b = (side.text for side in match_sides(view, match))
    return {"event": event, "match": match, "table": str(record.table or _played_at(view, match)), "a": a, "b": b}


def _played_at(view: TournamentNow, match: MatchId) -> int | str:
    """Return the last table of a match that is to resume and is at no table."""
    called = [one.table for one in view.state.seen.values() if isinstance(one, MatchCalled) and one.match == match]
    return called[-1] if called else ""


def _about_protest(view: TournamentNow, name: ProtestId) -> dict[str, str]:
    known = view.state.protests[name]
    lodged = known.lodged
    return {
        "protest": name,
        "by": match_sides(view, lodged.match)["ab".index(lodged.side)].text,
        "game": str(lodged.game or ""),
        "board": str(lodged.board),
        "over": _clock(lodged.over),
        "text": lodged.text,
        "signed": lodged.signed_by or "",
        "at": _clock(known.at),
        "until": _clock(protest_deadline(view.state, known)),
        "paid": str(known.fee_paid or ""),
        "due": _clock(decision_deadline(view.state, known)),
        "decided": _clock(known.decided),
        "status": known.status,
    }


def _clock(moment: datetime | None) -> str:
    return f"{moment:%H:%M}" if moment is not None else ""
