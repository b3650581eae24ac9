"""What each verb of the ability language does to a position."""

from __future__ import annotations

import msgspec

from models.flesh_and_blood.attacks import is_made
from models.flesh_and_blood.registry import RULES
from models.flesh_and_blood.state import FIELDS, NOWHERE, Position, change_player, is_arena
from models.flesh_and_blood.zones import move_thing, relocate
from verifier.ability.tree import IT, Act, Delayed, Do, Moment, Place, Trigger
from verifier.effects.deciding import decided
from verifier.effects.events import banned, perform
from verifier.effects.kernel import Beyond, Event, Kernel
from verifier.effects.state import Effect, Thing, add_thing, change, change_thing

Outcome = tuple[Position, bool]

_BACK = Act("return", (("object", IT), ("to", Place("hand", "its owner's"))))
RETURN = Delayed(Trigger("at", Moment("beginning of end phase")), (Do(_BACK),))
"""What intimidating leaves behind: the banished card goes back to its owner's hand."""


@RULES.encodes("1.13.2a", "1.13.2b", "1.13.3a", "1.13.4a", "1.13.5a", "8.5.7")
def gain(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """A player gains points; action points only in their own action phase, and otherwise none at all."""
    if event.detail == "action point" and (position.turn != event.by or position.phase != "action"):
        return position, False
    field = FIELDS[event.detail]
    return change_player(position, event.by, **{field: getattr(position.players[event.by], field) + event.amount}), True


@RULES.encodes("8.5.12")
def lose(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """A player loses points, as many as they have."""
    field = FIELDS[event.detail]
    have = getattr(position.players[event.by], field)
    return change_player(position, event.by, **{field: max(have - event.amount, 0)}), have > 0


@RULES.encodes("8.5.6")
def draw(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """A player draws cards one by one from the top of their deck."""
    drawn = False
    for _ in range(event.amount):
        player = position.players[event.by]
        if not player.deck_known:
            raise Beyond(f"the order of `{player.name}`'s deck is not known, so what is drawn is not known")
        if not position.decks[event.by]:
            break
        position = move_thing(position, position.decks[event.by][0], "hand")
        drawn = True
    return position, drawn


def _moved(
    kernel: Kernel, position: Position, event: Event, zone: str, bottom: bool = False, public: bool | None = None
) -> Outcome:
    """Objects go to a zone, each by an event of its own that effects can replace."""
    moved = False
    for index in event.things:
        place = Place(zone, "its owner's", "bottom" if bottom else "")
        inner = Event("put", event.by, (index,), 1, _facing(public), place, event.source, internal=True)
        position, occurred = perform(kernel, position, inner)
        moved = moved or occurred
    return position, moved


def _facing(public: bool | None) -> str:
    return "" if public is None else "face-up" if public else "face-down"


@RULES.encodes("1.9.3", "1.9.3c", "1.9.3d", "8.5.5")
def discard(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """Cards go from the hand to the graveyard; a discard has happened only if a card moved."""
    in_hand = tuple(index for index in event.things if position.things[index].zone == "hand")
    return _moved(kernel, position, msgspec.structs.replace(event, things=in_hand), "graveyard")


@RULES.encodes("8.5.4")
def destroy(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """Objects go to their owners' graveyards; what no card represents ceases to exist."""
    made = tuple(index for index in event.things if is_made(position.things[index]))
    for index in made:
        position = move_thing(position, index, NOWHERE)
    cards = tuple(
        index for index in event.things if index not in made and position.things[index].zone not in ("graveyard", NOWHERE)
    )
    position, moved = _moved(kernel, position, msgspec.structs.replace(event, things=cards), "graveyard")
    return position, moved or bool(made)


@RULES.encodes("8.5.1")
def banish(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """Objects go to their owners' banished zones, face-up unless the text says otherwise."""
    return _moved(kernel, position, event, "banished", public=event.detail != "face-down")


@RULES.encodes("8.5.15")
def put(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """Objects go to the zone that the text names."""
    assert event.to is not None
    zone, moved = event.to.zone, False
    public = {"face-up": True, "face-down": False}.get(event.detail)
    for index in event.things:
        if zone == "arsenal" and position.in_zone(position.things[index].owner, "arsenal"):
            continue
        to = "permanent" if zone == "arena" else zone
        position = relocate(kernel, position, index, to, event.by, public, event.to.position == "bottom")
        moved = True
    return position, moved


def shuffle(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """Cards are shuffled into their owners' decks, whose order nobody knows from then on."""
    for index in event.things:
        position = relocate(kernel, position, index, "deck")
    owners = {position.things[index].owner for index in event.things} or {event.by}
    for owner in sorted(owners):
        kinds = {position.things[index].card for index in position.decks[owner]}
        if len(kinds) > 1:
            position = change_player(position, owner, deck_known=False)
    return position, True


def reveal(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """Cards are shown; nothing else changes."""
    return position, bool(event.things)


@RULES.encodes("1.14.3", "1.14.3c", "8.5.44")
def pitch(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """A card goes from the hand to the pitch zone, and its owner gains the points it gives."""
    index = event.things[0]
    card = position.things[index].card
    position = move_thing(position, index, "pitch")
    points = Event(
        "gain", event.by, (), int(card.numbers.get("pitch", 0)), card.gives or "resource", None, index, internal=True
    )
    position, _ = perform(kernel, position, points)
    return position, True


@RULES.encodes("8.5.2")
def create(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """Tokens enter the arena under their creator's control."""
    from models.flesh_and_blood.cards import LIBRARY  # card files are read only when a token is made

    card = next((card for card in position.own if card.name == event.detail), None) or LIBRARY.card(event.detail)
    for _ in range(event.amount):
        position, index = add_thing(position, Thing(card, event.by, "permanent", event.by, entered=position.now()))
        position, _ = perform(kernel, position, Event("enter", event.by, (index,), to=Place("arena", ""), source=index))
    return position, True


@RULES.encodes("8.5.3", "8.5.3c", "7.5.5", "7.5.5a", "7.5.5b", "7.5.5d")
def deal(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """Damage is dealt to living objects, which lose that much life. Dealt by the attack in its damage step, it hits."""
    dealt = False
    for index in event.things:
        player = kernel.player_of(position, index)
        life = kernel.measure(position, index, "life")
        if life is None:
            continue
        if player >= 0:
            position = change_player(position, player, life=max(life - event.amount, 0))
        else:
            position = change_thing(position, index, damage=position.things[index].damage + event.amount)
        dealt = True
        position = _hit(kernel, position, event, index)
    return position, dealt


def _hit(kernel: Kernel, position: Position, event: Event, target: int) -> Position:
    link = position.link
    if link is None or event.detail != "physical" or event.agents[:1] != (link.attack,) or target not in link.targets:
        return position
    links = (*position.chain[:-1], msgspec.structs.replace(link, hits=(*link.hits, target)))
    position = change(position, chain=links)
    hit = msgspec.structs.replace(event, verb="hit", things=(target,))
    position, _ = perform(kernel, position, hit)
    return position


@RULES.encodes("8.5.26")
def negate(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """Layers leave the stack without resolving."""
    gone = tuple(index for index in event.things if position.layer_of(index) is not None)
    for index in gone:
        layer = position.layer_of(index)
        position = change(position, stack=tuple(other for other in position.stack if other.thing != index))
        position = move_thing(position, index, "graveyard" if layer is not None and layer.kind == "card" else NOWHERE)
    return position, bool(gone)


@RULES.encodes("8.5.38", "7.2.3c")
def make_attack(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """The object named is what the attack-layer that resolves attacks with."""
    return change(position, attacker=event.things[0] if event.things else -1), bool(event.things)


def prevent(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """So much of the event at hand is prevented."""
    return change(position, prevented=position.prevented + event.amount), True


def pitchable(kernel: Kernel, position: Position, player: int) -> tuple[int, ...]:
    """The cards of a player's hand that can be pitched for resources."""
    return tuple(
        index
        for index in position.in_zone(player, "hand")
        if position.things[index].card.numbers.get("pitch") and not banned(kernel, position, Event("pitch", player, (index,)))
    )


@RULES.encodes("8.5.31")
def pay(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """A player pays points, pitching cards one by one where they lack resources; one who cannot pay has not paid."""
    have = position.players[event.by].points(event.detail)
    if event.detail == "resource":
        have = have + position.players[event.by].chi
        while have < event.amount:
            hand = pitchable(kernel, position, event.by)
            if not hand:
                return position, False
            (card,) = decided(event.by, "a card to pitch", hand, 1, 1)
            position, _ = perform(kernel, position, Event("pitch", event.by, (card,)))
            have = position.players[event.by].resources + position.players[event.by].chi
        chi = min(position.players[event.by].chi, event.amount)
        left = position.players[event.by].resources - (event.amount - chi)
        return change_player(position, event.by, chi=position.players[event.by].chi - chi, resources=left), True
    if have < event.amount:
        return position, False
    return change_player(position, event.by, **{FIELDS[event.detail]: have - event.amount}), True


@RULES.encodes("8.5.14", "1.15.1", "1.15.2", "1.15.2a")
def put_counter(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """Counters are put on objects in the arena."""
    done = False
    for index in event.things:
        if is_arena(position.things[index]):
            counters = dict(position.things[index].counters)
            counters[event.detail] = counters.get(event.detail, 0) + event.amount
            position, done = change_thing(position, index, counters=tuple(sorted(counters.items()))), True
    return position, done


@RULES.encodes("8.5.16", "1.15.3")
def remove_counter(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """Counters are removed from objects, as many as there are."""
    done = False
    for index in event.things:
        counters = dict(position.things[index].counters)
        have = counters.pop(event.detail, 0)
        if have > event.amount:
            counters[event.detail] = have - event.amount
        if have:
            position, done = change_thing(position, index, counters=tuple(sorted(counters.items()))), True
    return position, done


@RULES.encodes("8.5.32", "7.0.5b", "7.0.5d")
def add(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """A card is added to the active link, as a defending card if it can become one, or as the attacking card."""
    from models.flesh_and_blood.chain import add_defenders, replace_attack  # the chain moves its objects by these verbs
    from models.flesh_and_blood.limits import may_join

    link = position.link
    if link is None:
        return position, False
    done = False
    for index in event.things:
        if event.detail == "the attacking card":
            position, done = replace_attack(position, index), True
        elif may_join(position, event.by, index, position.things[index].zone):
            targets = link.targets
            (target,) = targets if len(targets) == 1 else decided(event.by, "which target it defends", targets, 1, 1)
            position, done = add_defenders(position, event.by, (index,), target), True
    return position, done


@RULES.encodes("8.5.19")
def search(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """A card is found: nothing changes but what is spoken of."""
    return position, bool(event.things)


@RULES.encodes("8.5.10", "8.5.10a")
def intimidate(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """Players banish a card of their hand face-down, and get it back at the beginning of the end phase."""
    heroes = event.things or tuple(kernel.hero(position, player) for player in kernel.opponents(position, event.by))
    if not event.things and len(heroes) > 1:
        raise Beyond("whom to intimidate is a choice among several players, which cannot be made here yet")
    for hero in heroes:
        player = kernel.player_of(position, hero)
        hand = position.in_zone(player, "hand")
        if not hand:
            continue
        (card,) = hand if len(hand) == 1 else decided(player, "a card to banish", hand, 1, 1)
        position, gone = perform(kernel, position, Event("banish", player, (card,), 1, "face-down", None, event.source))
        if gone:
            back = Effect(RETURN, event.by, event.source, position.now(), "", 1, (card,))
            position = change(position, effects=(*position.effects, back))
    return position, True


def turn(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """Cards are turned face-up or face-down."""
    public = event.detail == "face-up"
    turned = [index for index in event.things if position.things[index].public != public]
    for index in turned:
        position = change_thing(position, index, public=public)
    return position, bool(turned)


@RULES.encodes("8.3.21", "8.3.21b")
def remove(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """Objects are removed from the game."""
    for index in event.things:
        position = relocate(kernel, position, index, NOWHERE)
    return position, bool(event.things)


@RULES.encodes("7.7.2d", "1.10.2e")
def close(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """The combat chain is to be closed, which happens before anybody gets priority again."""
    return change(position, closing=bool(position.step)), bool(position.step)


def announce(kernel: Kernel, position: Position, event: Event) -> Outcome:
    """A card was played, an ability activated, the arena entered or left: nothing changes, but effects see it."""
    return position, True


VERBS = {
    "gain": gain,
    "lose": lose,
    "draw": draw,
    "discard": discard,
    "destroy": destroy,
    "banish": banish,
    "put": put,
    "return": put,
    "shuffle": shuffle,
    "reveal": reveal,
    "pitch": pitch,
    "create": create,
    "deal": deal,
    "negate": negate,
    "play": announce,
    "activate": announce,
    "enter": announce,
    "leave": announce,
    "attack": announce,
    "make attack": make_attack,
    "defend": announce,
    "hit": announce,
    "target": announce,
    "fuse": announce,
    "moment": announce,
    "close": close,
    "prevent": prevent,
    "pay": pay,
    "put counter": put_counter,
    "remove counter": remove_counter,
    "add": add,
    "search": search,
    "shuffle zone": shuffle,
    "intimidate": intimidate,
    "turn": turn,
    "remove": remove,
    "look": reveal,
}
