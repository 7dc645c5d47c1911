/** A terminal of a given size, in memory: what is written to it, as a person would see it. */
import { Terminal } from '@xterm/headless';

export interface TerminalScreen {
  /** What a program writes to. */
  readonly stream: NodeJS.WriteStream;
  /** All rows with text, also those that scrolled away, without blanks at their ends. */
  rows(): Promise<readonly string[]>;
  resize(columns: number): void;
}

/** Opens a terminal without a window. */
export function openTerminalScreen(columns: number, rows = 24): TerminalScreen {
  const terminal = new Terminal({
    ...{ cols: columns, rows, convertEol: true, allowProposedApi: true, scrollback: 1_000 },
  });
  const stream = {
    ...{ isTTY: true, columns, rows },
    write: (text: string) => (terminal.write(text), true),
    once: () => stream,
  };
  return {
    stream: stream as unknown as NodeJS.WriteStream,
    async rows() {
      await new Promise<void>((resolve) => terminal.write('', resolve));
      const { active } = terminal.buffer;
      return Array.from({ length: active.length }, (_, index) =>
        (active.getLine(index)?.translateToString(true) ?? '').trimEnd(),
      ).filter((line) => line !== '');
    },
    resize(width) {
      terminal.resize(width, rows);
      stream.columns = width;
    },
  };
}
