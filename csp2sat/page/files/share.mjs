// The address' fragment: a board or a CSP that somebody shares, and what is to be done with it.

const LONGEST = 1_000_000; // characters, as of a paste
const QUESTIONS = ["solve", "unique", "explain", "count", "hint", "steps", "grade"];

async function through(stream, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LONGEST) {
      await reader.cancel();
      throw new Error("the shared text is longer than 1,000,000 characters");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function packed(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(letters) {
  const binary = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await through(new DecompressionStream("deflate-raw"), Uint8Array.from(binary, (c) => c.charCodeAt(0)));
  return new TextDecoder().decode(bytes);
}

// Return what a fragment says: {text, isCsp, question}, or null; throws an Error in words for a damaged one.
export async function shared(hash) {
  if (hash.length > LONGEST) throw new Error("the address is too long");
  const parts = new Map(
    hash.replace(/^#/, "").split("&").map((part) => [part.split("=", 1)[0], part.slice(part.indexOf("=") + 1)]),
  );
  const question = QUESTIONS.includes(parts.get("do")) ? parts.get("do") : "";
  try {
    if (parts.has("url")) return { text: decodeURIComponent(parts.get("url")), isCsp: false, question };
    for (const key of ["text", "csp"]) {
      if (parts.has(key)) return { text: await unpacked(parts.get(key)), isCsp: key === "csp", question };
    }
  } catch (error) {
    throw new Error(error.message.startsWith("the shared") ? error.message : "the shared address is damaged");
  }
  return null;
}

// Return the fragment of a board (`url` may be empty) or of a CSP.
export async function fragment(text, url, isCsp) {
  if (!isCsp && url && url.length < 2000) return `#url=${encodeURIComponent(url)}`;
  return `#${isCsp ? "csp" : "text"}=${await packed(text)}`;
}
