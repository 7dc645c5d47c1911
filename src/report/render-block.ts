import { mostOfHead } from './most-of-head.ts';
import { clippedNames } from './plots/clipped-names.ts';
import { assertNever } from '../errors.ts';
import { escapeHtml } from './escape-html.ts';
import { formatCount } from './format-count.ts';
import type { Block, Figure, FigureTrust, ReportCell, ReportTable } from './report.ts';
import { tableTexts } from './table-texts.ts';

/** Rows of a table of numbers that the page holds; the CSV of the figure has all. */
const mostRows = 100;

/** A block as HTML, everything in it escaped. */
export function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `<p>${escapeHtml(block.text)}</p>`;
    case 'absent':
      return `<p class="absent">${escapeHtml(block.text)}</p>`;
    case 'warnings':
      return `<div class="warnings" role="note"><h3>${escapeHtml(block.title)}</h3><ul>${block.texts
        .map((text) => `<li>${escapeHtml(text)}</li>`)
        .join('')}</ul></div>`;
    case 'facts':
      return `<dl class="facts">${block.facts
        .map(
          ({ name, value, note }) =>
            `<div${widthOf(value)}><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}${
              note === undefined || note === '' ? '' : `<small>${escapeHtml(note)}</small>`
            }</dd></div>`,
        )
        .join('')}</dl>`;
    case 'table':
      return `<h3>${escapeHtml(block.title)}</h3>${renderTable(block.title, block.table)}`;
    case 'source':
      return block.isFolded
        ? `<details class="numbers"><summary>${escapeHtml(block.title)}</summary>${sourceText(block.title, block.text)}</details>`
        : `<h3>${escapeHtml(block.title)}</h3>${sourceText(block.title, block.text)}`;
    case 'runs':
      return '<div id="runs-table"></div>';
    case 'figure':
      return renderFigure(block.figure);
    default:
      return assertNever(block);
  }
}

/** One long word, such as a hash, has the room of several facts, so that it stays whole. */
function widthOf(value: string): string {
  const longest = Math.max(...value.split(/\s/u).map(({ length }) => length));
  return longest > 40 ? ' class="full"' : longest > 18 ? ' class="wide"' : '';
}

function sourceText(title: string, text: string): string {
  return `<pre tabindex="0" role="group" aria-label="${escapeHtml(title)}">${escapeHtml(text)}</pre>`;
}

function renderFigure(figure: Figure): string {
  const { id, title, caption, onScreen, trust, numbers } = figure;
  const drawsRuns = figure.plot.kind === 'scatters' || figure.plot.kind === 'parallel';
  return `<figure id="figure-${id}"><figcaption><h3 id="title-${id}">${escapeHtml(title)}</h3><p>${escapeHtml(caption)}${
    onScreen === undefined ? '' : `<span class="screen"> ${escapeHtml(onScreen)}</span>`
  }</p>${renderTrust(trust)}</figcaption>
<div class="plot" data-figure="${id}" role="img" aria-labelledby="title-${id}"></div>
${
  numbers === undefined
    ? `<p class="aside"><a href="#data">The numbers are those of the runs.</a> <button type="button" data-csv="${id}">Save as CSV</button></p>`
    : `<details class="numbers"><summary>Numbers</summary>${renderTable(title, numbers)}<p class="aside"><button type="button" data-csv="${id}">Save as CSV</button></p></details>${
        drawsRuns ? '<p class="aside"><a href="#data">All runs</a></p>' : ''
      }`
}</figure>`;
}

const marks = { good: '✓', limited: '!', none: '✕' } as const;
const words = { good: 'trusted', limited: 'limited trust', none: 'not to be trusted' } as const;

/** What is judged about a figure's numbers, the same said once: what isn't good stands open, with its reasons. */
function renderTrust(trust: readonly FigureTrust[]): string {
  if (trust.length === 0) return '';
  const groups = groupBy(trust, (one) => [one.trust, ...one.reasons].join('\n'));
  const lines = Array.from(groups.values(), (alike) => {
    const level = alike[0]?.trust ?? 'none';
    const names = escapeHtml(namesOf(alike));
    const reasons = (alike[0]?.reasons ?? []).map((reason) => `<br>${escapeHtml(reason)}`).join('');
    const word = level === 'good' ? words.good : `<strong>${words[level]}</strong>`;
    return `<li class="${level}"><span aria-hidden="true">${marks[level]}</span> ${word}: ${names}${reasons}</li>`;
  });
  return `<ul class="trust">${lines.join('')}</ul>`;
}

/** Such as `moments of x, y; anova of x`. */
function namesOf(trust: readonly FigureTrust[]): string {
  const byEstimator = groupBy(trust, ({ estimator }) => estimator);
  return Array.from(byEstimator, ([estimator, own]) => {
    const of = own.map(({ response, case: at, caseName = `case ${at}` }) =>
      at === undefined ? response : `${response} (${caseName})`,
    );
    return `${estimator} of ${of.join(', ')}`;
  }).join('; ');
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

function renderTable(title: string, { head, rows, mostDigits, isOfRuns }: ReportTable): string {
  const isNumber = head.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  const shown = rows.slice(0, mostRows);
  const texts = tableTexts(shown, mostDigits);
  const names = clippedNames(head, mostOfHead);
  const cell = (value: ReportCell, text: string, column: number): string =>
    `<td${isNumber[column] ? ' class="n"' : ''}${titleOf(value, text, isOfRuns)}>${escapeHtml(text)}</td>`;
  return `<div class="scroll${isOfRuns ? ' of-runs' : ''}" tabindex="0" role="group" aria-label="${escapeHtml(title)}"><table><thead><tr>${head
    .map(
      (name, column) =>
        `<th scope="col"${isNumber[column] ? ' class="n"' : ''}${wholeOf(name, names[column])}>${escapeHtml(names[column] ?? name)}</th>`,
    )
    .join('')}</tr></thead><tbody>${shown
    .map(
      (row, place) =>
        `<tr>${row.map((value, column) => cell(value, texts[place]?.[column] ?? '', column)).join('')}</tr>`,
    )
    .join('')}</tbody></table></div>${
    rows.length > mostRows
      ? `<p class="aside">The first ${mostRows} of ${formatCount(rows.length)} rows.</p>`
      : ''
  }`;
}

/** The whole name on hover, where a part of it is shown. */
function wholeOf(name: string, text: string | undefined): string {
  return text === name ? '' : ` title="${escapeHtml(name)}"`;
}

/** The raw number on hover, where the shown one is rounded, and the whole text of a cell that may be cut. */
function titleOf(value: ReportCell, text: string, mayBeCut = false): string {
  if (typeof value === 'string') return mayBeCut ? ` title="${escapeHtml(value)}"` : '';
  return value !== null && Number(text) !== value ? ` title="${String(value)}"` : '';
}
