"""Board files: measurements in TOML, every mistake reported by line and key, and a template.

A value is a number, a quoted number with a unit (`"4.45 cm"`), true or false, or a list of these for repeated
measurements.
"""

import difflib
import math
import tomllib
from decimal import Decimal, InvalidOperation
from string import ascii_letters
from typing import Any

from carrom.base.errors import CarromError
from carrom.base.files import prefix_errors
from carrom.base.parsing import read_toml
from carrom.equipment.standard import (
    REQUIREMENT_BY_KEY,
    REQUIREMENTS,
    Condition,
    Material,
    Measure,
    Requirement,
    short_number,
)

Value = float | bool | str
Measurements = dict[str, tuple[Value, ...]]

_MAX_FAULTS = 20

_FACTORS: dict[str, dict[str, Decimal]] = {
    "mm": {"mm": Decimal(1), "cm": Decimal(10), "m": Decimal(1000), "in": Decimal("25.4"), "inch": Decimal("25.4")},
    "g": {"g": Decimal(1), "gm": Decimal(1), "gms": Decimal(1), "kg": Decimal(1000)},
    "W": {"W": Decimal(1), "w": Decimal(1), "kW": Decimal(1000)},
    "°": {"°": Decimal(1), "deg": Decimal(1), "degrees": Decimal(1)},
    "pieces": {"pieces": Decimal(1)},
    "runs": {"runs": Decimal(1)},
}
_LONG_UNITS = {"mm": "millimetres", "g": "grams", "W": "watts", "°": "degrees", "pieces": "pieces", "runs": "runs"}


def read_board(text: str, *, name: str = "board file") -> Measurements:
    """Measured values by key. All faults are in one `CarromError`."""
    with prefix_errors(name):
        tables = read_toml(text)
    measured: Measurements = {}
    faults: list[tuple[str, str]] = []
    for key, value in _leaves(tables):
        try:
            measured[key] = _values(key, value)
        except CarromError as error:
            faults.append((key, str(error)))
        if len(faults) == _MAX_FAULTS:
            break
    if faults:
        lines = key_lines(text)
        located = sorted((lines.get(key, 1), key, fault) for key, fault in faults)
        raise CarromError(
            "board-file-faults", "\n".join(f"{name}:{line}: {_one_line(key)}: {fault}" for line, key, fault in located)
        )
    if not measured:
        raise CarromError(
            "board-file-empty", f"{name}: measures nothing; `carrom check --template` prints a file to fill in"
        )
    return measured


def key_lines(text: str) -> dict[str, int]:
    """Line of each key of a valid TOML text, which `tomllib` does not report.

    A statement is the shortest run of lines that parses.
    """
    found: dict[str, int] = {}
    header, start, pending = "", 1, ""
    for row, line in enumerate(text.split("\n"), start=1):
        pending += line + "\n"
        try:
            tables = tomllib.loads(header + pending)
        except tomllib.TOMLDecodeError:
            continue
        if pending.lstrip().startswith("["):
            header = pending
        for key, _ in _leaves(tables):
            found.setdefault(key, start)
        start, pending = row + 1, ""
    return found


