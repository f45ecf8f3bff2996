// Words for people: verdicts of answers, times.

export function clock(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return `${hours ? `${hours}:${two(Math.floor(seconds / 60) % 60)}` : Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

// The verdict of an answer.
export function sentence({ op, status, unique, reason, number, complete, value }) {
  if (op === "count") return `${complete ? "" : "At least "}${number.toLocaleString("en")} solution${number === 1 ? "" : "s"}.`;
  if (status === "UNSATISFIABLE") return "There is no solution.";
  if (status === "OPTIMUM FOUND") return `The best solution: ${value}.`;
  if (status === "UNKNOWN") return `Not decided${reason ? `: ${reason}` : ""}.`;
  if (unique === true) return "Solved; it is the only solution.";
  if (unique === false) return "There are several solutions; two are shown, with their differences marked.";
  return "Solved.";
}
