// The look: light or dark, as the system says until a person chooses.

const NAME = "csp2sat theme";

export function listenTheme(button) {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  try {
    chosen = localStorage.getItem(NAME);
  } catch {
    // the system's will do
  }
  const apply = () => { root.dataset.theme = chosen ?? (system.matches ? "dark" : "light"); };
  system.addEventListener("change", apply);
  apply();
  button.addEventListener("click", () => {
    chosen = root.dataset.theme === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(NAME, chosen);
    } catch {
      // it lasts as long as the page
    }
    apply();
  });
}
