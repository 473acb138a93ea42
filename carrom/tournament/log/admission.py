"""What the desk accepts: checks of new events, beyond those that `apply_event` makes for every log.

Checks added here never make an older file unreadable.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

from carrom.base.characters import LONE_SURROGATE, check_characters, shorten
from carrom.base.errors import CarromError, Refused, RefusedError, raise_if_refused, refuse
from carrom.laws import Rulebook
from carrom.laws.reasons import check_reason
from carrom.match.parties import PARTIES, ByParty, Party
from carrom.match.scoring import Format, Game, Score, board_points
from carrom.match.totals import can_be_open, can_end, can_total, extra_points
from carrom.tournament.log.entries import check_nobody_removed
from carrom.tournament.log.protests import (
    check_new_protest,
    check_protest_decision,
    contested_result,
    last_upheld_protest,
    resumption_of,
    resumption_text,
)
from carrom.tournament.log.results import refuse_other_sides
from carrom.tournament.log.transitions import Recorded, apply_event
from carrom.tournament.model import events as e
from carrom.tournament.model.events import TournamentEvent
from carrom.tournament.model.group_tables import check_shootout
from carrom.tournament.model.limits import LONGEST_PAGE, LONGEST_TEXT
from carrom.tournament.model.people import Entry, count_text
from carrom.tournament.model.renames import with_current_names
from carrom.tournament.model.scores import as_pair, board_figures, boards_text, score_text, sum_pairs
from carrom.tournament.model.state import MatchRecord, StageKey, State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.seating.rulings import check_publication, check_ruling

LONGEST_NAME: Final = 100
_LONGEST_ENTRY_NAME: Final = 3 * LONGEST_NAME
"""Longest name of an entry: a pair has two names, each possibly with the club to distinguish a namesake."""


def check_event_texts(state: State, event: TournamentEvent, body: e.EventBody) -> None:
    """Refuse unreadable or overlong names and texts. Known names are accepted."""
    try:
        check_characters(_long_text(body), is_long=True)
    except CarromError as error:
        refuse("unseen-sign", f"{error}.")
    try:
        _check_length(_long_text(body), LONGEST_PAGE)
        _check_length(event.reason or "", LONGEST_TEXT)
    except CarromError as error:
        refuse("long-text", f"{error}.")
    for name, most in _names(body):
        if name is None or _is_known(state, name):
            continue
        try:
            check_characters(name)
        except CarromError as error:
            refuse("unseen-sign", f"{error}.")
        if len(name) > most:
            refuse("long-name", f"{shorten(name)} is no name: it has {len(name):,} letters, and {most} are the most.")


def check_event_text_lengths(event: TournamentEvent) -> None:
    """Raise `CarromError` for any text in an event that is too long."""
    page = _long_text(event.body)
    _check_length(page, LONGEST_PAGE)
    for text in _texts((event.body, event.reason, event.by, event.id)):
        if text is not page:
            _check_length(text, LONGEST_TEXT)


def check_event_characters(event: TournamentEvent) -> None:
    """Raise `CarromError` for invisible characters and half characters in an event.

    Only long texts, reasons and pad events may have line breaks.
    """
    page = _long_text(event.body)
    for text in _texts((event.body, event.reason, event.by, event.id)):
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            raise CarromError("text-not-allowed", f"{shorten(text)!a}: {LONE_SURROGATE}")
        is_long = text is page or text is event.reason or isinstance(event.body, e.PadEventNoted)
        check_characters(text, is_long=is_long)


def _check_length(text: str, most: int) -> None:
    if len(text) > most:
        raise CarromError(
            "text-too-long", f"{shorten(text)} is too long: it has {len(text):,} letters, and {most:,} are the most"
        )


def check_typed_text(state: State, *values: Any) -> None:
    """Raise `CarromError` for invisible characters in typed text, except in names that are already known."""
    for text in _texts(values):
        try:
            check_characters(text)
        except CarromError:
            if not _is_known(state, text):
                raise


def _texts(values: Iterable[Any]) -> Iterator[str]:
    for one in values:
        if isinstance(one, str):
            yield one
        elif isinstance(one, Mapping):
            yield from _texts((*one, *one.values()))
        elif isinstance(one, tuple | list | frozenset):
            yield from _texts(one)
        elif is_dataclass(one):
            yield from _texts(getattr(one, field.name) for field in fields(one))


def _is_known(state: State, name: str) -> bool:
    if any(name in entries for entries in state.entries.values()):
        return True
    return any(name in (one.name, one.club, one.community) for one in state.people.values())


def _long_text(body: e.EventBody) -> str:
    match body:
        case e.ProtestLodged():
            return body.text
        case e.PersonChecked():
            return body.note or ""
    return ""


def _names(body: e.EventBody) -> Iterator[tuple[str | None, int]]:
    match body:
        case e.PersonRecorded():
            for name in (body.person.name, body.person.club, body.person.community):
                yield name, LONGEST_NAME
        case e.EntryRecorded():
            yield from _of_entry(body.entry)
        case e.TeamsDrawn():
            for entry in body.entries:
                yield from _of_entry(entry)
        case e.Renamed():
            yield body.name, LONGEST_NAME
            for one in body.entries:
                yield one.now, _LONGEST_ENTRY_NAME
        case e.Substituted():
            yield body.name, _LONGEST_ENTRY_NAME


def _of_entry(entry: Entry) -> Iterator[tuple[str | None, int]]:
    yield entry.id, _LONGEST_ENTRY_NAME
    yield entry.club, LONGEST_NAME


def check_result(state: State, event: TournamentEvent, body: e.ResultGiven) -> None:
    """Refuse an impossible result, or a correction whose author had not seen the current result."""
    record = state.matches.get(body.match)
    if record is None:
        return
    current = with_current_names(state, body)
    assert isinstance(current, e.ResultGiven)
    refuse_other_sides(state, current)
    if event.supersedes is not None and event.base is not None and event.base != record.version:
        now = f"it is {score_text(record.result)} now" if record.result is not None else "it has no result now"
        refuse("changed-meanwhile", f"{body.match} was changed since version {event.base} was seen: {now}.")
    gone = state.left.get(record.key.event, {})
    for side, entry in (("a", body.a), ("b", body.b)):
        is_barred = entry in gone and gone[entry].how == "disqualified" and body.walkover in (None, side)
        if is_barred and event.supersedes is None:
            refuse("disqualified", f"{body.match}: {entry} is disqualified and plays no more.")
    is_played = body.walkover is None and event.supersedes is None
    if is_played and not event.reason and record.result is None and TournamentNow(state).have_both_left(body.match):
        why = "a result from before that gives a reason, and a walk-over says who goes on"
        refuse("both-left", f"{body.match}: {body.a} and {body.b} have both left, and play no more: {why}.")
    if not event.reason and event.supersedes is None and record.result is None:
        _check_left(state, record, body)
    if not event.reason:
        _check_resumed(state, record, body)
    if body.law is not None:
        if body.walkover is None:
            refuse("law", f"{body.match}: a law is named where a match was lost without being played out.", body.law)
        raise_if_refused(check_reason("lose-match", body.law, state.stage(record.key).book))
    _check_figures(state, record, body, has_reason=bool(event.reason))


def _check_left(state: State, record: MatchRecord, body: e.ResultGiven) -> None:
    """Refuse any result but a walkover against an entry that withdrew, unless there is a reason."""
    gone = state.left.get(record.key.event, {})
    left, staying = (body.a, body.b) if body.a in gone else (body.b, body.a)
    wins = body.walkover or (None if body.retired is None else "b" if body.retired == "a" else "a")
    if left not in gone or staying in gone or (wins is not None and (body.a if wins == "a" else body.b) == staying):
        return
    group = record.fixture.group
    view = TournamentNow(state)
    table = None if state.stage(record.key).policy is None else view.table(record.key, group or 0)
    is_annulled = table is not None and table.settled.treatments.get(left) == "annulled"
    consequence = "its matches do not count" if is_annulled else f"{body.match} is a walk-over for {staying}"
    refuse("no-reason", f"{left} has left; {consequence}. To enter a result of {body.match}, give a reason.")


def _check_resumed(state: State, record: MatchRecord, body: e.ResultGiven) -> None:
    """Refuse a result that drops boards played before the contested one of an upheld protest (151a)."""
    protest = last_upheld_protest(state, body.match)
    contested = None if protest is None else contested_result(state, protest)
    if protest is None or contested is None or (contested.a, contested.b) != (body.a, body.b) or body.score is None:
        return
    resumed = resumption_of(state, protest, contested)
    kept_boards, typed_boards = list(map(board_figures, resumed.kept)), list(map(board_figures, body.boards))
    floors, scores = resumed.kept_scores, body.by_game
    if not scores:
        floors, scores = (sum_pairs(floors),), (body.score,)
    is_above = len(scores) >= len(floors) and all(
        score[side] >= floor[side] for score, floor in zip(scores, floors, strict=False) for side in (0, 1)
    )
    if typed_boards[: len(kept_boards)] == kept_boards if typed_boards else is_above:
        return
    is_single = state.stage(record.key).format_in(record.fixture.round).games == 1
    goes_on = resumption_text(contested, resumed, is_single=is_single)
    if typed_boards:
        how = f"Type the boards before it first: {boards_text(replace(contested, boards=resumed.kept))}."
    else:
        how = f"What was scored before it stands, so {score_text(body)} is not possible."
    refuse("boards-stand", f"{goes_on} {how} If those boards were wrong, say so with a reason.", "151a")


def check_call(state: State, event: TournamentEvent, body: e.MatchCalled | e.MatchStarted) -> None:
    if body.match in state.matches and TournamentNow(state).have_both_left(body.match):
        refuse("both-left", f"{body.match} is not called: both have left.")


def check_leaving(state: State, event: TournamentEvent, body: e.EntryLeft) -> None:
    """Refuse a law without a disqualification, or one that does not lead to it."""
    if body.law is not None and body.event in {competition.id for competition in state.announced.events}:
        if body.how != "disqualified":
            refuse("law", "A law is named where somebody is disqualified.", body.law)
        raise_if_refused(check_reason("lose-match", body.law, state.event(body.event).stages[0].book))


def check_lots(state: State, event: TournamentEvent, body: e.LotsDrawn) -> None:
    """Refuse lots except among entries that two series of shoot-outs left level."""
    key = StageKey(body.event, body.stage)
    tables = TournamentNow(state).tables(key) if key in state.draws else ()
    due = tables[body.group].standings.for_lots if 0 <= body.group < len(tables) else ()
    if not any({*body.order} == {*level} and len(body.order) == len(level) for level in due):
        named = "; ".join(", ".join(level) for level in due)
        between = f"they are drawn between {named}" if due else "two series of shoot-outs come first"
        refuse("not-level", f"No lots are drawn between {', '.join(body.order)}: {between}.", "I-55")


def check_confirmation(state: State, event: TournamentEvent, body: e.ResultConfirmed) -> None:
    record = state.matches.get(body.match)
    if record is not None and body.choice in record.drafts:
        _check_figures(state, record, record.drafts[body.choice], has_reason=bool(event.reason))


def _check_figures(state: State, record: MatchRecord, body: e.ResultGiven, *, has_reason: bool) -> None:
    if body.walkover is not None:
        if body.score is not None or body.boards or body.extra is not None:
            refuse("walkover-score", f"{body.match}: a walk-over has no score; who gave up in mid-match has retired.")
        return
    if body.other_rules or body.score is None:
        return
    stage = state.stage(record.key)
    book, format = stage.book_in(record.fixture.round), stage.format_in(record.fixture.round)
    points, won = ByParty(*body.score), ByParty(*(body.games or (0, 0)))
    if format.games > 1 and body.retired is None and max(won.a, won.b) != format.games_to_win:
        return
    if _is_over_target(body, format):
        ends = f"a game ends when a side has {format.target}"
        refuse("over-target", f"{body.match}: {ends}, so {score_text(body)} is not possible.")
    if not has_reason and body.retired is None and format.needs_concession(points, won):
        short = f"whoever wins a game has {format.target} in it, so in {score_text(body)} one was conceded"
        refuse("conceded", f"{body.match}: {short}. Say so with a reason, if it was.", "139")
    if body.boards:
        _check_boards(body, book, format, has_reason=has_reason)
    elif body.by_game:
        _check_games(body, book, format, has_reason=has_reason)
    elif not _is_possible(body, book, format, has_reason=has_reason):
        is_short = can_be_open(book, format, points) and body.retired is None and format.games == 1
        short = " If it was cut short, say so with a reason." if is_short and not has_reason else ""
        says = _not_possible(book, format, score_text(body), sum(body.score))
        refuse("impossible", f"{body.match}: {says}.{short}")
    if not body.boards:
        _check_extra(body, book, format)


def _is_possible(body: e.ResultGiven, book: Rulebook, format: Format, *, has_reason: bool) -> bool:
    points = ByParty(*(body.score or (0, 0)))
    if body.retired is None and body.games is None:
        is_whole = can_end(book, format, points) and _has_enough(format, points)
        return is_whole or (has_reason and can_be_open(book, format, points))
    if body.retired is None:
        won = ByParty(*(body.games or (0, 0)))
        return can_total(book, format, points, won, gifts=has_reason)
    if body.games is not None:
        return can_total(book, format, points, ByParty(*body.games), is_open=True, gifts=has_reason)
    most = format.games_to_win  # a side that retires leaves one game open, after any number of finished ones
    finished = [ByParty(a, b) for a in range(most) for b in range(most)]
    return any(can_total(book, format, points, one, is_open=True, gifts=has_reason) for one in finished)


def _has_enough(format: Format, points: ByParty[int]) -> bool:
    """Whether a game that went to its last board has a point for every board: the loser of a board has a coin left."""
    if format.boards is None or format.has_time or format.target in (points.a, points.b):
        return True
    return points.a + points.b >= format.boards


def _check_games(body: e.ResultGiven, book: Rulebook, format: Format, *, has_reason: bool) -> None:
    """Check each game on its own; the last game of a retired side may be open."""
    for number, score in enumerate(body.by_game, 1):
        points = ByParty(*score)
        is_last = number == len(body.by_game)
        may_be_open = has_reason or (is_last and body.retired is not None)
        if not (can_end(book, format, points) or (may_be_open and can_be_open(book, format, points))):
            says = _not_possible(book, format, f"{score[0]}–{score[1]}", 0)
            refuse("impossible", f"{body.match}, game {number}: {says}.")
    if sum_pairs(body.by_game) != body.score:
        refuse("boards", f"{body.match}: the games do not add up to {score_text(body)}.")


def _check_extra(body: e.ResultGiven, book: Rulebook, format: Format) -> None:
    if body.extra is None or body.score is None:
        return
    most = max(extra_points(book, body.score[0] if format.games == 1 else 0))
    if max(body.extra) > most * (1 if format.games == 1 else format.games) or (
        format.games == 1 and min(body.extra) > 0
    ):
        points = f"{body.extra[0]}–{body.extra[1]}"
        refuse("extra", f"{body.match}: an extra board brings its winner at most {most}, and not {points}.")


def _check_boards(body: e.ResultGiven, book: Rulebook, format: Format, *, has_reason: bool) -> None:
    """Check the boards game by game, scoring them as a match would."""
    numbers = [board.game for board in body.boards]
    if numbers != sorted(numbers) or numbers[0] < 1 or numbers[-1] > format.games:
        refuse("boards", f"{body.match}: the boards are not in the order of their games.")
    games: list[Game] = []
    for number in dict.fromkeys(numbers):
        mine = [board for board in body.boards if board.game == number]
        game = _game(body, book, replace(format, games=1), mine, number)
        is_last = number == numbers[-1]
        if game.winner is None and not has_reason and not (is_last and (body.retired or game.leader is None)):
            refuse("not-over", f"{body.match}: game {number} is not over at {game.points.a}–{game.points.b}.")
        games.append(game)
    extras = [as_pair(game.extra) for game in games if game.extra is not None]
    figures = (sum_pairs(as_pair(game.points) for game in games), sum_pairs(extras) if extras else None)
    if (body.score, body.extra) != figures:
        refuse("boards", f"{body.match}: the boards do not add up to {score_text(body)}.")
    won: dict[Party, int] = {party: sum(game.winner == party for game in games) for party in PARTIES}
    given_away = sum(game.winner is None for game in games)
    if body.games is not None and body.retired is None:
        missing = [body.games[0] - won["a"], body.games[1] - won["b"]]
        fits = sum(missing) >= given_away if has_reason else sum(missing) == given_away
        if min(missing) < 0 or not fits:
            refuse("boards", f"{body.match}: by its boards the games are {won['a']}–{won['b']}.")


def _game(body: e.ResultGiven, book: Rulebook, single: Format, boards: Sequence[e.BoardPoints], number: int) -> Game:
    score = Score(single, body.first_break or "a")
    for at, board in enumerate(boards, 1):
        name = f"board {at}" if number == 1 else f"board {at} of game {number}"
        if score.winner is not None:
            refuse("boards", f"{body.match}: {name} comes after the end of its game.")
        if board.extra and not score.is_extra and single.has_time:
            score = score.with_time_up()
        if score.winner is not None or board.extra is not score.is_extra:
            problem = "an extra one, and none is due" if board.extra else "not told as the extra one that is due"
            refuse("boards", f"{body.match}: {name} is {problem} at {score.game.points.a}–{score.game.points.b}.")
        if board.coins is not None:
            counted = board_points(
                book,
                before=score.game.points[board.winner],
                coins=board.coins,
                has_queen=board.queen == board.winner,
                demand=board.demand,
            )
            if counted != board.points:
                refuse("boards", f"{body.match}: {name} brings {counted}, not {board.points}.")
        score = score.with_board(board.winner, board.points)
    if score.winner is None and single.has_time and not score.is_extra:
        score = score.with_time_up()
    return score.game


def _is_over_target(body: e.ResultGiven, format: Format) -> bool:
    """Whether a side has more points than its games allow: the target in a won game, and less in a lost one."""
    if format.target is None or body.score is None:
        return False
    if body.games is None or body.retired is not None:
        return max(body.score) > format.target * format.games or min(body.score) >= format.target * format.games
    won, lost = body.games, tuple(reversed(body.games))
    return any(body.score[at] > format.target * won[at] + (format.target - 1) * lost[at] for at in (0, 1))


def _not_possible(book: Rulebook, format: Format, score: str, best: int) -> str:
    many = f" in {format.games} games" if format.games > 1 else ""
    if format.boards is None:
        return f"{score} is not possible: no boards of at most {book.most_points}{many} lead to it"
    most = format.boards * book.most_points
    boards = count_text(format.boards, "board", "boards")
    if format.games == 1 and best > most:
        return f"{score} is not possible: {boards} bring {most} at most"
    return f"{score} is not possible: no {boards} of at most {book.most_points}{many} lead to it"


def admit(state: State, event: TournamentEvent) -> Recorded | Refused:
    if event.id not in state.seen and event.by not in state.revoked:
        try:
            for check in (check_event_texts, _CHECKS.get(type(event.body))):
                if check is not None:
                    check(state, event, event.body)
        except RefusedError as error:
            return error.refused
    return apply_event(state, event)


_CHECKS: dict[type, Callable[[State, TournamentEvent, Any], None]] = {
    e.EntryRecorded: check_nobody_removed,
    e.DrawPublished: check_publication,
    e.MatchCalled: check_call,
    e.MatchStarted: check_call,
    e.ResultGiven: check_result,
    e.ResultConfirmed: check_confirmation,
    e.EntryLeft: check_leaving,
    e.ShootoutPlayed: check_shootout,
    e.LotsDrawn: check_lots,
    e.ProtestLodged: check_new_protest,
    e.ProtestJudged: check_protest_decision,
    e.SeatsRuled: check_ruling,
}
"""Checks by type of event. Each sees the state before the event, and may leave refusals to `apply_event`."""
