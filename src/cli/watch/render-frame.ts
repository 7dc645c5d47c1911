/** The live picture of a study: at most 20 lines, whatever its size. Pure: the same state and width give the same lines. */
import type { JobProgress } from '../../run/messages.ts';
import { countOf } from '../format-quantities.ts';
import type { Colors } from '../output/colors.ts';
import { wrapText } from '../output/wrap-text.ts';
import { clip, clipMiddle, printableLine } from '../printable.ts';
import type { Trouble } from '../../run/trouble.ts';
import { copyingParts, countParts, countWords, timeParts } from './count-words.ts';
import { failedWord, failuresOf, tellCauses } from './tell-causes.ts';
import { troubleLine } from './trouble-words.ts';
import { endedRuns, splitFailed, type WatchState } from './watch-state.ts';

const maxJobs = 4;
const maxFailures = 4;
const maxCauses = 3;
const shortestBar = 10;
const maxTroubles = 2;

const toDo = '  to do:';
const whyCommand = 'why: doeflow';

/**
 * Lines without line ends, none longer than `width` characters before colours.
 * @param carry adds to a command the flags with which it works where this one does
 */
export function renderFrame(
  state: WatchState,
  width: number,
  colors: Colors,
  carry: (text: string) => string = (text) => text,
): readonly string[] {
  const { progress } = state;
  const line = (text: string): string => clip(printableLine(text), width);
  // A command that is cut is of no use.
  const lines = (text: string): readonly string[] =>
    wrapText(printableLine(carry(text)), width, 2)
      .split('\n')
      .map(line);
  return [
    colors.bold(line(`${progress.studyId}  ${progress.state}`)),
    colors.dim(line([progress.activity, ...copyingParts(state)].join('; '))),
    ...barLines(state, width, colors),
    ...fold(timeParts(state), width),
    ...jobLines(state).map(line),
    ...failureLines(state).flatMap((text) =>
      (text.includes(whyCommand) ? lines(text) : [clipMiddle(printableLine(text), width)]).map(
        colors.red,
      ),
    ),
    ...troubleLines(state.troubles, state.now).flatMap((text) =>
      (text.startsWith(toDo) ? lines(text) : [line(text)]).map(colors.yellow),
    ),
    ...(state.uiUrl === undefined ? [] : [colors.dim(line(`Temporal UI  ${state.uiUrl}`))]),
  ];
}

/** What is waited for; what to do is said of the oldest, which often is the cause of the others. */
export function troubleLines(troubles: readonly Trouble[], now: Date): readonly string[] {
  const [first, ...others] = troubles.slice(0, maxTroubles);
  if (first === undefined) return [];
  return [
    troubleLine(first, now),
    `${toDo} ${first.whatToDo}`,
    ...others.map((other) => troubleLine(other, now)),
  ];
}

/** The bar with the counts beside it, or below it where both don't fit. */
function barLines(state: WatchState, width: number, colors: Colors): readonly string[] {
  const { runs } = state.progress;
  const ended = endedRuns(state);
  const words = countWords(state);
  const fits = words.length + shortestBar + 3 <= width;
  const room = fits ? width - words.length - 4 : width - 2;
  const cells = Math.max(shortestBar, Math.min(40, room));
  const share = (count: number): number =>
    runs.total === 0 ? 0 : Math.floor((count / runs.total) * cells);
  const { failed: failedRuns } = splitFailed(state.progress);
  const failed = failedRuns === 0 ? 0 : Math.max(1, share(failedRuns));
  const good = Math.max(0, share(ended) - failed);
  const rest = Math.max(0, cells - good - failed);
  const bar = `[${colors.green('#'.repeat(good))}${colors.red('!'.repeat(failed))}${'-'.repeat(rest)}]`;
  return fits ? [`${bar} ${words}`] : [bar, ...fold(countParts(state), width)];
}

/** The parts, as many on a line as fit; one that is too long for a line is cut. */
function fold(parts: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = lines.length === 0 ? part : `${lines.at(-1) ?? ''}, ${part}`;
    if (lines.length > 0 && longer.length > width) lines.push(part);
    else lines[Math.max(0, lines.length - 1)] = longer;
  }
  return lines.map((line) => clip(line, width));
}

function jobLines(state: WatchState): readonly string[] {
  const { jobs } = state.progress;
  if (jobs.length === 0) return [];
  const phases = new Map<string, number>();
  for (const job of jobs) phases.set(doingOf(job), (phases.get(doingOf(job)) ?? 0) + 1);
  const summary = [...phases].map(([phase, count]) => `${count} ${phase}`).join(', ');
  const open = jobs.filter((job) => job.phase !== 'done' && job.phase !== 'failed');
  const shown = open.slice(0, maxJobs);
  const hidden = open.length - shown.length;
  return [
    `jobs: ${summary}`,
    ...shown.map((job) => jobLine(job, state)),
    ...(hidden > 0 ? [`  and ${countOf(hidden, 'more job')}`] : []),
  ];
}

/** What a job does: while it is waited for, what the platform says of it. */
function doingOf({ phase, platformStatus }: JobProgress): string {
  return phase === 'waiting' && platformStatus !== undefined ? platformStatus.toLowerCase() : phase;
}

function jobLine(job: JobProgress, state: WatchState): string {
  const inside = job.jobId === undefined ? undefined : state.runsInside.get(job.jobId);
  const runs = inside === undefined ? countOf(job.runs, 'run') : `${inside}/${job.runs} runs`;
  return [
    `  job ${job.jobNumber}`,
    runs,
    doingOf(job),
    ...(job.platformStatus === undefined || job.phase === 'waiting'
      ? []
      : [`platform: ${job.platformStatus}`]),
    ...(job.jobId === undefined ? [] : [`id ${job.jobId}`]),
    ...(job.trouble === undefined || job.troubleCode !== undefined ? [] : [job.trouble]),
  ].join('  ');
}

/** By cause where that was read; the sum of the rest. */
function failureLines({ progress, causes = [] }: WatchState): readonly string[] {
  const sorted = failuresOf(progress);
  if (sorted.length === 0) return [];
  const what = failedWord(progress);
  const why = `${whyCommand} logs ${progress.studyId}`;
  const told = tellCauses(progress, causes, maxCauses);
  if (told !== undefined) {
    const more = told.more > 0 ? [`  and ${told.more} more`] : [];
    return [`${what}, ${why}`, ...told.words.map((words) => `  ${words}`), ...more];
  }
  const reasons = sorted.slice(0, maxFailures).map(({ reason, count }) => `${count}x ${reason}`);
  const hidden = sorted.length - reasons.length;
  const more = hidden > 0 ? `, ${hidden} more reasons` : '';
  return [`${what}: ${reasons.join(', ')}${more}`, `  ${why}`];
}
