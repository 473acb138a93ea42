"""What pages say, as plain values: pure functions of a tournament as anybody may see it."""
