// Started by the build in node: write bytecode.zip, the bytecode of what the page in a folder imports when it starts.

import { readFileSync, writeFileSync } from "node:fs";

const [, , folder] = process.argv;
const SITE = "/lib/csp2sat";
const { loadPyodide } = await import(`${folder}/pyodide/pyodide.mjs`);
const bytes = (name) => new Uint8Array(readFileSync(`${folder}/${name}`));
const about = JSON.parse(readFileSync(`${folder}/boot.json`, "utf8"));
const python = await loadPyodide({
  indexURL: `${folder}/pyodide/`,
  lockFileContents: { info: about.info, packages: {} },
  env: { PYTHONHASHSEED: "0" }, // the order of a set in bytecode depends on it
});
for (const wheel of about.wheels) python.unpackArchive(bytes(wheel), "wheel");
python.unpackArchive(bytes("csp2sat.zip"), "zip", { extractDir: SITE });
python.pyimport("sys").path.insert(0, SITE);
python.pyimport("csp2sat.page.engine").answer('{"op": "warm"}', () => {});
const archive = python.pyimport("os").__file__.replace(/os\.pyc?$/, "");
python.pyimport("csp2sat.page.imported").write("/bytecode.zip", archive, `${SITE}/`);
writeFileSync(`${folder}/bytecode.zip`, python.FS.readFile("/bytecode.zip"));
