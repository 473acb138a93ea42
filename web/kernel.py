"""Translate the physics kernel, `carrom/physics/kernel`, to TypeScript for the page.

python web/kernel.py          writes web/src/board/kernel.ts, and the strokes that web/tests/board compares it with
python web/kernel.py --check  checks that they are up to date

The kernel is plain functions of numbers and arrays, so every statement has one translation; anything else stops this
script. JavaScript calculates with the same 64-bit numbers: a stroke on the page ends where the server has it.
"""

from __future__ import annotations

import ast
import inspect
import json
import math
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from carrom.equipment import Piece

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT.parent))  # this checkout's package, not an installed one

HEADER = """\
// Written by web/kernel.py from carrom/physics/kernel. Do not edit: change that and run it again.
// Arrays are stored row by row; carrom/physics/kernel/layout.py explains their fields.

type Floats = Float64Array;
type Ints = Int32Array;
"""
ENTRIES = ("place_disc", "begin", "strike", "step")
EXPORTED = {
    "MOST_DISCS", "MOST_CONTACTS", "FLOAT_FIELDS", "INT_FIELDS", "STROKE_FIELDS", "CONTACT_FIELDS", "CONTACT_INTS",
    "COUNTS", "EVENTS", "TRACKS", "FIRST_TOUCH", "EVENT_COLUMNS", "TRACK_COLUMNS", "GOES_ON", "PAIR", "POCKET",
}  # fmt: skip
WIDTHS = {
    "s": "MOST_DISCS", "q": "MOST_DISCS", "c": "MOST_CONTACTS", "k": "MOST_CONTACTS",
    "log": "EVENT_COLUMNS", "tracks": "TRACK_COLUMNS",
}  # fmt: skip
"""Row length of each array, by its name throughout the kernel."""
INSTEAD = {
    "lowest": "function lowest(bits: number): number {\n  return 31 - Math.clz32(bits & -bits);\n}\n",
}
"""Functions replaced by shorter ones; `carrom.physics.cpu_code` has the processor's."""
TYPES = {"float": "number", "int": "number", "bool": "boolean", "None": "void", "Floats": "Floats", "Ints": "Ints"}
BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
COMPARED = {ast.Eq: "===", ast.NotEq: "!==", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
UNARY = {ast.USub: "-", ast.Not: "!", ast.Invert: "~"}
NAMES = {"abs": "Math.abs", "int": "Math.trunc", "new": "grown"}
"""Names that differ in TypeScript; `new` is a keyword."""


def kernel_module() -> str:
    """Translate everything the entries need, in the order of the kernel's modules."""
    from carrom.physics.build import kernel_modules

    functions: dict[str, ast.FunctionDef] = {}
    constants: dict[str, float] = {}
    for module in kernel_modules():
        for name, value in vars(module).items():
            if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
                found = ast.parse(inspect.getsource(value)).body[0]
                assert isinstance(found, ast.FunctionDef)
                functions[name] = found
            elif not name.startswith("_") and isinstance(value, int | float):
                constants[name] = value
    needed = set(_needed(functions))
    names = {node.id for name in needed for node in ast.walk(functions[name]) if isinstance(node, ast.Name)}
    names |= EXPORTED | set(WIDTHS.values())
    lines = [HEADER]
    for name, value in constants.items():
        if name in names:
            lines.append(f"{'export ' if name in EXPORTED else ''}const {name} = {value!r};")
    for name, function in functions.items():
        if name in needed:
            lines.append("\n" + (INSTEAD.get(name) or _Function(function, functions).text()).rstrip())
    return "\n".join([*lines, ""])


def _needed(functions: dict[str, ast.FunctionDef]) -> Iterator[str]:
    seen, left = set[str](), list(ENTRIES)
    while left:
        name = left.pop()
        if name in seen:
            continue
        seen.add(name)
        yield name
        left += [node.id for node in ast.walk(functions[name]) if isinstance(node, ast.Name) and node.id in functions]


class _Function:
    """Translates one function. Tracks which names are booleans, because their `&` and `|` become `&&` and `||`."""

    def __init__(self, function: ast.FunctionDef, functions: dict[str, ast.FunctionDef]) -> None:
        self.function = function
        self.functions = functions
        self.arguments = [each.arg for each in function.args.args]
        self.truths: set[str] = set()
        self.lines: list[str] = []
        self.spare = 0

    def text(self) -> str:
        given = ", ".join(f"{each.arg}: {self._type(each.annotation)}" for each in self.function.args.args)
        for node in ast.walk(self.function):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and self._is_truth(node.value):
                self.truths.add(node.targets[0].id)
        local = {
            node.id: None
            for node in ast.walk(self.function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in (*self.arguments, "_")
        }
        named = "export " if self.function.name in ENTRIES else ""
        self.lines.append(f"{named}function {self.function.name}({given}): {self._type(self.function.returns)} {{")
        self.lines += [f"  let {NAMES.get(name, name)} = {'false' if name in self.truths else 0};" for name in local]
        self._block(self.function.body, 1)
        return "\n".join([*self.lines, "}"])

    def _type(self, annotation: ast.expr | None) -> str:
        match annotation:
            case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
                return "[" + ", ".join(self._type(part) for part in parts) + "]"
            case ast.Name(id=name) if name in TYPES:
                return TYPES[name]
            case ast.Constant(value=None):
                return "void"
        raise SystemExit(f"{self.function.name}: no TypeScript for {ast.dump(annotation) if annotation else 'nothing'}")

    def _is_truth(self, node: ast.expr) -> bool:
        match node:
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return True
            case ast.Constant(value=bool()):
                return True
            case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr(), right=right):
                return self._is_truth(left) and self._is_truth(right)
            case ast.Name(id=name):
                return name in self.truths
            case ast.Call(func=ast.Name(id=name)) if name in self.functions:
                returns = self.functions[name].returns
                return isinstance(returns, ast.Name) and returns.id == "bool"
        return False

    def _block(self, body: list[ast.stmt], depth: int) -> None:
        for statement in body:
            self._statement(statement, depth)

    def _statement(self, node: ast.stmt, depth: int) -> None:
        def put(line: str) -> None:
            self.lines.append("  " * depth + line)

        match node:
            case ast.Expr(value=ast.Constant()):
                return  # its docstring
            case ast.Expr(value=value):
                put(f"{self._value(value)};")
            case ast.Return(value=None):
                put("return;")
            case ast.Return(value=value) if value is not None:
                put(f"return {self._value(value)};")
            case ast.Break():
                put("break;")
            case ast.Assign(targets=[target], value=value):
                for line in self._assigned(target, value):
                    put(line)
            case ast.AugAssign(target=target, op=op, value=value):
                put(f"{self._place(target)} = {self._value(target)} {BINARY[type(op)]} {self._value(value)};")
            case ast.If(test=test, body=body, orelse=other):
                put(f"if ({self._value(test)}) {{")
                self._block(body, depth + 1)
                if other:
                    put("} else {")
                    self._block(other, depth + 1)
                put("}")
            case ast.While(test=test, body=body, orelse=[]):
                put(f"while ({self._value(test)}) {{")
                self._block(body, depth + 1)
                put("}")
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=[end]), body=body):
                at = f"round{self._another()}" if name == "_" else name
                put(f"for ({'let ' if name == '_' else ''}{at} = 0; {at} < {self._value(end)}; {at}++) {{")
                self._block(body, depth + 1)
                put("}")
            case _:
                raise SystemExit(f"{self.function.name}: no TypeScript for {ast.unparse(node)}")

    def _assigned(self, target: ast.expr, value: ast.expr) -> Iterator[str]:
        if not isinstance(target, ast.Tuple):
            yield f"{self._place(target)} = {self._value(value)};"
            return
        values: list[str] = []
        if isinstance(value, ast.Tuple):
            for each in value.elts:
                spare = f"spare{self._another()}"
                yield f"const {spare} = {self._value(each)};"
                values.append(spare)
        else:
            spare = f"spare{self._another()}"
            yield f"const {spare} = {self._value(value)};"
            values = [f"{spare}[{index}]" for index in range(len(target.elts))]
        for each, found in zip(target.elts, values, strict=True):
            if not (isinstance(each, ast.Name) and each.id == "_"):
                yield f"{self._place(each)} = {found};"

    def _another(self) -> int:
        self.spare += 1
        return self.spare

    def _place(self, node: ast.expr) -> str:
        """Translate the target of an assignment."""
        match node:
            case ast.Name(id=name):
                return NAMES.get(name, name)
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple(elts=[row, column])):
                return f"{name}[{self._value(row)} * {WIDTHS[name]} + {self._value(column)}]"
            case ast.Subscript(value=ast.Name(id=name), slice=at):
                return f"{name}[{self._value(at)}]"
        raise SystemExit(f"{self.function.name}: no TypeScript for {ast.unparse(node)}")

    def _value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=bool(value)):
                return "true" if value else "false"
            case ast.Constant(value=int() | float() as value):
                return repr(value)
            case ast.Name(id=name):
                return NAMES.get(name, name)
            case ast.Attribute(value=ast.Name(id="math"), attr="pi"):
                return repr(math.pi)
            case ast.Attribute(value=ast.Name(id="math"), attr=name) if name in ("sqrt", "floor"):
                return f"Math.{name}"
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id=name), attr="shape"), slice=ast.Constant(value=1)):
                return WIDTHS[name]
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id=name), attr="shape")):
                return f"{name}.length / {WIDTHS[name]}"
            case ast.Subscript(value=ast.Call() as call, slice=ast.Constant(value=index)):
                return f"{self._value(call)}[{index!r}]"
            case ast.Subscript():
                return f"({self._place(node)} as number)"
            case ast.Tuple(elts=parts):
                return "[" + ", ".join(map(self._value, parts)) + "]"
            case ast.BinOp(left=left, op=op, right=right):
                sign = BINARY[type(op)] * (2 if self._is_truth(node) else 1)
                return f"({self._value(left)} {sign} {self._value(right)})"
            case ast.UnaryOp(op=op, operand=operand):
                return f"{UNARY[type(op)]}({self._value(operand)})"
            case ast.BoolOp(op=joined, values=parts):
                return "(" + (" && " if isinstance(joined, ast.And) else " || ").join(map(self._value, parts)) + ")"
            case ast.Compare(left=left, ops=signs, comparators=others):
                all_of = [left, *others]
                pairs = zip(all_of, signs, all_of[1:], strict=False)
                written = [f"{self._value(a)} {COMPARED[type(sign)]} {self._value(b)}" for a, sign, b in pairs]
                return "(" + " && ".join(written) + ")"
            case ast.IfExp(test=test, body=yes, orelse=no):
                return f"({self._value(test)} ? {self._value(yes)} : {self._value(no)})"
            case ast.Call(func=function, args=given, keywords=[]):
                return f"{self._value(function)}({', '.join(map(self._value, given))})"
        raise SystemExit(f"{self.function.name}: no TypeScript for {ast.unparse(node)}")


