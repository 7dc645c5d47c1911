import { createHash } from 'node:crypto';
import { studiesPath, studyColumns, studyViews } from '../../temporal/studies-list.ts';

/** A page, and the policy that lets a browser run its one script and nothing else. */
export interface StudiesPage {
  readonly html: string;
  readonly policy: string;
}

/**
 * A page that goes on to the list of studies. The Temporal UI takes no columns from a link: it keeps them, and its saved views, in the browser, by
 * namespace. So this page, which comes from the UI's own address, puts ours there first. What a reader has chosen since stays.
 */
export function studiesPage(namespace: string): StudiesPage {
  const wanted = {
    namespace,
    columns: studyColumns.map((label) => ({ label })),
    views: studyViews.map((view) => ({ ...view, type: 'user' })),
    list: studiesPath(namespace),
  };
  // Nothing of others is in it; `<` would still end the script early.
  const script = scriptOf(JSON.stringify(wanted).replaceAll('<', String.raw`\u003c`));
  const hash = createHash('sha256').update(script).digest('base64');
  return {
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Studies</title><body><noscript>The list of studies needs scripts.</noscript><script>${script}</script></body></html>`,
    policy: `default-src 'none'; script-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'`,
  };
}

function scriptOf(wanted: string): string {
  return `
const wanted = ${wanted};
const read = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
};
const write = (name, value) => localStorage.setItem(name, JSON.stringify(value));
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
try {
  const given = read('doeflow-given');
  const columns = read('namespace-workflow-table-columns');
  const shown = columns[wanted.namespace];
  if (shown === undefined || isSame(shown, given.columns)) {
    write('namespace-workflow-table-columns', { ...columns, [wanted.namespace]: wanted.columns });
  }
  const views = read('saved-workflow-queries');
  const own = views[wanted.namespace] ?? [];
  const fresh = wanted.views.filter(({ id }) => !(given.views ?? []).includes(id));
  if (fresh.length > 0) {
    write('saved-workflow-queries', { ...views, [wanted.namespace]: [...own, ...fresh] });
  }
  write('doeflow-given', { columns: wanted.columns, views: wanted.views.map(({ id }) => id) });
} finally {
  location.replace(wanted.list);
}
`;
}
