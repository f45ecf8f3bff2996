"""Words of steps: places, facts, and reasons as a person says them."""
