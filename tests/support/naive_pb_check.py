"""A second checker of pseudo-Boolean proofs: slow, plain, and without any code of the package.

`refusal` reads the texts by itself.  Deleted constraints are gone, whatever they have propagated.
"""

from __future__ import annotations

import re

Line = tuple[dict[str, int], int]  # coefficients of literals, positive, each variable once; the degree


class Refused(Exception):
    """A step that does not follow, or a malformed text."""


def normal(pairs: list[tuple[int, str]], degree: int) -> Line:
    of_variable: dict[str, int] = {}
    for c, literal in pairs:
        require(re.fullmatch(r"~?[A-Za-z_][\w\[\]{}^-]+", literal, re.ASCII) is not None, "literal")
        if literal.startswith("~"):
            of_variable[literal[1:]] = of_variable.get(literal[1:], 0) - c
            degree -= c
        else:
            of_variable[literal] = of_variable.get(literal, 0) + c
    terms = {}
    for name, c in of_variable.items():
        if c > 0:
            terms[name] = c
        if c < 0:
            terms["~" + name] = -c
            degree -= c
    return terms, degree


def require(condition: bool, why: str) -> None:
    if not condition:
        raise Refused(why)


def other(literal: str) -> str:
    return literal[1:] if literal.startswith("~") else "~" + literal


def added(one: Line, two: Line) -> Line:
    return normal([(c, a) for terms, _ in (one, two) for a, c in terms.items()], one[1] + two[1])


def negated(line: Line) -> Line:
    return {other(a): c for a, c in line[0].items()}, sum(line[0].values()) - line[1] + 1


def is_contradiction(line: Line) -> bool:
    return sum(line[0].values()) < line[1]


def propagates_to_conflict(lines: list[Line]) -> bool:
    false: set[str] = set()
    while True:
        before = len(false)
        for terms, degree in lines:
            slack = sum(c for a, c in terms.items() if a not in false) - degree
            if slack < 0:
                return True
            false |= {other(a) for a, c in terms.items() if c > slack and a not in false}
        if len(false) == before:
            return False


def parsed(words: list[str]) -> Line:
    require(len(words) >= 2 and len(words) % 2 == 0 and words[-2] == ">=", "inequality")
    pairs = [(whole(words[at]), words[at + 1]) for at in range(0, len(words) - 2, 2)]
    return normal(pairs, whole(words[-1]))


def whole(word: str) -> int:
    require(re.fullmatch(r"[+-]?[0-9]+", word, re.ASCII) is not None, "number")
    return int(word)


