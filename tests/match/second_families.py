"""Openings that lead a course to the points where the readings I-27 to I-57 decide; the rest is random.

`{x}` is the player in turn at the start of a line, `{y}` the next player, `{X}` and `{Y}` their parties, `{w}` a player
of the party not in turn, `{position}` a fitting position. A family is tried in every rulebook.
"""

from __future__ import annotations

from tests.match.second_courses import Course
from tests.match.second_figures import FIGURES, other

SHORT = {
    "loss": "play | stroke own 9",  # the breaker loses by 3 where the Laws count
    "beaten": "play | stroke own 8 queen | stroke own 1",  # the breaker wins by 12 or 14
    "board": "toss a break | play",
    "covered": "toss a break | play | stroke own 8 queen | stroke own 1 striker",  # a's last piece, the queen covered
}

FAMILIES = {
    "I-27": """
- board | stroke own 2 | stroke queen | unnoticed 51 player {w} | stroke own 1 | stroke x2
- board | stroke own 2 | stroke | unnoticed 51 player {x} | unnoticed 51 player {y} | stroke own 1 | pass
- board | stroke untouched | unnoticed 51 player {w} | stroke untouched x2
- board | stroke own 2 | stroke queen | unnoticed 51 player {w} | stroke | unnoticed 96 player a1 | stroke own 1
""",
    "I-28": """
- board | stroke own 1 | stroke queen | stroke own 1 striker | unnoticed 51 player {w} | place | stroke | unnoticed 96
  player a1 | stroke own 1
- board | stroke own 1 | stroke queen | unnoticed 96 player a1 | stroke | unnoticed 96 player a1 | unnoticed 96
  player b1 | stroke own 1 | unnoticed 96 player b1 | unnoticed 96 player a1
- board | stroke own 1 | stroke queen | stroke | stroke own 1 | stroke queen | unnoticed 96 player a1
- board | unnoticed 96 player a1 | stroke own 1 | stroke | unnoticed 96 player b1 | unnoticed 96 player a1
- board | stroke own 1 | stroke queen | foul {X} 133 | place | stroke | unnoticed 96 player a1
- board | stroke own 1 | stroke queen | pass | stroke | unnoticed 96 player a1 | stroke own 1
""",
    "I-29": """
- board | stroke own 2 | stroke | stroke striker | stroke own 1 | stroke opponent 2 | unnoticed 125b player {x}
  | unnoticed 125b player a1 | place | stroke | noticed
- board | stroke own 1 | stroke queen | stroke opponent 1 | unnoticed 125b player a1 | stroke own 1 | stroke opponent 1
  | stroke own 1 | noticed
- board | stroke opponent 1 | unnoticed 125b player a1 | foul a 133 | unnoticed 125b player a1 | stroke
- board | stroke opponent 1 | foul b 133 | place | unnoticed 125b player a1 | pass | unnoticed 125b player a1 | stroke
- board | stroke opponent 1 | unnoticed 125b player a1 | stroke opponent 1 | unnoticed 125b player a1 | noticed | stroke
- board | stroke own 1 | stroke opponent 1 improper | place | unnoticed 125b player a1 | noticed
- board | stroke own 1 | stroke own 1 opponent 1 | unnoticed 125b player a1 | stroke own 1 | noticed
- board | stroke opponent 1 | unnoticed 51 player {w} | unnoticed 125b player a1 | stroke
- board | stroke own 1 | stroke opponent 1 | unnoticed 125b player a1 | stroke own 1 | noticed | stroke own 1
- board | stroke own 1 | stroke opponent 1 | unnoticed 125b player b1 | unnoticed 125b player a1 | stroke
- board | stroke own 1 | unnoticed 125b player a1 | noticed | stroke opponent 1 | stroke | unnoticed 125b player
  a1
- board | stroke own 1 | stroke opponent 1 | unnoticed 125b player a1 | stroke own 2 striker | place | noticed
- board | stroke own 3 | stroke opponent 1 striker | place | unnoticed 125b player a1 | noticed
""",
    "I-30": """
- board | stroke own 5 | stroke own 2 striker | place count 2 | timeout | removed 3 | removed 1 x2 | stroke own 1
- board | stroke own 5 | stroke own 2 striker | place count 1 | forgo | no-room | stroke | place | stroke own 1
- board | stroke own 5 | stroke own 2 striker | place count 2 | unnoticed 83 | stroke own 1
- board | stroke own 4 | stroke opponent 2 | stroke own 2 striker | unnoticed 82b | place | stroke own 1
- board | stroke own 5 | stroke own 2 striker | place count 4 | place count 1 x3
- board | stroke own 5 | stroke own 1 striker improper | place count 1 | timeout | removed 1 | stroke
- board | stroke own 5 | stroke own 1 striker | no-room | stroke own 1 | no-room | stroke queen | place
""",
    "I-31": """
- covered | forgo | no-room | timeout | stroke own 1 | place
- covered | place count 1 | no-room | stroke own 1
- covered | place count 1 | timeout | removed 1 | stroke own 1
- covered | timeout begun | removed 1 | stroke | stroke own 1
- covered | unnoticed 83 | unnoticed 82b | foul {X} 133 | timeout
""",
    "I-32": """
- board | stroke untouched | foul {X} 133 | stroke untouched | timeout | stroke untouched | stroke
- board | stroke untouched | talk {x} | stroke untouched | stroke own 1 | place
- board | stroke untouched | foul {Y} 133 | pass | stroke untouched | foul {X} 133 | stroke own 2
""",
    "I-33": """
- board | stroke own 1 | pass x7 | play
- board | pass x5 | stroke | pass x6
- board | pass x6 | play | stroke
- board | stroke own 1 | pass | stroke own 1 | pass x6
""",
    "I-34": """
- board | stroke own 5 | stroke own 2 striker | no-room | fell white | place | stroke
- board | stroke own 5 | stroke own 2 striker | no-room | fell black | stroke | place | fell black
- board | stroke own 3 | appeal b | fell white | fell black | play | stroke
- board | stroke own 2 | stroke queen | stop "dust" | fell white | play | stroke
- board | fell white | stroke own 1 | fell white | fell black | stroke | fell white | fell black | fell queen
- board | stroke own 2 | fell queen | stroke own 1 | stroke
- board | stroke own 2 | stroke queen | fell white | stroke
- board | stroke own 2 | stroke queen | stroke | fell queen | fell white white | stroke own 1
- board | stroke own 8 | fell white
- board | stroke own 8 queen | fell white
- board | stroke own 8 queen | stroke | fell white
- board | stroke opponent 8 | fell black
- board | stroke own 8 | stroke queen | fell white
- board | stroke striker x2 | stroke own 2 | fell white | place | fell black | place
- board | stroke own 1 | fell queen | stroke
- board | stroke queen own 1 | fell white | stroke
- board | stroke own 8 | stroke striker | fell white | place
- board | stroke own 8 | stroke | stroke own 7 | stroke own 1 striker | fell black | place | fell black
- board | stroke own 7 | stroke own 1 striker | fell white | place | fell white white
- board | stroke own 7 queen | stroke own 1 striker | fell white | place | fell white white
""",
    "I-35": """
- foul a 129 | toss a break | foul b 129 | play | stroke own 2 | stroke own 1
- board | stroke own 2 | appeal b | foul a 134 | foul b 134 | stroke own 1 | play | place | stroke
- board | stroke own 9 striker | foul a 129 | demand 0 | foul b 61 | play | stroke own 2 x2
- board | lose-board a 91 | foul a1 129 | play | stroke own 1 x2
- board | stroke own 3 | stop "a call" | foul a 129 | foul b1 129 | play | stroke own 1
""",
    "I-36": """
- board | lose-board b 91 | play | stroke own 2 | lose-match b 143d | protest b "no" | protest-written 1 |
  protest-decided 1 upheld
- board | stroke own 2 | lose-match b 143d | protest b "no" | sign loser | protest-written 1 | protest-decided 1
- board | lose-board b 91 | play | stroke | concede a game | protest a "no" | protest-written 1 |
  protest-decided 1 upheld
- board | stroke | replay 140 | protest a "no" | protest-written 1 | protest-decided 1 upheld
- board | pass x6 | protest b "no" | protest-written 1 | play | stroke | protest-decided 1 upheld
- board | stroke own 9 striker | protest a "no" | demand 1 | protest-written 1 | protest-decided 1 upheld
- board | concede a match | protest a "no" | protest-written 1 | protest-decided 1 upheld | play
- board | stroke own 2 | protest a "no" | correct 2 "x" | correct 3 "x" | play | stroke | timeout
- board | stroke own 2 | protest a "no" | stroke own 1 | timeout | play | timeout | correct 4 "x"
- lose-match a 143i | protest a "no"
- board | lose-board b 91 | concede b match | protest b "no" | protest-written 1 | protest-decided 1 upheld
- board | stroke | time-up | protest b "no"
""",
    "I-38": """
- toss a side | toss b break | trial a | trial b | trial a | play
- toss b side breaker 1 | toss b breaker 0 | sit south/north | play | stroke x2
""",
    "I-43": """
- board | stroke | time-up | toss b break | play | time-up | stroke own 9
- board | lose-board a 91 | time-up | play | stroke | time-up
- toss a | time-up | play | appeal a | time-up | play | time-up
""",
    "I-44": """
- toss a break | sit west/ | sit /north | sit /east | sit south/ | play
- sit /east | toss b side | sit west/ | sit west/east | play | concede a game | sit west/
- toss a break | sit /south,north | sit south,north/ | sit west,east/ | sit west,east/south,north | play | stroke x2
- sit south/north | toss a break | sit west/east | sit east/west | play | sit north/south
- toss a break | sit south,north/east,west | sit north,south/east,west | play | sit south,north/east,west
""",
    "I-45": """
- board | stroke own 3 | appeal a | play | stroke | stop "light" | play | stroke own 1 striker | appeal b | play
- board | stroke own 3 | stroke striker | place-called | place | striker-up | stroke | striker-up | stroke own 1
""",
    "I-48": """
- board | stroke own 3 | board-over b coins 4 queen b | board-over a coins 10 queen a | board-over a coins 9
  queen a demand 2
- toss b | board-over a coins 3 queen none | board-over b points 3 law 107a | play | stroke own 1 | board-over a
  coins 9 queen a
- toss b | board-over a coins 9 queen a x3 | change-sides | board-over b coins 9 queen b x3
- toss b | board-over a points 12 law 91 | board-over a points 15 law 91 | board-over b points 12 law 91 |
  board-over a points 3 law 133 | board-over a coins 2 queen b | board-over b coins 2 queen a
""",
    "games": """
- toss a | loss x6 | toss b break | play | stroke own 9
- toss a side | loss x4 | toss b | loss x2 | loss x2 | toss a break | loss
- toss a | loss x8 | toss b break | loss | change-sides | loss x8 | toss a | loss | interval | change-sides | loss
- toss a | concede a game | change-sides | concede b game | interval | change-sides | loss x4 | change-sides | loss x4
  | toss b | loss
- toss b | concede a game | unnoticed 60c | loss | change-sides | concede b game | change-sides | beaten x3
  | unnoticed 60c | beaten | change-sides | beaten
- toss b | beaten x3 | change-sides | beaten x2 | loss | beaten | change-sides | interval | beaten x3
- toss b | loss | loss | time-up | toss a | play | stroke own 8 queen | stroke own 1
- toss b | beaten | time-up
- toss a break | play | stroke own 8 | stroke own 1 queen striker | place | stroke own 2 queen | stroke striker | place
""",
    "acts": """
- called | reported a | striker-checked a1 | toss a | powder | board-changed | ready a | play | stroke own 4 | stroke
  | stroke jumped queen | umpire-places queen:0,0 | stroke own 2 | stroke own 1 striker improper | place-called
  | place count 1 | timeout x2 | removed 1 | stroke | striker-up | warning a 129 | stop "a moth" | play
""",
    "pieces put back": """
- remark rim | board | remark rim | arrange "{position}" | remark "two of them" overlap | stroke own 2 | remark overlap
  | remark "a fine stroke" law 25 | stroke
- board | arrange "start" | stroke own 2 | arrange "start" | arrange "{position}" | stroke | arrange "{position}"
  | stroke own 1 striker | place | stroke opponent 1 queen | stroke own 1
- board | stroke own 4 opponent 3 | appeal a | arrange "{position}" | play | stroke | stroke own 1
""",
    "I-49": """
- board | foul {X} 129 | lose-match a 143h | warning b1 129 | lose-match b 143h | warning a1 143h | lose-match b 143h
  | lose-match a 143h
- board | warning b 129 x2 | lose-match a 143h | lose-match b 143h
- board | foul b 129 | protest a "no" | protest-written 1 | foul b1 129 | protest-decided 1 upheld | lose-match b 143h
""",
    "I-50": """
- toss a side | sit south/ | sit /north | sit south/ | play
- toss a break | sit /north | sit south/ | sit /north | play
- sit /north | toss a break | play
- toss b side | sit east/west | play
""",
    "I-51": """
- board | stroke own 1 | lose-board a 121b | appeal b | lose-board a 121b | play
- board | stroke own 1 | stop "a moth" | lose-board a 121b | appeal a | play | lose-board b 121b
- toss a break | appeal a | play | play | lose-board a 121b
""",
    "I-52": """
- called | reported a | lose-match a 143i | lose-match b 143i
- called | toss a | ready b | lose-match b 143i | lose-match a 143i
- called | lose-match b kreeda-2024:14d-i
- board | stroke | lose-match b 143i
- board | stroke | lose-match a 143i | stroke | lose-match b 143i
- toss a | board-over a coins 3 queen a | lose-match b 143i
""",
    "I-53": """
- foul a 41b | board | foul a 41b | foul b 61 | foul a 138 | foul a 62 | stroke own 1
- toss a | loss x4 | foul b 61 | change-sides | foul a 61 | foul a 138 | play | foul a 61 | stroke own 9
- toss a | concede a game | change-sides | concede b game | foul a 138 | change-sides | play | foul a 138
""",
    "I-56": """
- board | stroke | timeout | timeout reason "the umpire's watch" | stroke own 1
- board | stroke own 2 | stroke striker | timeout reason "late" | stroke
- toss a | beaten | time-up | time-up reason "the hall's clock"
""",
    "a stroke's law": """
- board | stroke own 1 improper law 37a | place | stroke own 1 law 37a | stroke improper law 51 | stroke improper law 34
""",
    "warnings": """
- board | warning a 129 | warning a1 129 | warning b1 129 | stroke own 1 | warning b 143h | warning a banana
- called | reported a | ready a | toss a | reported b | ready a | ready b | play | stroke
- called | reported a | lose-match b 143i x2
- board | foul a banana | foul a 143a | lose-match a 143z | lose-match a 133 | foul c 133 | lose-board a 133
""",
}