def surface_numbers() -> str:
    """The surface profile of matches and practice."""
    from carrom.physics import CLUB

    numbers = ", ".join(repr(number) for number in CLUB.numbers.tolist())
    note = "\n/** `carrom.physics.CLUB` */\n"
    return f"{note}export const CLUB = new Float64Array([{numbers}]);\n"


def strokes() -> str:
    """Strokes simulated by the server, for the tests: pieces, stroke, and the outcome for striker and first coin."""
    from carrom.equipment import Piece, Position, Seat, Stroke
    from carrom.equipment.position import rack_places
    from carrom.equipment.sizes import BASE_MIDDLE
    from carrom.physics import simulate

    rng = Random(1)
    rows: list[object] = []
    while len(rows) < 300:
        pieces = [*map(Piece._make, rack_places(45))] if len(rows) % 10 == 0 else _scattered(rng)
        x, direction, speed = rng.uniform(-220, 220), rng.uniform(-50, 50), rng.uniform(0.5, 8.0)
        if any(math.hypot(piece.x - x, piece.y + BASE_MIDDLE) < 40 for piece in pieces):
            continue
        x, direction, speed = round(x, 3), round(direction, 3), round(speed, 3)
        position = Position(tuple(pieces))
        trace = simulate(position, Stroke(x, -BASE_MIDDLE, direction, speed), seat=Seat.SOUTH)
        first = trace.touched_disc
        fell = {disc: pocket for disc, pocket, _ in trace.falls}
        ends = [(trace.places[disc], fell.get(disc)) for disc in (len(pieces), first) if disc is not None]
        rows.append([[list(piece) for piece in position.pieces], [x, direction, speed], first, ends])
    return "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n"


def _scattered(rng: Random) -> list[Piece]:
    from carrom.equipment import Piece

    pieces: list[Piece] = []
    for number in range(2 * rng.randint(1, 9)):
        x, y = round(rng.uniform(-320, 320), 3), round(rng.uniform(-320, 320), 3)
        if all(math.hypot(x - other.x, y - other.y) > 31.81 for other in pieces):
            pieces.append(Piece("black" if number % 2 else "white", x, y))
    return pieces


def main(argv: list[str]) -> int:
    written = {"src/board/kernel.ts": kernel_module() + surface_numbers(), "tests/board/strokes.json": strokes()}
    for name, text in written.items():
        path = ROOT / name
        if "--check" not in argv:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            sys.exit(f"web/{name} is out of date: run python web/kernel.py")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
