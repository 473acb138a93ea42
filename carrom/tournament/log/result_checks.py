"""Whether the figures of a result can be: its boards lead to them, or some boards do."""

from collections.abc import Sequence
from dataclasses import replace

from carrom.base.refusal import or_refuse, refuse
from carrom.laws import Rulebook
from carrom.laws.reasons import check_reason
from carrom.match.parties import PARTIES, ByParty, Party
from carrom.match.scoring import Format, Game, Score, board_points
from carrom.match.totals import can_be_open, can_end, can_total, extra_points
from carrom.tournament.log.facts import BoardPoints, Fact, Left, LotsDrawn, ResultConfirmed, ResultGiven
from carrom.tournament.log.incoming_results import refuse_others
from carrom.tournament.log.people import count_text
from carrom.tournament.log.renames import in_names_of_now
from carrom.tournament.log.resuming import contested_result, last_upheld, resumption_of, resumption_text
from carrom.tournament.log.scores import board_figures, boards_text, pair, score_text, sum_of
from carrom.tournament.log.state import MatchRecord, StageKey, State
from carrom.tournament.log.table_facts import Called, Started
from carrom.tournament.log.view import TournamentView


def check_result(state: State, fact: Fact, body: ResultGiven) -> None:
    """Refuse a result that cannot be, or that its writer would not have told had he seen the last one."""
    record = state.matches.get(body.match)
    if record is None:
        return
    meant = in_names_of_now(state, body)
    assert isinstance(meant, ResultGiven)
    refuse_others(state, meant)
    if fact.supersedes is not None and fact.base is not None and fact.base != record.version:
        now = f"it is {score_text(record.result)} now" if record.result is not None else "it has no result now"
        refuse("changed-meanwhile", f"{body.match} was changed since version {fact.base} was seen: {now}.")
    gone = state.left.get(record.key.event, {})
    for side, entry in (("a", body.a), ("b", body.b)):
        is_barred = entry in gone and gone[entry].how == "disqualified" and body.walkover in (None, side)
        if is_barred and fact.supersedes is None:
            refuse("disqualified", f"{body.match}: {entry} is disqualified and plays no more.")
    is_played = body.walkover is None and fact.supersedes is None
    if is_played and not fact.reason and record.result is None and TournamentView(state).have_both_left(body.match):
        why = "a result from before that gives a reason, and a walk-over says who goes on"
        refuse("both-left", f"{body.match}: {body.a} and {body.b} have both left, and play no more: {why}.")
    if not fact.reason and fact.supersedes is None and record.result is None:
        _check_left(state, record, body)
    if not fact.reason:
        _check_resumed(state, record, body)
    if body.law is not None:
        if body.walkover is None:
            refuse("law", f"{body.match}: a law is named where a match was lost without being played out.", body.law)
        or_refuse(check_reason("lose-match", body.law, state.stage(record.key).book))
    _check_figures(state, record, body, is_told=bool(fact.reason))


def _check_left(state: State, record: MatchRecord, body: ResultGiven) -> None:
    """Who has left has lost without playing: any other result is one that the desk has to account for."""
    gone = state.left.get(record.key.event, {})
    left, stays = (body.a, body.b) if body.a in gone else (body.b, body.a)
    wins = body.walkover or (None if body.retired is None else "b" if body.retired == "a" else "a")
    if left not in gone or stays in gone or (wins is not None and (body.a if wins == "a" else body.b) == stays):
        return
    group = record.fixture.group
    view = TournamentView(state)
    table = None if state.stage(record.key).policy is None else view.table(record.key, group or 0)
    is_annulled = table is not None and table.settled.treatments.get(left) == "annulled"
    stands = "its matches do not count" if is_annulled else f"{body.match} is a walk-over for {stays}"
    refuse("no-reason", f"{left} has left; {stands}. To enter a result of {body.match}, give a reason.")


def _check_resumed(state: State, record: MatchRecord, body: ResultGiven) -> None:
    """After an upheld protest the boards before the contested one stand: no result can do without them (151a)."""
    protest = last_upheld(state, body.match)
    contested = None if protest is None else contested_result(state, protest)
    if protest is None or contested is None or (contested.a, contested.b) != (body.a, body.b) or body.score is None:
        return
    resumed = resumption_of(state, protest, contested)
    kept, told = list(map(board_figures, resumed.kept)), list(map(board_figures, body.boards))
    floors, scores = resumed.stands, body.by_game
    if not scores:
        floors, scores = (sum_of(floors),), (body.score,)
    is_above = len(scores) >= len(floors) and all(
        score[side] >= floor[side] for score, floor in zip(scores, floors, strict=False) for side in (0, 1)
    )
    if told[: len(kept)] == kept if told else is_above:
        return
    is_single = state.stage(record.key).format_in(record.fixture.round).games == 1
    goes_on = resumption_text(contested, resumed, is_single=is_single)
    if told:
        how = f"Type the boards before it first: {boards_text(replace(contested, boards=resumed.kept))}."
    else:
        how = f"What was scored before it stands, so {score_text(body)} is not possible."
    refuse("boards-stand", f"{goes_on} {how} If those boards were wrong, say so with a reason.", "151a")


