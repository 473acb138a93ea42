"""Umpires' pads in a tournament: what each phone kept, stored as it came, folded, compared, and told to the desk."""
