"""The encoding `auto`: it chooses another encoding for each variable, by its constraints and their size.

1. Direct, if only the values of the variable matter (it is in alldifferent, tables, equations and disequalities of at
   most two variables, and in nothing else), they are more than SMALL, and neither 2 nor 3 holds.
2. Log, if it has more than HUGE values.
3. Compact order, or log if they are multiplied or chosen by an index, if the variables that are joined by sums and
   definitions would take more than MUCH clauses in the order encoding, or LISTED if one of them is in a constraint
   about values, for example alldifferent, but order for a variable of so few values that it would have no digits; or
   log for all that have digits if the CNF would pass its limit of clauses otherwise (`encoder.clause_limit`).  Clauses
   about variables without digits alone do not count: they are not fewer in digits or bits, however many they are.
4. Order in all other cases, with literals for single values on demand.

Measurements with kissat: 1. nqueens-200 takes three quarters of the variables of order literals with direct ones on
demand, and knightTour-7 a second (medians of seeds) instead of five; 3. oss-gp10-01 takes 0.19, not 6.5 million
clauses, and 3 to 10 seconds of CPU to its optimum against 11 to 27 in bits; jss-ft10 with its 0.7 million clauses is
solved in 21 seconds in the order encoding only.  With a horizon of 1151 oss-gp10-01 is 1.8 million clauses in the order
encoding, and takes 6.2 to 6.7 seconds there, 4.0 to 4.3 in compact order.  21 tasks of two robots, whose times an index
chooses, take 0.18 million clauses in bits, and 14 seconds to the optimum; 2.1 million in digits, and more than 60.
"""

from __future__ import annotations

from . import compact_order, order
from .spec import Encoding, Use

SMALL = 3  # values of a variable of which order literals are as few as direct ones
HUGE = 20_000  # values of a variable that becomes bits
MUCH = 1_500_000  # clauses of variables that become bits or digits
LISTED = 4_000_000  # the same if there are direct literals, too


def choose(use: Use) -> str:
    """Return the name of the encoding of a variable, chosen by its use in the model.

    The first rule that holds of: log, for more than HUGE values, or for many clauses and a product or a choice by an
    index; compact-order, for many clauses, or order if the variable would have no digits; direct, if only values matter
    and there are more than SMALL; else order.  Many clauses: more than LISTED if direct literals are needed, else more
    than MUCH.
    """
    is_large = use.clauses > (LISTED if use.listed else MUCH)
    if use.size > HUGE or (is_large and use.in_bits):
        return "log"
    if is_large:
        return "compact-order" if use.size > compact_order.SMALL else "order"
    return "direct" if use.by_value and use.size > SMALL else "order"


ENCODING = Encoding("auto", order.code, order.OrderReader.read, choose=choose)
