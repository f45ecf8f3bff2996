"""The name `auto`: one of the other encodings for each variable, chosen by `encode.automatic`; order where nothing is
known of it."""

from __future__ import annotations

from . import order
from .spec import Encoding

ENCODING = Encoding("auto", order.code, order.record)
