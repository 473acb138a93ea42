"""Draw the board without pieces: frame, wood, pockets, lines. The browser uses the same drawing."""

from collections.abc import Iterator
from functools import cache
from math import cos, pi, sin, sqrt
from random import Random

from carrom.equipment.markings import RING, Circle, Markings, board_markings
from carrom.render.ink.svg import arc, circle, gradient, num, polygon, ring, tag
from carrom.render.ink.themes import DEFAULT_LOOK, Look, board_colours, fill_colours

_BUCKETS = 5


def wood_grain(
    seed: int, area: tuple[float, float, float, float], count: int, *, stroke: str, strength: float, swing: float = 1.0
) -> str:
    """Waving lines across an area (x, y, width, height), from faint and fine to strong and broad.

    The same seed gives the same lines.
    """
    chance = Random(seed)
    x, y, breadth, height = area
    buckets: list[list[str]] = [[] for _ in range(_BUCKETS)]
    for _ in range(count):
        length = breadth * (0.25 + 0.75 * chance.random())
        left = x + chance.random() * (breadth - length)
        top = y + chance.random() * height
        half = 70 + 90 * chance.random()
        lift = swing * (1 + 3.5 * chance.random()) * (1 if chance.random() < 0.5 else -1)
        waves = max(1, round(length / half))
        step = length / waves
        first = f"M{num(left, 0)} {num(top, 1)}q{num(step / 2, 0)} {num(lift, 1)} {num(step, 0)} {num(lift / 4, 1)}"
        buckets[int(chance.random() * _BUCKETS)].append(first + f"t{num(step, 0)} 0" * (waves - 1))
    lines = [
        tag("path", d="".join(lines), stroke_width=0.35 + 1.5 * (at / _BUCKETS) ** 2, stroke_opacity=strength * part)
        for at, lines in enumerate(buckets)
        for part in [0.3 + 0.7 * ((at * 2) % _BUCKETS) / (_BUCKETS - 1)]
    ]
    return tag("g", *lines, fill="none", stroke=stroke, opacity="{grained}")


def powder_svg() -> str:
    chance = Random(99)
    clouds = [_cloud(chance) for _ in range(22)]
    grains = "".join(f"M{num(x, 0)} {num(y, 0)}h0" for x, y in _scattered(chance, 420, 340))
    dots = tag("path", d=grains, stroke="#fffdf6", stroke_width=2.2, stroke_linecap="round", stroke_opacity=0.75)
    return tag("g", *clouds, dots, opacity="{powder}")


def powder_defs() -> str:
    stops = "".join(
        tag("stop", offset=str(at), stop_color="#fffef8", stop_opacity=str(alpha))
        for at, alpha in ((0, 0.34), (0.55, 0.2), (1, 0))
    )
    return tag("radialGradient", stops, id="carrom-powder")


def _cloud(chance: Random) -> str:
    angle, far = chance.random() * 2 * pi, chance.random() * 250
    long, slim = 60 + chance.random() * 90, 40 + chance.random() * 50
    x, y = far * cos(angle), far * sin(angle)
    turn = f"translate({num(x, 0)} {num(y, 0)}) rotate({num(chance.random() * 180, 0)})"
    return tag("ellipse", rx=round(long), ry=round(slim), fill="url(#carrom-powder)", transform=turn)


def _scattered(chance: Random, count: int, reach: float) -> Iterator[tuple[float, float]]:
    for _ in range(count):
        angle, far = chance.random() * 2 * pi, sqrt(chance.random()) * reach
        yield far * cos(angle), far * sin(angle)


_PETALS = 8


def rosette(marks: Markings) -> list[str]:
    """The ornament inside the outer circle (Law A.7 allows any): eight petals with smaller ones between them, and beads
    along a ring."""
    inner, outer = marks.centre.radius, marks.outer.radius
    long, short = _petal(inner + 4, outer - 9, 13), _petal(inner + 14, outer - 17, 8)
    petals = []
    for step in range(_PETALS):
        angle = 360 / _PETALS * step
        petals.append(tag("path", d=long, fill="{red}", fill_opacity=0.8, transform=f"rotate({num(angle)})"))
        petals.append(tag("path", d=short, fill="{ink}", fill_opacity=0.75, transform=f"rotate({num(angle + 22.5)})"))
    beads = [
        tag("g", circle(Circle(0, outer - 12, 2.1)), transform=f"rotate({num(360 / _PETALS * (step + 0.5))})")
        for step in range(_PETALS)
    ]
    thin = Circle(0, 0, outer - 4)
    return [
        tag("g", *petals, stroke="{ink}", stroke_width=0.9),
        tag("g", *beads, fill="{red}"),
        ring(thin, 0.8, stroke="{ink}"),
    ]


