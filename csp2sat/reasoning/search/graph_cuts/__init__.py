"""The cuts of rules about graphs: clauses that connectivity, a loop or sizes imply, made as they are needed."""
