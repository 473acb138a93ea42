"""The kernel's crew and arithmetic for graphics cards.

As short and branch-free as possible: on an H200, strokes mostly wait for instructions.
"""

from typing import Any, Final

import numba.cuda
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

cuda: Any = numba.cuda
WARP: Final = 32


def crew_of(lanes: int) -> dict[str, Any]:
    """Functions of `carrom.physics.kernel.crew` for this many threads of a warp."""
    everybody = (1 << lanes) - 1
    rounds = lanes.bit_length() - 1
    int32, uint32, large = np.int32, np.uint32, np.uint32(0xFFFFFFFF)
    device: Any = cuda.jit(device=True)
    minimum = whole_warp_minimum()

    @device
    def first():  # type: ignore[no-untyped-def]
        return uint32((cuda.threadIdx.y * lanes) & 31)

    @device
    def mask():  # type: ignore[no-untyped-def]
        return uint32(uint32(everybody) << first())

    @device
    def me():  # type: ignore[no-untyped-def]
        return cuda.threadIdx.x

    @device
    def crew():  # type: ignore[no-untyped-def]
        # Equals `lanes`, but the compiler would unroll short loops over a constant.
        return cuda.blockDim.x

    @device
    def stride():  # type: ignore[no-untyped-def]
        # So large that the compiler drops the loops: a thread has one disc at most.
        return 1 << 40

    @device
    def mine(bits):  # type: ignore[no-untyped-def]
        return int32(bits) & int32(1 << (cuda.threadIdx.x & 31))

    @device
    def first_of(bits):  # type: ignore[no-untyped-def]
        return cuda.threadIdx.x

    @device
    def others_of(bits):  # type: ignore[no-untyped-def]
        # Constant, so that the compiler drops the loops.
        return int32(0)

    @device
    def together():  # type: ignore[no-untyped-def]
        cuda.syncwarp(mask())

    @device
    def union(bits):  # type: ignore[no-untyped-def]
        return int32((uint32(cuda.ballot_sync(mask(), bits != 0)) >> first()) & uint32(everybody))

    @device
    def least_of_few(value, what):  # type: ignore[no-untyped-def]
        mine = int32(what)
        for turn in range(rounds):
            other = cuda.shfl_xor_sync(mask(), value, 1 << turn)
            its = cuda.shfl_xor_sync(mask(), mine, 1 << turn)
            if other < value or (other == value and its < mine):
                value, mine = other, its
        return value, mine & 1023

    @device
    def least_of_warp(value, what):  # type: ignore[no-untyped-def]
        # Non-negative floats sort like their bits; the card finds the least of 32 words in one instruction.
        high, low = uint32(cuda.libdevice.double2hiint(value)), uint32(cuda.libdevice.double2loint(value))
        least_high = minimum(high)
        least_low = minimum(low if high == least_high else large)
        mine = minimum(uint32(what) if high == least_high and low == least_low else large)
        return cuda.libdevice.hiloint2double(int32(least_high), int32(least_low)), int32(mine) & 1023

    @device
    def most(value):  # type: ignore[no-untyped-def]
        for turn in range(rounds):
            other = cuda.shfl_xor_sync(mask(), value, 1 << turn)
            if other > value:
                value = other
        return value

    @device
    def total(number):  # type: ignore[no-untyped-def]
        for turn in range(rounds):
            number += cuda.shfl_xor_sync(mask(), number, 1 << turn)
        return number

    return {
        "me": me,
        "crew": crew,
        "stride": stride,
        "mine": mine,
        "first_of": first_of,
        "others_of": others_of,
        "together": together,
        "union": union,
        "least": least_of_warp if lanes == WARP else least_of_few,
        "most": most,
        "total": total,
    }


def short_code() -> dict[str, Any]:
    """Short, branch-free versions of `carrom.physics.kernel.arith` and `.bits`.

    Division and roots refine the card's 20-bit estimate by Newton steps.
    """
    int32 = np.int32
    device: Any = cuda.jit(device=True)
    rcp, rsqrt = float_instruction("rcp.approx.ftz.f64"), float_instruction("rsqrt.approx.ftz.f64")

    @device
    def ratio(a, b):  # type: ignore[no-untyped-def]
        part = rcp(b)
        for _ in range(2):
            part = cuda.fma(part, cuda.fma(-b, part, 1.0), part)
        quotient = a * part
        return cuda.fma(part, cuda.fma(-b, quotient, a), quotient)

    @device
    def inverse_root(x):  # type: ignore[no-untyped-def]
        part = rsqrt(x)
        for _ in range(2):
            part = cuda.fma(0.5 * part, cuda.fma(-x * part, part, 1.0), part)
        return part

    @device
    def root(x):  # type: ignore[no-untyped-def]
        part = inverse_root(x)
        found = x * part
        found = cuda.fma(0.5 * part, cuda.fma(-found, found, x), found)
        return found if x > 0.0 else 0.0

    @device
    def bit(a):  # type: ignore[no-untyped-def]
        return int32(1 << (int32(a) & 31))

    @device
    def has(bits, a):  # type: ignore[no-untyped-def]
        return (int32(bits) >> (int32(a) & 31)) & 1 != 0

    @device
    def ones(bits):  # type: ignore[no-untyped-def]
        return int32(cuda.popc(int32(bits)))

    @device
    def lowest(bits):  # type: ignore[no-untyped-def]
        return int32(cuda.ffs(int32(bits)) - 1) & 31

    return {
        "ratio": ratio,
        "inverse_root": inverse_root,
        "root": root,
        "bit": bit,
        "has": has,
        "ones": ones,
        "lowest": lowest,
    }


def float_instruction(name: str) -> Any:
    @intrinsic
    def emit(typing_context, x):  # type: ignore[no-untyped-def]
        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            double = ir.DoubleType()
            assembly = ir.InlineAsm(ir.FunctionType(double, [double]), f"{name} $0, $1;", "=d,d")
            return builder.call(assembly, arguments)

        return types.float64(types.float64), code

    return emit


def whole_warp_minimum() -> Any:
    """Device function for the least of 32 integers, one per thread of a warp."""

    @intrinsic
    def emit(typing_context, x):  # type: ignore[no-untyped-def]
        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            word = ir.IntType(32)
            text = "redux.sync.min.u32 $0, $1, 0xffffffff;"
            assembly = ir.InlineAsm(ir.FunctionType(word, [word]), text, "=r,r", side_effect=True)
            return builder.call(assembly, arguments)

        return types.uint32(types.uint32), code

    return emit
