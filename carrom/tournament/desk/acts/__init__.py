"""Every act of the desk by its name, as the command line and the server know it."""

from carrom.tournament.desk.acts.act import Asked, DeskAct, Done, carry_out
from carrom.tournament.desk.acts.draw_acts import DecideSeats, DrawStage, DrawTeams, PublishDraw
from carrom.tournament.desk.acts.entry_acts import AddPerson, LeaveEvents, TakeLate
from carrom.tournament.desk.acts.hall_acts import CallMatch, FreeTable, MarkPresent, PutTable, StartMatch
from carrom.tournament.desk.acts.line_up_acts import LineUpRubber, LineUpTeam
from carrom.tournament.desk.acts.list_acts import ChangeSettings, ImportEntries
from carrom.tournament.desk.acts.people_acts import (
    CheckPeople,
    DescribePerson,
    GiveName,
    NoteContact,
    PutSubstitute,
)
from carrom.tournament.desk.acts.result_acts import (
    ConfirmResult,
    CorrectResult,
    DrawLots,
    GiveResult,
    PlayShootout,
)
from carrom.tournament.desk.acts.ruling_acts import (
    DecideProtest,
    MakeProtest,
    PutPolicy,
    RetractFact,
    RevokeSource,
    TakeFee,
    UndoLast,
)

__all__ = ["ACTS", "Asked", "DeskAct", "Done", "carry_out"]

ACTS: dict[str, type[DeskAct]] = {
    act.do: act
    for act in (
        *(ChangeSettings, ImportEntries, CheckPeople, NoteContact),
        *(DrawTeams, DrawStage, PublishDraw, DecideSeats),
        *(CallMatch, MarkPresent, StartMatch, FreeTable, PutTable),
        *(GiveResult, CorrectResult, PlayShootout, DrawLots, ConfirmResult),
        *(GiveName, DescribePerson, PutSubstitute, LineUpRubber, LineUpTeam, AddPerson, TakeLate, LeaveEvents),
        *(MakeProtest, TakeFee, DecideProtest),
        *(PutPolicy, RetractFact, UndoLast, RevokeSource),
    )
}
