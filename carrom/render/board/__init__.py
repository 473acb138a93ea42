"""The board and what lies on it, as pictures, films and text."""
