"""What the verbs share: reading lines and options, writing answers, showing progress."""