def _petal(near: float, far: float, half_breadth: float) -> str:
    middle, wide, slim = (near + far) / 2, half_breadth, half_breadth * 0.6
    left = f"C{num(-wide)} {num(-middle + 6)} {num(-slim)} {num(-middle - 8)} 0 {num(-far)}"
    right = f"C{num(slim)} {num(-middle - 8)} {num(wide)} {num(-middle + 6)} 0 {num(-near)}"
    return f"M0 {num(-near)}{left}{right}Z"


MARGIN = 6.0  # room around the frame for its shadow
_CORNER = 26.0  # radius of the frame's outer corners


@cache
def board_group(look: Look = DEFAULT_LOOK) -> str:
    """The nominal board as an SVG group in board millimetres, y down."""
    colours = board_colours(look)
    return fill_colours(board_art(frozenset(name for name in OPTIONAL_LAYERS if colours[name] != "0")), colours)


@cache
def board_defs(look: Look = DEFAULT_LOOK) -> str:
    return fill_colours(art_defs(), board_colours(look))


OPTIONAL_LAYERS = frozenset(("painted", "powder"))
"""Named after their opacity."""


@cache
def board_art(added: frozenset[str] = OPTIONAL_LAYERS) -> str:
    """The board with placeholders for its colours."""
    marks = board_markings()
    return tag(
        "g",
        *_frame(marks, "painted" in added),
        *_surface(marks),
        *_lines(marks),
        powder_svg() if "powder" in added else "",
        *_lacquer(marks),
        *_pockets(marks),
        *_cushion(marks),
    )


@cache
def art_defs() -> str:
    """Gradients, with placeholders for their colours."""
    half = num(board_markings().half)
    return "".join(
        (
            gradient(
                "linear", "carrom-wood", (0, "{wood_light}", 1), (0.5, "{wood}", 1), (1, "{wood_deep}", 1),
                x1="0", y1="0", x2="1", y2="1",
            ),
            gradient(
                "linear", "carrom-rail", (0, "{frame_deep}", 1), (0.16, "{frame}", 1), (0.55, "{frame_light}", 1),
                (0.9, "{frame}", 1), (1, "{frame_deep}", 1), x1="0", y1="0", x2="0", y2="1",
            ),
            gradient(
                "radial", "carrom-lamp", (0, "#fffcee", 0.34), (0.35, "#fffae6", 0.12), (1, "#fffae6", 0),
                cx="0.36", cy="0.32", r="0.64",
            ),
            gradient(
                "radial", "carrom-edge", (0, "{shade}", 0), (0.46, "{shade}", 0), (1, "{shade}", 0.34),
                cx="0", cy="0", r=num(540), gradientUnits="userSpaceOnUse",
            ),
            gradient(
                "radial", "carrom-pocket", (0, "{pocket}", 1), (0.62, "{pocket}", 1), (1, "{pocket_rim}", 1),
            ),
            gradient(
                "linear", "carrom-shadow", (0, "{shade}", 0.62), (0.4, "{shade}", 0.2), (1, "{shade}", 0),
                x1="0", y1=f"-{half}", x2="0", y2=num(17 - float(half)), gradientUnits="userSpaceOnUse",
            ),
            powder_defs(),
        )
    )  # fmt: skip


def _turned(inside: str, angle: float, **attributes: str | float) -> str:
    return tag("g", inside, transform=f"rotate({num(angle)})", **attributes)


def _frame(marks: Markings, has_flowers: bool) -> list[str]:
    outer, inner = marks.frame_half, marks.half
    # Mitred at the corners; the rail nearest the lamp is the lightest.
    rail = f"M{num(-outer)} {num(-outer)}H{num(outer)}L{num(inner)} {num(-inner)}H{num(-inner)}Z"
    strip = (-outer, -outer, 2 * outer, outer - inner)
    lines = wood_grain(7, strip, 95, stroke="{frame_deep}", strength=0.55) + wood_grain(
        8, strip, 36, stroke="{frame_edge}", strength=0.2
    )
    flowers = _painted_rail(outer, inner) if has_flowers else ""
    one = tag(
        "g", tag("path", d=rail, fill="url(#carrom-rail)"), lines, flowers, id="carrom-side",
        clip_path="url(#carrom-one-rail)",
    )  # fmt: skip
    shaded = [
        _turned(tag("use", href="#carrom-side") + tag("path", d=rail, fill="{frame_deep}", fill_opacity=dark), angle)
        for angle, dark in ((0, 0), (90, 0.14), (180, 0.24), (270, 0.08))
    ]
    mitres = "".join(
        f"M{num(x * inner)} {num(y * inner)}L{num(x * outer)} {num(y * outer)}"
        for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1))
    )
    clips = tag("clipPath", tag("path", d=rail), id="carrom-one-rail")
    clip = tag("clipPath", _square(outer, _CORNER), id="carrom-frame")
    return [
        tag("defs", clips, clip, one),
        _square(outer, _CORNER, fill="{frame}"),
        tag(
            "g", *shaded, tag("path", d=mitres, stroke="#000", stroke_opacity=0.55, stroke_width=1.1),
            clip_path="url(#carrom-frame)",
        ),
        _square(outer - 9, _CORNER - 8, fill="none", stroke="{frame_edge}", stroke_opacity=0.22, stroke_width=1.2),
    ]  # fmt: skip


