"""Other ways in which people write black cells with two sums, and cells without any: `16/7` for a backslash, in either
order, and 0 for a white or a black cell.

The board alone decides which of these ways a text has: sums that no line beside them can have exclude the others.
"""

from __future__ import annotations

from functools import partial

BLACK, WHITE = "#", "-"


def respelt(token: str, order: str, zero: str) -> str:
    """Return the token with a backslash for `/` and with `zero` for 0.  order: in which the token has its sums,
    DOWN/ACROSS or ACROSS/DOWN; '' for a `/` that stays.
    """
    if token == "0":
        return zero
    one, slash, two = token.partition("/")
    if not slash or not order or not all(each == "" or each.isdecimal() for each in (one, two)):
        return token
    return BLACK if one == two == "" else f"{one}\\{two}" if order == "DOWN/ACROSS" else f"{two}\\{one}"


ORDERS = {"": "", "`/` is DOWN/ACROSS": "DOWN/ACROSS", "`/` is ACROSS/DOWN": "ACROSS/DOWN"}
ZEROS = {"": "0", "0 is a white cell": WHITE, "0 is a black cell": BLACK}
SPELLINGS = tuple(
    (" and ".join(filter(None, (slash, digit))), partial(respelt, order=ORDERS[slash], zero=ZEROS[digit]))
    for digit in ZEROS
    for slash in ORDERS
    if slash or digit
)
