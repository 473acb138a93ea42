"""Sheets of people: entries, teams, fees, prizes, without contact details."""

from collections.abc import Sequence

from carrom.render.sheets.sheet import Grid, Lines, Part, Sheet
from carrom.render.sheets.stage_sheets import club_of
from carrom.tournament.desk.decisions import protest_fees_text
from carrom.tournament.desk.drawing import team_figures, unbalanced_text
from carrom.tournament.desk.people_list import PersonLine, people_list
from carrom.tournament.desk.prizes import awards, replaced_players, team_members, withheld_because
from carrom.tournament.model.definition import Competition
from carrom.tournament.model.people import Entry, count_text
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import EntryId

_PLACES = {1: "Winner", 2: "Second", 3: "Third"}


def entries_sheet(view: TournamentNow, events: Sequence[Competition]) -> Sheet:
    parts: list[Part] = []
    for event in events:
        entries = view.state.entries.get(event.id, {})
        gone = view.state.left.get(event.id, {})
        rows = []
        for number, entry in enumerate(sorted(entries.values(), key=lambda one: one.id.casefold()), 1):
            note = gone[entry.id].how if entry.id in gone else ""
            rows.append((str(number), str(entry.id), _club(view, event, entry.id), str(entry.seed or ""), note))
        is_seeded, is_left = (any(row[column] for row in rows) for column in (3, 4))
        columns = [0, 1, 2, *([3] if is_seeded else []), *([4] if is_left else [])]
        heads = ("", "", "club", "seed", "")
        caption = f"{event.name}: {count_text(len(rows), 'entry', 'entries')}"
        if view.is_cancelled(event):
            caption += ", not held"
        parts.append(
            Grid(
                caption=caption,
                heads=tuple(heads[column] for column in columns),
                rows=tuple(tuple(row[column] for column in columns) for row in rows),
                numbers=frozenset((0,)),
            )
        )
    return Sheet(title=view.state.announced.name, subtitle="Entries", parts=tuple(parts))


def _club(view: TournamentNow, event: Competition, entry: EntryId) -> str:
    return club_of(view, StageKey(event.id, event.stages[0].id), entry)


def teams_sheet(view: TournamentNow, event: Competition) -> Sheet:
    """Every team's line-up and reserve; for drawn teams also how even they are."""
    parts: list[Part] = []
    for entry in view.state.entries.get(event.id, {}).values():
        rows = [(rubber.title, _people(view, entry.line_up.get(rubber.id, ()))) for rubber in event.rubbers]
        playing = {one for players in entry.line_up.values() for one in players}
        reserve = [one for one in entry.members if one not in playing]
        rows += [("reserve", _people(view, reserve))] if reserve else []
        parts.append(
            Grid(caption=_team_text(entry), heads=("rubber", "players"), rows=tuple(rows), widths=("auto", "1fr"))
        )
    return Sheet(
        title=view.state.announced.name, subtitle=f"{event.name}: line-ups", parts=(*parts, *_even(view, event))
    )


def _who(view: TournamentNow, event: Competition, entry: EntryId) -> str:
    return ", ".join((*team_members(view, event, entry), *replaced_players(view, event, entry)))


def _even(view: TournamentNow, event: Competition) -> list[Part]:
    teams = tuple(view.state.entries.get(event.id, {}).values())
    if not event.teams or not teams:
        return []
    figures = team_figures(view.state, teams)
    grid = Grid(
        caption="How even the teams are",
        heads=("team", *(one.text for one in figures)),
        rows=tuple((str(team.id), *(one.values[at] for one in figures)) for at, team in enumerate(teams)),
        numbers=frozenset(range(1, len(figures) + 1)),
    )
    unknown = unbalanced_text(view.state, teams)
    return [grid, *([Lines(lines=unknown)] if unknown else [])]


def _team_text(entry: Entry) -> str:
    return f"{entry.id}: {count_text(len(entry.members), 'player', 'players')}"


def _people(view: TournamentNow, people: Sequence[str]) -> str:
    named = {str(one): person.name for one, person in view.state.people.items()}
    return " / ".join(named[str(one)] for one in people)


