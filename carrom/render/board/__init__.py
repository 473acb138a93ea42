"""Boards, positions and strokes as pictures, films and text."""
