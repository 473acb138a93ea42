# ruff: noqa: SIM114 (one branch for each line of the page)
"""A second judge, written from the specification's tables alone and as plainly as they are.

An independent second implementation, as `tests/match/second_fold.py` is of a match and `tests/physics/reference.py` of
the physics. It shares nothing with the package: plain dictionaries in and out, one `if` per line of the page, no table
of endings, no rulebook values. It is slow and long-winded on purpose; the real judge is compared with it. Each answer
also names the law numbers that the page prints beside the deciding line (`decisive`), one of which must be cited, and
all citations apart from local rules, in order (`plain`).
"""

from __future__ import annotations

from typing import Any

from tests.laws import transcribed_citations as citations

Question = dict[str, Any]


def rule(question: Question) -> dict[str, Any]:
    book = question["rulebook"]
    b = question["before"]
    s = question["stroke"]
    community = book == "community-2024"
    kreeda = book == "kreeda-2024"
    four = book == "four-break"
    Q = 5 if community or kreeda else 3
    most = 14 if community or kreeda else 12
    ceiling = {"community-2024": 24, "kreeda-2024": 10**9}.get(book, 21)

    # 1. break not made
    if b["break"] is not None and not s["touched"]:
        if not s["proper"] or s["striker"]:
            turn, laws = "passes", ({"45c"} if s["proper"] else {"I-23"})
        elif b["break"] in (1, 2):
            turn, laws = "retry", {"45a"}
        else:
            turn, laws = "passes", {"45b"}
        return {
            "turn": turn,
            "due": 0,
            "penalty": 0,
            "returned": {"own": 0, "queen": False},
            "placed": {"player": 0, "opponent": 0},
            "owed": b["owed"],
            "own": b["own"],
            "opponent": b["opponent"],
            "queen": b["queen"],
            "result": None,
            "decisive": laws,
            "plain": citations.of_a_break_not_made(b, s),
        }

    # 2. liabilities of this stroke
    S = s["striker"]
    improper = not s["proper"]
    spoilt = S or improper
    due = 1 if S else 0
    penalty = 1 if improper else 0
    own_returns = s["own"] if spoilt else 0

    # 3. the queen
    queen = b["queen"]
    queen_returns = False
    because = None
    settled = 0
    covered_now = False
    if s["queen"]:
        if spoilt:
            queen, queen_returns = "board", True
        elif b["owed"]["player"] > 0:
            queen, queen_returns, because = "board", True, "95b"
            if kreeda:
                settled = 1
        elif not b["opened"] and s["own"] == 0:
            queen, queen_returns, because = "board", True, "95a"
        elif s["own"] > 0:
            if b["own"] == 9 and s["own"] == 1 and not community and not kreeda:
                queen = "pending"
            else:
                queen, covered_now = "player", True
        elif s["opponent"] > 0 and community:
            queen, queen_returns = "board", True
        else:
            queen = "pending"
    elif b["queen"] == "pending":
        if not spoilt and s["own"] >= 1:
            queen, covered_now = "player", True
        elif not improper and S and s["own"] >= 1:
            if community and s["opponent"] > 0:
                queen, queen_returns = "board", True
            else:
                queen = "pending"
        else:
            queen, queen_returns = "board", True

    # 6. end of the board
    end = _end(b, s, book, Q, ceiling, own_returns, because, covered_now)
    if end is not None:
        winner, points, laws = end
        if four and S and winner == "opponent":
            points = _four_break_with_striker(b, s, points, ceiling)
        demand = 0
        if winner == "opponent":
            demand = penalty if four else due + penalty
        credited = b["score"][winner] <= ceiling
        plain = citations.of_an_end(b, s, book, because, covered_now, credited)
        if points > most or demand > most - min(points, most) or b["owed"]["player"] or b["owed"]["opponent"]:
            plain.append("55")
        points = min(points, most)
        demand = min(demand, most - points)
        return {
            "turn": "over",
            "due": due,
            "penalty": penalty,
            "returned": {"own": own_returns, "queen": queen_returns},
            "placed": {"player": 0, "opponent": 0},
            "owed": {"player": 0, "opponent": 0},
            "own": b["own"] - s["own"],
            "opponent": b["opponent"] - s["opponent"],
            "queen": "board" if queen == "pending" else queen,
            "result": {"winner": winner, "points": points, "demand": demand},
            "decisive": laws,
            "plain": plain,
        }

    # 4. turn
    if improper:
        turn = "passes"
    elif community and s["opponent"] > 0:
        turn = "passes"
    elif because in ("95b", "95a"):
        turn = "passes"
    elif s["queen"] and S and s["own"] == 0 and b["own"] == 9 and not community:
        turn = "passes"
    elif s["own"] > 0 or s["queen"]:
        turn = "continues"
    else:
        turn = "passes"

    # 5. placing
    liabilities = b["owed"]["player"] + own_returns + due + penalty - settled
    available = (9 - b["own"]) + s["own"]
    placed = min(liabilities, available)
    opponent_available = (9 - b["opponent"]) + s["opponent"]
    opponent_placed = min(b["owed"]["opponent"], opponent_available)
    plain = citations.of_a_stroke(b, s, book, because)
    if liabilities > placed and due + penalty:
        plain.append("72c")
    if opponent_placed or (b["owed"]["player"] and placed):
        plain.append("78a")
    return {
        "turn": turn,
        "due": due,
        "penalty": penalty,
        "returned": {"own": own_returns, "queen": queen_returns},
        "placed": {"player": placed, "opponent": opponent_placed},
        "owed": {"player": liabilities - placed, "opponent": b["owed"]["opponent"] - opponent_placed},
        "own": b["own"] - s["own"] + placed,
        "opponent": b["opponent"] - s["opponent"] + opponent_placed,
        "queen": queen,
        "result": None,
        "decisive": _decisive(b, s, book, because),
        "plain": plain,
    }


