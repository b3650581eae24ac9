"""The legality check before costs: timing, and what effects forbid."""

from __future__ import annotations

from models.flesh_and_blood.attacks import attacking_hero
from models.flesh_and_blood.costs import ability_of, is_action
from models.flesh_and_blood.effects import KERNEL
from models.flesh_and_blood.limits import may_join
from models.flesh_and_blood.moves import Activate, Announced, Play
from models.flesh_and_blood.permissions import restricted
from models.flesh_and_blood.registry import ANNOUNCE, CHECK, RULES
from models.flesh_and_blood.state import Position
from models.flesh_and_blood.targets import attacks
from verifier.effects.kernel import Truth
from verifier.rule import precedence

MOVES = (Play, Activate)
REACTION = "reaction"
RESOLUTION = "resolution"


def types(position: Position, move: Announced) -> frozenset[str]:
    """The types that decide when a move can be made."""
    if isinstance(move, Activate):
        ability = ability_of(position, move)
        return frozenset({ability.kind}) if ability is not None else frozenset()
    return KERNEL.words(position, move.thing)


def _name(position: Position, move: Announced) -> str:
    return position.things[move.thing].card.name


# Timing


@RULES.constraint(
    "1.11.3", "4.2.1", "4.4.1", of=MOVES, stage=ANNOUNCE, facts=lambda position, move: f"it is the {position.phase} phase"
)
def phase_is_action(position: Position, move: Announced) -> bool:
    """True in the action phase, the only one in which players get priority."""
    return position.phase == "action"


@RULES.constraint("7.7.1", "1.11.3", of=MOVES, stage=ANNOUNCE, facts=lambda position, move: "the combat chain closes")
def nobody_acts_while_the_chain_closes(position: Position, move: Announced) -> bool:
    """True where it is not the close step, in which players get no priority."""
    return position.step != "close"


@RULES.constraint(
    "8.1.1a",
    "5.1.5",
    of=MOVES,
    stage=CHECK,
    facts=lambda position, move: f"{len(position.stack) - 1} other layers are on the stack",
)
def actions_need_an_empty_stack(position: Position, move: Announced) -> bool:
    """True where an action is played or activated on an empty stack, or as an instant."""
    return not is_action(position, move) or bool(move.instant) or len(position.stack) <= 1


@RULES.constraint(
    "7.0.1a", "5.1.5", of=MOVES, stage=CHECK, facts=lambda position, move: f"it is the {position.step} step of combat"
)
def actions_wait_for_combat(position: Position, move: Announced) -> bool:
    """True where an action is not played during combat, except an attack in the resolution step, or as an instant."""
    if not position.step or not is_action(position, move) or move.instant:
        return True
    return position.step == RESOLUTION and attacks(position, move)


@RULES.constraint(
    "8.1.2a",
    "7.4.2a",
    "5.1.5",
    of=MOVES,
    stage=CHECK,
    facts=lambda position, move: "this player has no attack in a reaction step",
)
def attack_reactions_wait_for_the_reaction_step(position: Position, move: Announced) -> bool:
    """True where an attack reaction is played by the attacking player in the reaction step."""
    link = position.link
    hero = KERNEL.hero(position, move.player)
    attacks_now = position.step == REACTION and link is not None and attacking_hero(KERNEL, position, link) == hero
    return "attack reaction" not in types(position, move) or attacks_now


@RULES.constraint(
    "8.1.3a",
    "7.4.2b",
    "5.1.5",
    of=MOVES,
    stage=CHECK,
    facts=lambda position, move: "this player defends in no reaction step",
)
def defense_reactions_wait_for_the_reaction_step(position: Position, move: Announced) -> bool:
    """True where a defense reaction is played by the defending player in the reaction step."""
    link = position.link
    defends = position.step == REACTION and link is not None and KERNEL.hero(position, move.player) in link.targets
    return "defense reaction" not in types(position, move) or defends


@RULES.constraint(
    "7.4.2c",
    "8.3.4b",
    of=Play,
    stage=CHECK,
    facts=lambda position, move: f"`{_name(position, move)}` could not become a defending card",
)
def defense_reactions_must_be_able_to_defend(position: Position, play: Play) -> bool:
    """True where a defense reaction card that is played could defend if it resolved now."""
    layer = position.layer_of(play.thing)
    if "defense reaction" not in KERNEL.words(position, play.thing) or position.link is None or layer is None:
        return True
    return may_join(position, play.player, play.thing, layer.origin)


@RULES.constraint(
    "8.1.7a", "5.1.5", of=Play, stage=CHECK, facts=lambda position, move: f"`{_name(position, move)}` is a resource card"
)
def resources_are_not_played(position: Position, play: Play) -> bool:
    """True where the card is no resource card."""
    return "resource" not in KERNEL.words(position, play.thing)


@RULES.constraint(
    "8.1.12a", "5.1.5", of=Play, stage=CHECK, facts=lambda position, move: f"`{_name(position, move)}` is a block card"
)
def blocks_are_not_played(position: Position, play: Play) -> bool:
    """True where the card is no block card."""
    return "block" not in KERNEL.words(position, play.thing)


# Restrictions


@RULES.constraint(
    "1.0.2",
    "5.1.5",
    of=MOVES,
    stage=CHECK,
    facts=lambda position, move: f"an effect says that `{_name(position, move)}` cannot be played or used",
)
def nothing_forbids_it(position: Position, move: Announced) -> Truth:
    """True where no effect says that the move cannot be made: such a restriction beats every permission."""
    return precedence(True, [restricted(position, move, "can't", attacks(position, move))])


@RULES.constraint(
    "1.0.2a",
    "5.1.5",
    of=MOVES,
    stage=CHECK,
    facts=lambda position, move: "an effect says that only something else can be played",
)
def nothing_else_is_the_only_one(position: Position, move: Announced) -> Truth:
    """True where no effect says that only other moves can be made, which forbids this one."""
    return precedence(True, [restricted(position, move, "may only", attacks(position, move))])
