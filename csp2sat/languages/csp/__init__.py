"""The CSP language of Sugar: reader, constraint table, writer."""
