"""Input languages: text -> Model, one file each."""
