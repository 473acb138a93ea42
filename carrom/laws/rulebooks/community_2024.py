"""`community-2024`: ten short rules, a queen of five, 29 points or eight boards. Elsewhere the Laws apply."""

from dataclasses import replace

from carrom.laws.clauses.endings import ENDINGS, Award, Ending, EndingKey, Endings
from carrom.laws.rulebook import Rulebook


def _rule(number: int) -> str:
    return f"community-2024:{number}"


def _local_ending(key: EndingKey, ending: Ending) -> Ending:
    own_last, opponent_last, queen, _ = key
    if own_last and opponent_last:
        # Three, and the queen's value after covering it.
        return Ending("opponent", Award(fixed=3, queen=queen == "opponent"), (_rule(10), _rule(6)))
    if opponent_last:
        award = Award(fixed=3, left="player", queen=queen == "opponent")
        return Ending("opponent", award, (_rule(10), _rule(6), *ending.laws))
    if ending.winner == "opponent":
        return replace(ending, award=Award(fixed=3, left="opponent"), laws=(_rule(7), *ending.laws))
    return ending


_ENDINGS: Endings = {key: _local_ending(key, ending) for key, ending in ENDINGS.items()}

COMMUNITY_2024 = Rulebook(
    id="community-2024",
    title="Community rules 2024",
    endings=_ENDINGS,
    queen_value=5,
    queen_ceiling=24,
    most_points=14,
    target=29,
    boards=8,
    level_at_limit=("I-2", "56b"),
    one_piece_covers=_rule(3),
    opponents_piece_ends_turn=_rule(6),
    queen_and_striker_keep_turn=_rule(8),
    covered_centre_from_behind=_rule(5),
    local={
        "72a": _rule(1),
        "72c": _rule(2),
        "73": _rule(1),
        "97a": _rule(3),
        "99a": _rule(8),
        "101a": _rule(9),
        "125a": _rule(6),
    },
)
