"""What of the kernel is shorter on the processor than in plain Python: one instruction instead of a loop."""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic


def lowest_bit() -> Any:
    """`carrom.physics.kernel.bits.lowest` as the processor's own instruction."""

    @intrinsic
    def lowest(typing_context, bits):  # type: ignore[no-untyped-def]
        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), code

    return lowest
