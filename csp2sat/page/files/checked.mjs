// Files of the page, each compared with the digest that the build has written into the page.

const network = fetch.bind(globalThis);
const WASM = "application/wasm";

export class CheckedFiles {
  // base: the address of the page's folder.  digests: as `integrity` has them, by the name of the file.
  constructor(base, digests) {
    this.base = base;
    this.digests = digests;
  }

  // Return the response for a file; throws an Error in words for a file that is missing, or is another one than at the build.
  async response(name) {
    const integrity = this.digests[name];
    if (!integrity) throw new Error(`the file ${name} is not one of the page`);
    try {
      const found = await network(this.base + name, { integrity });
      if (found.ok) return found;
    } catch {
      // a digest that differs and a network that is down look alike
    }
    throw new Error(await this.fault(name));
  }

  async fault(name) {
    try {
      const { ok, status } = await network(this.base + name, { cache: "reload" });
      if (!ok) return `the file ${name} is missing (${status})`;
      return `the file ${name} is not the one with which the page was built; load the page again, or build it anew`;
    } catch {
      return `the file ${name} could not be loaded`;
    }
  }

  async json(name) {
    return (await this.response(name)).json();
  }

  async bytes(name) {
    return (await this.response(name)).arrayBuffer();
  }

  // Return the address of a module as it was checked, for an `import`.
  async module(name) {
    const source = await (await this.response(name)).blob();
    return URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  }

  // Return the response of a WebAssembly file, for a host that does not know its type, too.
  async wasm(name) {
    const found = await this.response(name);
    return found.headers.get("Content-Type") === WASM ? found : new Response(found.body, { headers: { "Content-Type": WASM } });
  }
}

// The files of this page, whose digests are in its head.
export function ownFiles() {
  const base = new URL("./", import.meta.url).href;
  const words = document.querySelector('meta[name="digests"]').content.split(/\s+/);
  const digests = {};
  for (let at = 0; at + 1 < words.length; at += 2) digests[words[at]] = words[at + 1];
  return new CheckedFiles(base, digests);
}
