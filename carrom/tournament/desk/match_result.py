"""Turn an umpire's finished match record into a tournament result.

Sides a and b of the record may be in the other order in the draw; the names decide.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from carrom.base.errors import CarromError
from carrom.match import ByParty, Format, Game, Match, Party, other
from carrom.match.log.acts import LoseMatch
from carrom.match.parties import NONE, PARTIES
from carrom.match.views.score_card import is_plain_count
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.entries import who_plays
from carrom.tournament.model.events import BoardPoints, ResultGiven
from carrom.tournament.model.people import name_key
from carrom.tournament.model.scores import with_games
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import EntryId

SideOrder = Literal["ab", "ba"]
"""Whether side a of the record is the first or the second side of the draw's match."""

SIDES_AS_RECORDED: ByParty[Party] = ByParty("a", "b")

_CONCESSION_LAW = "139"


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """A match of the draw as a record has to fit it: who plays, and by which rules."""

    match: MatchId
    entries: tuple[EntryId, EntryId]
    people: tuple[tuple[str, ...], tuple[str, ...]]
    """The players' names, where they are known."""
    rulebook: str
    format: Format


def match_terms(view: TournamentNow, match: MatchId) -> MatchTerms:
    """Return the terms of a match of the draw. Raises `CarromError` if its sides are not known."""
    a, b = view.known_sides(match)
    record = view.state.matches[match]
    stage = view.state.stage(record.key)
    people = _people(view, match, a), _people(view, match, b)
    return MatchTerms(match, (a, b), people, stage.rulebook, stage.format_in(record.fixture.round))


def _people(view: TournamentNow, match: MatchId, entry: EntryId) -> tuple[str, ...]:
    state = view.state
    return tuple(state.people[one].name for one in who_plays(state, state.matches[match], entry))


@dataclass(frozen=True, slots=True)
class MatchResult:
    given: ResultGiven
    reason: str | None = None


def result_of(match: Match, terms: MatchTerms, *, order: SideOrder | None = None, anyway: bool = False) -> MatchResult:
    """Return the result of a recorded match for a match of the draw.

    `order` gives the sides if the names do not; `anyway` accepts other rules or other names than the stage has. Raises
    `CarromError` if the record is unfinished, contested or does not fit.
    """
    _check_over(match, terms.match)
    if not anyway:
        _check_rules(match, terms)
    found = _result(match, terms, _order(match, terms, order, anyway=anyway))
    if found.given.walkover is not None:
        return found
    played = match.setup.format
    if played.games != terms.format.games:
        texts = _other_length(terms, played)
        raise CarromError(
            "other-length", f"{texts}: the points of so many games are not those of others. Type the result instead"
        )
    is_other = (played, match.setup.rulebook.id) != (terms.format, terms.rulebook)
    return replace(found, given=replace(found.given, other_rules=True)) if is_other else found


def _check_over(match: Match, id: MatchId) -> None:
    if match.winner is None:
        raise CarromError(
            "record-not-over", f"the match in the record is not over: no result can be taken from it for {id}"
        )
    if match.announced is None:
        raise CarromError(
            "protest-open", f"a protest in the record is not decided yet: no result can be taken from it for {id}"
        )


def _result(match: Match, terms: MatchTerms, order: SideOrder) -> MatchResult:
    course, format = match.course, match.setup.format
    side: ByParty[Party] = SIDES_AS_RECORDED if order == "ab" else ByParty("b", "a")
    given = ResultGiven(match=terms.match, a=terms.entries[0], b=terms.entries[1])
    winner = match.winner or "a"
    if course.awarded is not None and course.award_law != _CONCESSION_LAW:
        return MatchResult(replace(given, walkover=side[winner]), _law_text(match))
    games = course.score.games if course.score is not None else ()
    is_conceded = course.awarded is not None or (format.games == 1 and not _is_played_out(games[-1], format))
    given = replace(
        with_games(given, games, format, first=side.a),
        retired=side[other(winner)] if is_conceded else None,
        boards=tuple(boards_of(match, side)),
        first_break=side[course.score.first_break] if course.score is not None else "a",
    )
    is_given_away = any(not _is_played_out(game, format) for game in games if game.winner is not None)
    reason = "conceded" if is_conceded else "a game was conceded" if is_given_away else None
    return MatchResult(given, reason)


