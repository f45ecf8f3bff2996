"""What tests share: oracles, random inputs, stand-ins for solvers and other programs."""
