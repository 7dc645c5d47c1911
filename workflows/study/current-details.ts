/** What the Temporal UI shows of a study beside its history: Markdown, a screen at most, what matters first. */
import { escapeMarkdownLine as shown, frameEnd } from '../../src/run/escape-markdown.ts';
import type { JobProgress, StudyDescription, StudyProgress } from '../../src/run/messages.ts';
import { isStudyOver } from '../../src/run/run-state.ts';
import { stoppedRuns } from '../../src/run/stopped-runs.ts';

/** Jobs that are shown, the newest ones. */
const jobsAtMost = 20;

/** The page sets no space between the columns of a table, and shows entities as they are written: an em space. */
const gap = '\u2003';

/** @param description absent until the store has told of the study */
export function detailsOf(progress: StudyProgress, description?: StudyDescription): string {
  const { state, activity, runs, notes } = progress;
  const isOver = isStudyOver(state);
  return [
    `### ${state}: ${headline(progress)}`,
    '',
    ...(isOver ? [] : [`- now: ${shown(activity)}`]),
    ...(isOver ? [] : [`- runs: ${runs.submitted} submitted, ${toCome(progress)} still to come`]),
    ...(description === undefined ? [] : [`- cost: ${shown(description.cost)}`]),
    ...(description?.resultsDir === undefined || !isOver
      ? []
      : [`- results: ${shown(description.resultsDir)}`]),
    ...causesOf(progress, description),
    ...['', '**What to do**', ''],
    ...commandsOf(progress).map((command) => `- \`${command}\``),
    // Under a heading of their own: the page sets a quote behind a list as a part of its last line.
    ...(notes.length === 0
      ? []
      : ['', '**Notes**', '', ...notes.map((note) => `- ${shown(note)}`)]),
    '',
    ...jobTable(progress.jobs.slice(-jobsAtMost), description?.jobPages),
    ...frameEnd,
  ].join('\n');
}

function headline(progress: StudyProgress): string {
  const { total, done, withdrawn = 0 } = progress.runs;
  const counts = `${done} of ${total} runs done`;
  const [failed, stopped] = [failedRuns(progress), stoppedRuns(progress)];
  const others = [
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(stopped === 0 ? [] : [`${stopped} stopped`]),
    ...(withdrawn === 0 ? [] : [`${withdrawn} withdrawn`]),
  ];
  return [counts, ...others].join(', ');
}

/** Without what was stopped, which hasn't failed by itself. */
function failedRuns(progress: Pick<StudyProgress, 'runs' | 'failures'>): number {
  return Math.max(0, progress.runs.failed - stoppedRuns(progress));
}

function toCome({ runs }: StudyProgress): number {
  const { total, done, failed, submitted, repeated = 0, doneAgain = 0, withdrawn = 0 } = runs;
  const first = submitted - repeated - doneAgain;
  return Math.max(0, total - done - failed - first - withdrawn);
}

/** The commands with which a person acts on a study in this state. */
function commandsOf(progress: StudyProgress): readonly string[] {
  const { studyId, state, runs, failures } = progress;
  const logs = failedRuns(progress) === 0 ? [] : [`doeflow logs ${studyId}`];
  // The same outputs give the same: a retry of runs that failed in an expression alone is refused.
  const mayHelp =
    runs.failed > 0 &&
    (state !== 'Paused' || failedRuns(progress) > 0) &&
    (failures.length === 0 || failures.some(({ reason }) => reason !== 'expression'));
  const retry = mayHelp ? [`doeflow retry ${studyId} --failed`] : [];
  if (state === 'Paused') {
    // Without another limit its budget would pause it again at once.
    const limit = progress.pausedBy === 'budget' ? [`doeflow budget ${studyId} --set AMOUNT`] : [];
    return [...limit, `doeflow resume ${studyId}`, ...logs, ...retry, `doeflow stop ${studyId}`];
  }
  if (!isStudyOver(state)) {
    return [`doeflow watch ${studyId}`, ...logs, `doeflow stop ${studyId}`];
  }
  // What never ran runs with what failed.
  const neverRan = runs.done + runs.failed + (runs.withdrawn ?? 0) < runs.total;
  return [
    `doeflow results ${studyId}`,
    ...logs,
    ...(neverRan ? [`doeflow retry ${studyId} --failed`] : retry),
  ];
}

/** Why runs failed: as the store tells it, before that their kinds alone. */
function causesOf(progress: StudyProgress, description?: StudyDescription): readonly string[] {
  if (failedRuns(progress) === 0) return [];
  const failures = progress.failures.filter(({ reason }) => reason !== 'stopped');
  const causes =
    description === undefined || description.causes.length === 0
      ? failures.map(({ reason, count }) => `${count}x ${reason}`)
      : description.causes;
  return ['', '**Why runs failed**', '', ...causes.map((cause) => `- ${shown(cause)}`)];
}

function jobTable(jobs: readonly JobProgress[], jobPages?: string): readonly string[] {
  if (jobs.length === 0) return [];
  const row = (cells: readonly string[]): string => `| ${cells.join(`${gap} | `)} |`;
  const heads = ['job', 'runs', 'platform job', 'phase', 'platform status'];
  return [
    row(heads),
    row(heads.map(() => '---')).replaceAll(gap, ''),
    ...jobs.map((job) =>
      row([
        String(job.jobNumber),
        String(job.runs),
        pageOf(job, jobPages),
        job.phase,
        shown(troubleWords(job) ?? job.platformStatus ?? '-'),
      ]),
    ),
  ];
}

/** A job's id on the platform, with a link where the platform has a page of it. */
function pageOf({ jobId }: JobProgress, jobPages?: string): string {
  if (jobId === undefined) return '-';
  const isPlain = /^\w+$/u.test(jobId);
  return jobPages === undefined || !isPlain ? shown(jobId) : `[${jobId}](${jobPages}/${jobId}/)`;
}

function troubleWords({ trouble, troubleSince }: JobProgress): string | undefined {
  return troubleSince === undefined ? trouble : `since ${troubleSince}: ${trouble}`;
}
