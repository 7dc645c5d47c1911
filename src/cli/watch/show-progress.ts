import type { Trouble } from '../../run/trouble.ts';
import { printableLine } from '../printable.ts';
import type { Output } from '../output/output.ts';
import { troubleNews } from './trouble-news.ts';
import { renderFrame, troubleLines } from './render-frame.ts';
import { lineKey, renderLine } from './render-line.ts';
import type { WatchState } from './watch-state.ts';

/** Plain lines are at least this far apart, but for those about trouble. */
const lineIntervalMs = 5_000;

/**
 * A function that shows each look: as a live frame on a terminal, else as a line when something changed. The study's notes are told once each.
 * @param toldNotes those that were told; the function adds to them
 */
export function createProgressView(
  output: Output,
  now: () => Date,
  toldNotes = new Set<string>(),
): (state: WatchState | undefined, troubles: readonly Trouble[], over?: boolean) => void {
  let lastKey = '';
  let lastAtMs = Number.NEGATIVE_INFINITY;
  let known: readonly Trouble[] = [];
  return (state, troubles, over = false) => {
    if (output.quiet) return;
    tellNotes(output, [...(state?.progress.notes ?? []), ...(state?.notes ?? [])], toldNotes);
    if (output.live) {
      const { width, colors } = output;
      if (state !== undefined) output.frame(renderFrame(state, width, colors, output.carried));
      else if (troubles.length > 0) output.frame(troubleLines(troubles, now()).map(output.carried));
      return;
    }
    for (const line of troubleNews(known, troubles, now(), over)) output.note(line);
    known = troubles;
    // Before the study is planned, there is nothing to count.
    if (state === undefined || state.progress.runs.total === 0) return;
    const key = lineKey(state);
    if (key === lastKey || state.elapsedMs - lastAtMs < lineIntervalMs) return;
    lastKey = key;
    lastAtMs = state.elapsedMs;
    output.note(renderLine(state));
  };
}

/** Tells the notes that were not told before; a live frame stays below them. */
export function tellNotes(output: Output, notes: readonly string[], told: Set<string>): void {
  for (const note of notes) {
    if (told.has(note)) continue;
    told.add(note);
    output.note(printableLine(`note: ${note}`));
  }
}
