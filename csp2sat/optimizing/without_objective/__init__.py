"""Problems without an objective, answered before any clause is written."""
