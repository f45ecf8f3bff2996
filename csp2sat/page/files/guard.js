// Says so if a file of the page cannot be loaded, or is another one than at the build, or if the browser is too old; runs
// before all others. Where it does not run itself, and for a page opened from a folder without a server, whose modules no
// browser loads, the page's own text stays.

{
  const lost = [];

  const old = !("noModule" in HTMLScriptElement.prototype) || typeof WebAssembly !== "object";

  const begin = () => {
    if (location.protocol === "file:") return;
    document.getElementById("boot").hidden = false;
    document.getElementById("status").textContent = "Loading. You can paste a board already.";
    say();
  };

  const say = () => {
    const box = document.getElementById("error");
    if (!box || location.protocol === "file:" || !(old || lost.length)) return;
    box.textContent = old
      ? "The page cannot start: this browser has no modules or no WebAssembly. Use a newer one."
      : `The page cannot start: ${lost[0]} could not be loaded, or is not the file with which the page was built. Are you offline? Load the page again; if that does not help, the page has to be built anew.`;
    box.hidden = false;
    document.getElementById("boot").hidden = true;
    const status = document.getElementById("status");
    status.dataset.state = "error";
    status.textContent = "That did not work.";
  };

  addEventListener("error", ({ target }) => {
    if (!["LINK", "SCRIPT"].includes(target?.tagName)) return;
    lost.push((target.href || target.src).split("/").pop());
    say();
  }, true);
  addEventListener("DOMContentLoaded", begin);
}
