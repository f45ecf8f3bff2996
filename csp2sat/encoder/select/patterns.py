"""The choice of an encoding for each integer variable: by its name, or by its use in the constraints."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from ...base.plugins import UnknownPart
from ...base.time_limit import check_time
from ...errors import UsageError
from ...ints import compact_order
from ...ints.spec import DEFAULT, ENCODINGS, LARGE, Encoding, Use
from ...model.constraint import CARDINALITY, RELATION
from ...model.expr import Expr
from ...model.name_patterns import fitting
from ..normalize.arithmetic import ARITHMETIC
from ..normalize.definitions import DEFINITIONS
from ..normalize.formulas import ATOMS, Linear, Norm
from ..propagate.integer_equalities import Aliases
from .estimates import in_order

MOST_VALUES = 2_000_000  # of one variable, if its encoding is not for any size
WIDEST = 1024  # bits of the greatest difference of two values, if it is
FAR = 62  # bits of a difference, beyond which few values have order literals whatever is asked for
Choices = Sequence[tuple[str, str]]  # patterns of names with the encoding, the last one that fits counts


def parse(text: str) -> tuple[str, str]:
    """Return pattern and encoding of a text such as `x_*=log`; raise UsageError for another form or an unknown
    encoding.
    """
    pattern, equals, name = text.rpartition("=")
    if not equals or not pattern:
        raise UsageError("expected PATTERN=ENCODING, such as x_*=log", "encode", text)
    try:
        _ = ENCODINGS[name]
    except UnknownPart as error:
        raise UsageError(str(error), "encode", text) from None
    return pattern, name


def encodings_of(norm: Norm, aliases: Aliases, encoding: str, choices: Choices, first: int = 0) -> list[Encoding]:
    """Return the encoding of each variable from the number `first` on: of a declared one by the last pattern of
    `choices` that fits its name, else `encoding`.

    Auxiliary variables get `encoding`, or LARGE if they have too many values and some variable is given another
    encoding than DEFAULT.  Variables with few values that are very far apart get DEFAULT.
    """
    wanted = _wanted([*filter(None, norm.names)], choices) if choices else {}
    found = [wanted.get(name, encoding) if name else "" for name in norm.names[first:]]
    before = {encoding, *(name for _, name in choices)} if first else ()
    mixed = not {*found, *before} <= {"", DEFAULT}
    uses: list[Use] = []
    for x, domain in enumerate(norm.domains[first:]):
        name = found[x] or (LARGE if mixed and domain.size() > MOST_VALUES else encoding)
        choose = ENCODINGS[name].choose
        if choose:
            uses = uses or _uses(norm, aliases.free)
            name = choose(uses[first + x])
        far_apart = domain.hi - domain.lo >> FAR and domain.size() <= MOST_VALUES
        found[x] = DEFAULT if far_apart else name
    known = {name: ENCODINGS[name] for name in {*found}}
    return [known[name] for name in found]


def _wanted(names: Collection[str], choices: Choices) -> dict[str, str]:
    """Return the encodings of the names that patterns stand for; a name can keep others from fitting its pattern."""
    return {name: code for pattern, code in choices for name in fitting(pattern, names)}


BY_VALUE = (RELATION, *("alldifferent", "extension-supports", "circuit", "value-sets"))  # about values only


LOGICAL = frozenset(("true", "false", "bool", "not", "and", "or", "iff", "ite", CARDINALITY))  # of formulas alone


def _about_integers(norm: Norm) -> Iterator[Expr]:
    """Yield the distinct parts of all formulas that may contain integers, in no particular order."""
    seen = level = {*(formula for formula, _ in norm.required), *(c for c, _, _ in norm.conditional.values())}
    while level:
        yield from (each for each in level if each.op not in LOGICAL)
        level = {arg for each in level if each.op not in ATOMS for arg in each.args if isinstance(arg, Expr)} - seen
        seen |= level


def _uses(norm: Norm, free: Callable[[Linear], Linear]) -> list[Use]:
    """Return the use of each variable by number; `free` is `Aliases.free`."""
    return _Uses(norm, free).found()


class _Uses:
    """Facts about the variables, collected from the required formulas.

    by_value, ordered: variables of which single values matter, or how they compare.  listed: variables in constraints
    about single values.  in_bits: variables in products, quotients and similar functions, and those from which an index
    chooses.  wide: whether a variable has enough values for digits; formulas of others would be as large in digits or
    bits, so that their clauses do not count, however many they are.
    """

    def __init__(self, norm: Norm, free: Callable[[Linear], Linear]):
        self._domains, self._free = norm.domains, free
        self._by_value: set[int] = set()
        self._ordered: set[int] = set() if norm.objective is None else {norm.objective}
        self._listed: set[int] = set()
        self._in_bits: set[int] = set()
        self._joined = list(range(len(norm.domains)))
        self._clauses = [0] * len(norm.domains)
        self._wide = [domain.size() > compact_order.SMALL for domain in norm.domains]
        self._some_wide = any(self._wide)
        for formula in _about_integers(norm):
            check_time()
            self._see(formula)

    def found(self) -> list[Use]:
        roots = [self._root(x) for x in range(len(self._domains))]
        many = [0] * len(roots)
        for root, clauses in zip(roots, self._clauses, strict=True):
            many[root] += clauses
        listed, in_bits = ({roots[x] for x in each} for each in (self._listed, self._in_bits))
        valued = self._by_value - self._ordered
        return [
            Use(domain.size(), x in valued, many[root], root in listed, root in in_bits)
            for x, (domain, root) in enumerate(zip(self._domains, roots, strict=True))
        ]

    def _see(self, formula: Expr) -> None:
        """Note how a formula uses its variables: by value or in order, in a list or a product, and joined in one sum.

        The formula's estimated clauses in the order encoding are counted for its variables if one of them is wide.
        """
        if formula.op == "le0" and len(terms := self._free(formula.args[0]).terms) == 1:  # as most are
            ((_, x),) = terms
            self._ordered.add(x)
            self._clauses[x] += self._wide[x]
            return
        sums_ = [*map(self._free, [arg for arg in formula.args if isinstance(arg, Linear)])]
        variables = [x for terms, _ in sums_ for _, x in terms]
        if not variables:
            return
        if self._is_by_value(formula, sums_):
            self._listed.update(variables)
            self._by_value.update(variables)
        elif formula.op == "eq0" and len(variables) <= 2:
            self._by_value.update(variables if len(variables) == 2 else ())
        else:
            self._ordered.update(variables)
        if formula.op == ARITHMETIC:
            self._in_bits.update(variables)
        if self._some_wide and (formula.op in ATOMS or formula.op in DEFINITIONS):
            is_wide = any(self._wide[x] for x in variables)
            self._join(variables, in_order(formula, sums_, self._domains) if is_wide else 0)
        elif formula.op == "element" and any(sum_.terms for sum_ in sums_[2:]):
            self._in_bits.update(items := variables[len(sums_[0].terms) :])
            self._join(items, 0)

    @staticmethod
    def _is_by_value(formula: Expr, sums_: Sequence[Linear]) -> bool:
        return formula.op in BY_VALUE and all(len(sum_.terms) < 2 for sum_ in sums_)

    def _join(self, variables: Sequence[int], clauses: int) -> None:
        roots = {self._root(x) for x in variables}
        least = min(roots)
        for root in roots:
            self._joined[root] = least
        self._clauses[least] += clauses

    def _root(self, x: int) -> int:
        while self._joined[x] != x:
            self._joined[x] = self._joined[self._joined[x]]
            x = self._joined[x]
        return x
