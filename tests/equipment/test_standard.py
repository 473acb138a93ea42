"""Part I of the Laws, row by row: the sizes are typed as the law gives them, in centimetres."""

import re

import pytest

from carrom.equipment.board_file import Value, read_board
from carrom.equipment.inspection import Finding, inspect
from carrom.equipment.standard import REQUIREMENT_BY_KEY, REQUIREMENTS, Material, Measure
from carrom.render.board.inspection_table import inspection_table
from tests.refusals import refuses


def verdict(key: str, value: str) -> str:
    """The verdict of `carrom check` on one value in a board file."""
    section, name = key.split(".")
    inspection = inspect(read_board(f"[{section}]\n{name} = {value}\n"))
    (finding,) = [each for each in inspection.findings if each.requirement.key == key]
    return finding.verdict


def admits(key: str, inside: str, outside: str) -> None:
    for text in inside.split():
        assert verdict(key, _written(text)) == "pass", (key, text)
    for text in outside.split():
        assert verdict(key, _written(text)) == "fail", (key, text)


def _written(text: str) -> str:
    """`73.5cm` goes in quotes, `true` and `10` do not."""
    return text if text in ("true", "false") or text.replace(".", "").isdigit() else f'"{text}"'


@pytest.mark.law("A.1")
@pytest.mark.parametrize(
    ("key", "inside", "outside"),
    [
        ("surface.side", "73.5cm 74cm 737mm", "73.49cm 74.01cm"),
        ("surface.thickness", "8mm 1.2cm 30mm", "7.99mm"),
        ("surface.runs", "3.5 4 9", "3.4 0"),
        ("surface.smooth", "true", "false"),
        ("surface.plywood", "true", "false"),
    ],
)
def test_playing_surface(key: str, inside: str, outside: str) -> None:
    admits(key, inside, outside)


@pytest.mark.law("A.2")
@pytest.mark.parametrize(
    ("key", "inside", "outside"),
    [
        ("frame.height", "1.90cm 2.54cm", "1.89cm 2.55cm"),
        ("frame.breadth", "6.35cm 7.60cm", "6.34cm 7.61cm"),
        ("frame.inside_corners_curved", "true", "false"),
        ("frame.hard_wood", "true", "false"),
        ("frame.braced", "true", "false"),
    ],
)
def test_frames(key: str, inside: str, outside: str) -> None:
    admits(key, inside, outside)


@pytest.mark.law("A.3")
@pytest.mark.parametrize(
    ("key", "inside", "outside"),
    [
        ("pockets.diameter", "4.30cm 4.45cm 4.60cm", "4.29cm 4.61cm 47mm"),
        ("pockets.round_inwards", "true", "false"),
        ("pockets.corner_wood_cut_off", "true", "false"),
    ],
)
def test_pockets(key: str, inside: str, outside: str) -> None:
    admits(key, inside, outside)


@pytest.mark.law("A.4")
@pytest.mark.parametrize(
    ("key", "inside", "outside"),
    [
        ("base_lines.length", "46.7cm 47cm 47.3cm", "46.69cm 47.31cm"),
        ("base_lines.thickness", "0.50cm 0.65cm", "0.49cm 0.66cm"),
        # No variation in the law: what a steel rule can show, half a millimetre, is admitted.
        ("base_lines.from_frame", "10.15cm 10.10cm 10.20cm", "10.09cm 10.21cm"),
        ("base_lines.apart", "3.18cm 3.13cm 3.23cm", "3.12cm 3.24cm"),
        ("base_circles.diameter", "3.18cm 3.13cm 3.23cm", "3.12cm 3.24cm"),
        ("base_circles.red_diameter", "2.54cm", "2.45cm 2.60cm"),
        ("base_circles.gap", "1.27cm 1.32cm", "1.1cm 1.4cm"),
        ("base_lines.black", "true", "false"),
        ("base_circles.red", "true", "false"),
    ],
)
def test_base_lines_and_circles(key: str, inside: str, outside: str) -> None:
    admits(key, inside, outside)


@pytest.mark.law("A.5")
@pytest.mark.parametrize(
    ("key", "inside", "outside"),
    [
        ("arrows.thickness", "0.15cm 1mm", "0.16cm"),
        ("arrows.length", "26.70cm 20cm", "26.71cm"),
        ("arrows.to_pocket", "5.00cm", "4.9cm 5.1cm"),
        ("arrows.angle", "45 45deg", "44 46"),
        ("arrows.arch_diameter", "6.35cm", "6.2cm 6.5cm"),
        ("arrows.black", "true", "false"),
    ],
)
def test_arrows(key: str, inside: str, outside: str) -> None:
    admits(key, inside, outside)


@pytest.mark.law("A.6")
@pytest.mark.parametrize(
    ("key", "inside", "outside"),
    [
        ("centre_circle.diameter", "3.02cm 3.18cm 3.34cm", "3.01cm 3.35cm"),
        ("centre_circle.red", "true", "false"),
        ("centre_circle.black_edge", "true", "false"),
    ],
)
def test_centre_circle(key: str, inside: str, outside: str) -> None:
    admits(key, inside, outside)


@pytest.mark.law("A.7")
def test_outer_circle() -> None:
    admits("outer_circle.diameter", "16.70cm 17.00cm 17.30cm", "16.69cm 17.31cm")
    admits("outer_circle.black", "true", "false")


