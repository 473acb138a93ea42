"""How pictures of a board look: an option that several verbs share."""

import argparse

from carrom.render.ink.themes import BOARDS, PIECES, STRIKERS


def add_look_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--look",
        default="maple",
        metavar="BOARD[,PIECES[,STRIKER]]",
        help=f"boards: {', '.join(BOARDS)}; pieces: {', '.join(PIECES)}; strikers: {', '.join(STRIKERS)}; "
        "',powder' at the end lays powder on it",
    )
