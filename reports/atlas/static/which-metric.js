"use strict";
// Hides the metrics that violate what the answers ask for. Where none is left, those that miss the fewest are shown.
for (const task of document.querySelectorAll(".task")) {
  const form = task.querySelector("form"), rows = [...task.querySelectorAll("tbody tr")];
  const update = () => {
    const answers = [...form.querySelectorAll("input:checked")];
    const wanted = new Set(answers.flatMap((input) => input.dataset.requires.split(" ").filter(Boolean)));
    const missed = rows.map((row) => [...row.cells].filter(
      (cell) => wanted.has(cell.dataset.column) && !cell.classList.contains("holds")).length);
    const fewest = Math.min(...missed), kept = missed.filter((many) => many === fewest).length;
    rows.forEach((row, i) => row.classList.toggle("out", missed[i] !== fewest));
    for (const head of task.querySelectorAll("thead th")) head.classList.toggle("wanted", wanted.has(head.dataset.column));
    const all = `${rows.length} metrics`, metrics = `${kept} of ${all}`;
    task.querySelector("[role=status]").textContent = !wanted.size ? all
      : fewest ? `None of ${all} is known to satisfy all that you ask. ${kept} miss the fewest: ${fewest}.`
      : `${metrics} satisf${kept === 1 ? "ies" : "y"} all that you ask. The other columns are the price.`;
    const said = answers.map((input) => ` --${input.name} ${input.value}`).join("");
    task.querySelector(".command").textContent = `axiometrics recommend --task ${task.dataset.task}${said}`;
    task.querySelector(".needed").classList.toggle("ready", answers.length > 0);
  };
  form.addEventListener("change", update);
  task.querySelector(".needed button").addEventListener("click", () => { form.reset(); update(); });
  update();
}

// Shows one task, the one that the address names or else the first one: a reader has one task at a time.
const show = () => {
  const tasks = [...document.querySelectorAll(".task")], name = decodeURIComponent(location.hash.slice(1));
  const shown = tasks.find((task) => task.id === name) ?? tasks[0];
  for (const task of tasks) task.classList.toggle("other", task !== shown);
  for (const link of document.querySelectorAll(".tasks a"))
    if (link.getAttribute("href") === `#${shown.id}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
};
addEventListener("hashchange", show);
show();
