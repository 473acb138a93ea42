"""A strong player on hundreds of boards at once on a graphics card: `champion` with a thirtieth of its strokes."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import card_ops  # noqa: E402
import torch  # noqa: E402
from card_ops import DEVICE, on_card  # noqa: E402
from card_value import CardValue  # noqa: E402
from torch import Tensor  # noqa: E402

from carrom.play import Skill  # noqa: E402
from carrom.play.batch.boards import Boards  # noqa: E402
from carrom.play.batch.execution import skill_row, striker_positions_at  # noqa: E402
from carrom.play.batch.situations import FACT_CODES, facts_code  # noqa: E402
from carrom.play.sight import Floats, Ints  # noqa: E402
from carrom.play.skill import PACE_FACTOR, TAIL_FREEDOM, UNIT_SPREAD  # noqa: E402
from carrom.players.evaluation.search import quasi_random_errors  # noqa: E402
from carrom.players.evaluation.value_network import (  # noqa: E402
    HIGHEST,
    LOWEST,
    POINTS,
    LearnedValue,
    context_features,
)
from carrom.players.levels.batch import BatchChooser  # noqa: E402

ROOMS: Final = (7, 15, 19)
"""Boards are grouped by number of pieces."""
_AT_ONCE: Final = 512
"""Boards per batch, limited by the card's memory when shared."""


@dataclass(frozen=True, slots=True)
class Effort:
    """Search effort: the sweep (places, paces, directions within so many degrees of straight ahead), how many of it are
    kept, and the tries of each candidate, mutation, finalist and final choice."""

    stands: int = 5
    paces: tuple[float, ...] = (2.0, 4.2)
    directions: int = 128
    widest: float = 100.0
    found: int = 12
    tries: int = 12
    parents: int = 5
    children: int = 4
    again: int = 16
    finalists: int = 4
    last: int = 40
    sure: int = 48


