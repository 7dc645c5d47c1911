/** A CSV as read: texts only, every row as long as the header. */
export interface StringTable {
  /** As written, for findings. */
  readonly file: string;
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns of the cells in quotes, by row; absent where there are none. */
  readonly quoted?: ReadonlyMap<number, ReadonlySet<number>>;
  /** Line of the file on which each row begins, from 1. */
  readonly lines: readonly number[];
}
