"""Strokes as pictures: tracks as SVG, films as animated images."""

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from carrom.cli import main, run_words
from carrom.equipment import Position, Seat
from carrom.physics import Stroke, simulate
from carrom.render.board.film import film
from carrom.render.board.stroke_svg import stroke_svg
from tests.refusals import refuses

POSITION = Position.from_text("white:0,0 black:100,100 queen:-200,50")
SVG = "{http://www.w3.org/2000/svg}"


def test_every_moved_disc_has_a_path() -> None:
    trace = simulate(POSITION, Stroke(0, -252.6, 0, 2.0))
    moved = {segment.disc for segment in trace.segments}
    root = ElementTree.fromstring(stroke_svg(trace, seat=Seat.NORTH))
    above = root.findall(f"{SVG}g")[-1]
    assert above.get("transform") == "rotate(180)"
    assert len(above.findall(f"{SVG}path")) == 2 * len(moved)  # each with a halo
    last = above.findall(f"{SVG}path")[-1].get("d", "").split("L")[-1].split()
    assert trace.striker is not None
    assert [float(number) for number in last] == pytest.approx([trace.striker[0], -trace.striker[1]], abs=0.006)


@pytest.mark.parametrize("form", ["gif", "png", "webp"])
def test_a_film_lasts_as_long_as_the_stroke(form: str) -> None:
    trace = simulate(POSITION, Stroke(0, -252.6, 0, 1.0))
    image = Image.open(io.BytesIO(film(trace, form, width=96, rate=10)))  # type: ignore[arg-type]
    assert image.size == (96, 96)
    assert image.n_frames == len(list(trace.frames(10)))  # type: ignore[attr-defined]


def test_show_strikes_a_position_from_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for position, name in (("start", "named.svg"), ("-", "read.svg")):
        monkeypatch.setattr("sys.stdin", io.StringIO("start"))
        assert main(["show", position, "--stroke", "0,-252.6,3.5,2", "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "read.svg").read_bytes() == (tmp_path / "named.svg").read_bytes()


def test_show_and_film_write_files(tmp_path: Path) -> None:
    stroke = ["--stroke", "0,-252.6,3.5,2"]
    assert main(["show", "start", *stroke, "-o", str(tmp_path / "a.svg")]) == 0
    assert b"<path" in (tmp_path / "a.svg").read_bytes()
    assert main(["film", "start", *stroke, "-o", str(tmp_path / "a.gif"), "--width", "80", "--rate", "5"]) == 0
    assert (tmp_path / "a.gif").read_bytes().startswith(b"GIF8")


@pytest.mark.parametrize(
    ("code", "part", "words"),
    [
        ("bad-stroke", "'1,2,3'", ["film", "start", "--stroke", "1,2,3", "-o", "x.gif"]),
        ("stroke-not-allowed", "130a", ["film", "start", "--stroke", "0,-200,0,3", "-o", "x.gif"]),
        ("unknown-format", "x.avi", ["film", "start", "--stroke", "0,-252.6,0,3", "-o", "x.avi"]),
        ("bad-option", "--rate 0", ["film", "start", "--stroke", "0,-252.6,0,3", "-o", "x.gif", "--rate", "0"]),
        ("stroke-not-allowed", "30.0", ["show", "start", "--stroke", "0,-252.6,0,30"]),
    ],
)
def test_impossible_strokes_and_options_are_refused(code: str, part: str, words: list[str]) -> None:
    with refuses(code, part):
        run_words(words)
