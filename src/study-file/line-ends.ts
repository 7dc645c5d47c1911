/** Scripts with the line ends of Windows, which no shell and no kernel of a run's machine takes. */
import type { IssueList } from './issues.ts';

const shellScript = /\.(?:ba|c|da|k|z)?sh$/iu;

/** @param texts beginnings of the files that come to a run, by name */
export function warnOfLineEnds(
  texts: ReadonlyMap<string, string | undefined>,
  issues: IssueList,
): void {
  for (const [file, text = ''] of texts) {
    const line = text.split('\n').findIndex((one) => one.endsWith('\r'));
    if (line === -1 || !(shellScript.test(file) || text.startsWith('#!'))) continue;
    issues.warn({
      place: { file, line: line + 1, column: 1 },
      message: `\`${file}\` has the line ends of Windows: a shell takes each carriage return for a part of the command before it`,
      hint: `take them out: sed -i 's/\\r$//' ${file}, and have your editor write LF`,
    });
  }
}
