// Files to take away, their names and bytes; and the text of one that somebody brings.

export function save(name, data, type) {
  const url = URL.createObjectURL(new Blob([data], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// Return a PNG of an SVG text, twice as large as on the screen.
export async function painted(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error("the drawing cannot be painted"));
      image.src = url;
    });
    const canvas = document.createElement("canvas");
    canvas.width = image.width * 2;
    canvas.height = image.height * 2;
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

const ENDINGS = { text: "txt", url: "url.txt", json: "json" };

// Save a board in a form: drawn, written, as a CNF with its map, as a booklet.
//
// must: asks the engine.  drawing: what is shown now.
export async function download(form, board, drawing, must) {
  const name = `${board.kind}-${board.rows}x${board.cols}`;
  const { text } = board;
  if (form === "svg") save(`${name}.svg`, drawing, "image/svg+xml");
  else if (form === "png") save(`${name}.png`, await painted(drawing), "image/png");
  else if (form === "cnf") saveCnf(name, await must("cnf", { text }));
  else if (form === "booklet") save(`${name}-booklet.html`, (await must("booklet", { text })).html, "text/html");
  else save(`${name}.${ENDINGS[form]}`, (await must("convert", { text, to: form })).written, "text/plain");
}

export function saveCnf(name, { cnf, map }) {
  save(`${name}.cnf`, cnf, "text/plain");
  save(`${name}.map`, map, "application/json");
}

// Return the text of a file: UTF-8, or UTF-16 if it begins with that mark.
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(mark).decode(bytes);
}
