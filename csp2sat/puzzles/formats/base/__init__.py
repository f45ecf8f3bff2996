"""What the formats have in common: lines, places of errors, addresses, sections that are left out."""
