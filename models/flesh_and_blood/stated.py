"""What a scenario states beside the cards: the effects in force, and the abilities already activated this turn."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from models.flesh_and_blood.cards import LIBRARY
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.seats import EffectEntry, Seat
from models.flesh_and_blood.state import Position, Use
from models.flesh_and_blood.vocabulary import VOCABULARY
from models.library import Source, not_understood
from verifier.ability import AbilityError, parse
from verifier.effects.nouns import NOBODY, settled, slots
from verifier.effects.running import Continuous, effect_of
from verifier.effects.state import Effect, Frame, Thing, change
from verifier.locate import Trail
from verifier.notation import suggestion
from verifier.scenario import Mistake, Scenario, read_table


class _Stated(Struct, frozen=True):
    """An effect in force, its sentence understood and its targets found."""

    player: int
    statement: Continuous
    entry: EffectEntry
    targets: tuple[int, ...]


class Statements:
    """Reads what a scenario states about its things; mistakes are added to a list. `misread` are names told elsewhere."""

    def __init__(
        self, scenario: Scenario, things: list[Thing], titles: frozenset[str], misread: set[str], mistakes: list[Mistake]
    ) -> None:
        self.scenario = scenario
        self.source = Source(scenario.file, scenario.source)
        self.things = things
        self.titles = titles
        self.misread = misread
        self.mistakes = mistakes

    def uses(self, seats: Mapping[str, Seat]) -> tuple[Use, ...]:
        """The activations of this turn that are stated; that there was none may be stated too."""
        found: list[Use] = []
        for player, (name, seat) in enumerate(seats.items()):
            own = [index for index, thing in enumerate(self.things) if thing.owner == player]
            for card, times in seat.activated.items():
                index = next((index for index in own if card in _names(self.things[index])), None)
                if index is None:
                    self._nothing(f"`{name}` has no `{card}`", card, ("players", name, "activated"), own)
                    continue
                counts = times if isinstance(times, list) else [times]
                found.extend(Use(index, ability, count) for ability, count in enumerate(counts))
        return tuple(found)

    def effects(self, seats: Mapping[str, Seat]) -> list[_Stated]:
        """The effects in force as far as they can be read, in the order in which they are listed."""
        found = []
        for player, (name, seat) in enumerate(seats.items()):
            for number, written in enumerate(seat.effects):
                path = ("players", name, "effects", number)
                table = written if isinstance(written, dict) else {"says": written}
                entry = read_table(EffectEntry, table, self.source.text, self.source.file, path, self.mistakes)
                stated = self._stated(player, entry, path) if entry is not None else None
                if stated is not None:
                    found.append(stated)
        return found

    def _stated(self, player: int, entry: EffectEntry, path: Trail) -> _Stated | None:
        try:
            statement = parse(entry.says, VOCABULARY, LIBRARY.titles | self.titles)
        except AbilityError as error:
            self.mistakes.append(not_understood(self.source, entry.says, error, path))
            return None
        if not isinstance(statement, Continuous):
            self._wrong(f"`{entry.says}` is not a continuous effect", path, entry.says)
            return None
        aimed = self._aimed(entry, path)
        asked = slots(statement)
        wanted = len(asked)
        if not wanted - sum(slot.optional for slot in asked) <= len(entry.targets) <= wanted:
            named = f"`{entry.says}` names {_counted(wanted)}, `targets` has {len(entry.targets) or 'none'}"
            self._wrong(named, path, entry.says, 'for example `{ says = "…", targets = ["…"] }`' if wanted else "")
        missing = (NOBODY,) * (wanted - len(aimed))
        left, aimed = settled((statement,), (*aimed, *missing))
        return _Stated(player, left[0], entry, aimed)

    def _aimed(self, entry: EffectEntry, path: Trail) -> tuple[int, ...]:
        """The things that an effect was aimed at; a name that is said again means another copy where there is one."""
        found: list[int] = []
        for target in entry.targets:
            alike = [index for index, thing in enumerate(self.things) if target in _names(thing)]
            free = [index for index in alike if index not in found] or alike
            if free:
                found.append(free[0])
            else:
                self._nothing(f"nothing is called `{target}`", target, path, range(len(self.things)))
        return tuple(found)

    def _nothing(self, message: str, name: str, path: Trail, known: range | list[int]) -> None:
        """Nothing; tells a name that nothing has, unless a card of that name was told to be wrong already."""
        if name not in self.misread:
            names = [each for index in known for each in _names(self.things[index])]
            self._wrong(message, path, name, suggestion(name, names))

    def _wrong(self, message: str, path: Trail, value: str, help: str = "") -> None:
        self.mistakes.append(self.scenario.mistake(message, *path, value=value, help=help))


def in_force(position: Position, stated: list[_Stated]) -> Position:
    """The position with the effects in force, stamped in the order in which they are listed."""
    effects: list[Effect] = []
    for number, one in enumerate(stated, start=1):
        stamp = number if one.entry.timestamp is None else one.entry.timestamp
        frame = Frame(one.player, KERNEL.hero(position, one.player), targets=one.targets, x=one.entry.x)
        effects.append(effect_of(KERNEL, position, one.statement, frame, stamp))
    return change(position, effects=tuple(sorted(effects, key=lambda effect: effect.timestamp)))


def _names(thing: Thing) -> tuple[str, ...]:
    return (thing.card.name, thing.label) if thing.label else (thing.card.name,)


def _counted(number: int) -> str:
    return "no target" if not number else "1 target" if number == 1 else f"{number} targets"
