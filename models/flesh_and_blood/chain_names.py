"""What the names in a `[[chain]]` table mean, and what is told where they mean nothing that fits."""

from __future__ import annotations

from models.flesh_and_blood.state import ARENA
from verifier.effects.state import Thing
from verifier.locate import Trail
from verifier.notation import suggestion
from verifier.scenario import Mistake, Scenario

CHAIN = "combat chain"


class OnChain:
    """Finds the things of one scenario by name; mistakes are added to a list. `misread` are names told elsewhere.

    `zones` are the zones of the things as the players' tables list them.
    """

    def __init__(self, scenario: Scenario, things: list[Thing], misread: set[str], mistakes: list[Mistake]) -> None:
        self.scenario = scenario
        self.things = things
        self.misread = misread
        self.mistakes = mistakes
        self.names = list(scenario.players)
        self.zones = [thing.zone for thing in things]

    def alike(self, name: str) -> list[int]:
        """The things of the file that go by a name."""
        return [index for index in range(len(self.zones)) if name in (self.things[index].card.name, self.things[index].label)]

    def elsewhere(self, name: str, you: int, path: Trail) -> None:
        """Nothing; tells where a card is that is said to be on the chain and is not."""
        alike = self.alike(name)
        own = [index for index in alike if you in (-1, self.things[index].owner)]
        for index in own[:1] or alike[:1]:
            owner = self.names[self.things[index].owner]
            if not own and self.zones[index] in ARENA:
                self.wrong(f"`{name}` belongs to `{owner}`", *path, value=name, help=f'say `by = "{owner}"`')
            else:
                help = f"list it under `chain` of `players.{owner}`"
                message = f"`{name}` is in the {self.zones[index]} of `{owner}`, not on the combat chain"
                self.wrong(message, *path, value=name, help=help)
        if not alike:
            self.nothing(name, path, [called(thing) for thing in self.things])

    def nothing(self, name: str, path: Trail, known: list[str]) -> None:
        """Nothing; tells a name that nothing has, unless a card of that name was told to be wrong already."""
        if name not in self.misread:
            self.wrong(f"nothing here is called `{name}`", *path, value=name, help=suggestion(name, known))

    def target(self, name: str, you: int, path: Trail) -> int | None:
        """The hero or ally that a player attacks, None with a mistake where it cannot be attacked."""
        if name in self.names:
            player = self.names.index(name)
            if player == you:
                self.wrong(f"`{name}` cannot attack themselves", *path, value=name, help="rule 1.4.5")
                return None
            return next((at for at, thing in enumerate(self.things) if thing.zone == "hero" and thing.owner == player), None)
        alike = self.alike(name)
        arena = [index for index in alike if self.zones[index] in ARENA]
        living = [index for index in arena if "ally" in self.things[index].card.words]
        theirs = [index for index in living if self.things[index].owner != you]
        if theirs:
            return theirs[0]
        if not alike:
            self.nothing(name, path, [*self.names, *(called(thing) for thing in self.things)])
        elif living:
            self.wrong(f"`{name}` belongs to the attacker", *path, value=name, help="rule 1.4.5")
        elif arena:
            hero = next((self.names[self.things[at].owner] for at in arena if self.zones[at] == "hero"), "")
            help = f"a hero is named by the player: `{hero}`" if hero else "rule 1.4.5a"
            self.wrong(f"`{name}` is no ally, so it cannot be attacked", *path, value=name, help=help)
        else:
            self.wrong(f"`{name}` is in the {self.zones[alike[0]]}, where nothing is attacked", *path, value=name)
        return None

    def wrong(self, message: str, *path: str | int, value: str = "", help: str = "") -> None:
        """Nothing; tells a mistake at a place of the file."""
        self.mistakes.append(self.scenario.mistake(message, *path, value=value, help=help))


def called(thing: Thing) -> str:
    """What a scenario calls a thing."""
    return thing.label or thing.card.name
