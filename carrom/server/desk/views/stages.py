"""Events and stages: draws, group tables, rounds, prizes."""

from carrom.laws.rounds import THIRD_PLACE
from carrom.server.desk.views import list_types as s
from carrom.server.desk.views.hall_types import FoundMatch
from carrom.server.desk.views.matches import found_match
from carrom.tournament.desk.decisions import advancing_entries, ruled_seats, ruled_seats_from_group
from carrom.tournament.desk.drawing import can_draw_again
from carrom.tournament.desk.match_text import placeholder, round_words, tie_scores
from carrom.tournament.desk.prizes import awards, replaced_players, team_members, withheld_because
from carrom.tournament.desk.references import find_stage
from carrom.tournament.draws.bracket import Bye, LoserOf, WinnerOf
from carrom.tournament.model.definition import Competition, Stage
from carrom.tournament.model.group_tables import GroupTable
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.explain import explain_standings, row_figures, table_columns
from carrom.tournament.tables.results import EntryId


def stages_shown(view: TournamentNow, seq: int) -> s.StagesShown:
    announced = view.state.announced
    events = [_event(view, event) for event in announced.events]
    return s.StagesShown(seq=seq, events=events, is_held_back=bool(announced.embargo))


def prizes_shown(view: TournamentNow, seq: int) -> s.PrizesShown:
    found = []
    for event in view.state.announced.events:
        for title, won in awards(view, event):
            rows = [
                s.PrizeShown(place=one.place, entries=[_holder(view, event, entry) for entry in one.entries])
                for one in won
            ]
            is_own = title == event.name  # not listed again for the plate
            waits = list(withheld_because(view, event)) if is_own else []
            is_over = any(one.place == 1 for one in won)
            found.append(s.AwardShown(event=title, prizes=rows, is_over=is_over, waits=waits))
    return s.PrizesShown(seq=seq, awards=found)


def _holder(view: TournamentNow, event: Competition, entry: EntryId) -> s.HolderShown:
    known = view.state.entries[event.id][entry]
    players = [*team_members(view, event, entry), *replaced_players(view, event, entry)]
    return s.HolderShown(name=entry, club=known.club or "", players=players)


def _event(view: TournamentNow, event: Competition) -> s.EventShown:
    return s.EventShown(
        id=event.id,
        name=event.name,
        kind=event.category.kind,
        entries=_entered(view, event),
        left=len(view.state.left.get(event.id, {})),
        is_cancelled=view.is_cancelled(event),
        draws_teams=event.teams > 0,
        stages=[_stage(view, event, stage) for stage in event.stages],
    )


def _entered(view: TournamentNow, event: Competition) -> int:
    return len(view.state.entries.get(event.id, {})) - len(view.state.left.get(event.id, {}))


def _stage(view: TournamentNow, event: Competition, stage: Stage) -> s.StageShown:
    key = StageKey(event.id, stage.id)
    state, draws = view.state, view.state.draws.get(key, ())
    return s.StageShown(
        key=str(key),
        event=event.id,
        event_name=event.name,
        format=stage.format,
        shape=stage.form.shape,
        length=_length(stage),
        entries=_entered(view, event) if state.before(key) is None else 0,
        is_drawn=bool(draws),
        draws=len(draws),
        seeds=[one.random for one in (draws if stage.form.in_rounds else draws[-1:]) if one.random],
        is_published=key in state.published,
        is_in_use=state.is_in_use(key),
        is_whole=stage.form.is_whole(stage, len(draws)),
        is_to_draw=not draws and _can_be_drawn(view, event, key),
        can_draw_again=can_draw_again(state, key),
    )


def _can_be_drawn(view: TournamentNow, event: Competition, key: StageKey) -> bool:
    """Later stages are drawn with or after the one before."""
    return not view.is_cancelled(event) and _entered(view, event) > 1


def stage_inside(view: TournamentNow, seq: int, text: str) -> s.StageDetail:
    key = find_stage(view.state, text)
    stage = view.state.stage(key)
    is_drawn = bool(view.state.draws.get(key))
    return s.StageDetail(
        seq=seq,
        key=str(key),
        shape=stage.form.shape,
        lots=_lots(view, key),
        groups=[_group(view, key, *one) for one in enumerate(view.tables(key))]
        if stage.policy is not None and is_drawn
        else [],
        ties=[
            s.TieShown(turn=one.turn, teams=[str(team) for team in one.teams], won=list(one.won), open=one.open)
            for one in tie_scores(view, key)
        ],
        rounds=_rounds(view, key),
        ruled=[seat.text for seat in ruled_seats(view, key)],
    )


def _length(stage: Stage) -> str:
    """Such as best of 3 to 25, 8 boards (icf)."""
    book = stage.book
    games = f"best of {book.games}" if book.games > 1 else "one game"
    target = f" to {book.target}" if book.target else ""
    boards = f", {book.boards} boards" if book.boards else ""
    minutes = f", {book.minutes} min" if book.minutes else ""
    return f"{games}{target}{boards}{minutes} ({stage.rulebook})"


def _lots(view: TournamentNow, key: StageKey) -> list[list[str]]:
    """Drawn groups, last pairs, or a bracket's first matches."""
    draws = view.state.draws.get(key, ())
    if not draws:
        return []
    if draws[-1].groups and not view.state.stage(key).form.in_rounds:
        return [[str(entry) for entry in group] for group in draws[-1].groups]
    first = [one for one in draws[-1].fixtures if not any(isinstance(slot, WinnerOf | LoserOf) for slot in one.slots)]
    return [["–" if isinstance(slot, Bye) else placeholder(view, slot) for slot in one.slots] for one in first]


def _group(view: TournamentNow, key: StageKey, number: int, table: GroupTable) -> s.GroupShown:
    policy = view.state.policy(key)
    columns, through = table_columns(policy), advancing_entries(view, key, number)
    rows = [
        s.RowShown(
            rank=row.rank,
            entry=row.entry,
            figures=[row_figures(row)[name] for name in columns],
            goes_on=row.entry in through,
            has_left=row.entry in table.settled.treatments,
        )
        for row in table.standings.table
    ]
    return s.GroupShown(
        name=table.name,
        columns=list(columns),
        rows=rows,
        advance=table.advance,
        why=explain_standings(table.standings, policy, advance=table.advance),
        ruled=[seat.text for seat in ruled_seats_from_group(view, key, number)],
        is_complete=table.is_complete,
    )


def _rounds(view: TournamentNow, key: StageKey) -> list[s.RoundShown]:
    found: dict[str, list[FoundMatch]] = {}
    records = view.state.in_stage(key)
    for record in sorted(records, key=lambda one: one.fixture.round == THIRD_PLACE):
        fixture = record.fixture
        if view.status(fixture.id) == "bye":
            continue
        name = round_words(fixture.round)
        if fixture.round == "group":
            tables = view.tables(key)
            group = tables[fixture.group or 0].name if tables else ""
            name = f"group {group}" if group else f"round {fixture.turn}"
        found.setdefault(name, []).append(found_match(view, fixture.id))
    return [s.RoundShown(name=name, matches=matches) for name, matches in found.items()]
