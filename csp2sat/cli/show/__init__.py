"""What the commands share: options, answers as text or JSON, drawings, how a command ends."""
