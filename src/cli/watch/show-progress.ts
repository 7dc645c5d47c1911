import type { Output } from '../output/output.ts';
import { renderFrame } from './render-frame.ts';
import { lineKey, renderLine } from './render-line.ts';
import type { WatchState } from './watch-state.ts';

/** Plain lines are at least this far apart. */
const lineIntervalMs = 5_000;

/** A function that shows each state: as a live frame on a terminal, else as a line when something changed. */
export function createProgressView(output: Output): (state: WatchState) => void {
  let lastKey = '';
  let lastAtMs = Number.NEGATIVE_INFINITY;
  return (state) => {
    if (output.quiet) return;
    if (output.live) {
      output.frame(renderFrame(state, output.width, output.colors));
      return;
    }
    const key = lineKey(state);
    // Before the study is planned, there is nothing to count.
    if (state.progress.runs.total === 0) return;
    if (key === lastKey || state.elapsedMs - lastAtMs < lineIntervalMs) return;
    lastKey = key;
    lastAtMs = state.elapsedMs;
    output.note(renderLine(state));
  };
}
