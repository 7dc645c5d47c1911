/** The live picture of a study: at most 20 lines, whatever its size. Pure: the same state and width give the same lines. */
import { withdrawnRuns } from '../../run/run-state.ts';
import type { JobProgress, StudyProgress } from '../../run/messages.ts';
import { countOf, formatDuration } from '../format-quantities.ts';
import type { Colors } from '../output/colors.ts';
import { clip, printableLine } from '../printable.ts';
import type { Trouble } from '../../run/trouble.ts';
import { troubleLine } from './trouble-words.ts';
import { endedRuns } from './watch-state.ts';
import type { WatchState } from './watch-state.ts';

const maxJobs = 6;
const maxFailures = 4;
const maxTroubles = 2;

/** Lines without line ends, none longer than `width` characters before colours. */
export function renderFrame(state: WatchState, width: number, colors: Colors): readonly string[] {
  const { progress } = state;
  const line = (text: string): string => clip(printableLine(text), width);
  return [
    colors.bold(line(`${progress.studyId}  ${progress.state}`)),
    colors.dim(line(progress.activity)),
    barLine(state, width, colors),
    line(timeLine(state)),
    ...jobLines(state).map(line),
    ...failureLines(progress).map((text) => colors.red(line(text))),
    ...troubleLines(state.troubles, state.now).map((text) => colors.yellow(line(text))),
    ...(state.uiUrl === undefined ? [] : [colors.dim(line(`Temporal UI  ${state.uiUrl}`))]),
  ];
}

/** What is waited for; what to do is said of the oldest, which often is the cause of the others. */
export function troubleLines(troubles: readonly Trouble[], now: Date): readonly string[] {
  const [first, ...others] = troubles.slice(0, maxTroubles);
  if (first === undefined) return [];
  return [
    troubleLine(first, now),
    `  to do: ${first.whatToDo}`,
    ...others.map((other) => troubleLine(other, now)),
  ];
}

function barLine(state: WatchState, width: number, colors: Colors): string {
  const { runs } = state.progress;
  const ended = endedRuns(state);
  const words = countWords(state);
  const cells = Math.max(10, Math.min(40, width - words.length - 4));
  const share = (count: number): number =>
    runs.total === 0 ? 0 : Math.floor((count / runs.total) * cells);
  const failed = runs.failed === 0 ? 0 : Math.max(1, share(runs.failed));
  const good = Math.max(0, share(ended) - failed);
  const rest = Math.max(0, cells - good - failed);
  const bar = `[${colors.green('#'.repeat(good))}${colors.red('!'.repeat(failed))}${'-'.repeat(rest)}]`;
  return `${bar} ${clip(words, Math.max(0, width - cells - 3))}`;
}

/** `15/24 done, 4 submitted, 1 failed`: the denominator is always the planned runs. */
export function countWords(state: Pick<WatchState, 'progress' | 'runsInside'>): string {
  const { runs } = state.progress;
  const withdrawn = withdrawnRuns(state.progress.state, runs);
  const inside = endedRuns(state) - runs.done - runs.failed;
  return [
    `${runs.done}/${runs.total} done`,
    ...(inside > 0 ? [`${inside} ended and not yet collected`] : []),
    ...(runs.submitted - inside > 0 ? [`${runs.submitted - inside} submitted`] : []),
    ...(runs.failed > 0 ? [`${runs.failed} failed`] : []),
    ...(withdrawn > 0 ? [`${withdrawn} withdrawn`] : []),
  ].join(', ');
}

/** `elapsed 0:21, left 0:12 to 0:20`. */
export function timeLine(state: Pick<WatchState, 'elapsedMs' | 'left'>): string {
  const elapsed = `elapsed ${formatDuration(state.elapsedMs)}`;
  if (state.left === undefined) return elapsed;
  return `${elapsed}, left ${formatDuration(state.left.lowMs)} to ${formatDuration(state.left.highMs)}`;
}

function jobLines(state: WatchState): readonly string[] {
  const { jobs } = state.progress;
  if (jobs.length === 0) return [];
  const phases = new Map<string, number>();
  for (const job of jobs) phases.set(job.phase, (phases.get(job.phase) ?? 0) + 1);
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

function jobLine(job: JobProgress, state: WatchState): string {
  const inside = job.jobId === undefined ? undefined : state.runsInside.get(job.jobId);
  const runs = inside === undefined ? countOf(job.runs, 'run') : `${inside}/${job.runs} runs`;
  return [
    `  job ${job.jobNumber}`,
    runs,
    job.phase,
    ...(job.platformStatus === undefined ? [] : [`platform: ${job.platformStatus}`]),
    ...(job.jobId === undefined ? [] : [`id ${job.jobId}`]),
    ...(job.trouble === undefined || job.troubleCode !== undefined ? [] : [job.trouble]),
  ].join('  ');
}

function failureLines(progress: StudyProgress): readonly string[] {
  const sorted = [...progress.failures].sort((a, b) => b.count - a.count);
  const shown = sorted.slice(0, maxFailures).map(({ reason, count }) => `${count}x ${reason}`);
  if (shown.length === 0) return [];
  const hidden = sorted.length - shown.length;
  const more = hidden > 0 ? `, ${hidden} more reasons` : '';
  return [`failed: ${shown.join(', ')}${more}   doeflow logs ${progress.studyId}`];
}
