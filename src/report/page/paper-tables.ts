import { element } from './element.ts';

/** Width of figures and tables on paper, px: A4 within its margins. */
export const paperWidth = 680;

/** Sizes of letters that are tried, px. */
const sizes = [14, 12, 10.5, 9];

/** Makes the letters of each table so small that it fits the paper; where that isn't enough lets words break, and leaves out the last columns of one that still doesn't, with a line that names them. */
export function fitTables(): void {
  releaseTables();
  for (const scroll of document.querySelectorAll<HTMLElement>('main .scroll')) {
    const table = scroll.querySelector('table');
    if (table === null || scroll.clientWidth === 0) continue;
    scroll.classList.add('measured');
    scroll.style.width = `${paperWidth}px`;
    if (!fits(table)) {
      table.classList.add('broken');
      if (!fits(table)) leaveOut(scroll, table);
    }
    scroll.classList.remove('measured');
    scroll.style.width = '';
  }
}

/** On the screen all is as it was. */
export function releaseTables(): void {
  for (const table of document.querySelectorAll<HTMLElement>('main .scroll table')) {
    table.style.fontSize = '';
    table.classList.remove('broken');
  }
  for (const cell of document.querySelectorAll('.unfit')) cell.classList.remove('unfit');
  for (const note of document.querySelectorAll('.unfit-note')) note.remove();
}

function fits(table: HTMLTableElement): boolean {
  return sizes.some((size) => {
    table.style.fontSize = `${size}px`;
    return table.offsetWidth <= paperWidth;
  });
}

function leaveOut(scroll: HTMLElement, table: HTMLTableElement): void {
  const heads = [...table.querySelectorAll<HTMLElement>('thead th')];
  let used = 0;
  const fitting = heads.findIndex((head) => (used += head.offsetWidth) > paperWidth);
  const names = heads
    .slice(fitting)
    .map((head) => (head.querySelector('.paper') ?? head).textContent.trim());
  for (const row of table.rows) {
    for (const cell of [...row.cells].slice(fitting)) cell.classList.add('unfit');
  }
  scroll.after(
    element(
      'p',
      { class: 'aside paper unfit-note' },
      `Of the columns that are told here, the paper has no room for ${names.length}: ${names.join(', ')}.`,
    ),
  );
}
