"""The writing of a model as an XCSP3 instance."""
