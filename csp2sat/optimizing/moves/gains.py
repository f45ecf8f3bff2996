"""The choice among several searches for better answers, by the gains of each for its time."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

KEPT = 0.5  # times an earlier gain counts after another turn of the same search
LEAST = 1e-4  # of the value: the gain that each turn is taken to have besides, so that no search waits for ever
SHARE = 4  # turns of which one goes to the search that waited longest
UNIT = 0.05  # seconds that each search is taken to have worked before


class Gains:
    """The gains of searches, by name, in parts of the value, and the seconds of their turns, recent ones above all."""

    def __init__(self) -> None:
        self._gained, self._seconds = dict[str, float](), dict[str, float]()
        self._latest = dict[str, float]()
        self._last, self._turns = dict[str, int](), 0

    def best(self, names: Sequence[str]) -> str:
        """Return the name of the search that gained most for its time, or in one of SHARE turns that of the search that
        waited longest; a search that was never tried comes before the others.
        """
        self._turns += 1
        is_best = self._turns % SHARE or any(name not in self._gained for name in names)
        name = max(names, key=self._rate) if is_best else min(names, key=lambda name: self._last.get(name, 0))
        self._last[name] = self._turns
        return name

    def _rate(self, name: str) -> float:
        return (LEAST + self._gained[name]) / (UNIT + self._seconds[name]) if name in self._gained else inf

    def is_gaining(self, name: str) -> bool:
        """Whether the last turn of a search gained enough."""
        return self._latest.get(name, 0.0) > LEAST

    def note(self, name: str, seconds: float, before: int | None, after: int | None) -> None:
        """Note a turn of the search `name`, its seconds, and the values of the best solution before and after the turn,
        None without a solution.
        """
        gained = 0.0 if after is None or after == before else 1.0
        if gained and before is not None and after is not None:
            gained = min(abs(after - before) / max(1, abs(before)), 1.0)
        self._latest[name] = gained
        self._gained[name] = KEPT * self._gained.get(name, 0) + gained
        self._seconds[name] = KEPT * self._seconds.get(name, 0) + seconds
