"""simulate: play a tournament with random results."""

import argparse
from pathlib import Path

from carrom.base.files import check_can_create
from carrom.cli.streams import progress
from carrom.cli.tournament.common import Verbs, add_verb, open_file
from carrom.render.sheets.sheet import sheet_text
from carrom.tournament.desk.simulate import Simulation, matches_to_play
from carrom.tournament.log.file import create
from carrom.tournament.model.events import ResultGiven
from carrom.tournament.model.people import count_text
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow


def add_simulate_verb(verbs: Verbs) -> None:
    parser = add_verb(
        verbs, "simulate", _simulate, "play it out with simulated results; the file itself is not touched"
    )
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same results")
    parser.add_argument("-o", "--output", type=Path, help="keep the simulated tournament in this new file")


def _simulate(args: argparse.Namespace) -> None:
    from carrom.render.sheets.stage_sheets import bracket_sheet, standings_sheet

    loaded = open_file(args)
    if args.output is not None:
        check_can_create(args.output)
    simulation = Simulation(loaded.state, seed=args.seed)
    facts = list(loaded.facts)
    with progress("matches") as show:
        played = 0
        for fact in simulation.facts():
            facts.append(fact)
            if isinstance(fact.body, ResultGiven):
                played += 1
            show(played, played + matches_to_play(simulation.state))
    view = TournamentNow(simulation.state)
    for event in simulation.state.announced.events:
        for stage in event.stages:
            key = StageKey(event.id, stage.id)
            if key in simulation.state.draws:
                sheet = bracket_sheet(view, key) if stage.form.shape == "tree" else standings_sheet(view, key)
                print(sheet_text(sheet))
    if args.output is not None:
        create(args.output, facts)
        print(f"{args.output}: {count_text(len(facts), 'fact', 'facts')}")
