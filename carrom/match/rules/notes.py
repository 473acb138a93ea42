"""Entries on the card that move no piece: warnings, remarks, strikers, powder, boards, signatures (XIX)."""

from carrom.base.errors import refuse
from carrom.match.course import CardRemark, CardWarning, Course
from carrom.match.log.acts import BoardChanged, Powder, Remark, Sign, StrikerChecked, Warned
from carrom.match.parties import PLAYERS, PlayerId, Who, party_of, who_text
from carrom.match.replace import replace
from carrom.match.rules.context import Happening, RuleContext, RuleResult, check_player
from carrom.match.setup import Setup

LONGEST_SIGNATURE = 60
"""letters; one line on the card"""


def warn(course: Course, act: Warned, context: RuleContext) -> RuleResult:
    check_player(act.who, context, act.law)
    who = _warned_person(act.who, context.setup)
    party = party_of(PLAYERS.get(who) or act.who)
    # A pair's warning counts for both.
    count = 1 + sum(one.law == act.law and one.who in (who, party) for one in course.warnings)
    game, board = latest_board(course)
    changed = (*course.warnings, CardWarning(who, act.law, count, game, board))
    happened = Happening("warning", (act.law,), {"who": who, "count": count})
    return RuleResult(replace(course, warnings=changed), (happened,))


def _warned_person(who: Who, setup: Setup) -> str:
    return who_text(who if setup.is_doubles or isinstance(who, PlayerId) else PlayerId(who))


def add_remark(course: Course, act: Remark, context: RuleContext) -> RuleResult:
    laws = tuple(law for law, is_so in (("67", act.rim), ("68", act.overlap)) if is_so)
    if laws and not course.is_playing:
        refuse("no-board", "no board is in progress on which pieces could lie so", laws[0])
    if not act.text.strip() and not laws and not context.is_recorded:
        refuse("no-text", "the remark says nothing")
    cited = tuple(dict.fromkeys((act.law, *laws))) if act.law else laws
    words = act.text or ", ".join(_LYING[law] for law in laws)
    changed = _with_remark(course, words, cited[0] if cited else "")
    if laws and changed.board is not None:
        # The position is unknown from here; pieces for the umpire to place are listed as at a wooden board.
        board = changed.board
        board = replace(board, position=None, umpire=(), to_centre=(*board.to_centre, *board.umpire))
        changed = (
            changed.in_play(board, changed.clocks)
            if changed.phase in ("stroke", "placing")
            else replace(changed, board=board)
        )
    return RuleResult(changed, (Happening("remark", cited),))


_LYING = {"67": "a piece stands on its rim", "68": "pieces overlap"}


def check_striker(course: Course, act: StrikerChecked, context: RuleContext) -> RuleResult:
    check_player(act.player, context, "115")
    note = f": {act.note}" if act.note else ""
    changed = _with_remark(course, f"striker of {context.setup.name(act.player)} checked{note}", "115")
    return RuleResult(changed, (Happening("striker-checked", ("115",), {"player": act.player.text()}),))


def spread_powder(course: Course, act: Powder, context: RuleContext) -> RuleResult:
    if course.is_playing and not context.is_recorded:
        refuse("board-in-play", "no powder is spread after 'Play' has been called", "122b")
    return RuleResult(_with_remark(course, "powder spread", "122a"), (Happening("powder", ("122a",)),))


def change_board(course: Course, act: BoardChanged, context: RuleContext) -> RuleResult:
    if course.is_playing:
        refuse("board-in-play", "board and stand are changed between boards only", "119")
    note = f": {act.reason}" if act.reason else ""
    return RuleResult(
        _with_remark(course, f"board or stand changed{note}", "119"), (Happening("board-changed", ("119",)),)
    )


def _with_remark(course: Course, text: str, law: str) -> Course:
    game, board = latest_board(course)
    return replace(course, remarks=(*course.remarks, CardRemark(text, law, game, board)))


def latest_board(course: Course) -> tuple[int, int]:
    """Board in play, or the last one; (1, 0) before the first."""
    return (1, 0) if course.origin is None else course.origin.next_board


def sign_card(course: Course, act: Sign, context: RuleContext) -> RuleResult:
    if course.has_open_protest:
        refuse("protest-open", "the result is not announced while a protest is open", "150")
    if len(act.name) > LONGEST_SIGNATURE and not context.is_recorded:
        text = f"a name under the card has at most {LONGEST_SIGNATURE} letters, and this one {len(act.name)}"
        refuse("long-name", text, "XIX")
    if any(who == act.who for who, _ in course.signatures):
        refuse("signed", f"the {act.who} has signed already", "XIX")
    signatures = (*course.signatures, (act.who, act.name))
    return RuleResult(replace(course, signatures=signatures), (Happening("signed", ("XIX",), {"who": act.who}),))
