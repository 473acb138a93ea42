"""Computer people: lawful answers, reproducible by seed, and human in perception and execution."""

from __future__ import annotations

import numpy as np
import pytest

from carrom.laws.sentences import LANGUAGES
from carrom.match.parties import PlayerId
from carrom.play import Luck
from carrom.play.skill import LEVELS
from carrom.players import LADDER, PEOPLE, contestant_named, opponents, player_named
from carrom.testing.players import player_faults, random_views

PERSONS = [person.id for person in opponents() if not person.is_robot]


@pytest.mark.slow
@pytest.mark.law("130")
@pytest.mark.parametrize("name", PERSONS)
def test_answers_on_random_boards_are_lawful(name: str) -> None:
    assert player_faults(player_named(name), count=12, seed=len(name)) == []


def test_the_same_seed_gives_the_same_stroke() -> None:
    for name in ("asha", "mariyam"):
        for view in random_views(3, seed=5):
            first, again = (player_named(name).stroke(view, np.random.default_rng(9)) for _ in range(2))
            assert first == again


def test_roster_is_complete_in_every_language() -> None:
    assert len(PERSONS) == 10
    assert [person.id for person in opponents()][-1:] == ["robot"]
    assert PEOPLE["robot"].is_robot
    assert PEOPLE["robot"].rung in LADDER
    for language in LANGUAGES:
        names = [person.name(language) for person in opponents()]
        assert len({*names}) == len(names)
        assert all(person.line(language).endswith((".", "।", "۔")) for person in opponents())


def test_person_has_a_default_skill() -> None:
    assert contestant_named("Asha").skill == PEOPLE["asha"].hand
    assert contestant_named("asha", level="state").skill == LEVELS["state"]
    assert contestant_named("robot").skill == LEVELS["robot"]


def test_form_drifts_slowly_and_is_reproducible() -> None:
    luck = Luck((4,))
    form = np.array([luck.form(PlayerId("a"), stroke) for stroke in range(150)])
    assert luck.form(PlayerId("a"), 99) == form[99]
    assert 0.5 < form.std() < 1.5
    assert np.corrcoef(form[:-1], form[1:])[0, 1] > 0.7
    other = np.array([luck.form(PlayerId("b"), stroke) for stroke in range(150)])
    assert abs(np.corrcoef(form, other)[0, 1]) < 0.5
