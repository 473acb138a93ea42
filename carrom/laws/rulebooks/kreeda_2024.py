"""`kreeda-2024`: fifteen sections, a queen of five without a ceiling, three boards or half an hour, to the left."""

from dataclasses import replace

from carrom.laws.clauses.endings import ENDINGS, Award, Ending, EndingKey, Endings
from carrom.laws.rulebook import Rulebook


def _rule(clause: str) -> str:
    return f"kreeda-2024:{clause}"


_LOCAL = {
    "45a": "4c",
    "45b": "4d",
    "45c": "4e",
    "48": "5a",
    "52a": "1a",
    "53a": "1c",
    "53b": "1d",
    "53c": "1e",
    "55": "1f",
    "72a": "8a",
    "72b": "8b",
    "72c": "8c",
    "73": "8d",
    "74": "8e",
    "75": "8f",
    "95a": "7c",
    "95b": "7d",
    "95c": "7e",
    "95d": "7f",
    "96": "7g",
    "97a": "7h",
    "98a": "7i",
    "100a": "7k",
    "101a": "7l",
    "102a": "7m",
    "103a": "7n",
    "125a": "15c",
    "I-5": "15d",
    **dict.fromkeys(("64a", "64b", "76", "77a", "77b", "98b", "99b", "100b", "101b"), "7j"),
}


def _local_ending(key: EndingKey, ending: Ending) -> Ending:
    own_last, opponent_last, queen, fault = key
    if own_last and opponent_last and fault == "clean" and queen in ("player", "opponent"):
        # Both last pieces, cleanly: five points to the side that covered the queen (15a).
        return Ending(queen, Award(flat=True), (_rule("15a"), *ending.laws))
    if opponent_last and not own_last and ending.award.queen and queen != "opponent":
        return replace(ending, laws=(_rule("7n"), *ending.laws))
    # 15a mentions neither striker nor foul: the Laws decide, with five instead of three (I-54, I-3).
    readings = ("I-54",) if own_last and opponent_last and queen in ("player", "opponent") else ()
    if ending.award.flat and ending.laws[0] not in ("102a",):
        readings = (*readings, "I-3")
    return replace(ending, laws=(*ending.laws, *readings)) if readings else ending


_ENDINGS: Endings = {key: _local_ending(key, ending) for key, ending in ENDINGS.items()}

KREEDA_2024 = Rulebook(
    id="kreeda-2024",
    title="KREEDA 2024",
    endings=_ENDINGS,
    queen_value=5,
    queen_ceiling=None,
    most_points=14,
    target=None,
    boards=3,
    minutes=30,
    clock_stops_between_boards=True,
    level_at_limit=("I-2", "56b"),
    stroke_seconds=10,
    rotation="left",
    one_piece_covers=_rule("7h"),
    queen_settles_due=_rule("7d"),
    talking_costs_turn=_rule("14a"),
    not_reporting=_rule("14d-i"),
    report_minutes=0,  # due ten minutes before the game (14c)
    leaving_seat_may_cost_match=_rule("14d-iv"),
    toss_winner_breaks=_rule("2b"),
    no_trial_boards=_rule("14c"),
    test_minutes=5,
    umpire_is_final=_rule("14b"),
    only_queen_on_red=_rule("11a"),
    local={law: _rule(clause) for law, clause in _LOCAL.items()},
)
