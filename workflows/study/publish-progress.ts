/** What a study shows of itself: the progress query, the Temporal UI's current details, search attributes. */
import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import { escapeMarkdownLine as shown } from '../../src/run/escape-markdown.ts';
import type { FailureReason } from '../../src/run/run-state.ts';
import type { JobProgress, StudyProgress } from '../../src/run/messages.ts';
import { refusedNotes } from '../sealing/refused-messages.ts';
import { notesOfPast } from './notes-of-pauses.ts';
import type { StudyContext } from './study-context.ts';

const studyStateKey = defineSearchAttributeKey('StudyState', 'KEYWORD');
const runsFailedKey = defineSearchAttributeKey('RunsFailed', 'INT');

/** The answer of the progress query. */
export function progressOf({ input, ledger }: StudyContext): StudyProgress {
  const { state, counts } = ledger;
  // Jobs beyond the planned ones run failed runs again.
  const repeated = ledger.jobs.repeatedFrom((state.plan?.jobs ?? Infinity) + 1);
  return {
    studyId: input.studyId,
    studyName: input.studyName,
    planHash: input.planHash,
    state: state.state,
    activity: state.activity,
    ...(state.cluster.kind === 'asked' && state.plan?.cluster?.kind === 'own'
      ? { waitsForCluster: state.plan.cluster.name }
      : {}),
    runs: {
      total: state.plan?.runCount ?? 0,
      done: counts.done,
      failed: counts.failed,
      submitted: ledger.jobs.submittedRuns,
      ...(repeated === 0 ? {} : { repeated }),
    },
    jobs: shownJobs(ledger.jobs),
    failures: (Object.entries(counts.failures) as [FailureReason, number][]).map(
      ([reason, count]) => ({ reason, count }),
    ),
    notes: [
      ...(state.state === 'Paused' ? state.notes : notesOfPast(state.notes)),
      ...refusedNotes(),
    ],
  };
}

/** The last jobs that ended, and those in flight, each with the workflow that has it. */
function shownJobs(jobs: StudyContext['ledger']['jobs']): readonly JobProgress[] {
  const inFlight = Object.values(jobs.state.inFlight).map((job) => {
    const { again } = jobs.handsOf(job.jobNumber);
    return again === 0 ? job : { ...job, again };
  });
  return [...jobs.state.recent, ...inFlight].map(({ saidMs: _saidMs, ...job }) => job);
}

/** Brings UI and list of studies up to date. */
export function publishProgress(context: StudyContext): void {
  const progress = progressOf(context);
  setCurrentDetails(details(progress));
  // Attributes are events in the history: only changes are sent.
  if (!context.ledger.publishAttributes(`${progress.state}|${progress.runs.failed}`)) return;
  upsertSearchAttributes([
    { key: studyStateKey, value: progress.state },
    { key: runsFailedKey, value: progress.runs.failed },
  ]);
}

/** Markdown for the Temporal UI; a screen at most. */
function details(progress: StudyProgress): string {
  const { runs } = progress;
  return [
    `**${progress.state}**: ${shown(progress.activity)}`,
    '',
    '| runs | done | failed | submitted | still to come |',
    '| --- | --- | --- | --- | --- |',
    `| ${runs.total} | ${runs.done} | ${runs.failed} | ${runs.submitted} | ${Math.max(0, runs.total - runs.done - runs.failed - runs.submitted + (runs.repeated ?? 0))} |`,
    '',
    '| job | runs | platform job | phase | platform status |',
    '| --- | --- | --- | --- | --- |',
    ...progress.jobs
      .slice(-20)
      .map(
        (job) =>
          `| ${job.jobNumber} | ${job.runs} | ${shown(job.jobId ?? '-')} | ${job.phase} | ${shown(troubleWords(job) ?? job.platformStatus ?? '-')} |`,
      ),
    ...(progress.failures.length === 0
      ? []
      : ['', ...progress.failures.map(({ reason, count }) => `- ${count} x ${reason}`)]),
    ...(progress.notes.length === 0
      ? []
      : ['', ...progress.notes.map((note) => `> ${shown(note)}`)]),
    '',
    `\`doeflow watch ${progress.studyId}\``,
  ].join('\n');
}

function troubleWords({
  trouble,
  troubleSince,
}: StudyProgress['jobs'][number]): string | undefined {
  return troubleSince === undefined ? trouble : `since ${troubleSince}: ${trouble}`;
}
