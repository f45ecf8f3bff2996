"""A session about one model that grows, with one solver that is asked again and again."""
