"""The file a club fills in: read kindly, and every mistake named with its line and key."""

from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from carrom.base.errors import CarromError
from carrom.equipment.board_file import board_template, key_lines, read_board
from carrom.equipment.inspection import inspect
from carrom.equipment.standard import REQUIREMENT_BY_KEY, REQUIREMENTS, Measure


def complaint(text: str) -> str:
    with pytest.raises(CarromError) as caught:
        read_board(text, name="board.toml")
    return str(caught.value)


@pytest.mark.law("A")
def test_the_template_measures_everything_and_passes() -> None:
    measured = read_board(board_template())
    assert set(measured) == set(REQUIREMENT_BY_KEY)
    assert all(finding.verdict == "pass" for finding in inspect(measured).findings)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "[pockets]\ndiametre = 44.5\n",
            "board.toml:2: pockets.diametre: the law measures no such thing; did you mean",
        ),
        ("surface = 740\n", "board.toml:1: surface: not a measure but a heading, written [surface], with its"),
        (
            "\n\n[pocket]\ndiameter = 44.5\n",
            "board.toml:3: pocket: the law measures no such thing; did you mean pock",
        ),
        ("colour = 3\n", "board.toml:1: colour: "),
        ('[pockets]\ndiameter = "44.5 kg"\n', "board.toml:2: pockets.diameter: \"44.5 kg\" has the unit 'kg'"),
        ('[pieces]\nweight = "5.3 cm"\n', "board.toml:2: pieces.weight: \"5.3 cm\" has the unit 'cm'"),
        ('[pockets]\ndiameter = "44.5"\n', 'board.toml:2: pockets.diameter: "44.5" has no unit'),
        ('[pockets]\ndiameter = "wide"\n', 'board.toml:2: pockets.diameter: "wide" is not a number with its unit'),
        ('[pockets]\ndiameter = ""\n', "board.toml:2: pockets.diameter: "),
        (
            "[pockets]\n# of four\ndiameter = -44.5\n",
            "board.toml:3: pockets.diameter: -44.5 millimetres: a measure cannot",
        ),
        ('[stand]\nheight = "-65 cm"\n', "board.toml:2: stand.height: -650 millimetres: a measure cannot be negative"),
        ("[striker]\nweight = 0\n", "board.toml:2: striker.weight: 0 grams"),
        ("[pockets]\ndiameter = true\n", "board.toml:2: pockets.diameter: true is not a number of millimetres"),
        ("[pockets]\ndiameter = nan\n", "board.toml:2: pockets.diameter: nan is not a finite number"),
        ("[pockets]\ndiameter = inf\n", "board.toml:2: pockets.diameter: inf is not a finite number"),
        ('[pockets]\ndiameter = "NaN mm"\n', "board.toml:2: pockets.diameter: "),
        ("[pockets]\ndiameter = " + "9" * 400 + "\n", "board.toml:2: pockets.diameter: 999999"),
        ("[pockets]\ndiameter = " + "9" * 5000 + "\n", "board.toml: line 2 is longer than 1000 characters"),
        ('[pockets]\ndiameter = "1e999999 m"\n', "board.toml:2: pockets.diameter: 1e999999 m is not a finite number"),
        ("[pockets]\ndiameter = 2024-01-01\n", "board.toml:2: pockets.diameter: 2024-01-01 is not a number"),
        ("[pockets]\ndiameter = []\n", "board.toml:2: pockets.diameter: an empty list"),
        ("[pockets]\ndiameter = [[44]]\n", "board.toml:2: pockets.diameter: a list within a list is not a number"),
        ("[pockets.diameter]\nnorth = 44\n", "board.toml:1: pockets.diameter: a table is not a number of millimetres"),
        ("[pockets]\ndiameter = {a = 1}\n", "board.toml:2: pockets.diameter: a table is not a number of millimetres"),
        ("[[pockets]]\ndiameter = 44\n", "board.toml:1: pockets: "),
        ("pockets = 44.5\n", "board.toml:1: pockets: "),
        ("[stools]\narms = 0\n", "board.toml:2: stools.arms: 0 is not true or false"),
        ("[striker]\nmaterial = 7\n", "board.toml:2: striker.material: 7 is not the name of a material"),
        ("[pieces]\nwhite = 8.5\n", "board.toml:2: pieces.white: 8.5 is not a whole number of pieces"),
        ("[pockets]\ndiameter = 44.5 mm\n", "board.toml: not TOML: "),
        ("[pockets\n", "board.toml: not TOML: "),
        ("a = 1\na = 2\n", "board.toml: not TOML: "),
        ("", "board.toml: measures nothing"),
        ("[pockets]\n", "board.toml: measures nothing"),
        ("x = " + ("[" * 900 + "\n") * 30, "board.toml: not TOML that can be read"),
        ("#" * 70_000, "board.toml: longer than 64 KiB"),
        ("a.a.a.a.a.b = 1", "board.toml: line 1: no key has more than 4 parts"),
        ("\n" * 2000, "board.toml: of more than 1500 lines"),
    ],
)
def test_a_mistake_is_named_with_its_line_and_key(text: str, told: str) -> None:
    assert complaint(text).startswith(told)


