"""The replacement of variables that FlatZinc's compiler defines as names of parts of the model."""
