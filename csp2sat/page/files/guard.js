// Says so if a file of the page cannot be loaded, or is another one than at the build; runs before all others.

{
  const lost = [];

  const say = () => {
    const box = document.getElementById("error");
    if (!box || !lost.length) return;
    box.textContent = `The page cannot start: ${lost[0]} could not be loaded, or is not the file with which the page was built. Load the page again; if that does not help, the page has to be built anew.`;
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
  addEventListener("DOMContentLoaded", say);
}