class Run:
    """The constraints so far by number, the objective, and the best value of a solution."""

    def __init__(self, statement: str):
        self.lines: dict[int, Line] = {}
        self.objective: dict[str, int] | None = None
        self.best: int | None = None
        self.next = 1
        self.kept: set[int] = set()  # what must not be deleted
        for row in statement.split("\n"):
            words = row.split()
            if not words or row.startswith("*"):
                continue
            require(words.pop() == ";", "statement")
            if words[0] == "min:":
                require(self.objective is None and self.next == 1, "objective")
                self.objective = {words[at + 1]: whole(words[at]) for at in range(1, len(words), 2)}
                continue
            relation, degree = words[-2], whole(words[-1])
            pairs = [(whole(words[at]), words[at + 1]) for at in range(0, len(words) - 2, 2)]
            require(relation in (">=", "="), "relation")
            self.add(normal(pairs, degree))
            if relation == "=":
                self.add(normal([(-c, a) for c, a in pairs], -degree))
        self.kept = set(self.lines)
        self.stated = dict(self.lines)
        self.names = {a.removeprefix("~") for terms, _ in self.lines.values() for a in terms}
        self.names |= {a.removeprefix("~") for a in self.objective or {}}

    def add(self, line: Line) -> None:
        self.lines[self.next] = line
        self.next += 1

    def cited(self, word: str) -> int:
        number = whole(word)
        number += self.next if number < 0 else 0
        require(number in self.lines, f"no constraint {word}")
        return number

    def rup(self, words: list[str]) -> None:
        at = words.index(":") if ":" in words else len(words)
        line = parsed(words[:at])
        used = list(self.lines.values())
        if at < len(words):
            used = [self.lines[self.cited(each)] for each in words[at + 1 :] if each != "~"]
        require(propagates_to_conflict([negated(line), *used]), "rup")
        self.add(line)

    def pol(self, words: list[str]) -> None:
        stack: list = []
        for word, after in zip(words, [*words[1:], ""], strict=True):
            if word == "+":
                require(len(stack) > 1 and all(isinstance(each, tuple) for each in stack[-2:]), "+")
                stack[-2:] = [added(*stack[-2:])]
            elif word in ("*", "d"):
                require(len(stack) > 1 and isinstance(stack[-1], int) and isinstance(stack[-2], tuple), word)
                by, (terms, degree) = stack.pop(), stack.pop()
                require(by > 0, "factor")
                if word == "*":
                    stack.append(({a: c * by for a, c in terms.items()}, degree * by))
                else:
                    stack.append(({a: (c + by - 1) // by for a, c in terms.items()}, (degree + by - 1) // by))
            elif word == "s":
                require(bool(stack) and isinstance(stack[-1], tuple), "s")
                terms, degree = stack.pop()
                stack.append(({a: min(c, degree) for a, c in terms.items()} if degree > 0 else {}, degree))
            elif re.fullmatch(r"[+-]?[0-9]+", word, re.ASCII):
                stack.append(int(word) if after in ("*", "d") else self.lines[self.cited(word)])
            else:
                require(after != "w", "w")
                stack.append(normal([(1, word)], 0))
        require(len(stack) == 1 and isinstance(stack[0], tuple), "pol")
        self.add(stack[0])

    def red(self, words: list[str]) -> None:
        at = words.index(":")
        line, rest = parsed(words[:at]), words[at + 1 :]
        require(len(rest) % 3 == 0 and all(word == "->" for word in rest[1::3]), "witness")
        change = dict(zip(rest[::3], rest[2::3], strict=True))
        require(len(change) * 3 == len(rest) and not any(a.startswith("~") for a in change), "witness")
        against = negated(line)
        if propagates_to_conflict([against, *self.lines.values()]):
            self.add(line)
            return
        goals = [changed(line, change)]
        goals += [
            changed(each, change) for each in self.lines.values() if any(a.removeprefix("~") in change for a in each[0])
        ]
        if self.objective and any(a.removeprefix("~") in change for a in self.objective):
            before = normal([(c, a) for a, c in self.objective.items()], 0)
            after = changed(normal([(-c, a) for a, c in self.objective.items()], 0), change)
            goals.append(added(before, after))  # after is minus the objective: before - after >= 0
        for goal in goals:
            self._obligation(goal, against)
        self.add(line)

    def _obligation(self, goal: Line, against: Line) -> None:
        if goal[1] <= 0:
            return
        opposed = negated(goal)
        known = [against, *self.lines.values()]
        if any(is_contradiction(added(opposed, each)) for each in known):
            return
        require(propagates_to_conflict([opposed, *known]), "red")

    def delete(self, words: list[str]) -> None:
        if words[0] == "id":
            numbers = [self.cited(word) for word in words[1:]]
        else:
            require(words[0] == "range" and len(words) == 3, "del")
            numbers = [each for each in range(whole(words[1]), whole(words[2])) if each in self.lines]
        for number in numbers:
            require(number not in self.kept, "del")
            del self.lines[number]

    def solution(self, words: list[str]) -> int:
        at = words.index(":") if ":" in words else len(words)
        true = set(words[:at])
        require(len(true) == at and {a.removeprefix("~") for a in true} >= self.names, "solution")
        require(not any(other(a) in true for a in true), "solution")
        for terms, degree in self.stated.values():
            require(sum(c for a, c in terms.items() if a in true) >= degree, "solution")
        value = sum(c for a, c in (self.objective or {}).items() if a in true)
        require(at == len(words) or whole(words[at + 1]) == value, "value")
        self.best = value if self.best is None else min(self.best, value)
        return value

    def soli(self, words: list[str]) -> None:
        require(self.objective is not None, "soli")
        value = self.solution(words)
        self.add(normal([(-c, a) for a, c in (self.objective or {}).items()], 1 - value))
        self.kept.add(self.next - 1)

    def conclude(self, words: list[str]) -> str:
        if words == ["NONE"]:
            return "NONE"
        if words[0] == "UNSAT":
            require(words[1] == ":" and len(words) == 3 and self.best is None, "UNSAT")
            require(is_contradiction(self.lines[self.cited(words[2])]), "UNSAT")
            return "UNSAT"
        require(words[0] == "BOUNDS" and words[2] == ":" and len(words) == 5 and self.objective is not None, "BOUNDS")
        assert self.objective is not None
        low, cited, high = words[1], self.lines[self.cited(words[3])], words[4]
        if low == "INF":
            require(high == "INF" and is_contradiction(cited) and self.best is None, "BOUNDS")
            return "UNSAT"
        require(self.best is not None and whole(high) >= self.best >= whole(low), "BOUNDS")
        below = normal([(-c, a) for a, c in self.objective.items()], 1 - whole(low))
        require(is_contradiction(cited) or is_contradiction(added(cited, below)), "BOUNDS")
        return f"{low}..{high}"


def changed(line: Line, change: dict[str, str]) -> Line:
    """A constraint after the variables are changed."""
    pairs, degree = [], line[1]
    for literal, c in line[0].items():
        to = change.get(literal.removeprefix("~"))
        if to is None:
            pairs.append((c, literal))
        elif to in ("0", "1"):
            degree -= c if (to == "1") != literal.startswith("~") else 0
        else:
            pairs.append((c, other(to) if literal.startswith("~") else to))
    return normal(pairs, degree)


def conclusion(statement: str, proof: str) -> str:
    """`UNSAT`, `NONE`, or the bounds `LOW..HIGH` that a proof shows; raises Refused."""
    run = Run(statement)
    rules = [rule.split() for rule in re.sub("%.*", "", proof.partition("\n")[2]).split(";")]
    require(proof.split("\n")[0] == "pseudo-Boolean proof version 3.0", "version")
    require(rules[-1] == [] and rules[-2] == ["end", "pseudo-Boolean", "proof"], "end")
    require(rules[-4] == ["output", "NONE"] and rules[-3][:1] == ["conclusion"], "end")
    for name, *words in rules[:-4]:
        if name == "f":
            require(words == [str(len(run.stated))] and run.next == len(run.stated) + 1, "f")
        else:
            step = {"rup": run.rup, "pol": run.pol, "red": run.red, "soli": run.soli, "del": run.delete}.get(name)
            require(step is not None, name)
            assert step is not None
            step(words)
    return run.conclude(rules[-3][1:])
