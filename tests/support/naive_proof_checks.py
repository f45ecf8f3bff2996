"""A checker of DRAT proofs as slow and obvious as can be, the judge of the fast one."""

from csp2sat.cnf.flat_clauses import clauses


def closure(known, true):
    """What unit propagation makes true; None if that contradicts itself."""
    true = set(true)
    while True:
        left = [[a for a in c if -a not in true] for c in known if true.isdisjoint(c)]
        if [] in left or any(-a in true for a in true):
            return None
        units = {c[0] for c in left if len(set(c)) == 1}
        if not units:
            return true
        true |= units


def rup(known, clause):
    return closure(known, {-a for a in clause}) is None


def rat(known, clause):
    pivot = clause[0]
    return all(rup(known, [*clause, *(a for a in c if a != -pivot)]) for c in known if -pivot in c)


def refutes(flat, steps):
    """Is this a refutation?  steps: (is a deletion, literals).

    All lemmas up to the contradiction are checked.  Deleting a clause that is a unit under what is assigned for good is
    ignored.
    """
    known = clauses(flat)
    if closure(known, ()) is None:
        return True
    for delete, lits in steps:
        if delete:
            _delete(known, lits)
        elif not rup(known, lits) and not (lits and rat(known, lits)):
            return False
        else:
            known.append(lits)
        if closure(known, ()) is None:
            return True
    return False


def _delete(known, lits):
    same = [c for c in known if set(c) == set(lits)]
    true = closure(known, ())
    if same and not (sum(a in true for a in lits) == 1 and all(a in true or -a in true for a in lits)):
        known.remove(same[-1])


def satisfiable(flat):
    """By trying all assignments."""
    known = clauses(flat)
    num_vars = max(map(abs, flat), default=0)
    for bits in range(1 << num_vars):
        true = {v if bits >> v - 1 & 1 else -v for v in range(1, num_vars + 1)}
        if not any(true.isdisjoint(c) for c in known):
            return True
    return False
