"""The constraints and terms that `csp2sat.build` offers, by what they are about; `build/__init__.py` names them all."""
