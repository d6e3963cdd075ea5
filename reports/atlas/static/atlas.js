"use strict";
// Filters, sorts and moves the focus. Without this script everything is there: it only adds.
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

  // A link to a cell opens it, and its heading is what is seen first.
  const follow = () => {
    const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const around = found?.closest("details");
    if (!around) return;
    around.open = true;
    around.scrollIntoView();
    around.querySelector("summary").focus({ preventScroll: true });
  };
  addEventListener("hashchange", follow);
  follow();

  // --- the matrices of this page
  const form = document.querySelector(".tools");
  const sections = all(".matrix");
  if (form && sections.length) {
    form.hidden = false;
    const tables = sections.map((section) => {
      const heads = all("thead th", section).slice(1);
      const rows = all("tbody tr:not(.family)", section).map((row) => ({
        row, name: row.cells[0].textContent.toLowerCase(), names: row.dataset.names, cells: [...row.cells].slice(1), at: row.parentNode,
      }));
      return { section, heads, rows, families: all("tbody", section) };
    });
    const kinds = new Set(all(".matrix td[data-kind]").map((cell) => cell.dataset.kind));
    for (const kind of [...kinds].sort()) form.elements.kind.append(make("option", { textContent: kind }));
    const families = new Set(all(".matrix tr.family").map((row) => row.textContent.trim()));
    for (const family of families) form.elements.family.append(make("option", { textContent: family }));
    const others = all(".matrix thead .other");
    for (const { rows, heads } of tables) for (const { row, cells } of rows) cells.forEach((cell, i) => {
      const link = cell.querySelector("a");
      const verdict = form.querySelector(`option[value="${cell.classList[0]}"]`)?.textContent;
      if (link) link.title = `${row.cells[0].textContent} / ${heads[i].dataset.name}: ${verdict} (${cell.dataset.kind})`;
    });
    if (!others.length) form.elements.readings.closest("label").remove();

    const rank = { holds: 0, fails: 1, neither: 2 };
    const order = (table, column) => {
      table.sorted = table.sorted === column ? null : column;
      table.heads.forEach((head, i) => head.toggleAttribute("aria-sort", false));
      if (table.sorted !== null) table.heads[column].setAttribute("aria-sort", "ascending");
      const place = (entry) => rank[entry.cells[column].className.split(" ")[0]] ?? 3;
      for (const body of table.families) {
        const own = table.rows.filter((entry) => entry.at === body);
        const wanted = table.sorted === null ? own : [...own].sort((a, b) => place(a) - place(b));
        body.append(...wanted.map((entry) => entry.row));
      }
    };

    // The address keeps what was chosen: it shows the same rows to whoever opens it.
    const columnName = (table, i) => `${table.section.dataset.task}/${table.heads[i].dataset.name}`;
    const keep = () => {
      const kept = new URLSearchParams();
      for (const field of form.elements) {
        const value = field.type === "checkbox" ? (field.checked ? "yes" : "") : field.value;
        if (field.name && value) kept.set(field.name, value);
      }
      for (const table of tables) {
        table.heads.forEach((head, i) => { if (head.box.checked) kept.append("satisfies", columnName(table, i)); });
        if (table.sorted !== null) kept.append("sort", columnName(table, table.sorted));
      }
      const query = kept.size ? `?${kept}` : "";
      if (query !== location.search && /^(https?|file):/.test(location.protocol)) history.replaceState(null, "", (query || location.pathname) + location.hash);
    };
    const restore = () => {
      const kept = new URLSearchParams(location.search);
      for (const field of form.elements) {
        if (!kept.has(field.name)) continue;
        if (field.type === "checkbox") field.checked = true;
        else field.value = kept.get(field.name);
      }
      for (const table of tables) table.heads.forEach((head, i) => {
        head.box.checked = kept.getAll("satisfies").includes(columnName(table, i));
        if (kept.getAll("sort").includes(columnName(table, i))) order(table, i);
      });
    };

    const show = () => {
      const { text, task, family, verdict, kind, differs, readings } = form.elements;
      const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
      let seen = 0;
      for (const table of tables) {
        const shown = !task || !task.value || table.section.dataset.task === task.value;
        const columns = table.heads.map((head) => head.dataset.name.toLowerCase());
        table.section.classList.toggle("few", !(readings && readings.checked));
        // A word that heads of columns have chooses columns, any other chooses rows: "v-measure rag" is a cell.
        const [ofColumns, ofRows] = [[], []];
        for (const word of words) (columns.some((name) => name.includes(word)) ? ofColumns : ofRows).push(word);
        const visible = table.heads.map((head, i) =>
          (!head.classList.contains("other") || !readings || readings.checked) && ofColumns.every((word) => columns[i].includes(word)));
        const demanded = table.heads.flatMap((head, i) => (head.box.checked ? [i] : []));
        table.heads.forEach((head, i) => { head.hidden = !visible[i]; });
        let rows = 0;
        for (const entry of table.rows) {
          let matches = 0;
          entry.cells.forEach((cell, i) => {
            cell.hidden = !visible[i];
            const meets = cell.dataset.kind !== undefined && (!verdict.value || cell.classList.contains(verdict.value)) &&
              (!kind.value || cell.dataset.kind === kind.value) && (!differs.checked || "differs" in cell.dataset);
            cell.classList.toggle("dim", !meets);
            if (meets && visible[i]) matches += 1;
          });
          const filtered = verdict.value || kind.value || differs.checked;
          entry.row.hidden = !shown || !Names.fits(ofRows, entry.name, entry.names) ||
            (family.value && entry.at.querySelector(".family")?.textContent.trim() !== family.value) || (filtered && !matches) ||
            demanded.some((i) => !entry.cells[i].classList.contains("holds"));
          if (!entry.row.hidden) { rows += 1; seen += matches; }
        }
        for (const body of table.families) body.hidden = !table.rows.some((entry) => entry.at === body && !entry.row.hidden);
        table.section.hidden = !rows;
      }
      form.querySelector("output").textContent = `${seen} cell${seen === 1 ? "" : "s"} shown`;
      keep();
    };
    for (const table of tables) {
      table.sorted = null;
      table.heads.forEach((head, i) => {
        const name = head.dataset.name;
        const sort = make("button", { type: "button", className: "sort", textContent: "\u2195", title: `sort by ${name}` });
        sort.setAttribute("aria-label", `sort by ${name}`);
        sort.addEventListener("click", () => { order(table, i); keep(); });
        const box = make("input", { type: "checkbox", title: `only metrics that satisfy ${name}` });
        box.setAttribute("aria-label", `only metrics that satisfy ${name}`);
        box.addEventListener("change", show);
        const asked = make("div", { className: "asked" });
        asked.append(box, sort);
        head.append(asked);
        head.box = box;
      });
    }

    form.addEventListener("input", show);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => {
      for (const table of tables) {
        table.heads.forEach((head) => { head.box.checked = false; });
        if (table.sorted !== null) order(table, table.sorted);
      }
      setTimeout(show);
    });
    restore();
    form.querySelector(".filters").open = innerWidth > 640 || Boolean(location.search);
    show();

    // A permanent address of a reading that is not shown by default shows it.
    const reveal = () => {
      const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (target && target.hidden && form.elements.readings) {
        form.elements.readings.checked = true;
        show();
      }
      if (target && target.closest(".matrix")) target.scrollIntoView({ block: "center", inline: "center" });
    };
    addEventListener("hashchange", reveal);
    reveal();

    // Arrows move from sign to sign.
    addEventListener("keydown", (event) => {
      const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      const cell = document.activeElement?.closest?.(".matrix td");
      if (!step || !cell || event.ctrlKey || event.metaKey || event.altKey) return;
      const rows = all("tbody tr:not(.family)", cell.closest("table")).filter((row) => row.offsetParent !== null);
      let [row, column] = [rows.indexOf(cell.parentNode) + step[0], cell.cellIndex + step[1]];
      while (rows[row]?.cells[column]?.hidden) column += step[1] || 1;
      const next = rows[row]?.cells[column]?.querySelector("a");
      if (next) { event.preventDefault(); next.focus(); }
    });
  }

  addEventListener("keydown", (event) => {
    if (event.key !== "/" || /INPUT|SELECT|TEXTAREA/.test(document.activeElement?.tagName ?? "")) return;
    const field = form?.elements.text ?? document.getElementById("find");
    if (field) { event.preventDefault(); field.focus(); }
  });
  for (const button of all(".copy")) {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Copied";
    });
  }
})();
