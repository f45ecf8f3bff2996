"""The network of a problem in normal form: what follows from other values follows, the rest may be moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...base.portable_random import RandomSource
from ...base.time_limit import check_time
from ...encoder.normalize.formulas import ATOMS, Norm
from ...model.domain import Domain
from ...model.expr import Expr, bool_var
from ...model.meaning import evaluate
from ...model.model import Answer, Model
from .constraints import keep_within, require
from .definitions import define
from .formulas import NetworkForms, NoMoves
from .movable import Movable
from .one_sided import inequality


class MovesExtraction(NetworkForms):
    """The network of the normal form of a model, and the way back from its values to answers.

    sign: 1 for an objective to minimize, -1 for one to maximize.  goal: the node of the objective times the sign.
    movable: what may be moved, by draws from `random`.  Raises NoMoves if the problem is too large, or says what no
    network says.
    """

    def __init__(self, norm: Norm, model: Model, sign: int, random: RandomSource):
        super().__init__(replace(norm, domains=[*norm.domains]))
        assert norm.objective is not None
        self._model, objective = model, norm.objective
        is_declared = objective < len(model.ints)
        if is_declared:  # the domain in the normal form may have become smaller by known solutions
            self.norm.domains[objective] = [*model.ints.values()][objective]
        parts = [part for part in norm.parts() if not self._narrow(part)]
        define(self, parts, len(model.ints), sign)
        for x in range(len(norm.names)):  # in this order definitions are not nested deeply
            if x in self.definitions:
                self.int_node(x)
        self.goal = self.of_sum([(sign, self.int_node(objective))], 0)
        self._ints = [self.int_node(x) for x in range(len(model.ints))]
        self._bools = {name: self.formula(bool_var(name)) for name in model.bools}
        later = list[Expr]()
        for part in parts:
            check_time()
            if part not in self.used or self.used[part] in self.refused:
                require(self, part)
            else:
                later.append(part)
        for part in later:  # definitions may be refused late
            if self.used[part] in self.refused:
                require(self, part)
        for x in [x for x in self.nodes if x not in self.free_ints and x not in norm.conditional]:
            is_goal = x == objective and not is_declared
            keep_within(self, self.nodes[x], self.norm.domains[x], is_goal and sign > 0, is_goal and sign < 0)
        free = {node: x for x, node in self.free_ints.items()}
        domains: dict[int, Sequence[int]] = {node: self.norm.domains[x].values() for node, x in free.items()}
        domains |= {node: range(2) for node in self.free_bools.values()}
        two = {x for x, values in domains.items() if [*values[:3]] == [0, 1]}
        groups, grouped = list[list[int]](), set[int]()
        for group in self.groups:
            if two.issuperset(group) and grouped.isdisjoint(group) and len({*group}) == len(group) > 1:
                groups.append(group)
                grouped.update(group)
        self.movable = Movable(
            self.network, domains, groups, [swap for swap in self.swaps if domains.keys() >= {*swap}], random
        )

    def _narrow(self, part: Expr) -> bool:
        """Narrow a domain by a formula about one integer alone; return whether there is only this integer."""
        total = inequality(part)
        inner = part.args[0] if part.op == "not" else part
        if inner.op not in ATOMS or len(inner.args[0].terms) != 1:
            return False
        ((a, x),) = inner.args[0].terms if total is None else total.terms
        const = (inner.args[0] if total is None else total).const
        if x in self.norm.conditional:
            return False
        domain = self.norm.domains[x]
        if total is not None:
            domain = domain.clipped(domain.lo, -const // a) if a > 0 else domain.clipped(-(const // a), domain.hi)
        elif const % a:
            domain = domain if inner is not part else Domain(())
        else:
            domain = domain.without(-const // a) if inner is not part else domain.clipped(-const // a, -const // a)
        if not domain:
            raise NoMoves
        self.norm.domains[x] = domain
        return True

    def known(self, answer: Answer) -> dict[int, int]:
        """Return the values of the free nodes in an answer of the model."""
        names = [*self._model.ints]
        found = {node: int(answer.bools[name]) for name, node in self.free_bools.items()}
        for x, node in self.free_ints.items():
            if x < len(names):
                value: int | None = answer.ints[names[x]]
            else:
                value = evaluate(self.norm.terms[x][0], answer) if x in self.norm.terms else None
            domain = self.norm.domains[x]
            found[node] = value if value is not None and value in domain else domain.lo
        return found

    def answer(self, values: dict[int, int]) -> Answer:
        """Return the answer of the model for values of the free nodes, which become the present ones for a moment."""
        mark = self.network.mark()
        self.network.change([*values.items()])
        now = self.network.values
        ints = {name: now[x] for name, x in zip(self._model.ints, self._ints, strict=True)}
        answer = Answer(ints, {name: bool(now[x]) for name, x in self._bools.items()})
        self.network.undo(mark)
        return answer
