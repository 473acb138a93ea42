"""A second scorer, written from the page on the desk alone: plain dictionaries, one pass, its own figures.

It shares nothing with `carrom.match.scoring`, so the two agree only if both are right.
"""

from __future__ import annotations

from typing import Any

#            queen, ceiling, most, target, boards, games
FIGURES = {
    "icf": (3, 21, 12, 25, 8, 3),
    "vkk": (3, 21, 12, 25, 6, 1),
    "four-break": (3, 21, 12, None, 4, 1),
    "community-2024": (5, 24, 14, 29, 8, 1),
    "kreeda-2024": (5, 10**9, 14, None, 3, 1),
}
LATE = ("quarter-final", "semi-final", "third-place", "final")


def plain_score(line: dict[str, Any]) -> dict[str, Any] | None:
    """Return the score, or None if a board comes after the end of the match."""
    value, ceiling, most, target, limit, games_at_most = FIGURES[line["rulebook"]]
    if line["rulebook"] == "icf" and line["stage"] in LATE:
        limit = 10**9
    first, second = line["first_break"], "ab".replace(line["first_break"], "")
    games: list[dict[str, Any]] = []
    wins = {"a": 0, "b": 0}
    champion = None
    swap_after = None

    def is_level_at_the_end(game: dict[str, Any]) -> bool:
        return game["winner"] is None and game["boards"] >= limit

    for board in line["boards"]:
        if champion:
            return None
        if not games or games[-1]["winner"]:
            games.append({"a": 0, "b": 0, "boards": 0, "winner": None})
            swap_after = None
        game, who = games[-1], board["winner"]
        if "points" in board:
            points = board["points"]
        else:
            points = board["coins"] + board.get("demand", 0)
            if board["queen"] == who and game[who] <= ceiling:
                points += value
            points = min(points, most)
        extra = is_level_at_the_end(game)
        game["boards"] += 1
        if extra:
            game["extra"] = {"a": 0, "b": 0, who: points}
            game["winner"] = who
        else:
            game[who] += points
            if target is not None and game[who] >= target:
                game[who] = target
                game["winner"] = who
            elif game["boards"] == limit and game["a"] != game["b"]:
                game["winner"] = "a" if game["a"] > game["b"] else "b"
        if (
            len(games) == 3
            and swap_after is None
            and (max(game["a"], game["b"]) >= 13 or game["boards"] == 4 < limit < 9)
        ):
            swap_after = game["boards"]
        if game["winner"]:
            wins[game["winner"]] += 1
            if wins[game["winner"]] > games_at_most // 2:
                champion = game["winner"]

    out_of_time = bool(line.get("time_up")) and champion is None
    if out_of_time:
        if not games:
            games.append({"a": 0, "b": 0, "boards": 0, "winner": None})
        game = games[-1]
        if game["a"] != game["b"]:
            champion = game["winner"] = "a" if game["a"] > game["b"] else "b"
    upcoming = None
    if not champion:
        is_new = not games or games[-1]["winner"]
        number = len(games) + bool(is_new)
        played = 0 if is_new else games[-1]["boards"]
        extra = not is_new and (is_level_at_the_end(games[-1]) or out_of_time)
        order = (first, second) if number != 2 else (second, first)
        upcoming = {
            "game": number,
            "board": played + 1,
            "break": "toss" if extra else order[played % 2],
            "extra": extra,
            "change_sides": bool(games) if is_new else swap_after == played,
        }
    return {"games": games, "match": champion, "next": upcoming}
