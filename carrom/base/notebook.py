"""Pictures of values in notebooks.

Values live below the code that draws them and must not import it. So the drawing functions are named here and imported
when a notebook asks for a picture.
"""

from importlib import import_module

# class name: the function that draws it, as module:function
_PAINTERS = {"Position": "carrom.render:position_svg"}


def svg_of(value: object) -> str:
    module, function = _PAINTERS[type(value).__name__].split(":")
    picture: str = getattr(import_module(module), function)(value)
    return picture
