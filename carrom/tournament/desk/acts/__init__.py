"""All desk acts by verb, for the command line and the server."""

from carrom.tournament.desk.acts.act import ActContext, DeskAct, Done, carry_out
from carrom.tournament.desk.acts.entry_acts import AddLateEntry, AddPerson, LeaveEvents, LineUpRubber, LineUpTeam
from carrom.tournament.desk.acts.hall_acts import CallMatch, FreeTable, MarkPresent, SetTableService, StartMatch
from carrom.tournament.desk.acts.people_acts import (
    CheckPeople,
    CorrectName,
    DescribePerson,
    SetContact,
    SubstitutePlayer,
)
from carrom.tournament.desk.acts.result_acts import ConfirmResult, CorrectResult, GiveResult, RecordLots, RecordShootout
from carrom.tournament.desk.acts.ruling_acts import (
    DecideProtest,
    PayProtestFee,
    RecordProtest,
    RetractFact,
    RevokeSource,
    SetPolicy,
    UndoLast,
)
from carrom.tournament.desk.acts.setup_acts import (
    ChangeSettings,
    DrawStage,
    DrawTeams,
    ImportEntries,
    PublishDraw,
    RuleOnSeats,
)

__all__ = ["ACTS", "ActContext", "DeskAct", "Done", "carry_out"]

ACTS: dict[str, type[DeskAct]] = {
    act.do: act
    for act in (
        *(ChangeSettings, ImportEntries, CheckPeople, SetContact),
        *(DrawTeams, DrawStage, PublishDraw, RuleOnSeats),
        *(CallMatch, MarkPresent, StartMatch, FreeTable, SetTableService),
        *(GiveResult, CorrectResult, RecordShootout, RecordLots, ConfirmResult),
        *(
            CorrectName,
            DescribePerson,
            SubstitutePlayer,
            LineUpRubber,
            LineUpTeam,
            AddPerson,
            AddLateEntry,
            LeaveEvents,
        ),
        *(RecordProtest, PayProtestFee, DecideProtest),
        *(SetPolicy, RetractFact, UndoLast, RevokeSource),
    )
}
