/** What is open on a Temporal server and needs workers, as it may cost money on a platform. */
import { defineSearchAttributeKey } from '@temporalio/common';
import { connectTemporal, type TemporalLink } from './connect.ts';
import type { TemporalTarget } from './temporal-target.ts';

const stateKey = defineSearchAttributeKey('StudyState', 'KEYWORD');

/** Jobs that are named: a study has thousands of them. */
const jobsAtMost = 3;

const answerMs = 5_000;

/**
 * Gives back what asks a server for the ids of the workflows that may not be left alone: none where nothing is open, or all that is waits for a
 * person. It throws where the server doesn't answer; the connection is made with the first question, and again after a failed one.
 */
export function openWorkReader(target: TemporalTarget): () => Promise<readonly string[]> {
  let link: TemporalLink | undefined;
  return async () => {
    try {
      link ??= await connectTemporal(target, { identity: 'doeflow-supervisor', answerMs });
      return await readOpenWork(link);
    } catch (error) {
      const failed = link;
      link = undefined;
      await failed?.close();
      throw error;
    }
  };
}

/**
 * Studies, clusters and jobs with an open workflow, and what a lost one left. A study that is paused costs nothing by itself: what it has on
 * the platform is a cluster's or a job's workflow.
 */
export async function readOpenWork({
  temporalClient,
  connection,
}: Pick<TemporalLink, 'temporalClient' | 'connection'>): Promise<string[]> {
  const open: string[] = [];
  await connection.withDeadline(Date.now() + answerMs, async () => {
    const query = 'ExecutionStatus = "Running" AND WorkflowType IN';
    const needed = `${query} ("studyWorkflow", "clusterWorkflow")`;
    for await (const info of temporalClient.workflow.list({ query: needed })) {
      if (info.typedSearchAttributes.get(stateKey) !== 'Paused') open.push(info.workflowId);
    }
    const lost = await unreapedLoss(temporalClient);
    if (lost !== undefined) open.push(lost);
    let jobs = 0;
    for await (const { workflowId } of temporalClient.workflow.list({
      query: `${query} ("doeJobWorkflow")`,
      pageSize: jobsAtMost,
    })) {
      open.push(workflowId);
      jobs += 1;
      if (jobs === jobsAtMost) break;
    }
  });
  return open;
}

/** So long after a loss the reaper may still leave to a person what was lost, in milliseconds; longer than its own grace. */
const reaperGraceMs = 70_000;

/**
 * The study, cluster or job whose workflow was lost last, where the reaper has not looked since: what it left on the platform may be on. Undefined
 * where the reaper has looked, or nothing was lost. Workers see to it that it looks at least every 25 minutes.
 */
async function unreapedLoss({
  workflow,
}: Pick<TemporalLink['temporalClient'], 'workflow'>): Promise<string | undefined> {
  const types = '("studyWorkflow", "clusterWorkflow", "doeJobWorkflow")';
  const query = `ExecutionStatus IN ("Terminated", "Failed", "TimedOut") AND WorkflowType IN ${types}`;
  let last: { readonly workflowId: string; readonly closeTime: Date } | undefined;
  // Those that closed last come first.
  for await (const { workflowId, closeTime } of workflow.list({ query, pageSize: 1 })) {
    if (closeTime !== undefined) last = { workflowId, closeTime };
    break;
  }
  if (last === undefined) return undefined;
  const since = new Date(last.closeTime.getTime() + reaperGraceMs).toISOString();
  const looked = `WorkflowType = "reaperWorkflow" AND ExecutionStatus = "Completed" AND StartTime > "${since}"`;
  const { count } = await workflow.count(looked);
  return count > 0
    ? undefined
    : `what ${last.workflowId} left (the reaper looks every ten minutes)`;
}
