"""Whether a newcomer may be somebody who is there already under nearly that name: asked as an entry list asks it."""

from carrom.base.errors import CarromError
from carrom.tournament.intake.alike import are_alike
from carrom.tournament.log.names import name_key
from carrom.tournament.log.people import Person
from carrom.tournament.log.state import State


def ask_who(state: State, newcomer: Person) -> None:
    """Refuse a newcomer of nearly the name of somebody of the same club, or of anybody where no club is told: whether
    it is one person is for people to say."""
    own, club = name_key(newcomer.name), name_key(newcomer.club or "")
    for other in state.people.values():
        if club and name_key(other.club or "") != club:
            continue
        if newcomer.born is not None and other.born not in (None, newcomer.born):
            continue
        if are_alike(own, name_key(other.name)):
            of = f" of {other.club}" if other.club else ""
            text = f"is {newcomer.name} the same person as {other.name}{of}? If it is somebody else, say so"
            raise CarromError("similar-name", text, typed=f"{text} with --namesake")
