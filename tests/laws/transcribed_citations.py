"""Deciding laws and interpretations, most specific first, transcribed by hand for the second judge.

Local rules are left out: the comparison is with the rest of a citation. `because` is the law for which a queen had to
return, `covered` whether this stroke covered it, `credited` whether the winner still gets its points.
"""

from __future__ import annotations

from typing import Any

Question = dict[str, Any]


def of_a_break_not_made(b: Question, s: Question) -> list[str]:
    if not s["proper"]:
        return ["45c", "I-23"]
    if s["striker"]:
        return ["45c"]
    return ["45a"] if b["break"] < 3 else ["45b"]


def of_a_stroke(b: Question, s: Question, book: str, because: str | None) -> list[str]:
    """Cite the laws of a stroke after which the board goes on."""
    return _proper(b, s, book, because) if s["proper"] else _improper(b, s)


def _improper(b: Question, s: Question) -> list[str]:
    own, S = s["own"] > 0, s["striker"]
    if b["queen"] == "pending" and S:
        laws = ["101b"] if own else ["100b"]
    elif b["queen"] == "pending":
        laws = ["64b", "77a", "96"] if own else ["64a", "96"]
    elif s["queen"] and S:
        laws = ["98b"] if own else ["99b"]
    elif s["queen"]:
        laws = ["64b", "77a"] if own else ["64b"]
    elif own:
        laws = ["77b"] if S else ["77a"]
    elif S:
        laws = ["72b"]
    else:
        laws = [] if s["opponent"] else ["64a"]
    return [*laws, "76"] if s["opponent"] else laws


def _proper(b: Question, s: Question, book: str, because: str | None) -> list[str]:
    own, opp, S, nine = s["own"] > 0, s["opponent"] > 0, s["striker"], b["own"] == 9
    plays_on_with_opponents = opp and book != "community-2024"
    if because is not None:
        return [because]
    if s["queen"] and S:
        if own:
            laws = ["98a", "I-16"] if nine else ["98a"]
        else:
            laws = ["95d"] if nine and book != "community-2024" else ["99a"]
        if b["owed"]["player"]:
            laws.append("I-17")
        if plays_on_with_opponents:
            laws.append("75" if own else "I-4")
        return laws
    if s["queen"] and own:
        stays_open = nine and s["own"] == 1 and book not in ("community-2024", "kreeda-2024")
        laws = ["97b"] if stays_open else ["97a", "48"]
        return ["I-5", *laws] if plays_on_with_opponents else laws
    if s["queen"]:
        laws = ["95c", "48"] if nine else ["48"]
        return ["I-4", *laws] if plays_on_with_opponents else laws
    if b["queen"] == "pending" and own:
        if S:
            return ["101a", "75"] if plays_on_with_opponents else ["101a"]
        return ["I-5", "15", "48"] if plays_on_with_opponents else ["15", "48"]
    if b["queen"] == "pending":
        laws = ["100a"] if S else ["96"]
        if plays_on_with_opponents:
            laws.append("74" if S else "125a")
        return laws
    if S and own:
        if opp:
            return ["75"] if plays_on_with_opponents else []
        return ["73"]
    if S:
        return ["74"] if opp else ["72a"]
    if own:
        return ["I-5", "48"] if plays_on_with_opponents else ["48"]
    return ["125a"] if opp else ["48"]


def of_an_end(b: Question, s: Question, book: str, because: str | None, covered: bool, credited: bool) -> list[str]:
    """Cite the laws of a stroke that ends the board."""
    own_last, opp_last = s["own"] == b["own"], s["opponent"] == b["opponent"]
    community, kreeda, four = (book == name for name in ("community-2024", "kreeda-2024", "four-break"))
    S, improper = s["striker"], not s["proper"]
    clean = not S and not improper
    pocketed, queen = s["queen"], b["queen"]

    def by_fault(without: str, with_striker: str) -> list[str]:
        return [(with_striker if S else without) + ("b" if improper else "a")]

    flat = False
    if own_last and opp_last:
        if community:
            return []
        if queen == "pending":
            if clean:
                return ["102a"]
            flat = True
            laws = ["102b"] if not S else ["I-18", "109b", "102b"] if improper else ["I-18", "109a"]
        elif pocketed and because == "95b" and clean:
            flat, laws = True, ["I-6", "95b", "105a"]
        elif pocketed:
            flat = True
            laws = ["104a"] if clean else by_fault("104", "109")
        elif queen == "board":
            flat = True
            laws = [*(["I-9"] if S else []), *by_fault("105", "105")]
        elif clean:
            laws = ["I-10"]
        elif queen == "player":
            laws = [*([] if S else ["I-18"]), *by_fault("110", "110"), *(["I-54"] if kreeda else [])]
        else:
            flat = True
            laws = [*([] if S else ["I-18"]), *by_fault("112", "112"), *(["I-54"] if kreeda else [])]
    elif own_last:
        if queen == "board" and not pocketed:
            flat, laws = True, by_fault("107", "108")
        elif because == "95b":
            flat, laws = True, ["I-6", "95b", "107a"]
        elif queen == "opponent":
            laws = ["52a", "53a"]
        else:
            laws = ["52a", "53a", "53b"] if credited else ["54", "52a", "53a"]
            if queen == "pending":
                laws.append("15")
            elif pocketed:
                laws.append("97a")
    elif queen == "pending":
        laws = ["103b" if improper else "103a"]
        if S:
            laws += [*by_fault("", "111"), "I-18"]
    elif pocketed:
        laws = ["I-7", "53a", "97a"] if covered else ["I-7", *by_fault("106", "111")]
    elif queen == "board":
        laws = by_fault("106", "111")
    elif queen == "player":
        laws = ["I-8", "52a", "53a", "53c"]
    else:
        laws = ["I-8", "52a", "53a", "53b"] if credited or community else ["I-8", "54", "52a", "53a"]
    if kreeda and flat:
        laws.append("I-3")
    if four and S and laws[0][:3] not in ("108", "109", "110", "111", "112"):
        laws.append("I-19")
    return laws
