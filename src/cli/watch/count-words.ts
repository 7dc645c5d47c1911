/** How far a study is, in words. Pure. */
import { isStudyOver, withdrawnRuns } from '../../run/run-state.ts';
import type { StudyProgress } from '../../run/messages.ts';
import { amountText } from '../../study/amount-text.ts';
import { countOf, formatDuration } from '../format-quantities.ts';
import { endedInJobs, isSubmitted, splitFailed, type WatchState } from './watch-state.ts';

type Counted = Pick<WatchState, 'progress' | 'runsInside' | 'runsRunning'>;

/** Runs in submitted jobs that aren't collected yet. */
export interface SubmittedRuns {
  /** Ended, and not collected yet. */
  readonly ended: number;
  /** Null where the platform doesn't tell which runs have started, and so for those that wait. */
  readonly running: number | null;
  readonly waiting: number | null;
}

/** What the submitted runs do. */
export function countSubmitted(state: Counted): SubmittedRuns {
  const { runs } = state.progress;
  const ended = endedInJobs(state);
  const told = runsRunning(state);
  if (told === undefined) return { ended, running: null, waiting: null };
  const running = Math.min(runs.submitted - ended, told);
  return { ended, running, waiting: runs.submitted - ended - running };
}

/** `15/24 done`, `4 running`, `4 waiting`, `1 failed`, …: the denominator is always the planned runs. */
export function countParts(state: Counted): readonly string[] {
  const { runs } = state.progress;
  const withdrawn = withdrawnRuns(state.progress.state, runs);
  const { ended, running, waiting } = countSubmitted(state);
  const { failed, stopped } = splitFailed(state.progress);
  const submitted = running === null ? runs.submitted - ended : 0;
  const counts = [
    [ended, 'ended and not yet collected'],
    [running ?? 0, 'running'],
    [waiting ?? 0, 'waiting'],
    [submitted, 'submitted'],
    [failed, 'failed'],
    [stopped, 'stopped'],
    // While it runs, the next job takes them; only a pause leaves them lying.
    [state.progress.state === 'Paused' ? notBegunRuns(state.progress) : 0, 'not begun'],
    [withdrawn, 'withdrawn'],
  ] as const;
  return [
    `${runs.done}/${runs.total} done${ofThem(runs)}`,
    ...counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])),
  ];
}

function ofThem({ reused, doneAgain }: StudyProgress['runs']): string {
  const parts = [
    ...(reused === undefined ? [] : [`${reused} of them reused`]),
    ...(doneAgain === undefined ? [] : [`${doneAgain} of them run again`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** The counts as one text. */
export function countWords(state: Counted): string {
  return countParts(state).join(', ');
}

/** Runs of the executing jobs that have started and not ended; undefined where no job tells. */
function runsRunning({ progress, runsRunning: running }: Counted): number | undefined {
  const told = progress.jobs
    .filter(({ phase }) => isSubmitted({ phase }) && phase !== 'collecting')
    .flatMap(({ jobId }) => (jobId === undefined ? [] : (running?.get(jobId) ?? [])));
  return told.length === 0 ? undefined : told.reduce((sum, count) => sum + count, 0);
}

/** Planned runs of a study that goes on, which are in no job yet: its counts and these make its total. */
export function notBegunRuns(progress: StudyProgress): number {
  const { runs, state } = progress;
  const { failed, stopped } = splitFailed(progress);
  const { withdrawn = 0, doneAgain = 0 } = runs;
  const ended = runs.done + failed + stopped;
  const left = runs.total - withdrawn - ended - (runs.submitted - doneAgain);
  return isStudyOver(state) ? 0 : Math.max(0, left);
}

/** `295 runs were stopped, 700 runs have not begun`; undefined where all ran. */
export function keptBackWords(progress: StudyProgress): string | undefined {
  const { stopped } = splitFailed(progress);
  const left = notBegunRuns(progress);
  const parts = [
    ...(stopped > 0
      ? [`${countOf(stopped, 'run')} ${stopped === 1 ? 'was' : 'were'} stopped`]
      : []),
    ...(left > 0 ? [`${countOf(left, 'run')} ${left === 1 ? 'has' : 'have'} not begun`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** `elapsed 0:21`, `43 runs/min`, `left 0:12 to 0:20`, `cost so far about 1.00 to 1.20 USD`. */
export function timeParts(
  state: Pick<WatchState, 'elapsedMs' | 'left' | 'runsPerHour' | 'cost'>,
): readonly string[] {
  const { left, runsPerHour, cost } = state;
  return [
    `elapsed ${formatDuration(state.elapsedMs)}`,
    ...(runsPerHour === undefined ? [] : [speedWords(runsPerHour)]),
    ...(left === undefined
      ? []
      : [`left ${formatDuration(left.lowMs)} to ${formatDuration(left.highMs)}`]),
    // A cost below what two decimals show says nothing.
    ...(cost?.high == null || cost.high < 0.005
      ? []
      : [`cost so far ${sumWords(cost.low ?? 0, cost.high, cost.currency)}`]),
  ];
}

/** The times as one text. */
export function timeLine(state: Parameters<typeof timeParts>[0]): string {
  return timeParts(state).join(', ');
}

function speedWords(runsPerHour: number): string {
  const perMinute = runsPerHour / 60;
  if (perMinute >= 1)
    return `${perMinute < 10 ? perMinute.toFixed(1) : Math.round(perMinute)} runs/min`;
  return `${runsPerHour < 10 ? runsPerHour.toFixed(1) : Math.round(runsPerHour)} runs/h`;
}

function sumWords(low: number, high: number, currency: string | null): string {
  const unit = currency === null ? '' : ` ${currency}`;
  const [from, to] = [amountText(low), amountText(high)];
  return from === to ? `${to}${unit}` : `${from} to ${to}${unit}`;
}

/** `copying results: 41,200 of 100,000 runs`, while they are; else nothing. */
export function copyingParts({ copying }: Pick<WatchState, 'copying'>): readonly string[] {
  if (copying === undefined) return [];
  return [
    `copying results: ${copying.copied.toLocaleString('en-US')} of ${countOf(copying.of, 'run')}`,
  ];
}
