"""Source texts and their places, files, folders, signals, plugins: nothing of the field."""
