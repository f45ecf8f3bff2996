// The engine as the page sees it: questions, one at a time, to a worker; a spare worker makes a cancel felt as nothing.

const IDLE = 1000; // milliseconds after an answer before the spare worker is started
const LEAST_MEMORY = 4; // gigabytes of the device for a spare worker
export const CANCELLED = "cancelled";
const MOST_HEAP = 300e6; // bytes that Python has taken, and never gives back, before its worker is replaced
const QUICK = ["read", "moves", "sample", "check", "convert", "draw", "clues", "edit", "empty"]; // another question waits for these
const DIED = "the engine stopped, perhaps for want of memory; another one is started, and the input is kept";

let modules = null; // of the worker: the addresses of what was checked, for all workers of the page

async function loadedModules(files) {
  const names = ["worker.mjs", "checked.mjs", "pyodide/pyodide.mjs", "pyodide/pyodide.asm.mjs"];
  const [worker, checked, pyodide, wasm] = (await Promise.all(names.map((name) => files.module(name)))).map((each) => JSON.stringify(each));
  return `import { begin } from ${worker};
import { CheckedFiles } from ${checked};
import { loadPyodide } from ${pyodide};
import createPyodideModule from ${wasm};
const files = new CheckedFiles(...${JSON.stringify([files.base, files.digests])});
begin({ loadPyodide, createPyodideModule, files });`;
}

// Start a worker from a blob, which is bound by the page's policy; one from an address would not be.
async function startedWorker(files) {
  modules ??= loadedModules(files);
  modules.catch(() => { modules = null; }); // the network may come back
  const url = URL.createObjectURL(new Blob([await modules], { type: "text/javascript" }));
  return { worker: new Worker(url, { type: "module" }), url };
}

class Engineer {
  // One worker and its state: booting, ready, or dead.
  constructor(files, onPhase) {
    this.waiting = null;
    this.booted = new Promise((resolve, reject) => {
      const fail = (message) => {
        reject(new Error(message));
        this.end(DIED);
      };
      startedWorker(files).then(({ worker, url }) => {
        if (this.dead) return worker.terminate();
        this.worker = worker;
        worker.onmessage = ({ data }) => {
          if (data.phase) onPhase(data.phase, data.part);
          else if (data.hello) {
            URL.revokeObjectURL(url);
            this.isReady = true;
            resolve(data.hello);
          } else if (data.failed) fail(data.failed);
          else this.take(data);
        };
        worker.onerror = (event) => {
          event.preventDefault();
          fail(event.message || "the worker could not be started");
        };
      }, (error) => fail(error.message));
    });
    this.booted.catch(() => {});
  }

  take(data) {
    if (data.heap) this.heap = data.heap;
    const asked = this.waiting;
    if (!asked || data.id !== asked.id) return;
    if (data.progress) return asked.onProgress(data.progress);
    if (data.fatal) return this.die();
    this.waiting = null;
    asked.resolve(data.answer);
  }

  // End the worker; the question that it has fails with these words.
  end(words) {
    this.dead = true;
    this.worker?.terminate();
    const asked = this.waiting;
    this.waiting = null;
    asked?.reject(new Error(words));
  }

  die() {
    this.end(DIED);
  }

  ask(id, request, onProgress) {
    return new Promise((resolve, reject) => {
      this.waiting = { id, resolve, reject, onProgress };
      this.worker.postMessage({ id, request });
    });
  }
}

export class Engine {
  constructor(files, onPhase) {
    this.files = files;
    this.onPhase = onPhase;
    this.current = new Engineer(files, onPhase);
    this.spare = null;
    this.count = 0;
    this.round = 0;
    this.line = Promise.resolve();
    const start = performance.now();
    this.ready = this.current.booted.then((hello) => {
      this.keepSpare();
      return { ...hello, seconds: (performance.now() - start) / 1000 };
    });
    this.ready.catch(() => {});
  }

  get hasSpare() {
    return Boolean(this.spare?.isReady);
  }

  keepSpare() {
    clearTimeout(this.timer);
    if (this.spare || (navigator.deviceMemory ?? LEAST_MEMORY) < LEAST_MEMORY) return;
    this.timer = setTimeout(() => {
      if (!this.spare && !this.current.waiting) this.spare = new Engineer(this.files, () => {});
    }, IDLE);
  }

  replace() {
    this.current = this.spare && !this.spare.dead ? this.spare : new Engineer(this.files, this.onPhase);
    this.spare = null;
    this.current.booted.then(() => this.keepSpare(), () => {});
  }

  // The worker that answers; a dead one, such as one that could not load its files, is replaced.
  alive() {
    if (this.current.dead) this.replace();
    return this.current;
  }

  // Ask a question after those before it; the promise is rejected by a cancel, and if the engine dies.
  ask(op, given = {}, onProgress = () => {}) {
    const round = this.round;
    const asked = this.line.then(async () => {
      if (round !== this.round) throw new Error(CANCELLED);
      const engineer = this.alive();
      await engineer.booted;
      if (round !== this.round) throw new Error(CANCELLED);
      this.doing = op;
      try {
        return await engineer.ask(++this.count, JSON.stringify({ ...given, op }), onProgress);
      } finally {
        if (engineer.heap > MOST_HEAP && !engineer.dead) engineer.end("");
        if (engineer.dead && engineer === this.current) this.replace();
        this.keepSpare();
      }
    });
    this.line = asked.catch(() => {});
    return asked;
  }

  // Drop all questions; `isMild`: the one that is being answered only if it may take long.
  cancel(isMild = false) {
    this.round++;
    if (isMild && QUICK.includes(this.doing)) return;
    this.line = Promise.resolve();
    if (this.current.waiting) {
      this.current.end(CANCELLED);
      this.replace();
    }
  }
}
