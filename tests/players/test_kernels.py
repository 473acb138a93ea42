"""Compiled functions are cached under the version of all their sources."""

import re
from pathlib import Path

import carrom
from carrom.physics.build import kernel_sources, kernels_folder

PACKAGE = Path(carrom.__file__).parent
KERNELS = sorted(PACKAGE.rglob("*_kernel.py"))


def test_kernel_version_includes_its_imports() -> None:
    known = set(kernel_sources())
    for kernel in KERNELS:
        for module in re.findall(r"^from (carrom[\w.]*) import", kernel.read_text(), re.MULTILINE):
            path = PACKAGE.joinpath(*module.split(".")[1:])
            assert path.with_suffix(".py") in known or path / "__init__.py" in known, (kernel.name, module)


def test_every_kernel_is_cached() -> None:
    assert len(KERNELS) > 8
    for kernel in KERNELS:
        text = kernel.read_text()
        assert "@compiled" in text, kernel
        assert "njit" not in text, kernel
    assert kernels_folder().name.startswith("kernels-")
