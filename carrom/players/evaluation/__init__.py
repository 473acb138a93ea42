"""What strokes are worth: imagined outcomes, verdicts, values, and how long to think."""
