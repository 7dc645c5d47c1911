/** A log as it is shown: of one that is longer than anybody reads, its end. */
import { withoutPrintedOutputs } from '../../run/printed-outputs.ts';
import { formatBytes } from '../format-quantities.ts';

/** A log, or its last lines. */
export interface LogText {
  readonly text: string;
  /** Bytes before the text that aren't shown. */
  readonly leftOutBytes: number;
}

/** Longest log that is shown, in bytes; of a longer one only the end is. */
export const maxLogBytes = 16 * 1024 * 1024;

/** The end of a log that comes piece by piece, with no more in memory than twice what is shown. */
export async function readLogText(
  pieces: AsyncIterable<Uint8Array>,
  atMost = maxLogBytes,
): Promise<LogText> {
  let kept: Uint8Array[] = [];
  let keptBytes = 0;
  let droppedBytes = 0;
  const shorten = (): Buffer => {
    const all = Buffer.concat(kept);
    const before = Math.max(0, all.length - atMost);
    droppedBytes += before;
    return all.subarray(before);
  };
  for await (const piece of pieces) {
    kept.push(piece);
    keptBytes += piece.length;
    if (keptBytes <= 2 * atMost) continue;
    kept = [shorten()];
    keptBytes = atMost;
  }
  return wholeLines(shorten(), droppedBytes);
}

/** The end of a log that is in memory. */
export function endOfLog(log: Buffer, atMost = maxLogBytes): LogText {
  const before = Math.max(0, log.length - atMost);
  return wholeLines(log.subarray(before), before);
}

/** The text of a log's end, without what the engine itself printed there, from its first whole line on where something stands before it. */
export function wholeLines(end: Buffer, before: number): LogText {
  const lineEnd = before === 0 ? -1 : end.indexOf(0x0a);
  // One endless line has no better place to begin.
  const from = lineEnd === end.length - 1 ? 0 : lineEnd + 1;
  const text = withoutPrintedOutputs(end.toString('utf8', from));
  return { text, leftOutBytes: before + from };
}

/** What a reader is told of a log's beginning that isn't shown; undefined where all is. */
export function leftOutWords({ leftOutBytes }: Pick<LogText, 'leftOutBytes'>): string | undefined {
  if (leftOutBytes === 0) return undefined;
  return `The first ${formatBytes(leftOutBytes)} of this log are left out: only its end is shown`;
}
