"""Pictures of values in notebooks; the drawing functions are named here and imported on demand."""

from importlib import import_module

# class: module:function
_PAINTERS = {"Position": "carrom.render:position_svg"}


def svg_of(value: object) -> str:
    module, function = _PAINTERS[type(value).__name__].split(":")
    picture: str = getattr(import_module(module), function)(value)
    return picture
