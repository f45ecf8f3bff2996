"""The constraints and terms that `csp2sat.build` offers, by their subjects; `build/__init__.py` lists them all."""
