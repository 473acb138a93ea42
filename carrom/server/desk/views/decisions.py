"""What waits for a person, with all that is needed to decide it where it stands."""

from collections.abc import Sequence
from datetime import datetime

from carrom.server.desk.views import shapes as s
from carrom.server.desk.views.matches import match_shown, typed_words
from carrom.tournament.desk.tasks import Task, tasks
from carrom.tournament.log.scores import result_text
from carrom.tournament.log.seat_rulings import contested_seats
from carrom.tournament.log.state import MatchRecord
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.explain import sentences

_ELSEWHERE = ("provisional", "fee", "protest")
"""Results to be signed and protests have lists of their own."""


def decisions_shown(view: TournamentView, now: datetime) -> list[s.DecisionShown]:
    """Everything but protests and unsigned results; contested places of one stage are one decision."""
    found: list[s.DecisionShown] = []
    listed = [task for task in tasks(view, now) if task.code not in _ELSEWHERE]
    for task in listed:
        if task.code == "seat" and any(one.code == "seat" and one.stage == str(task.stage) for one in found):
            continue
        found.append(_decision(view, task, listed))
    return found


def unsigned_shown(view: TournamentView) -> list[s.UnsignedShown]:
    """Results that count nowhere until they are confirmed."""
    found = []
    for match, record in view.state.matches.items():
        if view.status(match) == "provisional" and record.result is not None:
            shown = match_shown(view, match)
            text = result_text(record.result)
            found.append(
                s.UnsignedShown(id=shown.id, event=shown.event, title=shown.title, sides=shown.sides, text=text)
            )
    return found


def _decision(view: TournamentView, task: Task, listed: Sequence[Task]) -> s.DecisionShown:
    seats = list(contested_seats(view, task.stage)) if task.code == "seat" and task.stage is not None else []
    same = [one.text for one in listed if one.code == "seat" and one.stage == task.stage] if seats else []
    return s.DecisionShown(
        code=task.code,
        text=" ".join(same) if seats else task.text,
        match=match_shown(view, task.match) if task.match is not None else None,
        stage=None if task.stage is None else str(task.stage),
        event=task.event,
        why=_why(view, task),
        pairs=[(str(a), str(b)) for a, b in task.pairs],
        lots=list(map(str, task.lots)),
        seats=[s.SeatShown(place=one.place, seated=one.seated, now=one.now, played=one.played) for one in seats],
        drafts=_drafts(view.state.matches[task.match]) if task.code == "review" and task.match is not None else [],
        fact=view.state.matches[task.match].result_fact if task.code == "void" and task.match is not None else None,
    )


def _why(view: TournamentView, task: Task) -> list[str]:
    """The sentences behind a table whose cut goes through a tie."""
    if task.code != "tie" or task.stage is None or task.group is None:
        return []
    table, policy = view.tables(task.stage)[task.group], view.state.policy(task.stage)
    return sentences(table.standings, policy, advance=table.advance)


def _drafts(record: MatchRecord) -> list[s.DraftShown]:
    by = {one.fact: one.by for one in record.history}
    return [
        s.DraftShown(
            fact=fact,
            by=by.get(fact, ""),
            text=result_text(record.drafts[fact]) if fact in record.drafts else "",
            boards=typed_words(record.drafts.get(fact)),
        )
        for fact in record.rivals
    ]
