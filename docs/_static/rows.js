"use strict";
// Keeps the rows of a table that have all words, or are named by them.
(() => {
  const box = document.getElementById("filter");
  const rows = [...document.querySelectorAll("table.all tbody tr")];
  const show = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) row.hidden = !Names.fits(words, row.textContent.toLowerCase(), row.dataset.names);
    document.querySelector("output").textContent = `${rows.filter((row) => !row.hidden).length} shown`;
  };
  box.closest("label").hidden = false;
  box.addEventListener("input", show);
  show();
})();
