"""Words for steps of boards with numbers in lines: what cells still can be, straights, heights."""
