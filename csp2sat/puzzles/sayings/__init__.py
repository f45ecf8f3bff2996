"""What a player says of clues in steps: how lines follow from them, or contradict them."""
