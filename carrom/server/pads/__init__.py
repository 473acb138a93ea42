"""Umpires' pads in a tournament."""
