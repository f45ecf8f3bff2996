"""Tools of all packages that know nothing of CSP and SAT: source texts and places in them, files, folders, signals,
plugins.
"""
