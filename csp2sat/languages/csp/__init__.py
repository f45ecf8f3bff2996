"""The CSP language of Sugar: reader, table of constraints, writer."""
