// Editing clues: the text form has a word for each cell, so an edit replaces a word.

// Return the parts of a text form that have a word for each cell: {name, lines}, lines being numbers of lines.
export function parts(text, rows, cols) {
  const lines = text.split("\n");
  const found = [];
  let name = "clues", run = [];
  const close = () => {
    if (run.length === rows) found.push({ name, lines: run });
    run = [];
  };
  lines.forEach((line, at) => {
    const words = line.trim().split(/\s+/);
    const isLabel = /^[a-z]+$/.test(line.trim()) && !(cols === 1 && run.length);
    if (isLabel || line.startsWith(";") || line.startsWith("size ") || line.startsWith("box ")) {
      close();
      if (isLabel) name = line.trim();
    } else if (words.length === cols && words[0] !== "") {
      run.push(at);
      if (run.length === rows) close();
    } else close();
  });
  close();
  return found;
}

export function wordAt(text, part, r, c) {
  return text.split("\n")[part.lines[r]].trim().split(/\s+/)[c];
}

export function withWord(text, part, r, c, word) {
  const lines = text.split("\n");
  const words = lines[part.lines[r]].trim().split(/\s+/);
  words[c] = word;
  lines[part.lines[r]] = words.join(" ");
  return lines.join("\n");
}
