"""What a page is shown of a match: everything worked out here, so that the page needs no rule of play."""

from carrom.equipment import Position
from carrom.laws import PIECES, decisions
from carrom.match import Match, PlayerId
from carrom.match.board import Board, QueenAt
from carrom.match.deadlines import deadlines
from carrom.match.log import acts
from carrom.match.log.acts import StrokeMade
from carrom.match.parties import NONE, PARTIES, ByParty, Party, other
from carrom.match.view import games_won, is_possible, protest_views
from carrom.play.player import Colour
from carrom.server.live.agreement import Agreement
from carrom.server.live.clocks import game_left, is_running, turn_limit, turn_since
from carrom.server.live.noted import is_ended, is_side_taken, turned_rack
from carrom.server.tell.headlines import headline
from carrom.server.tell.long_ago import LongAgo
from carrom.server.tell.places import due_spots, striker_lane
from carrom.server.tell.rights import rights
from carrom.server.tell.umpire_words import recent_words
from carrom.server.wire import messages as m, values as v

_BETWEEN_BOARDS = ("toss", "ready")
"""When the times run that a page shows besides those of stroke and game."""


def page_view(
    match: Match,
    agreed: Agreement,
    language: str,
    *,
    now: float = 0.0,
    clock_from: float = 0.0,
    ago: LongAgo | None = None,
) -> m.PageView:
    """The match as it stands at `now` (seconds since it was made). No stroke's clock has run before `clock_from`. `ago`
    is what is known of events long ago, where somebody remembers it."""
    # Every page is told after every event: the parts that it shows, and not the whole view of a match.
    course, board, position = match.course, match.board, last_position(match)
    coming = course.score.next if course.score is not None and board is None else None
    breaker = board.breaker if board is not None else course.next_breaker(match.setup)
    lies = lying_board(match)
    if lies is not None:
        at = m.Coming(lies.game, lies.number)
    else:
        at = m.Coming(1, 1) if coming is None else m.Coming(coming.game, coming.board)
    return m.PageView(
        seq=match.number,
        rulebook=match.setup.rulebook.id,
        title=match.setup.rulebook.title,
        seats=seat_views(match, agreed),
        pieces=v.piece_rows(position),
        position=position.text(),
        turn=course.seat(board.turn) if board is not None else None,
        todo=next_task(match, agreed, now=now, clock_from=clock_from),
        queen=board.queen if board is not None else _queen_lying(match, lies),
        owed=board.owed if board is not None else NONE,
        left=board.on if board is not None else _left_lying(position, lies),
        score=course.points,
        games=games_won(course),
        game=at.game,
        board=at.board,
        coming=None if coming is None else m.Coming(coming.game, coming.board),
        breaker=course.seat(breaker) if breaker is not None else None,
        winner=match.announced,
        lines=course.boards,
        said=recent_words(match, language),
        headline=headline(match),
        clock=_game_clock(match, now) if agreed.clock else None,
        ready=course.ready if course.phase == "ready" else (),
        absent=absent_parties(match),
        may_sit=[v.player_name(player) for player in side_choosers(match, agreed)],
        until=_until(match, now),
        may_concede=_may_concede(match),
        **rights(match, agreed, now, ago or LongAgo.of(match)),
        may_protest=is_possible(match, acts.Protest) and agreed.has_opponents,
        protests=[case for case in protest_views(course) if case.decision is None],
    )


def _game_clock(match: Match, now: float) -> m.GameClock | None:
    left = game_left(match, now)
    return None if left is None else m.GameClock(max(0.0, left), is_running(match))


def last_position(match: Match) -> Position:
    """Where the pieces lie, or lay when the board ended; the rack before anything has been played."""
    if match.board is not None and match.board.position is not None:
        return match.board.position
    for event in reversed(match.effective()):
        if isinstance(event.act, StrokeMade) and event.act.rests is not None:
            return event.act.rests
    breaker = match.course.next_breaker(match.setup) if match.course.phase == "ready" else None
    return (
        Position.start() if breaker is None else Position.start(turned_rack(match), breaker=match.course.seat(breaker))
    )


def awaited_players(match: Match, agreed: Agreement) -> list[PlayerId]:
    """Whose move it is: one player, or everybody when it is only a matter of going on."""
    course, board = match.course, match.board
    if course.phase == "toss":
        winner = agreed.coin(match)
        asked = other(winner) if is_side_taken(match) else winner
        return people_of(match, agreed, asked) or [PlayerId(asked)]
    if course.phase == "ready":
        people = [player for player in all_players(match) if agreed.is_person(player)]
        return [player for player in people if player.party not in course.ready] or people
    if course.phase == "appeal" and not is_ended(match):
        return [player for player in all_players(match) if agreed.is_person(player)]
    if board is None:
        return []
    if course.phase == "stroke":
        return [board.turn]
    if course.phase == "placing" and board.placing:
        return [board.placing[0].by]
    if course.phase == "demand" and board.award is not None:
        return list(match.setup.players_of(board.award.winner))
    return []


def toss_choices(match: Match) -> list[m.TossChoice]:
    """What the toss leaves to choose: the break alone for an extra board (56b), by some rulebooks, and when the side is
    taken (39b)."""
    is_for_break = match.course.score is not None or bool(match.setup.rulebook.toss_winner_breaks)
    return ["break"] if is_for_break or is_side_taken(match) else ["break", "side"]


