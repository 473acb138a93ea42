"""`carrom tournament`: run a tournament in one file, from entry list to final."""

import argparse

from carrom.cli.tournament.common import add_record_options
from carrom.cli.tournament.draw import add_draw_verbs
from carrom.cli.tournament.entries import add_change_verbs, add_late_verbs, add_leave_verb
from carrom.cli.tournament.hall import add_call_verbs, add_hall_verbs
from carrom.cli.tournament.new import add_mend_verb, add_new_verbs, add_set_verb
from carrom.cli.tournament.people import add_people_verbs
from carrom.cli.tournament.result import add_result_verbs
from carrom.cli.tournament.rulings import add_decision_verbs, add_protest_verbs
from carrom.cli.tournament.show import add_print_verb, add_show_verbs
from carrom.cli.tournament.simulate import add_simulate_verb

_ADD_VERBS = (
    *(add_new_verbs, add_set_verb, add_draw_verbs, add_call_verbs, add_result_verbs, add_change_verbs),
    *(add_late_verbs, add_leave_verb, add_people_verbs, add_protest_verbs, add_decision_verbs, add_hall_verbs),
    *(add_show_verbs, add_print_verb, add_simulate_verb, add_mend_verb),
)
"""Functions that add the verbs, in the order of use."""


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(title="what to do", metavar="<what>", required=True)
    for add_verbs in _ADD_VERBS:
        add_verbs(verbs)
    for verb in verbs.choices.values():
        if verb.get_default("is_recording"):
            add_record_options(verb)


def run(args: argparse.Namespace) -> int:
    args.act(args)
    return 0
