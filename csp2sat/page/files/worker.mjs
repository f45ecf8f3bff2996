// The worker: Python with csp2sat and a solver, which answers one request after the other.

const SITE = "/lib/csp2sat";

function phase(words, part) {
  postMessage({ phase: words, part });
}

function failed(error) {
  postMessage({ failed: String(error.message ?? error).slice(0, 300) });
}

// Let Pyodide fetch checked files alone; it goes on waiting for one that fails, so the failure is told here.
function lendFetch(files) {
  self.fetch = async (address) => {
    const name = String(address).slice(files.base.length);
    try {
      return await (name.endsWith(".wasm") ? files.wasm(name) : files.response(name));
    } catch (error) {
      failed(error);
      throw error;
    }
  };
}

// parts: the modules of Pyodide; files: those of the page, each of which is checked.
async function boot({ loadPyodide, createPyodideModule, files }) {
  phase("loading Python", 0.05);
  lendFetch(files);
  const about = await files.json("boot.json");
  const archives = Promise.all([...about.wheels, "csp2sat.zip"].map((name) => files.bytes(name)));
  archives.catch(() => {}); // told when they are needed
  const python = await loadPyodide({
    indexURL: `${files.base}pyodide/`,
    lockFileContents: { info: about.info, packages: {} },
    createPyodideModule,
  });
  phase("loading the solver", 0.75);
  const wheels = await archives;
  const archive = wheels.pop();
  for (const wheel of wheels) python.unpackArchive(wheel, "wheel");
  phase("loading csp2sat", 0.85);
  python.unpackArchive(archive, "zip", { extractDir: SITE });
  python.pyimport("sys").path.insert(0, SITE);
  const engine = python.pyimport("csp2sat.page.engine");
  phase("ready", 1);
  return { engine, size: () => python._module.HEAPU8.length };
}

function answers({ engine, size }) {
  self.onmessage = ({ data }) => {
    const { id, request } = data;
    try {
      const tell = (text) => postMessage({ id, progress: JSON.parse(text) });
      postMessage({ id, answer: JSON.parse(engine.answer(request, tell)), heap: size() });
    } catch (error) {
      postMessage({ id, fatal: String(error).slice(0, 300) });
    }
  };
}

export async function begin(parts) {
  try {
    const booted = await boot(parts);
    answers(booted);
    postMessage({ hello: JSON.parse(booted.engine.answer('{"op": "hello"}', () => {})) });
    // what a first question imports, before somebody asks one
    booted.engine.answer('{"op": "warm"}', () => {});
  } catch (error) {
    failed(error);
  }
}
