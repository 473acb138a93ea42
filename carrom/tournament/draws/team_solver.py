"""Balanced teams by OR-Tools CP-SAT, from the best that the built-in search found. Without OR-Tools: that one."""

from carrom.tournament.draws.team_search import Balance

_LARGEST = 1500  # players times teams; beyond it the built-in search has come as close as the solver would
_EFFORT = 0.6  # in the solver's own deterministic time: the same answer on a slow machine


def solve(table: Balance, team_of: list[int]) -> list[int]:
    """A division at least as even as the one given."""
    if len(team_of) * table.teams > _LARGEST:
        return team_of
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        return team_of
    count, teams = len(team_of), range(table.teams)
    model = cp_model.CpModel()
    # Same letter, same team numbers as the solution that we start from: that also breaks the symmetry of the teams.
    member = [[model.new_bool_var("") for _ in teams] for _ in range(count)]
    for player, own in enumerate(team_of):
        model.add_exactly_one(member[player])
        for team in teams:
            model.add_hint(member[player][team], own == team)
    for team in teams:
        model.add_linear_constraint(
            sum(member[player][team] for player in range(count)), count // table.teams, -(-count // table.teams)
        )
    if table.anchor is not None:
        home = team_of[table.anchor]
        model.add(member[table.anchor][home] == 1)
        model.add(sum(member[player][home] for player in range(count)) == -(-count // table.teams))
    cost = []
    for column, (weight, least) in enumerate(zip(table.weights, table.least, strict=True)):
        values = [row[column] for row in table.rows]
        low, high = sum(min(value, 0) for value in values), sum(max(value, 0) for value in values)
        smallest, largest = model.new_int_var(low, high, ""), model.new_int_var(low, high, "")
        for team in teams:
            total = sum(value * member[player][team] for player, value in enumerate(values))
            model.add(total >= smallest)
            model.add(total <= largest)
        model.add(largest - smallest >= least)
        cost.append(max(1, weight // 1000) * (largest - smallest))
    model.minimize(sum(cost))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = _EFFORT
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return team_of
    found = [next(team for team in teams if solver.value(member[player][team])) for player in range(count)]
    return found if table.excess(found) < table.excess(team_of) else team_of
