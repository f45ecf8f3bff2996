"""The passes before clauses are written: normalize, propagate, select, each a function with its result as a type.

    Model -> normalized -> Normalized -> propagated -> Propagated -> selected -> Selected -> (`encoder.Encoder`) clauses

A search may narrow domains between the first and the second pass: excluded values are not written.
"""

from __future__ import annotations

from ..base.interpreter import CollectorOff
from ..ints.spec import DEFAULT, ENCODINGS, Encoding
from ..model.model import Model
from ..tuples import NamedTuple
from .clause_limit import within_limit
from .normalize.formulas import Norm
from .normalize.normalize import Normalizer, normalize
from .options import EncoderOptions
from .propagate.bounds import contradiction, tighten
from .propagate.distinct_steps import chained
from .propagate.integer_equalities import Aliases, Facts
from .propagate.known_values import exclude_known
from .propagate.sized_sets import bound_sets
from .select.patterns import Choices, encodings_of

WIDE = 4096  # values of a term, beyond which a constraint is its formula if there is another encoding than order


class Normalized(NamedTuple):
    """A CSP in normal form, with the choices of encodings.

    normalizer: remembers the normal form of each formula, for a CSP that grows.  choices: pairs of a pattern of names
    and the encoding of these variables; the last pattern that fits decides.
    """

    model: Model
    normalizer: Normalizer
    choices: Choices

    @property
    def norm(self) -> Norm:
        """The normal form: domains and required formulas."""
        return self.normalizer.norm


class Propagated(NamedTuple):
    """A normal form with narrowed domains, and in `false` the number of a constraint that cannot hold; None if none is
    known.
    """

    normal: Normalized
    false: int | None


class Selected(NamedTuple):
    """The input of the last pass: the encoding of each integer, and the variables that share literals of other
    variables.
    """

    propagated: Propagated
    aliases: Aliases
    encodings: list[Encoding]
    facts: Facts


def normalized(model: Model, options: EncoderOptions, whole: bool = True) -> Normalized:
    """Return the normal form of a CSP and its choices of encodings, those of the model before those of the options;
    raise ModelError for a constraint without a normal form, and LimitReached if the time limit has passed.

    whole: as for `normalize`; nothing is kept as numbers if an option needs the single constraints.
    """
    whole = whole or options.activate or not options.share or bool(options.watches)
    choices = (*model.encodings, *options.encode) if options.map_format != "sugar" else ()
    names = [options.encoding, *[name for _, name in choices]]
    only_order = [ENCODINGS[name].name for name in names] == [DEFAULT] * len(names)
    with CollectorOff():
        normalizer = normalize(model, options.share, None if only_order else WIDE, options.by_formula, whole)
    found = Normalized(model, normalizer, choices)
    options.done("normalising")
    return found


def extended(found: Normalized, model: Model) -> Normalized | None:
    """Return the normal form of a CSP that has the variables and constraints of another one, and further constraints
    behind these, from the normal form `found` of the other CSP, which is changed; None for any other CSP. Raise
    ModelError for a constraint without a normal form.

    The caller ensures that neither CSP has an objective, and that constraints may share auxiliary variables.
    """
    known = found.model.constraints
    if model.ints is not found.model.ints or [*model.constraints[: len(known)]] != [*known]:
        return None
    for number in range(len(known), len(model.constraints)):
        found.normalizer.auxiliaries.number = number
        found.normalizer.require(model.constraints[number].formula)
    return found._replace(model=model)


def propagated(found: Normalized, options: EncoderOptions) -> Propagated:
    """Narrow the domains of a normal form in place, add bounds of differences (see `chained`), and replace some of the
    constraints `connected` (see `bound_sets`); return the form with the number of the first constraint that is false by
    the domains alone, None if there is none.

    Change nothing if the option `narrowing` is off; the number is None then.
    """
    if not options.narrowing:
        return Propagated(found, None)
    if found.norm.domains:
        exclude_known(found.norm)
        tighten(found.norm, exclude_known)
        if chains := chained(found.norm):
            found.norm.required += chains
            tighten(found.norm)
    false = contradiction(found.norm)
    bound_sets(found.norm)
    options.done("narrowing domains")
    return Propagated(found, false)


def may_choose(found: Normalized, options: EncoderOptions) -> bool:
    """Whether the encodings of all integers are chosen by their use, none by the user."""
    return bool(ENCODINGS[options.encoding].choose) and not found.choices


def selected(found: Propagated, options: EncoderOptions, is_limited: bool = True) -> Selected:
    """Choose an encoding for each integer, find the variables that share literals, and return both with the normal
    form.

    is_limited: whether the limit on clauses counts for the choice, which takes two estimates of the clauses or more.
    """
    (model, _, choices), norm = found.normal, found.normal.norm
    aliases = Aliases(norm, len(model.ints), options.narrowing)
    encodings = encodings_of(norm, aliases, options.encoding, choices)
    if is_limited and may_choose(found.normal, options):
        encodings = within_limit(norm, aliases.free, encodings, options.max_clauses)
    options.done("choosing encodings")
    facts = Facts(norm, model.bools, len(model.ints), options.narrowing and options.merge)
    return Selected(found, aliases, encodings, facts)


def prepared(found: Normalized, options: EncoderOptions) -> Selected:
    """Run the passes between the normal form and the clauses, `propagated` and `selected`; return the input of the last
    pass.
    """
    return selected(propagated(found, options), options)
