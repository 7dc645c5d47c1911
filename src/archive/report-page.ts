/** A pass's report as one page that needs nothing else: no script, no other file, everything escaped. */
import { meanings, type PassReport, type ToldJob } from './pass-report.ts';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b}
table{border-collapse:collapse;width:100%;margin:0 0 1.5rem}th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #ddd}
td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
code{background:#f2f2f2;padding:0 .25em}.troubled{color:#8a1c00}.clean{color:#145a1e}`;

/** In which order a person looks: what went wrong first. */
const sections: readonly (readonly [string, readonly string[]])[] = [
  ['Failed', ['failed', 'unreadable']],
  ['Not deleted', ['refused']],
  ['Left', ['running', 'open-study', 'left', 'gone']],
  ['Deleted', ['deleted']],
  ['Archived', ['proven', 'archived']],
  ['Looked at and unchanged', ['unchanged']],
];

/** The page, as HTML. */
export function reportPage(report: PassReport): string {
  const title = `Archive ${report.archive}, pass ${report.passTime}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)}</title><style>${style}</style></head>
<body>
<h1>${escape(title)}</h1>
<p class="${report.outcome}"><strong>${report.outcome === 'clean' ? 'Nothing failed.' : 'Something needs a look.'}</strong></p>
${list('What to do', report.whatToDo)}
<h2>In short</h2>
${factsTable(report)}
${list('Notes', report.notes)}
${sections.map(([heading, words]) => jobsTable(heading, words, report.jobs)).join('')}
</body></html>
`;
}

function factsTable(report: PassReport): string {
  const { archived, proven, deleted } = report;
  const sized = ({ jobs, files, bytes }: PassReport['archived']): string =>
    `${jobs} jobs, ${files} files, ${readableBytes(bytes)}`;
  const facts: readonly (readonly [string, string])[] = [
    ['Copied', sized(archived)],
    ['Read back and found whole', sized(proven)],
    ['Deleted on the platform', sized(deleted)],
    ['Unchanged since an earlier pass', `${report.unchanged} jobs`],
    ...Object.entries(report.left).map(
      ([why, jobs]) => [`Left: ${meanings[why] ?? why}`, `${jobs} jobs`] as const,
    ),
    ['Failed or refused', `${report.failed} jobs`],
    ['Waiting for a person’s approval to be deleted', `${report.awaitingApproval} jobs`],
    ...(report.decision === undefined
      ? []
      : [['Decision', `${report.decision.decision}, by ${report.decision.by}`] as const]),
    ['Rule', report.select],
    ['Destination', report.destination],
    ['Began', report.openedAt ?? 'not known'],
    ['Took', durationOf(report)],
    ['Engine', report.engineVersion],
  ];
  const rows = facts.map(
    ([name, value]) => `<tr><th scope="row">${escape(name)}</th><td>${escape(value)}</td></tr>`,
  );
  return `<table>${rows.join('\n')}</table>`;
}

function jobsTable(heading: string, words: readonly string[], jobs: readonly ToldJob[]): string {
  const chosen = jobs.filter(({ what }) => words.includes(what));
  if (chosen.length === 0) return '';
  const rows = chosen.map(
    ({ name, jobId, what, reason, files, bytes }) =>
      `<tr><td>${escape(name)}<br><code>${escape(jobId)}</code></td><td>${escape(reason ?? meanings[what] ?? what)}</td>` +
      `<td class="n">${files ?? ''}</td><td class="n">${bytes === undefined ? '' : readableBytes(bytes)}</td></tr>`,
  );
  return `<h2>${escape(heading)} (${chosen.length})</h2>
<table><tr><th>Job</th><th>What</th><th>Files</th><th>Bytes</th></tr>
${rows.join('\n')}</table>
`;
}

function list(heading: string, sentences: readonly string[]): string {
  if (sentences.length === 0) return '';
  const items = sentences.map((sentence) => `<li>${escape(sentence)}</li>`);
  return `<h2>${escape(heading)}</h2><ul>${items.join('')}</ul>`;
}

function durationOf({ openedAt, closedAt }: PassReport): string {
  if (openedAt === undefined) return 'not known';
  const seconds = Math.max(0, Math.round((Date.parse(closedAt) - Date.parse(openedAt)) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = seconds % 60;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}

function readableBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 ? value : value.toPrecision(3)} ${units[step] ?? 'B'}`;
}

function escape(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
  };
  return text
    .replaceAll(/[&<>"']/gu, (sign) => entities[sign] ?? sign)
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/gu, '');
}
