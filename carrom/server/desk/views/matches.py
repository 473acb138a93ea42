"""Matches in lists, search, and the order of play."""

from collections.abc import Iterable
from datetime import datetime

from carrom.server.desk.order_of_play import PlannedOrder
from carrom.server.desk.views.hall_types import BoardShown, FoundMatch, MatchList, MatchShown, SideShown
from carrom.server.desk.views.list_types import OrderShown, SlotShown
from carrom.tournament.desk.match_text import SideNames, latest_results_first, match_sides, match_title, outcome_text
from carrom.tournament.desk.order_of_play import Appointment, order_lines, order_of_play, order_warnings, planning_start
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.events import BoardPoints, ResultGiven
from carrom.tournament.model.people import name_key
from carrom.tournament.model.scores import board_word, boards_text
from carrom.tournament.model.state import State
from carrom.tournament.seating.now import TournamentNow, cached_per_state

_MOST = 40


def sides_shown(sides: Iterable[SideNames]) -> list[SideShown]:
    return [SideShown(text=one.text, people=list(one.people), is_known=one.entry is not None) for one in sides]


def match_shown(view: TournamentNow, match: MatchId) -> MatchShown:
    record = view.state.matches[match]
    return MatchShown(
        id=match,
        event=view.state.event(record.key.event).name,
        title=match_title(view, match),
        sides=sides_shown(match_sides(view, match)),
    )


def found_match(view: TournamentNow, match: MatchId) -> FoundMatch:
    record, shown = view.state.matches[match], match_shown(view, match)
    given, winner = record.result, view.winner(match)
    return FoundMatch(
        id=shown.id,
        event=shown.event,
        title=shown.title,
        sides=shown.sides,
        status=view.status(match),
        outcome=outcome_text(view, match),
        winner=None if winner is None else view.sides(match).index(winner),
        table=record.table,
        version=record.version,
        words=result_as_typed(given),
        boards=boards_shown(given.boards if given is not None else ()),
    )


def result_as_typed(given: ResultGiven | None) -> str:
    if given is None:
        return ""
    if given.boards:
        return boards_text(given)
    if given.by_game:
        return " ".join(f"{a}-{b}" for a, b in given.by_game)
    extra = f"x{given.extra[0]}-{given.extra[1]}" if given.extra is not None else ""
    return f"{given.score[0]}-{given.score[1]}{extra}" if given.score is not None else ""


def boards_shown(boards: Iterable[BoardPoints], contested: tuple[int | None, int] | None = None) -> list[BoardShown]:
    """`contested` is (game, number); without a game, boards count through all."""
    found: list[BoardShown] = []
    game, inside = 0, 0
    for number, board in enumerate(boards, 1):
        inside = inside + 1 if board.game == game else 1
        game = board.game
        is_contested = contested is not None and (
            contested == (None, number) or (contested[0] == game and contested[1] == inside)
        )
        found.append(
            BoardShown(
                number=number,
                game=game,
                winner=board.winner,
                points=board.points,
                extra=board.extra,
                word=board_word(board),
                is_contested=is_contested,
            )
        )
    return found


def find_matches(view: TournamentNow, words: str) -> MatchList:
    """Find by number (M7, 7), table (@4) or names; else the latest results."""
    real = [match for match in view.state.matches if view.status(match) != "bye"]
    query = name_key(words)
    if not query:
        played = [match for match in real if view.state.matches[match].signed is not None]
        chosen = latest_results_first(view.state, played)
    elif words.strip().startswith("@"):
        chosen = [one for one in real if str(view.state.matches[one].table) == words.strip()[1:].strip()]
    else:
        chosen = [one for one in real if query in (one.lower(), one[1:])]
        chosen = chosen or [one for one in real if all(word in _search_text(view, one) for word in query.split())]
    return MatchList(matches=[found_match(view, one) for one in chosen[:_MOST]], found=len(chosen))


@cached_per_state
def _search_text(view: TournamentNow, match: MatchId) -> str:
    """Names are normalised singly, to be cached."""
    sides = match_sides(view, match)
    names = (match_title(view, match), *(one for side in sides for one in (side.text, *side.people)))
    return " ".join(map(name_key, names))


def order_shown(view: TournamentNow, now: datetime, planned: PlannedOrder, tables: int | None = None) -> OrderShown:
    """Leave out matches that no longer exist."""
    order = [one for one in planned.order if one.match in view.state.matches]
    return OrderShown(
        seq=planned.seq,
        at=now.isoformat(timespec="seconds"),
        tables=tables or view.state.announced.hall.tables,
        is_current=planned.is_current,
        trouble=planned.trouble,
        slots=[
            SlotShown(
                id=line.match,
                event=line.event,
                title=line.title,
                sides=sides_shown(line.sides),
                begins=line.begins.isoformat(timespec="seconds"),
                ends=line.ends.isoformat(timespec="seconds"),
                day=line.day,
                table=line.table,
                is_on=line.is_on,
            )
            for line in order_lines(view, order)
        ],
        warnings=order_warnings(view, order, now),
    )


def plan_on_tables(state: State, now: datetime, tables: int) -> tuple[Appointment, ...]:
    view = TournamentNow(state)
    return order_of_play(view, now=planning_start(view, now), tables=tables) if state.matches else ()
