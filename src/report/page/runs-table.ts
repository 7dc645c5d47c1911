import { csvText } from '../csv-text.ts';
import { formatCount } from '../format-count.ts';
import { mostOfHead } from '../most-of-head.ts';
import type { PageData } from '../page-data.ts';
import { clippedNames } from '../plots/clipped-names.ts';
import type { ReportCell } from '../report.ts';
import type { ChosenRuns } from './chosen-runs.ts';
import { element, saveText } from './element.ts';
import { parseFilter, type CellFilter } from './parse-filter.ts';
import { runsColumns, type RunsColumn } from './runs-columns.ts';

const pageSize = 20;

/** The table of runs: sorted by a click on a head, filtered below it, page by page; what it filters, figures show, and the other way round. */
export function showRunsTable(place: HTMLElement, data: PageData, chosen: ChosenRuns): void {
  const columns = runsColumns(data);
  const names = clippedNames(
    columns.map(({ title }) => title),
    mostOfHead,
  );
  const shown = new Set(columns.flatMap(({ isShown }, index) => (isShown ? [index] : [])));
  const filters = new Map<number, CellFilter>();
  // What stands in the filters, kept while the head is drawn anew.
  const texts = new Map<number, string>();
  let sorting = { column: 0, isDescending: false };
  let page = 0;

  const body = element('tbody');
  const headRow = element('tr');
  const count = element('span', { class: 'aside', 'data-count': '' });
  const back = button('Previous', () => turn(-1));
  const next = button('Next', () => turn(1));
  const paper = element('p', { class: 'aside paper' });
  const picker = element('div', { class: 'columns' });
  place.append(
    element(
      'div',
      { class: 'tools' },
      count,
      back,
      next,
      button('Save as CSV', save),
      element('details', {}, element('summary', {}, 'Columns'), picker),
    ),
    element(
      'div',
      { class: 'scroll of-runs', tabindex: '0', role: 'group', 'aria-label': 'Runs' },
      element('table', {}, element('thead', {}, headRow), body),
    ),
    paper,
  );
  columns.forEach((_, index) => picker.append(pickerBox(index)));
  chosen.listen((source) => {
    page = 0;
    if (source === '') {
      filters.clear();
      texts.clear();
      drawHead();
    }
    drawBody();
  });
  drawHead();
  drawBody();

  function rows(): readonly number[] {
    const passing = chosen.chosen();
    const cells = columns[sorting.column]?.cells ?? [];
    const sign = sorting.isDescending ? -1 : 1;
    return data.runs.runs
      .map((_, index) => index)
      .filter((index) => passing === undefined || passing.has(index))
      .sort((a, b) => compare(cells[a] ?? null, cells[b] ?? null, sign) || a - b);
  }

  function drawBody(): void {
    const all = rows();
    const from = page * pageSize;
    const own = all.slice(from, from + pageSize);
    const part =
      own.length === 0 ? 'none' : `${formatCount(from + 1)} to ${formatCount(from + own.length)}`;
    const ofRuns = `, of ${formatCount(data.runs.runs.length)} runs`;
    count.textContent = `Rows ${part} of ${formatCount(all.length)}${all.length < data.runs.runs.length ? ofRuns : ''}`;
    const ofColumns =
      shown.size < columns.length ? `, ${shown.size} of ${columns.length} columns` : '';
    paper.textContent =
      own.length < data.runs.total || ofColumns !== ''
        ? `On paper: ${count.textContent}${ofColumns}. results.csv has all ${formatCount(data.runs.total)} runs.`
        : '';
    back.disabled = page === 0;
    next.disabled = from + pageSize >= all.length;
    body.replaceChildren(
      ...own.map((index) => {
        const cells = [...shown].map((column) => cellOf(columns[column], index));
        const isFailed = data.runs.states[index] === 'Failed';
        return element('tr', isFailed ? { class: 'failed' } : {}, ...cells);
      }),
    );
  }

  function drawHead(): void {
    headRow.replaceChildren(
      ...[...shown].map((index) => {
        const column = columns[index];
        const isSorted = sorting.column === index;
        const mark = isSorted ? (sorting.isDescending ? ' ↓' : ' ↑') : '';
        const sort = button(`${names[index] ?? ''}${mark}`, () => {
          sorting = { column: index, isDescending: isSorted && !sorting.isDescending };
          page = 0;
          drawHead();
          drawBody();
          headRow.querySelector<HTMLElement>(`[data-sort="${index}"]`)?.focus();
        });
        sort.dataset['sort'] = String(index);
        const order = sorting.isDescending ? 'descending' : 'ascending';
        return element(
          'th',
          {
            ...{ scope: 'col', 'aria-sort': isSorted ? order : 'none' },
            ...wholeOf(index),
          },
          sort,
          // Buttons aren't printed where a table goes on on another page.
          element('span', { class: 'paper' }, `${names[index] ?? ''}${mark}`),
          ...(column === undefined ? [] : filterBox(index, column)),
        );
      }),
    );
  }

  /** Where a filter is typed, and what is said of one that isn't understood. */
  function filterBox(index: number, column: RunsColumn): readonly HTMLElement[] {
    const note = element('small', { id: `filter-note-${index}`, role: 'status' });
    const box = element('input', {
      ...{ type: 'text', 'aria-label': `Filter ${column.title}`, 'aria-describedby': note.id },
    });
    box.value = texts.get(index) ?? '';
    const read = (): void => {
      const parsed = parseFilter(box.value, column);
      const problem = parsed !== undefined && 'problem' in parsed ? parsed.problem : '';
      note.textContent = problem;
      box.setAttribute('aria-invalid', String(problem !== ''));
      if (parsed !== undefined && 'filter' in parsed) filters.set(index, parsed.filter);
      else filters.delete(index);
    };
    read();
    box.addEventListener('input', () => {
      texts.set(index, box.value);
      read();
      page = 0;
      chosen.choose('table', passingPlaces(), filterWords());
    });
    return [box, note];
  }

  function passingPlaces(): ReadonlySet<number> | undefined {
    if (filters.size === 0) return undefined;
    const asked = [...filters];
    return new Set(
      data.runs.runs
        .map((_, place) => place)
        .filter((place) =>
          asked.every(([index, filter]) => filter(columns[index]?.cells[place] ?? null)),
        ),
    );
  }

  function filterWords(): string {
    return [...filters.keys()]
      .map((index) => `${columns[index]?.title ?? ''} ${(texts.get(index) ?? '').trim()}`)
      .join(' and ');
  }

  /** The whole name on hover, where a part of it is shown. */
  function wholeOf(index: number): { readonly title?: string } {
    const { title = '' } = columns[index] ?? {};
    return names[index] === title ? {} : { title };
  }

  function pickerBox(index: number): HTMLElement {
    const box = element('input', { type: 'checkbox' });
    box.checked = shown.has(index);
    box.addEventListener('change', () => {
      if (box.checked) shown.add(index);
      else shown.delete(index);
      const ordered = [...shown].sort((a, b) => a - b);
      shown.clear();
      for (const one of ordered) shown.add(one);
      drawHead();
      drawBody();
    });
    return element('label', wholeOf(index), box, ` ${names[index] ?? ''}`);
  }

  function save(): void {
    const picked = [...shown].flatMap((index) => columns[index] ?? []);
    saveText(
      `${data.studyName.replaceAll(/[^\w-]+/gu, '-')}-runs.csv`,
      csvText({
        head: picked.map(({ title }) => title),
        rows: rows().map((index) => picked.map(({ cells }) => cells[index] ?? null)),
      }),
    );
  }

  function turn(step: number): void {
    page += step;
    const used = step < 0 ? back : next;
    const hadFocus = document.activeElement === used;
    drawBody();
    // A disabled button answers no key, and Tab may start anew at the top of the page.
    if (hadFocus && used.disabled) (step < 0 ? next : back).focus({ preventScroll: true });
  }
}

function button(text: string, act: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' }, text);
  made.addEventListener('click', act);
  return made;
}

function cellOf(column: RunsColumn | undefined, index: number): HTMLElement {
  const value = column?.cells[index] ?? null;
  const text = column?.textOf(value) ?? '';
  if (value === null) return element('td', column?.isNumeric ? { class: 'n' } : {}, text);
  if (typeof value === 'string')
    return element('td', { title: value }, linked(text, value, column));
  return element('td', { class: 'n', title: String(value) }, text);
}

/** The text, as a link where it leads somewhere: to another page, so that what is chosen here stays. */
function linked(text: string, value: string, column: RunsColumn | undefined): Node | string {
  const href = column?.pageOf?.(value);
  if (href === undefined) return text;
  return element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text);
}

/** Missing values last, whatever the direction. */
function compare(a: ReportCell, b: ReportCell, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * (String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0);
}
