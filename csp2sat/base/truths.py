"""Truth values of Python and of NumPy; nothing else is imported here, for what starts first reads settings."""


def is_truth(x: object) -> bool:
    """Whether a value is True or False, of Python or of NumPy."""
    return isinstance(x, bool) or type(x).__name__ in ("bool", "bool_")
