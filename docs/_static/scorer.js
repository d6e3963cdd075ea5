// How the search of the site orders pages: Sphinx's own order, with decisions, the changelog and audits last.
var Scorer = {
  score: ([docname, , , , score]) => (/^(decisions|generated\/(changelog|benchmarks|audit-))/.test(docname) ? score - 1000 : score),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
