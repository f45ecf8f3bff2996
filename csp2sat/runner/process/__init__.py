"""One run of a program: started, limited, measured, stopped, and what its output says."""
