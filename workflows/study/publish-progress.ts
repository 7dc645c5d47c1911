/** What a study shows of itself: the progress query, the Temporal UI's current details, search attributes. */
import { patched, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import { isStudyOver, type FailureReason } from '../../src/run/run-state.ts';
import type { JobProgress, StudyProgress } from '../../src/run/messages.ts';
import { stoppedRuns } from '../../src/run/stopped-runs.ts';
import { detailsOf } from './current-details.ts';
import { refusedNotes } from '../sealing/refused-messages.ts';
import { notesOfPast, notesOfPause } from './notes-of-pauses.ts';
import { wantedRuns } from './planned-jobs.ts';
import type { StudyContext } from './study-context.ts';

const studyStateKey = defineSearchAttributeKey('StudyState', 'KEYWORD');
const runsFailedKey = defineSearchAttributeKey('RunsFailed', 'INT');
const runsDoneKey = defineSearchAttributeKey('RunsDone', 'INT');
const runsTotalKey = defineSearchAttributeKey('RunsTotal', 'INT');
const studyCostKey = defineSearchAttributeKey('StudyCost', 'KEYWORD');

/** The answer of the progress query. */
export function progressOf({ input, ledger }: StudyContext): StudyProgress {
  const { state, counts } = ledger;
  // Jobs beyond the planned ones run failed runs again.
  const repeated = ledger.jobs.repeatedFrom((state.plan?.jobs ?? Infinity) + 1);
  const { doneAgain } = ledger.jobs;
  return {
    studyId: input.studyId,
    studyName: input.studyName,
    planHash: input.planHash,
    state: state.state,
    activity: state.activity,
    ...(state.state === 'Paused' && state.pausedBy !== undefined
      ? { pausedBy: state.pausedBy }
      : {}),
    ...(ledger.stopping && !isStudyOver(state.state) ? { stopping: true } : {}),
    ...(state.cluster.kind === 'asked' && state.plan?.cluster?.kind === 'own'
      ? { waitsForCluster: state.plan.cluster.name }
      : {}),
    runs: {
      total: state.plan?.runCount ?? 0,
      done: counts.done,
      failed: counts.failed,
      submitted: ledger.jobs.submittedRuns,
      ...(repeated === 0 ? {} : { repeated }),
      ...(doneAgain === 0 ? {} : { doneAgain }),
      ...(state.plan?.reused === undefined ? {} : { reused: state.plan.reused }),
      ...(state.plan?.withdrawnRuns === undefined ? {} : { withdrawn: state.plan.withdrawnRuns }),
    },
    jobs: shownJobs(ledger.jobs),
    failures: (Object.entries(counts.failures) as [FailureReason, number][]).map(
      ([reason, count]) => ({ reason, count }),
    ),
    notes: [
      ...(state.state === 'Paused' ? notesOfPause(state.notes) : notesOfPast(state.notes)),
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
  const { description, described, sentRevision } = context.ledger.state;
  setCurrentDetails(detailsOf(progress, description));
  const { state, runs } = progress;
  // Attributes are events in the history: only changes are sent, and once causes and cost are told, those of counts no more often than they.
  const told =
    described === undefined || description === undefined
      ? `${runs.failed}`
      : `${runs.failed > 0}|${described.done}|${described.failed}|${description.costRange}`;
  // The start said the total; only amendments change it.
  const total = sentRevision === undefined ? undefined : wantedRuns(context.ledger.state);
  const toldTotal = total !== undefined && patched('total-told') ? `|of ${total}` : '';
  if (!context.ledger.publishAttributes(`${state}|${told}${toldTotal}`)) return;
  upsertSearchAttributes([
    { key: studyStateKey, value: state },
    { key: runsFailedKey, value: runs.failed - stoppedRuns(progress) },
    { key: runsDoneKey, value: runs.done },
    ...(total === undefined ? [] : [{ key: runsTotalKey, value: total }]),
    ...(description === undefined || description.costRange === ''
      ? []
      : [{ key: studyCostKey, value: description.costRange }]),
  ]);
}
