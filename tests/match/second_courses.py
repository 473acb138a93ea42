"""Random courses of matches, mostly lawful; the second fold tells which acts are possible.

A course is a list of record lines. The same seed makes the same course.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.match.second_figures import FIGURES, other
from tests.match.second_fold import Fold

STAGES = ("group", "round-of-32", "pre-quarter-final", "quarter-final", "semi-final", "third-place", "final")
LAWS_OF_FOULS = ("133", "129", "122b", "126a", "134", "135", "136a", "82a", "85", "86", "89b", "114")


class Course:
    """A match in progress. `style` is how it is recorded: by strokes, in a hurry, by results, with many mishaps."""

    def __init__(self, seed: int, rulebook: str | None = None, style: str | None = None) -> None:
        self.chance = random.Random(seed)
        self.rulebook = rulebook or self.chance.choice(sorted(FIGURES))
        self.doubles = self.chance.random() < 0.5
        self.stage = self.chance.choice(STAGES)
        self.style = style or self.chance.choice(("strokes", "strokes", "hurry", "results", "mishaps", "mishaps"))
        self.timed = self.chance.random() < 0.7
        self.fold = Fold(self.rulebook, self.stage, self.doubles)
        self.lines: list[str] = []
        self.now = 0.0
        self.refused: list[str | None] = []

    # ---- helpers -------------------------------------------------------------------------------------------------

    def one_of(self, *options: tuple[float, Callable[[], str]]) -> str:
        weights = [weight for weight, _ in options]
        return self.chance.choices([make for _, make in options], weights)[0]()

    def say(self, text: str, wait: float | None = None) -> str | None:
        if self.timed and self.chance.random() < 0.985:
            self.now += self.chance.choice((1, 2, 3, 5, 8, 11)) if wait is None else wait
            text = f"@{clock(self.now)} {text}"
        elif self.timed and wait:
            self.now += wait
        self.lines.append(text)
        answer = self.fold.say(text)
        self.refused.append(answer)
        return answer

    def party(self) -> str:
        return self.chance.choice("ab")

    def player(self) -> str:
        return self.chance.choice(self.fold.state.players())

    def law(self) -> str:
        return self.chance.choice(LAWS_OF_FOULS)

    def someone(self) -> str:
        """Return a party or one of its players."""
        return self.party() if self.chance.random() < 0.6 else self.player()

    # ---- a course ------------------------------------------------------------------------------------------------

    def run(self, most: int = 160) -> Course:
        while len(self.lines) < most:
            if self.fold.state.phase == "over" and self.chance.random() < 0.35:
                break
            if self.chance.random() < 0.05:
                self.say(self.anything())
            else:
                self.next_line()
        return self

    def next_line(self) -> None:
        m = self.fold.state
        if m.board is not None and m.board.late is not None and self.chance.random() < 0.3:
            self.say(f"removed {self.chance.randint(1, 2)}")
            return
        if self.chance.random() < 0.03 * (3 if self.style == "mishaps" else 1):
            self.say(self.happening())
            return
        make = {
            "toss": self.toss, "ready": self.ready, "stroke": self.stroke, "placing": self.placing,
            "appeal": lambda: "play", "demand": self.demand,
            "over": self.after,
        }[m.phase]  # fmt: skip
        self.say(make())

    def demand(self) -> str:
        offer = self.fold.state.open_board.offer
        return f"demand {self.chance.randint(0, offer[2] if offer else 0)}"

    def toss(self) -> str:
        choice = self.chance.choice(("", " break", " side"))
        if self.fold.state.figures.break_is_the_prize or self.fold.state.extra_toss:
            choice = self.chance.choice(("", " break"))
        breaker = f" breaker {self.chance.randint(0, 1)}" if self.doubles and self.chance.random() < 0.5 else ""
        return f"toss {self.party()}{choice}{breaker}"

    def seats(self) -> str:
        if self.doubles:
            return self.chance.choice((
                "south,north/east,west", "north,south/east,west", "east,west/north,south", "west,east/", "/south,north"
            ))  # fmt: skip
        return self.chance.choice(("south/north", "west/east", "east/west", "west/", "/west", "east/"))

    def ready(self) -> str:
        m, c = self.fold.state, self.chance
        if m.change_due:
            return self.one_of(
                (8, lambda: "change-sides"),
                (1, lambda: "unnoticed 60c"),
                (0.4, lambda: "interval"),
                (0.3, lambda: "play"),
            )
        if not m.begun:
            return self.one_of(
                (6, lambda: "play"), (1, lambda: f"trial {self.party()}{c.choice(('', '', ' over'))}"),
                (1, lambda: f"sit {self.seats()}"), (0.3, lambda: "called"), (0.5, lambda: f"reported {self.party()}"),
                (0.3, self.early),
            )  # fmt: skip
        if self.style == "results" and self.chance.random() < 0.7:
            return self.board_over()
        return self.one_of(
            (20, lambda: "play"),
            (0.5, self.early),
            (0.5, lambda: "interval"),
            (1, lambda: f"ready {self.party()}"),
            (0.5, lambda: "powder"),
            (0.5, lambda: "board-changed"),
        )

    def early(self) -> str:
        return self.facts(break_=True) + " early"

    def board_over(self) -> str:
        who = self.party()
        if self.chance.random() < 0.8:
            asked = self.chance.choice(("", "", " demand 1", " demand 2"))
            queen = self.chance.choice(("a", "b", "none"))
            coins = self.chance.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 10))
            return f"board-over {who} coins {coins} queen {queen}{asked}"
        points = self.chance.choice((1, 3, 5, 8, 12, 14, 15))
        law = self.chance.choice(("107a", "91", "126b", "51", "106a", "133", "banana"))
        return f"board-over {who} points {points} law {law}"

    def facts(self, break_: bool = False) -> str:
        m = self.fold.state
        board = m.board
        party = board.turn[0] if board else "a"
        own_on = board.on(party) if board else 9
        opp_on = board.on(other(party)) if board else 9
        c = self.chance
        if (break_ or (board and board.attempt is not None)) and c.random() < 0.2:
            return "stroke untouched" + c.choice(("", "", "", " striker", " improper"))
        hurry = 3 if self.style == "hurry" else 1
        own = min(own_on, c.choices((0, 1, 2, 3, 9), (42, 36, 8 * hurry, 2 * hurry, 1.5 * hurry))[0])
        opp = min(opp_on, c.choices((0, 1, 2, 9), (88, 9, 2, 0.7 * hurry))[0])
        words = ["stroke"]
        if own:
            words.append(f"own {own}")
        if opp:
            words.append(f"opponent {opp}")
        if (board is None or board.queen == "board") and c.random() < 0.13:
            words.append("queen")
        if c.random() < 0.1:
            words.append("striker")
        if c.random() < 0.06:
            words.append("improper")
        if c.random() < 0.03:
            words.append(f"jumped {c.choice(('white', 'black', 'queen', 'white,black'))}")
        if c.random() < 0.05 and board:
            words.append(f"by {board.turn}")
        return " ".join(words)

    def stroke(self) -> str:
        if self.style == "results" and self.chance.random() < 0.25:
            return self.board_over()
        return self.facts()

    def placing(self) -> str:
        entry = self.fold.state.open_board.placing[0]
        by = f" by {entry.by}" if self.chance.random() < 0.15 else ""
        partly = self.chance.randint(1, entry.count)
        return self.one_of(
            (10, lambda: f"place{by}"), (4 if entry.count > 1 else 0.5, lambda: f"place count {partly}{by}"),
            (1.5, lambda: f"forgo{by}"), (1.5, lambda: "no-room"), (0.5, lambda: "unnoticed 83"),
            (0.5, lambda: "unnoticed 82b"), (0.5, lambda: "place-called"), (0.6, self.late),
        )  # fmt: skip

    def late(self) -> str:
        self.now += 20
        return "timeout" + self.chance.choice(("", "", " begun"))

    def after(self) -> str:
        return self.one_of(
            (2, lambda: "sign loser"), (2, lambda: 'sign umpire name "S. Rao"'), (2, self.protest), (3, self.decide),
            (1, lambda: 'remark "a fair match"'), (1, self.correct),
        )  # fmt: skip

    def protest(self) -> str:
        unpaid = " unpaid" if self.chance.random() < 0.1 else ""
        return f'protest {self.party()} "not so"{unpaid}'

    def decide(self) -> str:
        number = self.chance.randint(1, max(1, len(self.fold.state.protests)))
        return self.chance.choice(
            (f"protest-written {number}",) * 2 + (f"protest-decided {number} upheld", f"protest-decided {number}")
        )

    def correct(self) -> str:
        last = len(self.fold.courses) - 1
        return f'correct {max(0, last - self.chance.choice((1, 1, 1, 2, 3, 5, 12)))} "misheard"'

    def happening(self) -> str:
        """Return an unusual line, mostly lawful at this moment."""
        m, c = self.fold.state, self.chance
        board = m.board
        turn = board.turn if board else "a1"
        return self.one_of(
            (6, lambda: f"foul {self.someone()} {self.law()}"), (3, self.timeout), (3, lambda: "pass"),
            (2, lambda: f"talk {self.player()}"), (2, lambda: f"appeal {self.party()}"), (2, lambda: 'stop "a moth"'),
            (2, lambda: f"unnoticed 51 player {self.player()}"), (2, lambda: f"unnoticed 96 player {self.player()}"),
            (2, lambda: f"unnoticed 125b player {board.may_play_on if board and board.may_play_on else turn}"),
            (2, lambda: "noticed"), (1, lambda: f"replay {c.choice(('140', '142'))}"),
            (1, lambda: f"lose-board {self.party()} {c.choice(('51', '91', '121b', '126b'))}"),
            (0.1, lambda: f"lose-match {self.party()} {c.choice(('143a', '143d', '143i'))}"),
            (0.2, lambda: f"concede {self.party()} game"), (0.1, lambda: f"concede {self.party()} match"),
            (2, self.protest), (3, self.decide), (3, self.correct), (1, self.fell), (1, lambda: "striker-up"),
            (1, self.board_over), (1, lambda: f"warning {self.someone()} 129"), (0.5, self.time_up),
            (1, lambda: 'remark "a piece on its rim"'), (0.5, lambda: f"striker-checked {self.player()}"),
            (0.3, lambda: "powder"), (0.3, lambda: "board-changed"), (0.5, lambda: "umpire-places queen:0,0"),
        )  # fmt: skip

    def timeout(self) -> str:
        self.now += self.chance.choice((0, 20))
        return "timeout"

    def time_up(self) -> str:
        self.now += self.chance.choice((0, 2000, 4000))
        return "time-up"

    def fell(self) -> str:
        return "fell " + " ".join(
            self.chance.choices(("white", "black", "queen"), (4, 4, 2), k=self.chance.choice((1, 1, 2)))
        )

    def anything(self) -> str:
        """Return any line; most are refused."""
        c = self.chance
        return c.choice((
            self.happening, self.toss, self.ready_line, self.facts, self.correct, self.early, self.protest, self.decide,
            lambda: "place", lambda: "forgo", lambda: "no-room", lambda: "play", lambda: "demand 1", lambda: "dance",
            lambda: "stroke own 10", lambda: "stroke queen queen", lambda: f"foul {self.party()} banana",
            lambda: f"lose-match {self.party()} 143z", lambda: f"lose-board {self.party()} 92", lambda: "replay 13",
            lambda: f"{c.randint(1, 200)}. play", lambda: f"place by {self.player()}", lambda: "change-sides",
            lambda: f"stroke by {self.player()}", lambda: "sign loser", lambda: "interval", lambda: "time-up",
            lambda: f"trial {self.party()}", lambda: f"sit {self.seats()}",
        ))()  # fmt: skip

    def ready_line(self) -> str:
        return self.chance.choice(("play", "change-sides", "unnoticed 60c", "interval"))


def clock(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"
