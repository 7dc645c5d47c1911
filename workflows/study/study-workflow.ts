/**
 * The story of one study: plan, upload, [cluster], jobs, retries, tables, findings.
 *
 * Input: ids only; the snapshot in the store holds the rest. Waits for its jobs (signals) and the platform's news (one list-reading
 * activity for all jobs). Messages: `progress`, `stop`, `retry`, `resume`; `jobEnded`, `jobProgress`, `clusterNews`. Continues as new
 * when Temporal suggests it, with the ledger as carried state; job workflows live on and find it by workflow id. Survives any crash.
 */
import {
  allHandlersFinished,
  condition,
  continueAsNew,
  CancellationScope,
  isCancellation,
} from '@temporalio/workflow';
import { createActivityProxies } from '../activity-proxies.ts';
import type { StudyResult } from '../../src/run/messages.ts';
import type { StudyInput } from '../../src/run/messages.ts';
import { finishStudy } from './finish-study.ts';
import { runJobs } from './run-jobs.ts';
import { createStudyContext, type StudyContext } from './study-context.ts';
import { answerMessages } from './study-messages.ts';
import { StudyLedger } from './study-ledger.ts';
import { publishProgress } from './publish-progress.ts';

export async function studyWorkflow(input: StudyInput): Promise<StudyResult> {
  const ledger = new StudyLedger(input.carried);
  const context = createStudyContext(input, ledger, createActivityProxies(input.pace));
  answerMessages(context);
  try {
    await prepare(context);
    await runJobs(context);
  } catch (error) {
    if (!isCancellation(error)) throw error;
    // Cancelled from outside: the same as a gentle stop; what the jobs saved is kept.
    ledger.state.stopMode ??= 'stop';
    await CancellationScope.nonCancellable(() => runJobs(context));
  }
  if (!context.mustContinueAsNew()) {
    const result = await CancellationScope.nonCancellable(() => finishStudy(context));
    if (result !== undefined) return result;
  }
  await condition(allHandlersFinished);
  return continueAsNew<typeof studyWorkflow>({ ...input, carried: ledger.state });
}

/** Plan and upload what all jobs share. */
async function prepare(context: StudyContext): Promise<void> {
  const { ledger, input, proxies } = context;
  const { state } = ledger;
  const { studyId } = input;
  if (state.plan === undefined) {
    ledger.planned(await proxies.step.planStudy({ studyId }));
    if (input.retry !== undefined) {
      state.requests.push(input.retry);
      // Who asks for a retry has seen the failures: the guard minds only further ones.
      state.allowedFailures = state.failed;
      state.onlyRequests = input.retry.runs !== 'failed';
    }
    state.state = 'Running';
  }
  if (!state.uploaded) {
    state.activity = 'uploading input files';
    publishProgress(context);
    for (const name of state.plan?.files ?? []) {
      if (ledger.stopping) break;
      await proxies.transfer.uploadStudyFile({ studyId, name });
    }
    state.uploaded = true;
  }
  state.activity = 'running jobs';
  publishProgress(context);
}
