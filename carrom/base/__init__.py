"""What every room stands on: errors, whole files, reading and writing values, logs, and how values show themselves."""
