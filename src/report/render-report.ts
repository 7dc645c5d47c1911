import { createHash } from 'node:crypto';
import { escapeHtml } from './escape-html.ts';
import { packedData } from './packed-data.ts';
import { pageData } from './page-data.ts';
import { renderBlock } from './render-block.ts';
import type { Report } from './report.ts';
import { reportStyle } from './report-style.ts';

/**
 * The report as one HTML file that needs nothing else: no address of anything outside stands in it, and its policy forbids every request and
 * every script but its own.
 * @param script of the page, bundled
 */
export function renderReport(report: Report, script: string): string {
  const safe = script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const hash = createHash('sha256').update(safe).digest('base64');
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; img-src data: blob:; base-uri 'none'; form-action 'none'`;
  const { title, subtitle, state, sections } = report;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}: report</title><style>${reportStyle}</style></head>
<body><a class="skip" href="#main">Skip to the report</a>
<header><div><h1>${escapeHtml(title)}</h1><p>${escapeHtml(subtitle)}</p></div>
<div class="state"><span>${escapeHtml(state)}</span><button type="button" id="theme" hidden>Dark</button></div></header>
<div class="page"><nav aria-label="Sections"><ol>${sections
    .map(({ id, title: name }) => `<li><a href="#${id}">${escapeHtml(name)}</a></li>`)
    .join('')}</ol></nav>
<main id="main"><noscript><p class="absent">Figures and the table of runs need JavaScript; nothing is loaded from anywhere.</p></noscript>
<div id="selection" role="status" aria-live="polite" hidden></div>
${sections
  .map(
    ({ id, title: name, blocks }) =>
      `<section id="${id}" aria-labelledby="heading-${id}"><h2 id="heading-${id}">${escapeHtml(name)}</h2>${blocks.map(renderBlock).join('\n')}</section>`,
  )
  .join('\n')}
</main></div>
<script type="text/plain" id="report-data">${packedData(pageData(report))}</script>
<script>${safe}</script>
</body></html>
`;
}