def fees_sheet(view: TournamentNow) -> Sheet:
    """Fees paid and unpaid, with room to tick.

    People who have left are listed only if they paid, or owe the fee because they played.
    """
    listed = people_list(view.state, order="name")
    lines = [one for one in listed if not one.is_gone or one.paid or one.has("fee") or one.owes]
    is_asked = any(line.is_fee_asked for line in lines)
    rows = [
        (
            line.name,
            line.person.club or "",
            "has left" if line.is_gone else ", ".join(event for event in line.plays if event not in line.left),
            _fee_text(line),
            f"{line.paid} ({line.back} back)" if line.back else str(line.paid or ""),
            *((str(line.owes or ""),) if is_asked else ()),
            "",
        )
        for line in lines
    ]
    owed = ("owes",) if is_asked else ()
    heads = ("name", "club", "plays", "fee", "amount", *owed, "signature")
    grid = Grid(
        heads=heads,
        rows=tuple(rows),
        numbers=frozenset((4, 5) if is_asked else (4,)),
        is_ruled=True,
        is_small=True,
        widths=(*("auto" for _ in heads[1:]), "1fr"),
    )
    return Sheet(
        title=view.state.announced.name,
        subtitle="Entry fees",
        parts=(grid, Lines(lines=(*_fees_summary(lines), *protest_fees_text(view.state)))),
    )


def _fee_text(line: PersonLine) -> str:
    if line.is_paid_in_part or line.over:
        return f"{line.paid} of {line.asked}"
    return "paid" if line.has("fee") else "" if line.lacks("fee") else "none to pay"


def _fees_summary(lines: Sequence[PersonLine]) -> tuple[str, ...]:
    paid = [one for one in lines if one.has("fee")]
    gone, unknown = [one for one in paid if one.is_gone], [one for one in paid if one.is_sum_unknown]
    some, lacking = [one for one in lines if one.is_paid_in_part], [one for one in lines if one.lacks("fee")]
    total = sum(one.paid for one in lines)
    partly = f", {len(some)} a part" if some else ""
    summed = f", {total} in all" if total or not unknown else ""
    found = [f"{len(paid)} have paid{partly}{summed}; {len(lacking) - len(some)} have not."]
    if any(one.is_fee_asked for one in lines):
        found.append(f"{total} taken, {sum(one.owes for one in lines)} owed.")
    if unknown:
        found.append(f"Of {len(unknown)} who have paid no sum is known: no fee is set, and no amount was noted.")
    if gone:
        found.append(f"Of those who have paid {len(gone)} left since ({sum(one.paid for one in gone)}).")
    if back := sum(one.back for one in lines):
        found.append(f"{back} of it may go back, to who has paid for an event and left it before playing, or too much.")
    return tuple(found)


def prizes_sheet(view: TournamentNow) -> Sheet:
    """Prizes event by event. Uncertain places stay open for the pen, with the reason."""
    parts: list[Part] = []
    for event in view.state.announced.events:
        is_teams = event.category.kind == "teams"
        for caption, won in awards(view, event):
            rows = [
                (
                    _PLACES[prize.place],
                    str(one),
                    _who(view, event, one) if is_teams else _club(view, event, one),
                )
                for prize in won
                for one in prize.entries
            ]
            missing = [place for place in _PLACES if all(prize.place != place for prize in won)]
            rows += [(_PLACES[place], "", "") for place in missing if place < 3 or not won]
            parts.append(
                Grid(
                    caption=caption,
                    heads=("", "", "players" if is_teams else "club"),
                    rows=tuple(rows),
                    is_ruled=True,
                    widths=("auto", "auto", "1fr") if is_teams else ("auto", "1fr", "auto"),
                )
            )
        if why := withheld_because(view, event):
            parts.append(Lines(lines=tuple(f"Withheld until it is decided: {one}." for one in why)))
    return Sheet(title=view.state.announced.name, subtitle="Prizes", parts=tuple(parts))