def test_all_mistakes_are_told_at_once_in_the_order_of_their_lines() -> None:
    text = '[stools]\nheight = -1\n\n[frame]\nbreadth = """\nwide\n"""\nhieght = 22\n'
    told = complaint(text).splitlines()
    assert [line.split(": ")[0:2] for line in told] == [
        ["board.toml:2", "stools.height"],
        ["board.toml:5", "frame.breadth"],
        ["board.toml:8", "frame.hieght"],
    ]


def test_a_decoding_error_tells_the_line() -> None:
    assert "line 3" in complaint("[pockets]\ndiameter = 44.5\nround = yes\n")


@pytest.mark.parametrize(
    ("written", "millimetres"),
    [('"74 cm"', 740), ('"4.6cm"', 46), ('"0.74 m"', 740), ('"1.75 in"', 44.45), ("44", 44), ('" 44.5 mm "', 44.5)],
)
def test_units_are_converted_exactly(written: str, millimetres: float) -> None:
    assert read_board(f"pockets.diameter = {written}") == {"pockets.diameter": (millimetres,)}


def test_a_thing_may_be_measured_many_times() -> None:
    measured = read_board('[pockets]\ndiameter = [44.5, "4.5 cm", 47]\n')
    assert measured == {"pockets.diameter": (44.5, 45.0, 47.0)}
    assert [each.requirement.key for each in inspect(measured).failures()] == ["pockets.diameter"]


def test_key_lines_of_every_way_to_write_a_key() -> None:
    text = '\n'.join(
        [
            "frame.height = 22  # dotted",
            "",
            "[pockets] # [not.a.header]",
            '"diameter" = [',
            "  44.5,  # one",
            "]",
            "round_inwards = true",
            "[striker]",
            "material = '''",
            "[light]",
            "power = 3",
            "'''",
            "weight = 15",
        ]
    )  # fmt: skip
    assert key_lines(text) == {
        "frame.height": 1,
        "pockets.diameter": 4,
        "pockets.round_inwards": 7,
        "striker.material": 9,
        "striker.weight": 13,
    }


@given(st.data())
def test_a_measure_inside_the_limits_passes_and_one_outside_fails(data: st.DataObject) -> None:
    measure = data.draw(st.sampled_from([each for each in REQUIREMENTS if isinstance(each, Measure)]))
    whole = measure.unit == "pieces"
    value = data.draw(st.integers(1, 30) if whole else st.floats(0.01, 2000, allow_nan=False))
    section, name = measure.key.split(".")
    (finding,) = [each for each in inspect(read_board(f"[{section}]\n{name} = {value!r}\n")).findings if each.measured]
    least = float("-inf") if measure.least is None else measure.least - 1e-6
    most = float("inf") if measure.most is None else measure.most + 1e-6
    if finding.verdict == "pass":
        assert least <= value <= most
    else:
        assert not (least + 2e-6 <= value <= most - 2e-6)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(CarromError):
        assert set(read_board(text)) <= set(REQUIREMENT_BY_KEY)