class CardStrokes(BatchChooser):
    """Chooses both sides' strokes on the card."""

    def __init__(
        self,
        value: LearnedValue,
        card_value: CardValue,
        skills: tuple[Skill, Skill],
        told: tuple[Skill, Skill],
        *given: object,
        noise: float,
        effort: Effort,
        seed: int,
    ) -> None:
        """`told` are the skills given to the value function, unlike `skills` only for one trained on worse skills."""
        super().__init__(value, told, *given, noise=noise)  # type: ignore[arg-type]
        self.skills = skills
        self.net, self.effort = card_value, effort
        self.rng = np.random.default_rng(seed)
        self.luck = torch.Generator(DEVICE).manual_seed(seed)
        self.rows_of_skill = torch.as_tensor([skill_row(skill) for skill in skills], device=DEVICE)
        self.angles = torch.as_tensor([np.radians(skill.angle) for skill in told], device=DEVICE, dtype=torch.float32)
        self.tries, self.again, self.last = (self._errors(count) for count in (effort.tries, effort.again, effort.last))
        self.points = torch.as_tensor(POINTS, device=DEVICE)
        self.step = 2 * effort.widest / effort.directions
        every = torch.arange(effort.directions, device=DEVICE, dtype=torch.float64)
        self.directions = every * self.step - effort.widest
        self.blur = torch.stack([self._blur(skill) for skill in skills])

    def _errors(self, count: int) -> Tensor:
        return on_card(quasi_random_errors(self.rng, count))

    def _blur(self, skill: Skill) -> Tensor:
        """(paces, directions, directions): probability of each direction when another is aimed at."""
        out = []
        apart = torch.arange(self.effort.directions, device=DEVICE)
        for pace in self.effort.paces:
            harder = 1 + PACE_FACTOR * (pace / self.profile.max_speed) ** 2
            spread = max(skill.angle * harder, 0.25 * self.step)
            t = (apart[None] - apart[:, None]) * self.step / spread / UNIT_SPREAD
            density = (1 + t * t / TAIL_FREEDOM) ** (-(TAIL_FREEDOM + 1) / 2)
            out.append((density / density.sum(dim=1, keepdim=True)).float())
        return torch.stack(out)

    def _chosen(self, boards: Boards, rows: Ints) -> tuple[Floats, np.ndarray]:
        places, own = boards.seen(rows), boards.own(rows)
        lies = ~np.isnan(places[:, :, 0])
        count = lies.sum(axis=1)
        whose = np.where(own, 0, 1)
        whose[:, 18] = 2
        known, possible = self._candidates(places, boards.wanted(rows), boards.turn[rows], self.rng.random(len(rows)))
        stands = striker_positions_at(
            np.repeat(places, self.effort.stands, axis=0),
            ((np.arange(self.effort.stands) + self.rng.random((len(rows), 1))) / self.effort.stands).ravel(),
        ).reshape(len(rows), self.effort.stands, 2)
        possible &= np.isfinite(known).all(axis=2)
        out, expected = np.empty((len(rows), 4)), np.empty((len(rows), len(POINTS)), dtype=np.float32)
        least = 0
        for room in ROOMS:
            every = np.flatnonzero((count > least) & (count <= room))
            least = room
            for first in range(0, len(every), _AT_ONCE):
                here = every[first : first + _AT_ONCE]
                # On the board first; the queen last of them.
                order = np.argsort(~lies[here], axis=1, kind="stable")[:, :room]
                each = here[:, None]
                scene = CardScene(
                    boards,
                    rows[here],
                    on_card(places[each, order]),
                    on_card(np.where(lies[each, order], whose[each, order], 0).astype(np.int8)),
                    on_card(np.where(lies[here, 18], count[here] - 1, -1)),
                )
                # A full board is slow to simulate and depends on luck: fewer places.
                swept = stands[here] if room < ROOMS[-1] else stands[here, 1:-1]
                given = on_card(known[here]), on_card(possible[here]), on_card(swept)
                out[here], expected[here] = (one.cpu().numpy() for one in self._search(scene, *given))
        return out, expected

    def _search(self, scene: CardScene, known: Tensor, possible: Tensor, stands: Tensor) -> tuple[Tensor, Tensor]:
        how = self.effort
        swept = self._swept_on_card(scene, stands)
        strokes = torch.cat((known, swept), dim=1)
        values = self._means(scene, strokes, self.tries) @ self.points
        values[:, : known.shape[1]].masked_fill_(~possible, -torch.inf)
        best = _taken(strokes, values.topk(how.parents, dim=1).indices)
        family = torch.cat((best, self._children(scene, best)), dim=1)
        values = self._means(scene, family, self.again) @ self.points
        finalists = _taken(family, values.topk(how.finalists, dim=1).indices)
        expected = self._means(scene, finalists, self.last)
        chance = torch.rand(expected.shape[:2], generator=self.luck, device=DEVICE)
        liked = expected @ self.points - self.noise * torch.log(-torch.log(chance.clamp(1e-6, 1 - 1e-6)))
        chosen = _taken(finalists, liked.argmax(dim=1, keepdim=True))
        # The best of these tries was also lucky: fresh tries decide its value.
        return chosen[:, 0], self._means(scene, chosen, self._errors(how.sure))[:, 0]

    def _swept_on_card(self, scene: CardScene, stands: Tensor) -> Tensor:
        how, boards = self.effort, len(stands)
        shape = boards, stands.shape[1], len(how.paces), how.directions
        strokes = torch.empty((*shape, 4), dtype=torch.float64, device=DEVICE)
        begin = torch.rand((boards, 1, 1, 1), generator=self.luck, device=DEVICE, dtype=torch.float64)
        strokes[..., :2] = stands[:, :, None, None]
        strokes[..., 2] = self.directions + begin * self.step
        strokes[..., 3] = torch.as_tensor(how.paces, device=DEVICE, dtype=torch.float64)[:, None]
        which = torch.arange(boards, device=DEVICE).repeat_interleave(strokes[0].numel() // 4)
        values = self._leaves_on_card(scene, which, strokes.reshape(-1, 4), is_quick=True) @ self.points
        hoped = torch.einsum("bspd,bped->bspe", values.reshape(shape), self.blur[scene.party])
        peak = (hoped >= hoped.roll(1, dims=3)) & (hoped > hoped.roll(-1, dims=3))
        best = hoped.masked_fill(~peak, -torch.inf).reshape(boards, -1).topk(how.found, dim=1).indices
        return _taken(strokes.reshape(boards, -1, 4), best)

    def _children(self, scene: CardScene, parents: Tensor) -> Tensor:
        boards, count = parents.shape[:2]
        many = parents.repeat_interleave(self.effort.children, dim=1).reshape(-1, 4)
        which = torch.arange(boards, device=DEVICE).repeat_interleave(count * self.effort.children)
        luck = torch.randn((len(many), 3), generator=self.luck, device=DEVICE, dtype=torch.float64)
        found = card_ops.changed(scene.places, which, many, luck, 0.7, self.profile.max_speed)
        return found.reshape(boards, -1, 4)

    def _means(self, scene: CardScene, strokes: Tensor, luck: Tensor) -> Tensor:
        """(boards, strokes, 29): expected outcome of each stroke with its player's skill and these errors."""
        boards, count, tries = strokes.shape[0], strokes.shape[1], len(luck)
        which = torch.arange(boards, device=DEVICE).repeat_interleave(count * tries)
        meant = strokes.reshape(-1, 4).repeat_interleave(tries, dim=0)
        errors = luck.repeat(boards * count, 1)
        skills = self.rows_of_skill[scene.party]
        made = card_ops.made(scene.places, which, meant, errors, skills, self.profile.max_speed)
        leaves = self._leaves_on_card(scene, which, made, is_quick=False)
        return leaves.reshape(boards, count, tries, -1).mean(dim=2)

    def _leaves_on_card(self, scene: CardScene, which: Tensor, strokes: Tensor, *, is_quick: bool) -> Tensor:
        """(strokes, 29): expected outcome for the striking side after each stroke."""
        rest, fell, striker, touched = card_ops.play(scene.places[which], strokes, self.profile)
        whose = scene.whose[which]
        own, rival, queen = ((fell & (whose == kind)).sum(dim=1) for kind in range(3))
        after = self._followed(scene, which, facts_code(own, rival, queen, striker.long(), touched.long()))
        passes = after.passes
        places = torch.where(passes[:, None, None], -rest, rest)
        kinds = torch.where(passes[:, None] & (whose < 2), 1 - whose, whose)
        network, told = self.net.quick, after.context
        if not is_quick:
            glances = self._glances(places, kinds, scene.queens[which], passes, scene.party[which])
            network, told = self.net.top, torch.cat((told, glances), dim=1)
        chances = network.chances(places, kinds, after.back, told)
        chances = torch.where(passes[:, None], chances.flip(1), chances)
        return torch.where(after.over[:, None], after.ended, chances)

    def _glances(self, places: Tensor, kinds: Tensor, queens: Tensor, passes: Tensor, party: Tensor) -> Tensor:
        ease = card_ops.eases(places, kinds, queens, self.hands[0])
        striking = torch.where(passes, 1 - party, party)
        out = []
        for side, count, column in ((0, 4, queens), (1, 3, torch.full_like(queens, places.shape[1]))):
            angle = self.angles[striking if side == 0 else 1 - striking]
            mine = torch.where(kinds == side, ease[:, :-1], torch.zeros((), device=DEVICE))
            best = mine.topk(count, dim=1).values
            queen = torch.where(queens >= 0, ease.gather(1, column.clamp(min=0)[:, None])[:, 0], 0.0)
            out.append(_chance(torch.cat((best, queen[:, None]), dim=1), angle[:, None]))
        return torch.cat(out, dim=1)

    def _followed(self, scene: CardScene, which: Tensor, code: Tensor) -> After:
        key = (scene.standing[which] * FACT_CODES + code) * 2 + scene.party[which]
        there = torch.zeros(scene.cases, dtype=torch.bool, device=DEVICE)
        there[key] = True
        at = (torch.cumsum(there, dim=0) - 1)[key]
        pairs, party = np.divmod(there.nonzero()[:, 0].cpu().numpy(), 2)
        standing, codes = np.divmod(pairs, FACT_CODES)
        boards = scene.boards
        follow = boards.cases.follow(standing, codes)
        turn = np.where(follow.passes, 1 - party, party)
        both = np.stack((turn, 1 - turn), axis=1)
        context = context_features(
            boards.cases.columns, follow.standing, self.numbers[both], self.prizes[both], self.surface
        )
        back = np.column_stack((follow.placed, follow.queen_back))
        back = np.where(follow.passes[:, None], back[:, [1, 0, 2]], back).astype(np.float32)
        back[follow.over] = 0
        won = follow.points + np.copysign(follow.demand, follow.points)
        ended = np.zeros((len(codes), len(POINTS)), dtype=np.float32)
        ended[np.arange(len(codes)), np.clip(won, LOWEST, HIGHEST).astype(np.int64) - LOWEST] = 1.0
        return After(*(on_card(one)[at] for one in (follow.passes, follow.over, ended, context, back)))


@dataclass(frozen=True, slots=True)
class After:
    """Outcomes of strokes by the Laws."""

    passes: Tensor
    over: Tensor
    ended: Tensor
    context: Tensor
    back: Tensor


class CardScene:
    """Boards of one group, on the card."""

    def __init__(self, boards: Boards, rows: Ints, places: Tensor, whose: Tensor, queens: Tensor) -> None:
        self.boards, self.places, self.whose, self.queens = boards, places, whose, queens
        self.party = on_card(boards.turn[rows])
        self.standing = on_card(boards.standing[rows])
        self.cases = 2 * FACT_CODES * (int(boards.standing[rows].max()) + 1)


def _taken(rows: Tensor, which: Tensor) -> Tensor:
    """(boards, some, …) from (boards, many, …)."""
    return rows.gather(1, which[..., None].expand(*which.shape, rows.shape[2]))


def _chance(ease: Tensor, angle: Tensor) -> Tensor:
    """`carrom.play.skill.angle_chance`; nothing is easy that cannot be struck."""
    t = ease / angle.clamp(min=1e-9) / UNIT_SPREAD
    q = 1.0 + t * t / TAIL_FREEDOM
    r = t / TAIL_FREEDOM**0.5
    return 2.0 / torch.pi * (torch.atan(r) + r / q * (1.0 + 2.0 / (3.0 * q)))
