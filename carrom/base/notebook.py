"""How values show themselves in a notebook.

The rooms that make values lie below the room that draws them, and must not know it. So, as the command line does with
its verbs, the painters are named here and imported only when a notebook asks for a picture.
"""

from importlib import import_module

# class name: the function that draws it, as module:function
_PAINTERS = {"Position": "carrom.render:position_svg"}


def svg_of(value: object) -> str:
    """The picture of a value that has a painter, as SVG text."""
    module, function = _PAINTERS[type(value).__name__].split(":")
    picture: str = getattr(import_module(module), function)(value)
    return picture