def boards_of(match: Match, side: ByParty[Party] = SIDES_AS_RECORDED) -> Iterator[BoardPoints]:
    """Yield the boards, with coins, queen and demand where they were counted; boards awarded by a law have points
    alone."""
    before = NONE
    for at, one in enumerate(match.course.boards):
        if at and match.course.boards[at - 1].game != one.game:
            before = NONE
        board = BoardPoints(winner=side[one.winner], points=one.points, extra=one.is_extra, game=one.game)
        # An extra board is counted with the score before it.
        if "53a" in one.laws and is_plain_count(match.setup, one, before):
            queen = one.queen and side[one.queen]
            board = replace(board, coins=one.coins, queen=queen, demand=one.demand)
        before = one.score
        yield board


def _is_played_out(game: Game, format: Format) -> bool:
    is_at_end = game.is_time_up or game.boards == format.boards or game.points[game.winner or "a"] == format.target
    return game.extra is not None or (is_at_end and game.leader == game.winner)


def _law_text(match: Match) -> str:
    last = next((one.act for one in reversed(match.events()) if isinstance(one.act, LoseMatch)), None)
    reason = f": {last.reason}" if last is not None and last.reason else ""
    return f"lost by Law {match.course.award_law}{reason}"


def _check_rules(match: Match, terms: MatchTerms) -> None:
    id, played = terms.match, match.setup.format
    if match.setup.rulebook.id != terms.rulebook:
        raise CarromError(
            "other-rulebook",
            f"{id} is played by {terms.rulebook}; the record is of a match by {match.setup.rulebook.id}",
        )
    if played != terms.format:
        raise CarromError("other-length", _other_length(terms, played))
    players = {len(people) for people in terms.people if people}
    if players - {1 + match.setup.is_doubles}:
        kinds = ("doubles", "singles") if 2 in players else ("singles", "doubles")
        raise CarromError("other-category", f"{id} is a match of {kinds[0]}; the record is of a match of {kinds[1]}")


def _other_length(terms: MatchTerms, played: Format) -> str:
    return f"{terms.match} is {_format_text(terms.format)}; the record is of a match of {_format_text(played)}"


def _format_text(format: Format) -> str:
    games = "one game" if format.games == 1 else f"the best of {format.games} games"
    ends = [f"{format.target} points"] if format.target is not None else []
    ends += [f"{format.boards} boards"] if format.boards is not None else []
    ends += ["time"] if format.has_time else []
    return f"{games} to {' or '.join(ends)}" if ends else games


def _order(match: Match, terms: MatchTerms, order: SideOrder | None, *, anyway: bool) -> SideOrder:
    """Match the sides by name, or by `order` where the names leave it open."""
    fits = [[_fits(match, party, terms, at) for at in (0, 1)] for party in PARTIES]
    possible: list[SideOrder] = []
    if fits[0][0] is not False and fits[1][1] is not False:
        possible.append("ab")
    if fits[0][1] is not False and fits[1][0] is not False:
        possible.append("ba")
    if order is not None and (anyway or order in possible):
        return order
    if order is None and len(possible) == 1:
        return possible[0]
    sides = " – ".join(terms.entries)
    names = " – ".join(_names(match, party) for party in PARTIES)
    which = f"{terms.match} is {sides}, the record is of {names}"
    if not possible:
        raise CarromError(
            "other-players",
            f"{which}: is it the right match? If it is, say who is who, and why it counts",
            typed=f"{which}: is it the right match? If it is, say who is who with --sides ab or ba, "
            "and why with --anyway REASON",
        )
    if order is not None:
        raise CarromError(
            "sides-reversed",
            f"{which}: by the names it is the other way round. If they are wrong, say why it counts",
            typed=f"{which}: the names say --sides {possible[0]}. If they are wrong, say why with --anyway REASON",
        )
    raise CarromError(
        "sides-unknown",
        f"{which}: say who is who",
        typed=f"{which}: say who is who: --sides ab if they are in the same order, --sides ba if not",
    )


def _fits(match: Match, party: Party, terms: MatchTerms, at: int) -> bool | None:
    """Return whether a recorded side fits a side of the draw; None if the record names nobody."""
    side = terms.entries[at]
    names, team = match.setup.names[party], match.setup.teams[party]
    if not names:
        return name_key(team) == name_key(side) if team else None
    people = sorted(map(name_key, terms.people[at]))
    return sorted(map(name_key, names)) == people or name_key(" ".join(names)) == name_key(side)


def _names(match: Match, party: Party) -> str:
    return " and ".join(match.setup.names[party]) or match.setup.teams[party] or "?"
