/** The report's page: reads its data, shows the table of runs and the figures, follows the reader's theme. Computes no statistic. */
import { csvText } from '../csv-text.ts';
import { figureNumbers } from '../figure-numbers.ts';
import { formatCount } from '../format-count.ts';
import type { PageData } from '../page-data.ts';
import type { ThemeName } from '../plots/theme.ts';
import { createChosenRuns, type ChosenRuns } from './chosen-runs.ts';
import { element, saveText } from './element.ts';
import { showFigures, type Figures } from './figures.ts';
import { fitTables, releaseTables } from './paper-tables.ts';
import { readData } from './read-data.ts';
import { showRunsTable } from './runs-table.ts';

const isDark = window.matchMedia('(prefers-color-scheme: dark)');
let own: ThemeName | undefined;
let figures: Figures | undefined;

showTheme();
markSection();
isDark.addEventListener('change', () => {
  showTheme();
  figures?.redraw(themeNow());
});
window.addEventListener('beforeprint', fitTables);
window.addEventListener('afterprint', () => {
  releaseTables();
  figures?.redraw(themeNow());
});
void readData<PageData>(document.getElementById('report-data')?.textContent ?? '').then(
  showData,
  tellUnread,
);

function showData(data: PageData): void {
  const chosen = createChosenRuns();
  const runsPlace = document.getElementById('runs-table');
  if (runsPlace !== null) showRunsTable(runsPlace, data, chosen);
  figures = showFigures(data, chosen, themeNow());
  showSelection(data, chosen);
  saveNumbers(data);
}

/** Texts and tables of numbers stand in the page itself; what is drawn doesn't. */
function tellUnread(error: unknown): void {
  const why =
    'DecompressionStream' in window
      ? `the numbers in this file can’t be read (${String(error)}): copy it again, or write it again with doeflow report`
      : 'this browser is too old: it takes Chrome or Edge 80, Firefox 113, Safari 16.4, or later';
  document
    .getElementById('main')
    ?.prepend(
      element(
        'p',
        { class: 'warnings', role: 'alert' },
        `No figures and no table of runs: ${why}.`,
      ),
    );
}

function themeNow(): ThemeName {
  return own ?? (isDark.matches ? 'dark' : 'light');
}

/** A button for the other theme. */
function showTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('#theme');
  if (button === null) return;
  const other = themeNow() === 'dark' ? 'light' : 'dark';
  button.hidden = false;
  button.textContent = other === 'dark' ? 'Dark' : 'Light';
  button.onclick = () => {
    own = other;
    document.documentElement.dataset['theme'] = other;
    showTheme();
    figures?.redraw(other);
  };
}

/** Says how many runs are chosen, and lets go of them. */
function showSelection(data: PageData, runs: ChosenRuns): void {
  const bar = document.getElementById('selection');
  runs.listen(() => {
    const places = runs.chosen();
    if (bar === null) return;
    const clear = element('button', { type: 'button' }, 'Show all');
    clear.addEventListener('click', ({ detail }) => {
      runs.clear();
      // The bar goes with its button: who pressed a key goes on where filters are typed.
      if (detail === 0) focusRuns();
    });
    bar.replaceChildren(
      `${formatCount(places?.size ?? 0)} of ${formatCount(data.runs.runs.length)} runs chosen: ${runs.words() ?? ''}`,
      clear,
    );
    withoutMove(bar.nextElementSibling, () => (bar.hidden = places === undefined));
  });
}

/** Changes the page above something, which stays where it is on the screen. */
function withoutMove(below: Element | null, change: () => void): void {
  const topNow = (): number => below?.getBoundingClientRect().top ?? 0;
  const before = topNow();
  change();
  window.scrollBy({ top: topNow() - before, behavior: 'instant' });
}

/** The table of runs, without moving the page. */
function focusRuns(): void {
  document.querySelector<HTMLElement>('#runs-table .of-runs')?.focus({ preventScroll: true });
}

function saveNumbers(data: PageData): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-csv]')) {
    const id = button.dataset['csv'] ?? '';
    const figure = data.figures.find((one) => one.id === id);
    button.addEventListener('click', () => {
      if (figure !== undefined) saveText(`${id}.csv`, csvText(figureNumbers(figure, data.runs)));
    });
  }
}

/** Marks in the navigation what is on the screen. */
function markSection(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('nav a')].map((link) => [
      link.hash.slice(1),
      link,
    ]),
  );
  const sections = [...document.querySelectorAll('main > section')];
  const mark = (): void => {
    const current = sections.findLast((one) => one.getBoundingClientRect().top < 160);
    for (const [id, link] of links) {
      if (id === (current ?? sections[0])?.id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  document.addEventListener('scroll', mark, { passive: true });
  mark();
}
