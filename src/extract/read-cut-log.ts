/** What a log says of which the platform kept the beginning and the end. */
import { ResultError } from '../errors.ts';
import { gapPattern } from '../files/index.ts';

/** Which of several places is meant: only the first or last can be certain where a part of the log is missing. */
export type Place = 'only' | 'first' | 'last';

/**
 * What `read` gives of a log; where a part of it was left out, only what no line of that part could change. The lines beside the gap may
 * be halves, and count as left out.
 * @throws ResultError RESULT_AMBIGUOUS where the value may stand in what was left out
 */
export function readLog<T>(text: string, place: Place, read: (lines: string) => T): T {
  const gap = gapPattern.exec(text);
  if (gap === null) return read(text);
  const head = text.slice(0, text.lastIndexOf('\n', gap.index - 1) + 1);
  const behind = gap.index + gap[0].length;
  const lineEnd = text.indexOf('\n', behind);
  const tail = lineEnd < 0 ? '' : text.slice(lineEnd + 1);
  const certain = { first: head, last: tail, only: undefined }[place];
  if (certain === undefined) {
    refuseSeveral(read, `${head}${tail}`);
    throw mayBeLeftOut(gap[1], 'the only one');
  }
  try {
    return read(certain);
  } catch (error) {
    if (!(error instanceof ResultError) || error.code !== 'RESULT_MISSING') throw error;
    throw mayBeLeftOut(gap[1], `the ${place} one`, error);
  }
}

/** Several that are there are a fault whatever else there was; none is no news. */
function refuseSeveral(read: (lines: string) => unknown, lines: string): void {
  try {
    read(lines);
  } catch (error) {
    if (!(error instanceof ResultError) || error.code !== 'RESULT_MISSING') throw error;
  }
}

function mayBeLeftOut(lost: string | undefined, which: string, cause?: unknown): ResultError {
  return new ResultError(
    'RESULT_AMBIGUOUS',
    `Expected to see ${which} in the run's log, got a log of which ${lost ?? 'many'} bytes were left out, where it may stand`,
    {
      hint: 'write the value to a small file of its own, or print it at the end and read it with `match: last`',
      ...(cause === undefined ? {} : { cause }),
    },
  );
}