def _leaves(table: dict[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    leaves: list[tuple[str, Any]] = []
    for name, value in table.items():
        key = f"{prefix}{name}"
        is_section = isinstance(value, dict) and key not in REQUIREMENT_BY_KEY
        if is_section and (value or prefix == ""):
            known = key in _SECTIONS or any(section.startswith(f"{key}.") for section in _SECTIONS)
            leaves += _leaves(value, f"{key}.") if known else [(key, value)]
        else:
            leaves.append((key, value))
    return leaves


_SECTIONS = list(dict.fromkeys(key.split(".")[0] for key in REQUIREMENT_BY_KEY))


def _values(key: str, value: Any) -> tuple[Value, ...]:
    requirement = REQUIREMENT_BY_KEY.get(key)
    if requirement is None:
        raise CarromError("unknown-measure", _unknown(key))
    many = value if isinstance(value, list) else [value]
    if not many:
        raise CarromError("no-measure", "an empty list measures nothing")
    return tuple(_value(requirement, one) for one in many)


_COLOURS = ("black", "red", "black_edge", "shade_white_inside")


def _unknown(key: str) -> str:
    if key in _SECTIONS:
        return f"not a measure but a heading, written [{key}], with its measures below"
    section, _, name = key.partition(".")
    colours = [
        one for one in REQUIREMENT_BY_KEY if one.startswith(f"{section}.") and one.rpartition(".")[2] in _COLOURS
    ]
    if name in ("colour", "color") and colours:
        return f"a colour is asked as {' and '.join(f'{one} = true' for one in colours)}"
    close = difflib.get_close_matches(key, [*REQUIREMENT_BY_KEY, *_SECTIONS], n=1, cutoff=0.6)
    hint = f"; did you mean {close[0]}?" if close else "; `carrom check --template` shows them all"
    return f"the law measures no such thing{hint}"


def _value(requirement: Requirement, value: Any) -> Value:
    match requirement:
        case Condition():
            if not isinstance(value, bool):
                raise CarromError("not-yes-or-no", f"{_shown(value)} is not true or false")
            return value
        case Material():
            if not isinstance(value, str) or not value.strip():
                raise CarromError("not-a-material", f"{_shown(value)} is not the name of a material in quotes")
            return value.strip()
        case Measure():
            return _size(requirement, value)


def _size(measure: Measure, value: Any) -> float:
    unit = _LONG_UNITS[measure.unit]
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise CarromError("not-a-number", f"{_shown(value)} is not a number of {unit}")
    try:
        size = _with_unit(measure, value) if isinstance(value, str) else float(value)
    except ArithmeticError:
        size = math.inf
    if not math.isfinite(size):
        raise CarromError("number-not-finite", f"{_one_line(str(value))} is not a finite number")
    if size < 0:
        raise CarromError("measure-negative", f"{short_number(size)} {unit}: a measure cannot be negative")
    is_count = measure.unit in ("pieces", "runs")
    if size == 0 and not is_count:
        raise CarromError("measure-zero", f"0 {unit}: nothing that exists measures 0")
    if measure.unit == "pieces" and size != int(size):
        raise CarromError("not-whole", f"{short_number(size)} is not a whole number of pieces")
    return size


def _with_unit(measure: Measure, text: str) -> float:
    """Convert `"4.45 cm"` to the measure's unit. Decimal: 4.6 cm must be exactly 46 mm."""
    factors = _FACTORS[measure.unit]
    figure = text.strip().rstrip(ascii_letters + "°\"'").strip()
    unit = text.strip()[len(figure) :].strip()
    quoted = f'"{_one_line(text)}"'
    try:
        size = Decimal(figure)
    except InvalidOperation:
        example = f'"{short_number(measure.nominal)} {measure.unit}"'
        raise CarromError("no-unit", f"{quoted} is not a number with its unit, such as {example}") from None
    if unit not in factors:
        wanted = ", ".join(factors)
        found = f"the unit {unit!r}" if unit else "no unit"
        raise CarromError(
            "wrong-unit", f"{quoted} has {found}; this is measured in {_LONG_UNITS[measure.unit]} ({wanted})"
        )
    return float(size * factors[unit])


def _one_line(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 40 else words[:40] + "…"


def _shown(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{_one_line(value)}"'
        case dict():
            return "a table"
        case list():
            return "a list within a list"
        case _:
            return str(value)


def board_template() -> str:
    """Nominal sizes, which pass, with the law's limits as comments."""
    lines = [
        "# A carrom board and what belongs to it, measured. Lengths in millimetres, weights in grams; other units go",
        '# in quotes ("74 cm"). Where you measured several times, write a list: diameter = [44.5, 44.6, 44.4].',
        "# Leave out what you did not measure. Then: carrom check BOARD.toml",
    ]
    section = ""
    for requirement in REQUIREMENTS:
        table, name = requirement.key.split(".")
        if table != section:
            lines += ["", f"[{table}]"]
            section = table
        value = f"{name} = {_written(requirement)}"
        lines.append(f"{value:<34}# {requirement.name}: {requirement.admitted()} ({requirement.law})")
    return "\n".join(lines) + "\n"


def _written(requirement: Requirement) -> str:
    match requirement:
        case Condition():
            return "true" if requirement.wanted else "false"
        case Material():
            return f'"{requirement.nominal}"'
        case Measure():
            return short_number(requirement.nominal)
