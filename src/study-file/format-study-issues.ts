import type { StudyError, StudyIssue } from '../errors.ts';

/** Findings that are shown; whoever mends these sees the others. */
const mostShown = 100;

/** Longest line of a file that is shown, in characters. */
const maxWidth = 110;

/**
 * @param options.text of the study file (the file of the first issue); without it, only places are shown
 * @returns each finding with its place, three lines of the file, a caret and the hint; plain text without colour
 */
export function formatStudyIssues(
  error: StudyError,
  options: {
    readonly text?: string;
    readonly readText?: (file: string) => string | undefined;
  } = {},
): string {
  const first = error.issues[0]?.file;
  const texts = new Map<string, readonly string[] | undefined>();
  const linesOf = (file: string): readonly string[] | undefined => {
    if (!texts.has(file)) {
      const text =
        file === first && options.text !== undefined ? options.text : options.readText?.(file);
      texts.set(file, text?.split(/\r?\n/u));
    }
    return texts.get(file);
  };
  const blocks = error.issues
    .slice(0, mostShown)
    .map((issue) => formatIssue(issue, linesOf(issue.file)));
  const count = error.issues.length;
  const shown = count > mostShown ? `; the first ${mostShown} are shown` : '';
  return [...blocks, `${count} ${count === 1 ? 'problem' : 'problems'} found${shown}.`].join(
    '\n\n',
  );
}

/** A finding in one line. */
export function issueLine({ file, line, column, message, hint }: StudyIssue): string {
  return `${file}:${line}:${column}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
}

function formatIssue(issue: StudyIssue, lines: readonly string[] | undefined): string {
  const { file, line, column, message, hint } = issue;
  const head = `${file}:${line}:${column}: ${printable(message)}`;
  const frame = lines ? codeFrame(lines, line, column) : [];
  return [head, ...frame, ...(hint === undefined ? [] : [`  hint: ${printable(hint)}`])].join('\n');
}

function codeFrame(lines: readonly string[], line: number, column: number): readonly string[] {
  const width = String(line + 1).length;
  const shift = Math.max(0, column - Math.floor(maxWidth * 0.7));
  const show = (number: number): readonly string[] => {
    const text = lines[number - 1];
    if (text === undefined || (number !== line && text.trim() === '')) return [];
    const cut = printable(text.slice(shift, shift + maxWidth));
    return [`  ${String(number).padStart(width)} | ${shift > 0 ? '…' : ''}${cut}`.trimEnd()];
  };
  const caret = `  ${' '.repeat(width)} | ${' '.repeat(column - 1 - shift + (shift > 0 ? 1 : 0))}^`;
  return [...show(line - 1), ...show(line), caret, ...show(line + 1)];
}

/** Control characters of a file must not reach a terminal. */
function printable(text: string): string {
  return text.replace(/\t/gu, ' ').replace(/\p{Cc}/gu, '\u{FFFD}');
}