def check_call(state: State, fact: Fact, body: Called | Started) -> None:
    """Refuse to have a match played by two who have left."""
    if body.match in state.matches and TournamentView(state).have_both_left(body.match):
        refuse("both-left", f"{body.match} is not called: both have left.")


def check_leaving(state: State, fact: Fact, body: Left) -> None:
    """Refuse a law for which nobody is put out."""
    if body.law is not None and body.event in {event.id for event in state.announced.events}:
        if body.how != "disqualified":
            refuse("law", "A law is named where somebody is disqualified.", body.law)
        or_refuse(check_reason("lose-match", body.law, state.event(body.event).stages[0].book))


def check_lots(state: State, fact: Fact, body: LotsDrawn) -> None:
    """Refuse lots between others than those whom two series of shoot-outs have left level."""
    key = StageKey(body.event, body.stage)
    tables = TournamentView(state).tables(key) if key in state.draws else ()
    due = tables[body.group].standings.for_lots if 0 <= body.group < len(tables) else ()
    if not any({*body.order} == {*level} and len(body.order) == len(level) for level in due):
        named = "; ".join(", ".join(level) for level in due)
        between = f"they are drawn between {named}" if due else "two series of shoot-outs come first"
        refuse("not-level", f"No lots are drawn between {', '.join(body.order)}: {between}.", "I-55")


def check_confirmed(state: State, fact: Fact, body: ResultConfirmed) -> None:
    """Refuse to let a version stand that cannot be."""
    record = state.matches.get(body.match)
    if record is not None and body.choice in record.drafts:
        _check_figures(state, record, record.drafts[body.choice], is_told=bool(fact.reason))


def _check_figures(state: State, record: MatchRecord, body: ResultGiven, *, is_told: bool) -> None:
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
        return  # it is refused where the games are counted
    if _is_over_target(body, format):
        ends = f"a game ends when a side has {format.target}"
        refuse("over-target", f"{body.match}: {ends}, so {score_text(body)} is not possible.")
    if not is_told and body.retired is None and format.needs_concession(points, won):
        short = f"whoever wins a game has {format.target} in it, so in {score_text(body)} one was conceded"
        refuse("conceded", f"{body.match}: {short}. Say so with a reason, if it was.", "139")
    if body.boards:
        _check_boards(body, book, format, is_told=is_told)
    elif body.by_game:
        _check_games(body, book, format, is_told=is_told)
    elif not _is_possible(body, book, format, is_told=is_told):
        is_short = can_be_open(book, format, points) and body.retired is None and format.games == 1
        short = " If it was cut short, say so with a reason." if is_short and not is_told else ""
        says = _not_possible(book, format, score_text(body), sum(body.score))
        refuse("impossible", f"{body.match}: {says}.{short}")
    if not body.boards:
        _check_extra(body, book, format)


def _is_possible(body: ResultGiven, book: Rulebook, format: Format, *, is_told: bool) -> bool:
    points = ByParty(*(body.score or (0, 0)))
    if body.retired is None and body.games is None:
        is_whole = can_end(book, format, points) and _has_enough(format, points)
        return is_whole or (is_told and can_be_open(book, format, points))
    if body.retired is None:
        won = ByParty(*(body.games or (0, 0)))
        return can_total(book, format, points, won, gifts=is_told)
    if body.games is not None:
        return can_total(book, format, points, ByParty(*body.games), is_open=True, gifts=is_told)
    most = format.games_to_win  # who retires has left a game open, after any number of others
    finished = [ByParty(a, b) for a in range(most) for b in range(most)]
    return any(can_total(book, format, points, one, is_open=True, gifts=is_told) for one in finished)


def _has_enough(format: Format, points: ByParty[int]) -> bool:
    """Whether a game that ended at its last board has a point for every board: whoever loses one has a piece left."""
    if format.boards is None or format.has_time or format.target in (points.a, points.b):
        return True
    return points.a + points.b >= format.boards


