"""Parts that the formats share: lines, places of errors, addresses, sections that are left out."""
