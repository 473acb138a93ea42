"""What the desk does with a tournament: draw a stage, call a match, plan, foresee, give prizes."""