def _check_games(body: ResultGiven, book: Rulebook, format: Format, *, is_told: bool) -> None:
    """Every game for itself; the last one of somebody who retired is open."""
    for number, score in enumerate(body.by_game, 1):
        points = ByParty(*score)
        is_last = number == len(body.by_game)
        may_be_open = is_told or (is_last and body.retired is not None)
        if not (can_end(book, format, points) or (may_be_open and can_be_open(book, format, points))):
            says = _not_possible(book, format, f"{score[0]}–{score[1]}", 0)
            refuse("impossible", f"{body.match}, game {number}: {says}.")
    if sum_of(body.by_game) != body.score:
        refuse("boards", f"{body.match}: the games do not add up to {score_text(body)}.")


def _check_extra(body: ResultGiven, book: Rulebook, format: Format) -> None:
    if body.extra is None or body.score is None:
        return
    most = max(extra_points(book, body.score[0] if format.games == 1 else 0))
    if max(body.extra) > most * (1 if format.games == 1 else format.games) or (
        format.games == 1 and min(body.extra) > 0
    ):
        told = f"{body.extra[0]}–{body.extra[1]}"
        refuse("extra", f"{body.match}: an extra board brings its winner at most {most}, and not {told}.")


def _check_boards(body: ResultGiven, book: Rulebook, format: Format, *, is_told: bool) -> None:
    """The boards of each game, one after another, as the match itself would score them."""
    numbers = [board.game for board in body.boards]
    if numbers != sorted(numbers) or numbers[0] < 1 or numbers[-1] > format.games:
        refuse("boards", f"{body.match}: the boards are not in the order of their games.")
    games: list[Game] = []
    for number in dict.fromkeys(numbers):
        mine = [board for board in body.boards if board.game == number]
        game = _game(body, book, replace(format, games=1), mine, number)
        is_last = number == numbers[-1]
        if game.winner is None and not is_told and not (is_last and (body.retired or game.leader is None)):
            refuse("not-over", f"{body.match}: game {number} is not over at {game.points.a}–{game.points.b}.")
        games.append(game)
    extras = [pair(game.extra) for game in games if game.extra is not None]
    figures = (sum_of(pair(game.points) for game in games), sum_of(extras) if extras else None)
    if (body.score, body.extra) != figures:
        refuse("boards", f"{body.match}: the boards do not add up to {score_text(body)}.")
    won: dict[Party, int] = {party: sum(game.winner == party for game in games) for party in PARTIES}
    given_away = sum(game.winner is None for game in games)
    if body.games is not None and body.retired is None:
        missing = [body.games[0] - won["a"], body.games[1] - won["b"]]
        fits = sum(missing) >= given_away if is_told else sum(missing) == given_away
        if min(missing) < 0 or not fits:
            refuse("boards", f"{body.match}: by its boards the games are {won['a']}–{won['b']}.")


def _game(body: ResultGiven, book: Rulebook, single: Format, boards: Sequence[BoardPoints], number: int) -> Game:
    score = Score(single, body.first_break or "a")
    for at, board in enumerate(boards, 1):
        name = f"board {at}" if number == 1 else f"board {at} of game {number}"
        if score.winner is not None:
            refuse("boards", f"{body.match}: {name} comes after the end of its game.")
        if board.extra and not score.is_extra and single.has_time:
            score = score.with_time_up()
        if score.winner is not None or board.extra is not score.is_extra:
            said = "an extra one, and none is due" if board.extra else "not told as the extra one that is due"
            refuse("boards", f"{body.match}: {name} is {said} at {score.game.points.a}–{score.game.points.b}.")
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


def _is_over_target(body: ResultGiven, format: Format) -> bool:
    """Whether a side has more than the target in its won games and less than it in the others."""
    if format.target is None or body.score is None:
        return False
    if body.games is None or body.retired is not None:
        return max(body.score) > format.target * format.games or min(body.score) >= format.target * format.games
    won, lost = body.games, tuple(reversed(body.games))
    return any(body.score[at] > format.target * won[at] + (format.target - 1) * lost[at] for at in (0, 1))


def _not_possible(book: Rulebook, format: Format, told: str, best: int) -> str:
    """43–0 is not possible: 3 boards bring 42 at most."""
    many = f" in {format.games} games" if format.games > 1 else ""
    if format.boards is None:
        return f"{told} is not possible: no boards of at most {book.most_points}{many} lead to it"
    most = format.boards * book.most_points
    boards = count_text(format.boards, "board", "boards")
    if format.games == 1 and best > most:
        return f"{told} is not possible: {boards} bring {most} at most"
    return f"{told} is not possible: no {boards} of at most {book.most_points}{many} lead to it"
