/**
 * Tables of plain numbers, read into columns as they come: no row and no text is kept, where csv-parse makes an object a row and a string a cell. What
 * isn't surely such a table is left to csv-parse, which says what is wrong with it.
 */
import { readNumber, type NumberCursor } from './plain-number.ts';

/** Columns of numbers under their names; an empty cell is NaN. */
export interface PlainColumns {
  readonly names: readonly string[];
  readonly columns: readonly Float64Array[];
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const comma = 0x2c;

/** Fewest rows that there is room for at first. */
const leastRoom = 1024;

const plainName = /^[A-Za-z_][A-Za-z0-9_.]*$/u;

/** Reads chunk by chunk. */
export class PlainColumnsReader {
  readonly #size: number;
  #rest: Uint8Array = new Uint8Array();
  #names: readonly string[] = [];
  #columns: Float64Array[] = [];
  #rows = 0;
  /** Bytes of the lines before those that are being read. */
  #taken = 0;
  #hasReturns = false;

  /** @param size of the whole file in bytes, by which room is made */
  constructor(size: number) {
    this.#size = size;
  }

  /** @returns false where the table isn't plain: then it is to be read otherwise, from its beginning */
  take(chunk: Uint8Array): boolean {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = bytes.lastIndexOf(lineFeed) + 1;
    this.#rest = bytes.slice(end);
    return this.#takeLines(bytes.subarray(0, end));
  }

  /** The columns; undefined where the table isn't plain, or has no rows. */
  end(): PlainColumns | undefined {
    const last = this.#hasReturns ? '\r\n' : '\n';
    const isPlain = this.#rest.length === 0 || this.take(Buffer.from(last));
    if (!isPlain || this.#rows === 0) return undefined;
    return {
      names: this.#names,
      columns: this.#columns.map((column) => column.subarray(0, this.#rows)),
    };
  }

  #takeLines(lines: Uint8Array): boolean {
    const start = this.#names.length === 0 && lines.length > 0 ? this.#takeHeader(lines) : 0;
    if (start === undefined) return false;
    const cursor: NumberCursor = { at: start, value: 0 };
    while (cursor.at < lines.length) {
      if (this.#rows === (this.#columns[0]?.length ?? 0)) {
        this.#makeRoom(this.#taken + cursor.at);
      }
      if (!this.#takeRow(lines, cursor)) return false;
    }
    this.#taken += lines.length;
    return true;
  }

  /** @returns where the rows begin; undefined where the names aren't plain */
  #takeHeader(lines: Uint8Array): number | undefined {
    const end = lines.indexOf(lineFeed);
    this.#hasReturns = lines[end - 1] === carriageReturn;
    const text = Buffer.from(lines.subarray(0, this.#hasReturns ? end - 1 : end)).toString(
      'latin1',
    );
    const names = text.split(',');
    const differ = new Set(names.map((name) => name.toLowerCase())).size === names.length;
    if (!differ || !names.every((name) => plainName.test(name))) return undefined;
    this.#names = names;
    this.#columns = names.map(() => new Float64Array());
    return end + 1;
  }

  #takeRow(lines: Uint8Array, cursor: NumberCursor): boolean {
    // An empty line is none of cells.
    if (lines[cursor.at] === lineFeed || lines[cursor.at] === carriageReturn) return false;
    const last = this.#columns.length - 1;
    for (let place = 0; place <= last; place += 1) {
      const column = this.#columns[place];
      if (!column || !readNumber(lines, cursor)) return false;
      column[this.#rows] = cursor.value;
      if (place === last && this.#hasReturns) {
        if (lines[cursor.at] !== carriageReturn) return false;
        cursor.at += 1;
      }
      if (lines[cursor.at] !== (place === last ? lineFeed : comma)) return false;
      cursor.at += 1;
    }
    this.#rows += 1;
    return true;
  }

  /** As many rows as the rest of the file may have, by those that were read. */
  #makeRoom(bytes: number): void {
    const expected = Math.ceil((1.02 * this.#size * this.#rows) / bytes);
    const room = Math.max(expected, Math.ceil(1.5 * this.#rows), leastRoom);
    this.#columns = this.#columns.map((column) => {
      const larger = new Float64Array(room);
      larger.set(column);
      return larger;
    });
  }
}
