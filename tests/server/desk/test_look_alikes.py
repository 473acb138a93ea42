"""An account whose name looks like that of another one is refused: nobody passes for the referee."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException

from carrom.server import SqliteStore
from carrom.server.desk.accounts import Account, Accounts, look_keys
from carrom.server.stores.store import KeptItem


@pytest.mark.parametrize(
    ("name", "alike"),
    [
        ("Asha Rao", "Аsha Rao"),  # Cyrillic
        ("Asha Rao", "АЅНА RАО"),
        ("Asha Rao", "Αsha Rαο"),  # Greek
        ("Asha Rao", "Ａｓｈａ　Ｒａｏ"),
        ("Asha Rao", "Ásha Rа\u0301o"),
        ("Asha Rao", "As\u200bha Rаo"),
        ("Ali", "AIi"),
        ("Ali", "A1i"),
        ("Ila", "lla"),
        ("Olga", "0lga"),
        ("Arnav", "Amav"),
        ("Виктор", "Bиктop"),
        ("Νίκος", "Nίκoς"),
        ("Asha Rao", "Asha Raօ"),  # Armenian
        ("Sunil Hon", "Տսոil հօո"),
        ("Asha Rao", "ᎪᏚᎻᎪ ᏒᎪO"),  # Cherokee
        ("Asha Rao", "Ꭺsha Rao"),
        ("Meera", "ꮇeera"),
    ],
)
def test_these_look_the_same(name: str, alike: str) -> None:
    assert look_keys(name) & look_keys(alike)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ila", "Lia"),
        ("Ali", "Alia"),
        ("Asha Rao", "Asha Roa"),
        ("Mila", "Mala"),
        ("कमला", "कमली"),
        ("Анна", "Anna"),  # nobody takes н for n
        ("Виктор", "Виктория"),
        ("Olga", "Helga"),
        ("王伟", "王炜"),
        ("Արամ", "Արմեն"),
        ("ᏣᎳᎩ", "ᏣᎳᎦ"),
    ],
)
def test_these_do_not(name: str, other: str) -> None:
    assert not look_keys(name) & look_keys(other)


def test_who_looks_like_somebody_here_is_refused_until_that_one_has_gone(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        accounts = Accounts(store, 64)
        asha = await accounts.make("Asha", "a long password", is_host=True)
        for name in ("Аsha", "asha"):
            with pytest.raises(HTTPException) as refused:
                await accounts.make(name, "a long password", is_host=False)
            assert refused.value.status_code == 409
        assert [one.id for one in await store.all_kept("account")] == ["asha"]
        await accounts.sign_in("Asha", "a long password", "here")
        await accounts.drop(asha)
        assert await accounts.make("Аsha", "a long password", is_host=False)
        store.close()

    asyncio.run(run())


def test_an_account_of_before_counts_too_and_a_look_that_is_left_over_does_not(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        accounts = Accounts(store, 64)
        await accounts._keep(Account("Olga", True), "a long password", is_new=True)  # as earlier versions did
        with pytest.raises(HTTPException, match="looks like"):
            await accounts.make("0lga", "a long password", is_host=False)
        for look in look_keys("Dora"):
            await store.keep(KeptItem("look", look, "gone"))
        assert await accounts.make("Dora", "a long password", is_host=False)
        store.close()

    asyncio.run(run())


def test_of_two_who_come_at_once_one_has_the_look(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        several = [Accounts(store, 64) for _ in range(4)]
        names = ["Asha", "Аsha", "Αsha", "Аshа"]
        made = await asyncio.gather(
            *(one.make(name, "a long password", is_host=False) for one, name in zip(several, names, strict=True)),
            return_exceptions=True,
        )
        assert sum(isinstance(one, Account) for one in made) == 1, made
        assert len(await store.all_kept("account")) == 1
        store.close()

    asyncio.run(run())