def _end(
    b: Question, s: Question, book: str, Q: int, ceiling: int, own_returns: int, because: str | None, covered_now: bool
) -> tuple[str, int, set[str]] | None:
    community = book == "community-2024"
    kreeda = book == "kreeda-2024"
    own_last = s["own"] == b["own"]
    opp_last = s["opponent"] == b["opponent"]
    clean = s["proper"] and not s["striker"]
    player_credited = b["score"]["player"] <= ceiling
    opponent_credited = b["score"]["opponent"] <= ceiling
    flat_player = Q if player_credited else 1
    flat_opponent = Q if opponent_credited else 1
    opponents_left = b["opponent"] - s["opponent"]
    players_left = b["own"] - s["own"] + own_returns
    earlier = b["queen"] in ("player", "opponent")
    pending = b["queen"] == "pending"
    pocketed = s["queen"]
    on_board = b["queen"] == "board" and not pocketed

    if own_last and not opp_last:
        if on_board:
            points = 3 + opponents_left if community else flat_opponent
            return "opponent", points, {"community-2024:7"} if community else {"107", "108"}
        if not clean:
            return None
        if because == "95b":
            points = 3 + opponents_left if community else flat_opponent
            return "opponent", points, {"I-6"}
        points = opponents_left
        if (covered_now or b["queen"] == "player") and player_credited:
            points += Q
        return "player", points, {"52", "53", "54"}

    if opp_last and not own_last:
        extra = 3 if community else 0
        if on_board or pending or (pocketed and not covered_now):
            if not community and opponent_credited:
                extra = Q
            laws = {"I-7"} if pocketed else {"103"} if pending else {"106", "111"}
            return "opponent", players_left + extra, {"community-2024:10"} if community else laws
        if pocketed:
            return "opponent", players_left + extra, {"community-2024:10"} if community else {"I-7", "53"}
        assert earlier
        if b["queen"] == "opponent" and opponent_credited:
            extra += Q
        return "opponent", players_left + extra, {"I-8"}

    if own_last and opp_last:
        if community:
            points = 3
            if b["queen"] == "opponent" and opponent_credited:
                points += Q
            return "opponent", points, {"community-2024:6", "community-2024:10"}
        if pending or pocketed:
            if clean and because == "95b":
                return "opponent", flat_opponent, {"105", "I-6"}
            if clean:
                return "player", flat_player, {"102", "104"}
            return "opponent", flat_opponent, {"102", "104", "109", "I-18"}
        if on_board:
            return "opponent", flat_opponent, {"105", "I-9"}
        if b["queen"] == "player":
            if clean:
                return "player", flat_player, {"I-10"}
            return "opponent", 1, {"110", "I-54"} if kreeda else {"110", "I-18"}
        if clean:
            if kreeda:
                return "opponent", Q, {"kreeda-2024:15a"}
            return "player", 1, {"I-10"}
        return "opponent", flat_opponent, {"112", "I-54"} if kreeda else {"112", "I-18"}
    return None


def _four_break_with_striker(b: Question, s: Question, by_the_laws: int, ceiling: int) -> int:
    credited = b["score"]["opponent"] <= ceiling
    own_last = s["own"] == b["own"]
    opp_last = s["opponent"] == b["opponent"]
    on_board = b["queen"] == "board" and not s["queen"]
    if own_last and not opp_last and on_board:
        return 3 if credited else 2
    if own_last and opp_last and s["queen"]:
        return 3 if credited else 2
    if own_last and opp_last and b["queen"] == "player":
        return 2
    if own_last and opp_last and b["queen"] == "opponent":
        return 3 if credited else 2
    if opp_last and not own_last and on_board:
        return int(b["own"]) + (3 if credited else 1)
    return by_the_laws if credited else by_the_laws + 1


def _decisive(b: Question, s: Question, book: str, because: str | None) -> set[str]:
    """Return the laws that the page names for a stroke after which the board goes on; one of them must be cited."""
    S, own, opp, queen = s["striker"], s["own"] > 0, s["opponent"] > 0, s["queen"]
    if s["proper"] and opp and book == "community-2024":
        return {"community-2024:6"}
    if because == "95b":
        return {"kreeda-2024:7d"} if book == "kreeda-2024" else {"95"}
    if because == "95a":
        return {"95"}
    if b["queen"] == "pending":
        if s["proper"] and own:
            return {"101"} if S else {"48"}
        return {"96", "100", "101"}
    if queen and S and s["proper"] and not own and b["own"] == 9:
        return {"community-2024:8"} if book == "community-2024" else {"95"}
    if queen and (S or not s["proper"]):
        return {"98"} if own and S else {"99"} if S else {"64"}
    if queen and own:
        if b["own"] == 9 and s["own"] == 1:
            return {"community-2024": {"community-2024:3"}, "kreeda-2024": {"kreeda-2024:7h"}}.get(book, {"97"})
        return {"97"}
    if queen:
        return {"I-4"} if opp else {"48"}
    if not s["proper"]:
        return {"77"} if own else {"76"} if opp else {"72"} if S else {"64"}
    if S:
        return {"75"} if own and opp else {"73"} if own else {"74"} if opp else {"72"}
    if own and opp:
        return {"I-5"}
    return {"125"} if opp else {"48"}
