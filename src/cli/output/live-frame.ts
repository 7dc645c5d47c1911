import { stripVTControlCharacters } from 'node:util';
import { terminalSize } from './terminal-size.ts';

/** Lines on a terminal that are drawn over each time they change. */
export interface LiveFrame {
  draw(lines: readonly string[]): void;
  /** Takes the lines away whole, so that something else can be written; the next draw brings them back below it. */
  clear(): void;
}

const escape = '\u001b[';
/** What is between them is shown at once, where the terminal can. */
const atOnce = (text: string): string => `${escape}?2026h${text}${escape}?2026l`;
/** A line that is too long for the terminal is cut by it, and takes one row all the same. */
const withoutWrap = (text: string): string => `${escape}?7l${text}${escape}?7h`;

/** What is on the screen, and how wide that was when it was drawn. */
interface Drawn {
  readonly lines: readonly string[];
  readonly columns: number;
}

/** A frame on `stream`, always as its last lines; the cursor stands below it. */
export function createLiveFrame(stream: NodeJS.WriteStream): LiveFrame {
  let drawn: Drawn | undefined;
  const columns = (): number => terminalSize(stream).columns;
  const away = (): string => {
    const rows = drawn === undefined ? 0 : rowsOf(drawn, columns());
    return rows === 0 ? '' : `\r${escape}${rows}A${escape}J`;
  };
  return {
    draw(all) {
      // The row below the last line is the cursor's.
      const lines = all.slice(0, Math.max(1, terminalSize(stream).rows - 1));
      const text = lines.map((line) => `${line}\n`).join('');
      stream.write(atOnce(`${away()}${withoutWrap(text)}`));
      drawn = { lines, columns: columns() };
    },
    clear() {
      if (drawn !== undefined) stream.write(atOnce(away()));
      drawn = undefined;
    },
  };
}

/** Rows that the lines take now: a terminal that became narrower since has folded them. */
function rowsOf({ lines, columns }: Drawn, now: number): number {
  return lines.reduce((rows, line) => {
    const width = Math.min(columns, [...stripVTControlCharacters(line)].length);
    return rows + Math.max(1, Math.ceil(width / now));
  }, 0);
}
