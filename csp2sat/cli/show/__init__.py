"""The code that the commands share: options, answers as text or JSON, drawings, exit codes."""
