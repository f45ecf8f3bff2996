"""One model that grows, and one solver that is asked about it again and again."""