def ways(name: str) -> list[list[str]]:
    """Return the openings of a family: hyphens separate openings, bars separate lines, `pass x3` is three passes."""
    found = []
    for way in FAMILIES[name].split("\n- ")[1:]:
        lines: list[str] = []
        for part in " ".join(way.split()).split(" | "):
            text, times, count = part.rpartition(" x")
            if not (times and count.isdigit()):
                text, count = part, "1"
            lines += SHORT.get(text, text).split(" | ") * int(count)
        found.append(lines)
    return found


def family_course(name: str, number: int, rulebook: str, seed: int, most: int = 45) -> Course:
    """Play the opening with random times, and as much of a match after it."""
    course = Course(seed, rulebook)
    for line in ways(name)[number]:
        course.say(fill(course, line), wait_for(course, line))
    return course.run(most)


def wait_for(course: Course, line: str) -> float | None:
    if line.startswith("timeout"):
        return float(course.chance.choice((2, 20, 20, 20, 20)))
    if line == "time-up":
        return float(course.chance.choice((3, 4000)))
    if line.startswith("lose-match") and line.endswith(("143i", "14d-i")):
        return float(course.chance.choice((5, 901)))
    return None


def fill(course: Course, line: str) -> str:
    m = course.fold.state
    turn = m.board.turn if m.board is not None else "a1"
    waiting = [player for player in m.players() if player[0] != turn[0]]
    words = {"x": turn, "y": m.follows(turn), "X": turn[0], "Y": other(turn[0]), "w": waiting[-1]}
    words["position"] = position_of(course)
    for name, word in words.items():
        line = line.replace("{" + name + "}", word)
    return line


def position_of(course: Course) -> str:
    """Return a position with the pieces on the board: whites in one row, blacks in another."""
    board = course.fold.state.board
    if board is None:
        return "start"
    rows = [(board.colours[party], board.lying[party]) for party in "ab"]
    parts = [
        f"{colour}:" + "/".join(f"{40 * number - 160},{100 if colour == 'white' else -100}" for number in range(count))
        for colour, count in rows
        if count
    ]
    return " ".join(parts + (["queen:0,0"] if board.queen == "board" else []))


def all_families() -> list[tuple[str, int, str]]:
    return [(name, number, book) for name in FAMILIES for number in range(len(ways(name))) for book in FIGURES]