@pytest.mark.law("B")
@pytest.mark.parametrize(
    ("key", "inside", "outside"),
    [
        ("pieces.diameter", "3.02cm 3.18cm", "3.01cm 3.19cm"),
        ("pieces.thickness", "0.70cm 0.90cm", "0.69cm 0.91cm"),
        ("pieces.weight", "5.25g 5.50g", "5.24g 5.00g 5.51g"),
        ("pieces.white", "9", "8 10"),
        ("pieces.black", "9", "8 10"),
        ("pieces.red", "1", "0 2"),
        ("pieces.wooden", "true", "false"),
        ("pieces.edge_round_and_plain", "true", "false"),
        ("pieces.uniform", "true", "false"),
        ("pieces.slide_flat", "true", "false"),
    ],
)
def test_carrommen(key: str, inside: str, outside: str) -> None:
    admits(key, inside, outside)


@pytest.mark.law("C")
@pytest.mark.parametrize(
    ("key", "inside", "outside"),
    [
        ("striker.diameter", "4.13cm 3cm", "4.14cm"),
        ("striker.weight", "15.00g 12g", "15.01g"),
        ("striker.material", "acrylic wood bone polymer-steely", "metal ivory Steel brass-plated old-Ivory"),
        ("striker.metal_visible", "false", "true"),
        ("striker.smooth_and_round", "true", "false"),
    ],
)
def test_striker(key: str, inside: str, outside: str) -> None:
    admits(key, inside, outside)


@pytest.mark.law("D")
@pytest.mark.parametrize(
    ("key", "inside", "outside"),
    [("stand.height", "63.00cm 70.00cm", "62.99cm 70.01cm"), ("stand.level_and_firm", "true", "false")],
)
def test_stand(key: str, inside: str, outside: str) -> None:
    admits(key, inside, outside)


@pytest.mark.law("E")
@pytest.mark.parametrize(
    ("key", "inside", "outside"),
    [("stools.height", "40.00cm 50.00cm", "39.99cm 50.01cm"), ("stools.arms", "false", "true")],
)
def test_stools(key: str, inside: str, outside: str) -> None:
    admits(key, inside, outside)


@pytest.mark.law("F")
def test_powder() -> None:
    admits("powder.dry", "true", "false")


@pytest.mark.law("G")
@pytest.mark.parametrize(
    ("key", "inside", "outside"), [("nets.capacity", "10 19", "9 0"), ("nets.cover_pockets", "true", "false")]
)
def test_nets(key: str, inside: str, outside: str) -> None:
    admits(key, inside, outside)


@pytest.mark.law("H")
@pytest.mark.parametrize(
    ("key", "inside", "outside"),
    [
        ("light.power", "60W 100W 0.075kW", "59W 101W"),
        ("light.only_on_board", "true", "false"),
        ("light.shade_white_inside", "true", "false"),
        ("light.shade_cone_or_square", "true", "false"),
        ("light.glare", "false", "true"),
    ],
)
def test_light(key: str, inside: str, outside: str) -> None:
    admits(key, inside, outside)


def test_every_requirement_is_listed_once_with_its_law() -> None:
    assert len(REQUIREMENT_BY_KEY) == len(REQUIREMENTS)
    assert {each.law for each in REQUIREMENTS} == {*(f"A.{n}" for n in range(1, 8)), *"BCDEFGH"}


def test_a_failed_check_names_the_piece_the_excess_and_a_remedy() -> None:
    found = inspect(read_board("pockets.diameter = [44.5, 44, 47, 42.9]\nbase_lines.length = 473.4\n"))
    pocket, line = found.failures()
    large, small = pocket.out
    assert re.findall(r"[\d.]+ mm", large) == ["47 mm", "1 mm"]
    assert re.findall(r"[\d.]+ mm", small) == ["42.9 mm", "0.1 mm"]
    assert (large.partition(":")[0], small.partition(":")[0]) == ("3rd of 4", "4th of 4")
    assert "rasp" in pocket.remedy
    assert "new corner" in pocket.remedy
    assert [re.findall(r"[\d.]+ mm", each) for each in line.out] == [["473.4 mm", "0.4 mm"]]
    assert f"\n  {large}.\n" in inspection_table(found)
    in_centimetres = inspect(read_board("pockets.diameter = 4.45\n")).failures()[0]
    assert (bool(in_centimetres.hint), in_centimetres.remedy) == (True, "")


def test_every_failure_has_a_remedy() -> None:
    for each in REQUIREMENTS:
        if isinstance(each, Measure):
            steps = [(each.least, -0.5), (each.most, 0.5)]
            values: list[Value] = [limit + step * (1 if limit > 1 else limit) for limit, step in steps if limit]
        else:
            values = ["steel"] if isinstance(each, Material) else [not each.wanted]
        assert values, each.key
        for value in values:
            finding = Finding(each, (value,))
            assert finding.verdict == "fail", (each.key, value)
            assert finding.remedy, (each.key, value)


def test_a_colour_is_a_yes_or_no_question() -> None:
    with refuses("board-file-faults", ":1: base_lines.colour: ", "base_lines.black = true"):
        read_board('base_lines.colour = "blue"\n')
