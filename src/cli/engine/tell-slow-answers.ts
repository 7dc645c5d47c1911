/** A wait for the platform's answer has an end that is told, and is told while it lasts, in every command. */
import { hearSlowAnswers } from '../../slow-answers.ts';

/** Returns what ends the telling. */
export function tellSlowAnswers(note: (text: string) => void): () => void {
  return hearSlowAnswers(({ call, waitedMs, limitMs, tryMs }) => {
    const seconds = Math.round(waitedMs / 1000);
    const limit = Number.isFinite(limitMs)
      ? `given up after ${limitMs / 1000} s`
      : `each try is given up after ${tryMs / 1000} s`;
    note(`Waiting for the whole answer to ${call} for ${seconds} s; ${limit}`);
  });
}

/** Says once, after the first word about a slow answer, what can be had without it. Returns what ends the hearing. */
export function tellWayAround(note: (text: string) => void, way: string): () => void {
  const end = hearSlowAnswers(() => {
    end();
    note(way);
  });
  return end;
}