def _may_concede(match: Match) -> list[m.Conceded]:
    if not is_possible(match, acts.Concede):
        return []
    is_one_of_many = match.course.score is not None and match.course.score.format.games > 1
    return ["game", "match"] if is_one_of_many else ["match"]


def absent_parties(match: Match) -> tuple[Party, ...]:
    """Who was called to the table and has not come (143i)."""
    course = match.course
    is_open = course.is_called and not course.has_begun and course.phase != "over"
    return tuple(party for party in PARTIES if party not in course.reported) if is_open else ()


def side_choosers(match: Match, agreed: Agreement) -> list[PlayerId]:
    """Who may choose the side: the winner of the toss who did not take the break, or else the loser (39), once, until
    the first board begins."""
    course = match.course
    if course.phase != "ready" or course.has_begun or course.toss_winner is None:
        return []
    if not is_possible(match, acts.Sit) or any(isinstance(one.act, acts.Sit) for one in match.effective()):
        return []
    chooser = course.toss_winner if course.toss_choice == "side" else other(course.toss_winner)
    return people_of(match, agreed, chooser)


def _until(match: Match, now: float) -> m.Until | None:
    if match.course.phase not in _BETWEEN_BOARDS:
        return None
    for deadline in deadlines(match):
        if deadline.what in ("report", "change", "interval"):
            return m.Until(deadline.what, max(0.0, deadline.at - now), deadline.law)
    return None


def all_players(match: Match) -> list[PlayerId]:
    return list(match.setup.everybody)


def people_of(match: Match, agreed: Agreement, party: Party) -> list[PlayerId]:
    """Those of a party who are no computers."""
    return [player for player in match.setup.players_of(party) if agreed.is_person(player)]


def next_task(match: Match, agreed: Agreement, *, now: float, clock_from: float = 0.0) -> m.Todo:
    course, board = match.course, match.board
    who = [v.player_name(player) for player in awaited_players(match, agreed)]
    if course.phase == "toss":
        return m.Todo("toss", who, choices=toss_choices(match))
    if course.phase == "ready":
        return m.Todo("next", who)
    if board is None or board.position is None or course.phase == "over" or is_ended(match):
        return m.Todo("over", [])
    if course.phase == "appeal":
        return m.Todo("stopped", who)
    if course.phase == "demand" and board.award is not None:
        return m.Todo("demand", who, count=board.award.demand)
    limit, since = turn_limit(match), turn_since(match)
    left = None if not agreed.clock or since is None else max(0.0, limit - (now - max(since, clock_from)))
    if course.phase == "placing" and board.placing:
        entry = board.placing[0]
        fault = decisions.check_forgo(board.on[entry.party], entry.count, placed=entry.placed)
        return m.Todo(
            "place",
            who,
            count=entry.count,
            kind=board.colour(entry.party),
            spots=due_spots(board.position),
            may_forgo=fault is None,
            no_forgo=None if fault is None else m.NotNow(fault.code, fault.law, fault.text),
            seconds=left,
            limit=limit if agreed.clock else None,
        )
    lane = striker_lane(board.position, course.seat(board.turn))
    return m.Todo("strike", who, lane=lane, seconds=left, limit=limit if agreed.clock else None)


def lying_board(match: Match) -> Board | None:
    """The board whose pieces, or remains, lie there: the one in play, or the last that was, however it ended. No result
    stands for one that was given up."""
    at: Match | None = match
    while at is not None and at.course.board is None:
        act = None if at.event is None else at.event.act
        at = at.after(act.to) if isinstance(act, acts.Correct) else at.before
    return None if at is None else at.course.board


def _queen_lying(match: Match, lies: Board | None) -> QueenAt:
    """Who covered her in the board whose remains lie there: she lies with his pieces until the next one begins."""
    line = match.course.boards[-1] if match.course.boards else None
    if lies is None or line is None or (line.game, line.number) != (lies.game, lies.number):
        return "board"
    return line.queen or "board"


def _left_lying(position: Position, lies: Board | None) -> ByParty[int]:
    """How many pieces each party had left when the board ended; a whole set before the first one."""
    if lies is None:
        return ByParty(PIECES, PIECES)
    whites, blacks = position.on_board("white"), position.on_board("black")
    return ByParty(whites, blacks) if lies.breaker.party == "a" else ByParty(blacks, whites)


def seat_views(match: Match, agreed: Agreement) -> list[m.SeatView]:
    """Everybody, with the colour of this board or, while its remains lie there, of the one that has ended."""
    course, lies = match.course, lying_board(match)
    seats = []
    for player in all_players(match):
        name, party = v.player_name(player), player.party
        colour: Colour | None = None
        if lies is not None:
            colour = "white" if party == lies.breaker.party else "black"
        sitting = agreed.players[name]
        computer = None  # people bring a hand of their own
        if sitting.who == "computer":
            computer = ", ".join(filter(None, (sitting.player, sitting.skill)))
        seats.append(m.SeatView(course.seat(player), name, party, sitting.name, computer, colour))
    return seats
