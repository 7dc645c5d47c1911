/**
 * The story of one study: plan, upload, [cluster], jobs, retries, tables, findings.
 *
 * Input: ids only; the snapshot and a ticket in the store say what may be done. Waits for its jobs (signals) and the platform's news (one list-reading
 * activity for all jobs). Messages: `progress`, `stop`, `retry`, `resume`, `amend`; `jobEnded`, `jobProgress`, `clusterNews`. Continues as new
 * when Temporal suggests it, with the ledger as carried state; job workflows live on and find it by workflow id. Survives any crash.
 */
import {
  allHandlersFinished,
  condition,
  continueAsNew,
  CancellationScope,
  isCancellation,
  patched,
} from '@temporalio/workflow';
import { createActivityProxies } from '../activity-proxies.ts';
import type { StudyInput, StudyResult } from '../../src/run/messages.ts';
import { finishStudy } from './finish-study.ts';
import { runJobs } from './run-jobs.ts';
import { endBroken } from './end-broken.ts';
import { createStudyContext, type StudyContext } from './study-context.ts';
import { answerMessages } from './study-messages.ts';
import { StudyLedger } from './study-ledger.ts';
import { publishProgress } from './publish-progress.ts';
import { wantedRuns } from './planned-jobs.ts';
import { askedAtStart } from './take-ticket.ts';
import { untilStopped } from '../until-stopped.ts';

export async function studyWorkflow(input: StudyInput): Promise<StudyResult> {
  const ledger = new StudyLedger(input.carried);
  const context = createStudyContext(input, ledger, createActivityProxies(input.pace));
  answerMessages(context);
  try {
    const result = await play(context);
    if (result !== undefined) {
      // Who asked while the results were written is told that it was too late.
      await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
      return result;
    }
  } catch (error) {
    throw endBroken(context, error);
  }
  await condition(allHandlersFinished);
  return continueAsNew<typeof studyWorkflow>({ ...input, carried: ledger.carried });
}

/** Returns the result, or undefined when the story must continue in a new execution. */
async function play(context: StudyContext): Promise<StudyResult | undefined> {
  const { ledger } = context;
  try {
    if (!ledger.state.finishing) {
      await prepare(context);
      await runJobs(context);
    }
  } catch (error) {
    if (!isCancellation(error)) throw error;
    // Cancelled from outside: the same as a gentle stop; what the jobs saved is kept.
    if (!ledger.stopping) ledger.requestStop('stop');
    await CancellationScope.nonCancellable(() => stopJobs(context));
  }
  if (context.mustContinueAsNew()) return undefined;
  return CancellationScope.nonCancellable(() => finishStudy(context));
}

/** What a cancelled study does as one that is stopped: its plan tells it of jobs that an earlier workflow of it left. */
async function stopJobs(context: StudyContext): Promise<void> {
  if (patched('cancelled-plans')) await prepare(context);
  await runJobs(context);
}

/** Plan and upload what all jobs share. */
async function prepare(context: StudyContext): Promise<void> {
  const { ledger, input, proxies } = context;
  const { studyId } = input;
  if (ledger.state.plan === undefined) {
    const { studyName, planHash, ticket } = input;
    const asked = await askedAtStart(context);
    const named = ticket === undefined ? {} : { ticket };
    const plan = await proxies.step.planStudy({ studyId, studyName, planHash, ...named });
    if (plan.canary !== undefined && patched('canary-first')) ledger.guards.keepCanary(plan);
    ledger.takePlan(plan, asked.retry, ticket);
    // One that has run all it had to comes to its end by itself.
    const hasToRun = ledger.jobs.inFlightCount > 0 || ledger.counts.done < wantedRuns(ledger.state);
    if (asked.stop !== undefined && hasToRun) ledger.requestStop(asked.stop);
  }
  if (!ledger.state.uploaded) {
    ledger.showActivity('uploading input files');
    publishProgress(context);
    const { files = [], revision } = ledger.state.plan ?? {};
    const ofRevision = revision === undefined ? {} : { revision };
    for (const name of files) {
      if (ledger.stopping) break;
      await untilStopped(
        () => ledger.stopping,
        () => proxies.transfer.uploadStudyFile({ studyId, name, ...ofRevision }),
      );
    }
    ledger.reach('uploaded');
  }
  ledger.showActivity('running jobs');
  publishProgress(context);
}
