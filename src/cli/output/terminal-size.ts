/** Size of the terminal behind a stream; 80 x 24 where it has none, or says 0, as one does that nobody gave a size. */
export function terminalSize({ columns = 0, rows = 0 }: Partial<TerminalSize>): TerminalSize {
  return { columns: columns > 0 ? columns : 80, rows: rows > 0 ? rows : 24 };
}

/** In characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}