def _painted_rail(outer: float, inner: float) -> str:
    middle = -(outer + inner) / 2
    petals = "".join(
        f"M0 0C{num(8 * up)} {num(6 * up)} {num(7 * up)} {num(15 * up)} 0 {num(19 * up)}"
        f"C{num(-7 * up)} {num(15 * up)} {num(-8 * up)} {num(6 * up)} 0 0"
        for up in (1, -1)
    )
    flower = tag("path", d=petals) + tag("path", d=petals, transform="rotate(90)") + tag("circle", r=3.4, fill="{red}")
    flowers = [tag("g", flower, transform=f"translate({num(x)} {num(middle)})") for x in range(-320, 321, 128)]
    vines = "".join(f"M{num(x)} {num(middle)}q16 -15 32 0t32 0" for x in range(-288, 289, 128))
    vine = tag("path", d=vines, fill="none", stroke="{paint}", stroke_width=2.2, stroke_linecap="round")
    return tag("g", vine, *flowers, fill="{paint}", opacity="{painted}")


def _surface(marks: Markings) -> list[str]:
    half = marks.half
    whole = (-half, -half, 2 * half, 2 * half)
    return [
        tag("clipPath", _square(half, marks.pockets[0].radius), id="carrom-surface"),
        _square(half, 0, fill="url(#carrom-wood)"),
        tag(
            "g",
            wood_grain(41, whole, 200, stroke="{grain}", strength=0.5),
            wood_grain(42, whole, 90, stroke="{grain_light}", strength=0.42),
            clip_path="url(#carrom-surface)",
        ),
    ]


def _lines(marks: Markings) -> list[str]:
    ink = [polygon(bar.outline()) for bar in (*marks.lower_lines, *marks.upper_lines)]
    for arrow in marks.arrows:
        ink += [polygon(arrow.shaft.outline()), polygon(arrow.head), *(polygon(each) for each in arrow.pointers)]
    arches = [arc(arrow.arch, stroke="{ink}") for arrow in marks.arrows]
    bases = [
        circle(base, fill="{base}") + ring(base, RING, stroke="{ink}") + circle(red, fill="{red}")
        for base, red in zip(marks.base_circles, marks.base_reds, strict=True)
    ]
    centre = [
        ring(marks.outer, 1.5, stroke="{ink}"),
        *rosette(marks),
        circle(marks.centre, fill="{red}"),
        ring(marks.centre, RING, stroke="{ink}"),
    ]
    return [tag("g", *ink, fill="{ink}"), *arches, *bases, *centre]


def _lacquer(marks: Markings) -> list[str]:
    return [
        tag(
            "g", _square(marks.half, 0, fill="url(#carrom-lamp)"), _square(marks.half, 0, fill="url(#carrom-edge)"),
            opacity="{gloss}",
        )
    ]  # fmt: skip


def _pockets(marks: Markings) -> list[str]:
    return [mesh for pocket in marks.pockets for mesh in _pocket(pocket)]


def _pocket(pocket: Circle) -> list[str]:
    x, y, r = pocket.x, -pocket.y, pocket.radius
    knots = []
    for step in (-0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75):
        reach, off = (1 - step * step) ** 0.5 * r * 0.92, step * r
        knots.append(
            f"M{num(x - reach)} {num(y + off)}h{num(2 * reach)}M{num(x + off)} {num(y - reach)}v{num(2 * reach)}"
        )
    net = tag(
        "path", d="".join(knots), stroke="{net}", stroke_opacity=0.28, stroke_width=0.7,
        transform=f"rotate(45 {num(x)} {num(y)})",
    )  # fmt: skip
    return [
        circle(pocket, fill="url(#carrom-pocket)"),
        net,
        ring(pocket, 1.8, stroke="{frame_deep}"),
        tag(
            "path", d=f"M{num(x - r)} {num(y)}A{num(r)} {num(r)} 0 0 0 {num(x + r)} {num(y)}", fill="none",
            stroke="{frame_edge}", stroke_opacity=0.4, stroke_width=0.8,
        ),
    ]  # fmt: skip


def _cushion(marks: Markings) -> list[str]:
    half = marks.half
    strip = tag("rect", x=-half, y=-half, width=2 * half, height=17, fill="url(#carrom-shadow)")
    return [
        *(_turned(strip, angle, opacity=deep) for angle, deep in ((0, 0.75), (270, 0.7), (90, 0.25), (180, 0.25))),
        _square(half + 1.1, 2, fill="none", stroke="{frame_deep}", stroke_width=2.4),
        _square(half + 3.6, 3, fill="none", stroke="{frame_edge}", stroke_opacity=0.28, stroke_width=1.3),
    ]


def _square(half: float, corner: float, **attributes: str | float) -> str:
    return tag("rect", x=-half, y=-half, width=2 * half, height=2 * half, rx=corner, **attributes)
