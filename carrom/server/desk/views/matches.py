"""Matches as lists name them, and found by number, table or name."""

from collections.abc import Iterable

from carrom.server.desk.views.shapes import BoardShown, FoundMatch, MatchList, MatchShown, SideShown
from carrom.tournament.desk.naming import SideNames, match_title, sides_of
from carrom.tournament.desk.outcome import last_told, outcome_text
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.facts import BoardPoints, ResultGiven
from carrom.tournament.log.names import name_key
from carrom.tournament.log.scores import board_word, boards_text
from carrom.tournament.log.view import TournamentView, read_once

_MOST = 40


def sides_shown(sides: Iterable[SideNames]) -> list[SideShown]:
    """Both sides by name."""
    return [SideShown(text=one.text, people=list(one.people), is_known=one.entry is not None) for one in sides]


def match_shown(view: TournamentView, match: MatchId) -> MatchShown:
    """A match by its number, what it is and who plays."""
    record = view.state.matches[match]
    return MatchShown(
        id=match,
        event=view.state.event(record.key.event).name,
        title=match_title(view, match),
        sides=sides_shown(sides_of(view, match)),
    )


def found_match(view: TournamentView, match: MatchId) -> FoundMatch:
    """A match with all that is on record of it."""
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
        words=typed_words(given),
        boards=boards_shown(given.boards if given is not None else ()),
    )


def typed_words(given: ResultGiven | None) -> str:
    """A result as it can be typed again."""
    if given is None:
        return ""
    if given.boards:
        return boards_text(given)
    if given.by_game:
        return " ".join(f"{a}-{b}" for a, b in given.by_game)
    extra = f"x{given.extra[0]}-{given.extra[1]}" if given.extra is not None else ""
    return f"{given.score[0]}-{given.score[1]}{extra}" if given.score is not None else ""


def boards_shown(boards: Iterable[BoardPoints], contested: tuple[int | None, int] | None = None) -> list[BoardShown]:
    """Boards as they were told; which one is contested is said by game and number."""
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


def find_matches(view: TournamentView, words: str) -> MatchList:
    """Matches by number (M7, 7), table (@4), or by names; nothing finds those whose result was told last."""
    real = [match for match in view.state.matches if view.status(match) != "bye"]
    wanted = name_key(words)
    if not wanted:
        played = [match for match in real if view.state.matches[match].signed is not None]
        chosen = last_told(view.state, played)
    elif words.strip().startswith("@"):
        chosen = [one for one in real if str(view.state.matches[one].table) == words.strip()[1:].strip()]
    else:
        chosen = [one for one in real if wanted in (one.lower(), one[1:])]
        chosen = chosen or [one for one in real if all(word in _names(view, one) for word in wanted.split())]
    return MatchList(matches=[found_match(view, one) for one in chosen[:_MOST]], found=len(chosen))


@read_once
def _names(view: TournamentView, match: MatchId) -> str:
    """By what a match is found. Each name is brought into form for itself: then that is done once for all matches."""
    sides = sides_of(view, match)
    names = (match_title(view, match), *(one for side in sides for one in (side.text, *side.people)))
    return " ".join(map(name_key, names))
