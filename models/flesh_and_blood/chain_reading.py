"""Reads the `[[chain]]` tables: the chain links with their attacks, targets and defending cards."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from models.flesh_and_blood.chain_names import CHAIN, OnChain, called
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.proxies import ability_card, ceased, is_attacking
from models.flesh_and_blood.seats import DefendingEntry, Entry, LinkEntry, Turn
from models.flesh_and_blood.state import ARENA, OWN_ZONES, Defender, Link, Position, Use
from verifier.ability.tree import Activated
from verifier.effects.kernel import Beyond
from verifier.effects.nouns import number_of
from verifier.effects.state import Thing
from verifier.locate import Trail
from verifier.notation import suggestion
from verifier.scenario import Mistake, Scenario, read_table

AFTER_DAMAGE = ("damage", "resolution")


class Chain(OnChain):
    """Reads the chain links of one scenario.

    What is on the chain changes its zone in the things, and attack-proxies are added to them. `uses` are the activations that
    the attacks of weapons and allies were.
    """

    def __init__(
        self, scenario: Scenario, things: list[Thing], turn: Turn | None, misread: set[str], mistakes: list[Mistake]
    ) -> None:
        super().__init__(scenario, things, misread, mistakes)
        self.turn = turn
        self.links: list[Link] = []
        self.roles: dict[int, str] = {}
        self.defending: list[tuple[int, Trail, str]] = []
        self._activated: Counter[tuple[int, int]] = Counter()

    @property
    def uses(self) -> tuple[Use, ...]:
        """How often abilities were activated to attack on this chain."""
        return tuple(Use(thing, ability, times) for (thing, ability), times in self._activated.items())

    def read(self) -> tuple[Link, ...]:
        """The chain links in order, as far as they can be read."""
        tables = self.scenario.position.get("chain", [])
        for number, table in enumerate(tables):
            path = ("chain", number)
            entry = read_table(LinkEntry, table, self.scenario.source, self.scenario.file, path, self.mistakes)
            if entry is not None:
                self._outcome(entry, path, last=number == len(tables) - 1)
                link = self._link(entry, path, number + 1)
                if link is not None:
                    self.links.append(link)
        for index, zone in enumerate(self.zones):
            if zone == CHAIN and index not in self.roles and len(self.links) == len(tables):
                thing = self.things[index]
                message = f"`{called(thing)}` is on the chain, but neither attacks nor defends"
                listed = ("players", self.names[thing.owner], "chain")
                self.wrong(message, *listed, value=called(thing), help="name it in a `[[chain]]` table")
        return tuple(self.links)

    def without_defense(self, position: Position) -> None:
        """Nothing; tells the defending cards that have no defense in the position that was read."""
        for index, path, written in self.defending:
            try:
                lacks = number_of(KERNEL, position, index, "defense") is None
            except Beyond:
                continue
            if lacks:
                self.wrong(f"`{written}` has no defense, so it cannot defend", *path, value=written, help="rule 7.3.2b")

    def _outcome(self, entry: LinkEntry, path: Trail, last: bool) -> None:
        """Nothing; tells where a link is said to have hit or resolved and cannot have, or the other way round."""
        step = self.turn.step if self.turn is not None else ""
        if not last and entry.resolved is False:
            self.wrong("every chain link but the last is resolved", *path, "resolved")
        if not last or not step:
            return
        if entry.resolved is True and step != "resolution":
            self.wrong(f"the last chain link is not resolved in the {step} step", *path, "resolved", help="rule 7.6.2")
        if entry.resolved is False and step == "resolution":
            self.wrong("the last chain link is resolved in the resolution step", *path, "resolved", help="rule 7.6.2")
        if entry.hit and step not in AFTER_DAMAGE:
            self.wrong(f"no attack has hit yet in the {step} step", *path, "hit", help="rule 7.5.5")
        if entry.defending and step == "attack":
            self.wrong("no card defends yet in the attack step", *path, "defending", help="rule 7.2.1")

    def _link(self, entry: LinkEntry, path: Trail, number: int) -> Link | None:
        said = entry.by if entry.by is not None else self.turn.player if self.turn is not None else None
        if said is None:
            return None
        if said not in self.names:
            self.wrong(f"no player is called `{said}`", *path, "by", help=suggestion(said, self.names))
            return None
        you = self.names.index(said)
        found = self._attack(entry.attack, you, (*path, "attack"), number)
        targets = self._targets(entry, you, path)
        defenders = [
            self._defender(one, you, targets, (*path, "defending", place), number) for place, one in enumerate(entry.defending)
        ]
        last = number == len(self.scenario.position["chain"])
        resolved = not last or (self.turn is not None and self.turn.step == "resolution")
        known = tuple(one for one in defenders if one is not None)
        attack, source = found if found is not None else (-1, -1)
        link = Link(attack, you, source, targets, known, targets if entry.hit else (), resolved)
        return link if found is not None and targets and len(known) == len(defenders) else None

    # Attacks

    def _attack(self, name: str, you: int, path: Trail, number: int) -> tuple[int, int] | None:
        """The attack of a link, and its source where it is a proxy; None with a mistake where it cannot be one."""
        own = [index for index in self.alike(name) if self.things[index].owner == you]
        cards = [index for index in own if self.zones[index] == CHAIN]
        arena = [index for index in own if self.zones[index] in ARENA - {CHAIN}]
        free = [index for index in (*cards, *arena) if index not in self.roles]
        index = next(iter((*free, *cards, *arena)), None)
        if index is None:
            self.elsewhere(name, you, path)
            return None
        thing = self.things[index]
        if index in arena:
            return self._proxy(index, name, you, path, number)
        if index in self.roles:
            self.wrong(f"`{name}` is on the chain already: it {self.roles[index]}", *path, value=name)
            return None
        self.roles[index] = f"attacks on link {number}"
        if "attack" not in thing.card.words:
            self.wrong(f"`{name}` is no attack: it does not have the subtype attack", *path, value=name, help="rule 1.4.2")
            return None
        self.things[index] = replace(thing, controller=you, public=True)
        return index, -1

    def _proxy(self, source: int, name: str, you: int, path: Trail, number: int) -> tuple[int, int] | None:
        """The proxy with which a weapon or ally attacks; an earlier one of the same source has ceased to exist."""
        thing = self.things[source]
        abilities = [ability for ability in thing.card.abilities if isinstance(ability, Activated)]
        place = next((place for place, ability in enumerate(abilities) if is_attacking(ability)), None)
        if not thing.card.words & {"weapon", "ally"}:
            self.wrong(f"`{name}` is no weapon and no ally, so it cannot attack", *path, value=name, help="rule 1.4.3")
            return None
        if place is None:
            self.wrong(f"`{name}` has no ability to attack with", *path, value=name, help="rule 1.4.3")
            return None
        if not thing.public:
            self.wrong(f"`{name}` is face-down, so it cannot attack", *path, value=name)
            return None
        for at, link in enumerate(self.links):
            if link.source == source:
                self.things[link.attack] = ceased(self.things[link.attack], thing.card)
                self.links[at] = replace(link, source=-1)
        self._activated[source, place] += 1
        self.roles[source] = f"attacks on link {number}"
        self.things[source] = replace(thing, zone=CHAIN, controller=you)
        self.things.append(Thing(ability_card(thing.card, abilities[place]), you, CHAIN, you))
        return len(self.things) - 1, source

    # Targets

    def _targets(self, entry: LinkEntry, you: int, path: Trail) -> tuple[int, ...]:
        """The targets of an attack, none with a mistake where one of them cannot be attacked."""
        others = [name for name in self.names if name != self.names[you]]
        if entry.targets is None and len(others) != 1:
            message = f"`targets` is missing: there are {len(others)} opponents"
            self.wrong(message, *path, help="name the players or allies that are attacked")
            return ()
        said = entry.targets if entry.targets is not None else others
        if not said:
            self.wrong("an attack has a target", *path, "targets", help="rule 1.4.5")
        found: list[int] = []
        for place, name in enumerate(said):
            target = self.target(name, you, (*path, "targets", place))
            if target is not None and target in found:
                self.wrong(f"`{name}` is named twice", *path, "targets", place, value=name)
            elif target is not None:
                found.append(target)
        return tuple(found) if len(found) == len(said) else ()

    # Defending cards

    def _defender(self, entry: Entry, attacker: int, targets: tuple[int, ...], path: Trail, number: int) -> Defender | None:
        """A defending card, None with a mistake where it cannot be one."""
        table = entry if isinstance(entry, dict) else {"card": entry}
        read = read_table(DefendingEntry, table, self.scenario.source, self.scenario.file, path, self.mistakes)
        if read is None:
            return None
        index = self._defending(read.card, attacker, path, number)
        target = self._defended(read, targets, path)
        if index is None:
            return None
        zone = self.zones[index]
        origin = read.origin or ("hand" if zone == CHAIN else zone)
        known = (zone,) if zone != CHAIN else OWN_ZONES
        if origin not in known:
            message = f"`{read.card}` did not come from `{origin}`"
            self.wrong(message, *path, value=origin, help=suggestion(origin, known) or "one of " + _listed(known))
            return None
        self.things[index] = replace(self.things[index], zone=CHAIN)
        self.defending.append((index, path, read.card))
        return Defender(index, target, origin, self.things[index].owner) if target is not None else None

    def _defending(self, name: str, attacker: int, path: Trail, number: int) -> int | None:
        """The card or equipment that a name under `defending` means."""
        alike = [index for index in self.alike(name) if self.things[index].owner != attacker]
        fitting = [index for index in alike if self.zones[index] == CHAIN or self._is_equipment(index)]
        index = next((index for index in fitting if index not in self.roles), next(iter(fitting), None))
        if index is None:
            self._no_defender(name, attacker, alike, path)
        elif index in self.roles:
            again = self.roles[index] == f"defends on link {number}"
            message = f"`{name}` cannot defend on link {number}: it {self.roles[index]}"
            self.wrong(f"`{name}` is named twice" if again else message, *path, value=name, help="rule 7.0.5d")
        elif not self.things[index].public:
            self.wrong(f"`{name}` is face-down, so it cannot defend", *path, value=name, help="rule 7.3.2a")
        else:
            self.roles[index] = f"defends on link {number}"
            return index
        return None

    def _no_defender(self, name: str, attacker: int, alike: list[int], path: Trail) -> None:
        arena = [index for index in alike if self.zones[index] in ARENA]
        own = [index for index in self.alike(name) if index not in alike]
        if arena:
            self.wrong(f"`{name}` is no equipment, so it cannot defend", *path, value=name, help="rule 7.3.2a")
        elif own and not alike:
            self.wrong(f"`{name}` belongs to the attacker `{self.names[attacker]}`", *path, value=name)
        else:
            self.elsewhere(name, -1, path)

    def _defended(self, read: DefendingEntry, targets: tuple[int, ...], path: Trail) -> int | None:
        """The target that a card defends for, None with a mistake where that is none of the attack's."""
        if read.target is None:
            if len(targets) > 1:
                message = f"`{read.card}` defends for one of {len(targets)} targets"
                self.wrong(message, *path, value=read.card, help='for example `{ card = "…", for = "…" }`')
            return targets[0] if len(targets) == 1 else None
        for target in targets:
            thing = self.things[target]
            if read.target in ((self.names[thing.owner],) if thing.zone == "hero" else (thing.card.name, thing.label)):
                return target
        if read.target not in self.names and not self.alike(read.target):
            self.nothing(read.target, path, [*self.names, *map(called, self.things)])
        elif targets:
            self.wrong(f"`{read.target}` is not attacked on this link", *path, value=read.target)
        return None

    def _is_equipment(self, index: int) -> bool:
        return self.zones[index] in ARENA and "equipment" in self.things[index].card.words


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words)
