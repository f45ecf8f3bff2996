// The worker: Python with csp2sat and a solver, which answers one request after the other.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const HERE = new URL("./", import.meta.url);
const SITE = "/lib/csp2sat";

async function fetched(name, form) {
  const answer = await fetch(new URL(name, HERE));
  if (!answer.ok) throw new Error(`the file ${name} is missing (${answer.status})`);
  return answer[form]();
}

function phase(words, part) {
  postMessage({ phase: words, part });
}

async function boot() {
  phase("loading Python", 0.05);
  const about = await fetched("boot.json", "json");
  const parts = Promise.all([...about.wheels, "csp2sat.zip"].map((name) => fetched(name, "arrayBuffer")));
  const python = await loadPyodide({
    indexURL: new URL("pyodide/", HERE).href,
    lockFileContents: { info: about.info, packages: {} },
  });
  phase("loading the solver", 0.75);
  const files = await parts;
  const archive = files.pop();
  for (const wheel of files) python.unpackArchive(wheel, "wheel");
  phase("loading csp2sat", 0.85);
  python.unpackArchive(archive, "zip", { extractDir: SITE });
  python.pyimport("sys").path.insert(0, SITE);
  const engine = python.pyimport("csp2sat.page.engine");
  phase("ready", 1);
  return { engine, size: () => python._module.HEAPU8.length };
}

let engine = null, size = null;

self.onmessage = ({ data }) => {
  const { id, request } = data;
  try {
    const tell = (text) => postMessage({ id, progress: JSON.parse(text) });
    postMessage({ id, answer: JSON.parse(engine.answer(request, tell)), heap: size() });
  } catch (error) {
    postMessage({ id, fatal: String(error).slice(0, 300) });
  }
};

try {
  ({ engine, size } = await boot());
  postMessage({ hello: JSON.parse(engine.answer('{"op": "hello"}', () => {})) });
  // what a first question imports, before somebody asks one
  engine.answer('{"op": "warm"}', () => {});
} catch (error) {
  postMessage({ failed: String(error.message ?? error).slice(0, 300) });
}
