"""Umpires' pads in a tournament: their logs, their results, and the referee's view of them."""
