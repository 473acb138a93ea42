"""Processor instructions that replace slower Python code of the kernel."""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic


def lowest_bit() -> Any:
    """Return `carrom.physics.kernel.bits.lowest` as one processor instruction."""

    @intrinsic
    def lowest(typing_context, bits):  # type: ignore[no-untyped-def]
        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), code

    return lowest
