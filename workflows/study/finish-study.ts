/** The end of a study: tables, statistics, findings on its jobs, the readable copy. */
import { patched } from '@temporalio/workflow';
import type { AnalysedStudy } from '../../src/run/analysed-study.ts';
import type { StudyState } from '../../src/run/run-state.ts';
import type { StudyResult } from '../../src/run/messages.ts';
import { isNotFound, isRefusal, sentenceOf } from '../failures.ts';
import { onRunsWithdrawn } from './failure-limit.ts';
import { addCounts } from './study-state.ts';
import { describeEnd } from './describe-study.ts';
import { returnCluster, returnClusterLeft } from './lend-cluster.ts';
import type { StudyContext } from './study-context.ts';
import { wantedRuns } from './planned-jobs.ts';
import type { StudyLedger } from './study-ledger.ts';
import { readOutputsAtEnd } from './read-outputs-anew.ts';
import { progressOf, publishProgress } from './publish-progress.ts';

/** Jobs whose findings are written side by side. */
const findingsWindow = 8;

/** Returns the result, or undefined when the story must continue in a new execution first. */
export async function finishStudy(context: StudyContext): Promise<StudyResult | undefined> {
  const { ledger, input, proxies } = context;
  const { studyId } = input;
  const isFirst = !ledger.state.finishing;
  ledger.reach('finishing');
  if (isFirst) await returnClusterLeft(context);
  await returnCluster(context);

  await orNote(ledger, 'The cost is unknown', async () => {
    const { note } = await proxies.read.readPrice({ studyId });
    if (note !== undefined) ledger.note(note);
  });

  ledger.showActivity('writing tables and statistics');
  publishProgress(context);
  await readOutputsAtEnd(context);
  await withdrawUnbegun(context);
  const isWhole = isStoppedWhole(ledger);
  if (isWhole)
    ledger.note('All its runs were done before it could be stopped: nothing is left out');
  const finalState = finalStateOf(ledger, isWhole);
  const analysed = await proxies.step.analyseStudy({
    studyId,
    lastJobNumber: ledger.jobs.state.nextJobNumber - 1,
    nextPlanned: ledger.jobs.state.nextPlanned,
    ...(ledger.planned.takenBack.length === 0 ? {} : { withdrawn: ledger.planned.takenBack }),
    done: ledger.counts.done,
    state: finalState,
  });
  for (const note of analysed.notes) ledger.note(note);
  const endState = bookLeft(ledger, analysed) ? finalStateOf(ledger, false) : finalState;
  await describeEnd(context);

  if (analysed.findings > 0 && (isWhole || !ledger.stopping)) {
    ledger.showActivity('writing findings onto the jobs');
    publishProgress(context);
    if (!(await writeFindings(context, analysed.jobs))) return undefined;
  }

  ledger.close(endState);
  const progress = progressOf(context);
  const { notes } = await proxies.step.closeStudy({
    studyId,
    progress,
    ...(input.ticket === undefined ? {} : { ticket: input.ticket }),
  });
  for (const note of notes) ledger.note(note);
  publishProgress(context);
  return { studyId, state: endState, runs: progress.runs };
}

/** Counts only what the store has, where it has lost outcomes for good: nothing is told as done that can't be shown. */
function bookLeft(ledger: StudyLedger, { left }: AnalysedStudy): boolean {
  if (left === undefined) return false;
  const { done, failed, failures } = left;
  ledger.book({ change: { done, failed, failures: addCounts({}, failures) } });
  return true;
}

/** What a stop kept from running again never began: it is withdrawn rather than failed. Studies of before let it stay failed. */
async function withdrawUnbegun({ ledger, input, proxies }: StudyContext): Promise<void> {
  const { aborted, failures } = ledger.state;
  if (!ledger.stopping || aborted || failures['not-started'] === undefined) return;
  if (!patched('unbegun-withdrawn')) return;
  const { left } = await proxies.step.withdrawUnbegun({ studyId: input.studyId });
  ledger.book(onRunsWithdrawn(ledger.state, left));
}

/** A stop came when the last runs ended: the study has all that it was to give. Studies of before were Stopped then. */
function isStoppedWhole({ state, stopping, counts }: StudyLedger): boolean {
  return stopping && counts.done === wantedRuns(state) && patched('whole-is-finished');
}

function finalStateOf({ state, hasUnrun }: StudyLedger, isWhole: boolean): StudyState {
  if (state.aborted) return 'Aborted';
  if (isWhole) return 'Finished';
  if (state.stopMode !== undefined || hasUnrun) return 'Stopped';
  return state.failed > 0 ? 'Finished with failures' : 'Finished';
}

/** Assign, write, read back: on every job that ran, a window at a time. False when the history has grown too large to continue. */
async function writeFindings(context: StudyContext, jobs: number): Promise<boolean> {
  const { ledger, input, proxies } = context;
  while (ledger.state.findingsWritten < jobs) {
    const { jobIds } = await proxies.step.listJobs({
      studyId: input.studyId,
      from: ledger.state.findingsWritten,
      count: findingsWindow,
    });
    await Promise.all(
      jobIds.map(async (jobId) => {
        const target = { studyId: input.studyId, jobId };
        await orNote(ledger, `Findings on job ${jobId}`, async () => {
          const { refused } = await proxies.write.assignFindings(target);
          if (refused !== undefined) return ledger.note(`Findings on job ${jobId}: ${refused}`);
          const written = await proxies.write.writeFindings(target);
          if (!written.served) {
            const why = written.refused ?? 'the platform has no way to write them';
            return ledger.note(`Findings aren't written onto the jobs: ${why}`);
          }
          await proxies.read.readFindings(target);
        });
      }),
    );
    ledger.findingsWritten(findingsWindow);
    if (ledger.state.findingsWritten < jobs && context.mustContinueAsNew()) return false;
  }
  return true;
}

/** Does what a finished study can do without: a refusal is told, and costs no more than that. */
async function orNote(ledger: StudyLedger, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const why = isNotFound(error)
      ? 'it is no longer on the platform, so nothing was written; an archive or a person deleted it'
      : sentenceOf(error);
    ledger.note(`${what}: ${why}`);
  }
}
