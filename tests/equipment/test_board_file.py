"""The board file that a club fills in: every mistake is reported with its line and key."""

from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from carrom.base.errors import CarromError
from carrom.equipment.board_file import board_template, key_lines, read_board
from carrom.equipment.inspection import inspect
from carrom.equipment.standard import REQUIREMENT_BY_KEY, REQUIREMENTS, Measure
from tests.refusals import refuses


@pytest.mark.law("A")
def test_the_template_measures_everything_and_passes() -> None:
    measured = read_board(board_template())
    assert set(measured) == set(REQUIREMENT_BY_KEY)
    assert all(finding.verdict == "pass" for finding in inspect(measured).findings)


@pytest.mark.parametrize(
    ("text", "code", "parts"),
    [
        (
            "[pockets]\ndiametre = 44.5\n",
            "board-file-faults",
            ("board.toml:2: pockets.diametre: ", "pockets.diameter"),
        ),
        ("surface = 740\n", "board-file-faults", ("board.toml:1: surface: ", "[surface]")),
        (
            "\n\n[pocket]\ndiameter = 44.5\n",
            "board-file-faults",
            ("board.toml:3: pocket: ", "pockets?"),
        ),
        ("colour = 3\n", "board-file-faults", ("board.toml:1: colour: ",)),
        (
            '[pockets]\ndiameter = "44.5 kg"\n',
            "board-file-faults",
            ('board.toml:2: pockets.diameter: "44.5 kg"', "'kg'"),
        ),
        ('[pieces]\nweight = "5.3 cm"\n', "board-file-faults", ('board.toml:2: pieces.weight: "5.3 cm"', "'cm'")),
        ('[pockets]\ndiameter = "44.5"\n', "board-file-faults", ('board.toml:2: pockets.diameter: "44.5"',)),
        ('[pockets]\ndiameter = "wide"\n', "board-file-faults", ('board.toml:2: pockets.diameter: "wide"',)),
        ('[pockets]\ndiameter = ""\n', "board-file-faults", ('board.toml:2: pockets.diameter: ""',)),
        (
            "[pockets]\n# of four\ndiameter = -44.5\n",
            "board-file-faults",
            ("board.toml:3: pockets.diameter: -44.5 millimetres",),
        ),
        ('[stand]\nheight = "-65 cm"\n', "board-file-faults", ("board.toml:2: stand.height: -650 millimetres",)),
        ("[striker]\nweight = 0\n", "board-file-faults", ("board.toml:2: striker.weight: 0 grams",)),
        ("[pockets]\ndiameter = true\n", "board-file-faults", ("board.toml:2: pockets.diameter: true",)),
        ("[pockets]\ndiameter = nan\n", "board-file-faults", ("board.toml:2: pockets.diameter: nan",)),
        ("[pockets]\ndiameter = inf\n", "board-file-faults", ("board.toml:2: pockets.diameter: inf",)),
        ('[pockets]\ndiameter = "NaN mm"\n', "board-file-faults", ("board.toml:2: pockets.diameter: NaN mm",)),
        (
            "[pockets]\ndiameter = " + "9" * 400 + "\n",
            "board-file-faults",
            ("board.toml:2: pockets.diameter: 99999999999999999999",),
        ),
        ("[pockets]\ndiameter = " + "9" * 5000 + "\n", "line-too-long", ("board.toml: line 2", "1000")),
        ('[pockets]\ndiameter = "1e999999 m"\n', "board-file-faults", ("board.toml:2: pockets.diameter: 1e999999 m",)),
        ("[pockets]\ndiameter = 2024-01-01\n", "board-file-faults", ("board.toml:2: pockets.diameter: 2024-01-01",)),
        ("[pockets]\ndiameter = []\n", "board-file-faults", ("board.toml:2: pockets.diameter: ",)),
        ("[pockets]\ndiameter = [[44]]\n", "board-file-faults", ("board.toml:2: pockets.diameter: ",)),
        ("[pockets.diameter]\nnorth = 44\n", "board-file-faults", ("board.toml:1: pockets.diameter: ",)),
        ("[pockets]\ndiameter = {a = 1}\n", "board-file-faults", ("board.toml:2: pockets.diameter: ",)),
        ("[[pockets]]\ndiameter = 44\n", "board-file-faults", ("board.toml:1: pockets: ", "[pockets]")),
        ("pockets = 44.5\n", "board-file-faults", ("board.toml:1: pockets: ", "[pockets]")),
        ("[stools]\narms = 0\n", "board-file-faults", ("board.toml:2: stools.arms: 0",)),
        ("[striker]\nmaterial = 7\n", "board-file-faults", ("board.toml:2: striker.material: 7",)),
        ("[pieces]\nwhite = 8.5\n", "board-file-faults", ("board.toml:2: pieces.white: 8.5",)),
        ("[pockets]\ndiameter = 44.5 mm\n", "not-toml", ("board.toml: ",)),
        ("[pockets\n", "not-toml", ("board.toml: ",)),
        ("a = 1\na = 2\n", "not-toml", ("board.toml: ",)),
        ("", "board-file-empty", ("board.toml: ",)),
        ("[pockets]\n", "board-file-empty", ("board.toml: ",)),
        ("x = " + ("[" * 900 + "\n") * 30, "nested-too-deeply", ("board.toml: ",)),
        ("#" * 70_000, "file-too-large", ("board.toml: ", "64")),
        ("a.a.a.a.a.b = 1", "key-too-long", ("board.toml: line 1", "4")),
        ("\n" * 2000, "file-too-large", ("board.toml: ", "1500")),
    ],
)
def test_a_mistake_is_reported_with_its_line_and_key(text: str, code: str, parts: tuple[str, ...]) -> None:
    with refuses(code, *parts):
        read_board(text, name="board.toml")


def test_all_mistakes_are_reported_in_the_order_of_their_lines() -> None:
    text = '[stools]\nheight = -1\n\n[frame]\nbreadth = """\nwide\n"""\nhieght = 22\n'
    with pytest.raises(CarromError) as error:
        read_board(text, name="board.toml")
    assert [line.split(": ")[0:2] for line in str(error.value).splitlines()] == [
        ["board.toml:2", "stools.height"],
        ["board.toml:5", "frame.breadth"],
        ["board.toml:8", "frame.hieght"],
    ]


def test_a_toml_error_names_the_line() -> None:
    with refuses("not-toml", "line 3"):
        read_board("[pockets]\ndiameter = 44.5\nround = yes\n")


@pytest.mark.parametrize(
    ("written", "millimetres"),
    [('"74 cm"', 740), ('"4.6cm"', 46), ('"0.74 m"', 740), ('"1.75 in"', 44.45), ("44", 44), ('" 44.5 mm "', 44.5)],
)
def test_units_are_converted_exactly(written: str, millimetres: float) -> None:
    assert read_board(f"pockets.diameter = {written}") == {"pockets.diameter": (millimetres,)}


def test_a_size_can_be_measured_several_times() -> None:
    measured = read_board('[pockets]\ndiameter = [44.5, "4.5 cm", 47]\n')
    assert measured == {"pockets.diameter": (44.5, 45.0, 47.0)}
    assert [each.requirement.key for each in inspect(measured).failures()] == ["pockets.diameter"]


def test_key_lines_of_every_form_of_key() -> None:
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
