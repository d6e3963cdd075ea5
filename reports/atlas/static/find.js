"use strict";
// How names are compared, and the box that finds pages by them. The matrices of `atlas.js` compare names in the same way.
const Names = (() => {
  // Other names of metrics are compared without signs, and a name with a number also without it: P_5, MRR@20.
  const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const named = (names, word) => {
    const [whole, bare] = [plain(word.split(/[@(]/)[0]), plain(word.replace(/[@_ -]?\d+$/, ""))];
    return Boolean(names) && names.split(" ").some((name) => (whole && name.startsWith(whole)) || name === bare);
  };
  // Each word is in the text or names the metric; the first words together may be one name: "average precision".
  const fits = (words, text, names) => {
    const each = (some) => some.every((word) => text.includes(word) || named(names, word));
    return each(words) || words.some((_, k) => k && named(names, words.slice(0, k + 1).join("")) && each(words.slice(k + 1)));
  };
  return { plain, named, fits };
})();

(() => {
  const find = document.getElementById("find");
  if (!find) return;
  const hits = document.getElementById("hits");
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  find.closest("label").hidden = false;
  // A page whose name is the text comes before those that begin with it, and these before those that have its words.
  const search = () => {
    const text = find.value.toLowerCase();
    const words = text.split(/\s+/).filter(Boolean);
    const [whole, bare] = [Names.plain(text.split(/[@(]/)[0]), Names.plain(text.replace(/[@_ -]?\d+$/, ""))];
    const order = ([, title, , names]) => {
      const own = [...(names ?? "").split(" "), Names.plain(title.split(/[@(]/)[0])];
      return own.includes(whole) ? 0 : own.includes(bare) ? 1 : 2;
    };
    const found = words.length ? ATLAS.filter(([kind, title, path, names]) =>
      Names.fits(words, `${kind} ${title} ${path}`.toLowerCase(), names)).sort((a, b) => order(a) - order(b)) : [];
    hits.replaceChildren(...found.slice(0, 40).map(([kind, title, path, , note]) => {
      const entry = make("li", {});
      entry.append(path ? make("a", { href: find.dataset.root + path, textContent: title }) : title, " ");
      entry.append(make("small", { textContent: note ? `${kind}: ${note}` : kind }));
      return entry;
    }));
    hits.hidden = !words.length;
    if (words.length && !found.length) hits.append(make("li", { textContent: "No page has these words." }));
  };
  // The list of all pages is long: it is read when somebody searches.
  const load = () => {
    find.removeEventListener("focus", load);
    document.head.append(make("script", { src: find.dataset.root + find.dataset.list, onload: () => {
      find.addEventListener("input", search);
      search();
    } }));
  };
  find.addEventListener("focus", load);
  if (document.activeElement === find) load();
})();
