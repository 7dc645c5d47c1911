import { ApplicationFailure } from '@temporalio/common';
import { mergeOutcomes, type RunOutcome } from '../../src/results/index.ts';
import { mayRetry, spend } from '../../src/study/retry-policy.ts';
import type { RetryRequest } from '../../workflows/messages.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { retryName } from './job-spec-file.ts';
import { readStudyOutcomes } from './study-outcomes.ts';

export interface PlanRetryInput {
  readonly studyId: string;
  /** Number the further job would have. */
  readonly k: number;
  /** What a person asked for; absent: what the study's own retry policy allows. */
  readonly request?: RetryRequest;
}

/**
 * Chooses the failed runs that run again as job `k` and keeps the choice. Runs that are done are never among them.
 * @throws ApplicationFailure RETRY_NOT_FAILED when a run that was asked for by number hasn't failed.
 */
export async function planRetry(
  { store, shelf }: ActivityDependencies,
  { studyId, k, request }: PlanRetryInput,
  _run: ActivityRun,
): Promise<{ runs: number }> {
  const folder = store.study(studyId);
  const { study } = await shelf.get(studyId);
  const outcomes = await readStudyOutcomes(folder, k - 1);
  const attempts = new Map<number, RunOutcome[]>();
  for (const outcome of outcomes.flat()) {
    const earlier = attempts.get(outcome.run);
    if (earlier === undefined) attempts.set(outcome.run, [outcome]);
    else earlier.push(outcome);
  }
  const failed = [...mergeOutcomes(outcomes).values()].filter(({ status }) => status === 'failed');
  const chosen = failed
    .map((latest) => describeRun(latest, attempts.get(latest.run) ?? []))
    .filter(({ run, reason, spentBefore }) =>
      request === undefined
        ? mayRetry(reason, spentBefore, study.execution.retries)
        : request.runs === 'failed' || request.runs.includes(run),
    )
    .sort((a, b) => a.run - b.run);
  refuseUnfailed(request, new Set(chosen.map(({ run }) => run)));
  if (chosen.length === 0) return { runs: 0 };
  await folder.writeJson(retryName(k), {
    runs: chosen.map(({ run, attempt, reason, spent }) => ({ run, attempt, reason, spent })),
  });
  return { runs: chosen.length };
}

function describeRun(latest: RunOutcome, attempts: readonly RunOutcome[]) {
  const reason = latest.reason ?? 'job-failed';
  let spentBefore: Record<string, number> = {};
  for (const earlier of attempts) {
    if (earlier !== latest && earlier.status === 'failed') {
      spentBefore = spend(spentBefore, earlier.reason ?? 'job-failed');
    }
  }
  return {
    run: latest.run,
    attempt: attempts.length + 1,
    reason,
    spentBefore,
    spent: spend(spentBefore, reason),
  };
}

function refuseUnfailed(request: RetryRequest | undefined, chosen: ReadonlySet<number>): void {
  if (request === undefined || request.runs === 'failed') return;
  const good = request.runs.filter((run) => !chosen.has(run));
  if (good.length === 0) return;
  throw ApplicationFailure.nonRetryable(
    `Expected runs that failed, got ${good.slice(0, 10).join(', ')}; a run that is done is never run again`,
    'RETRY_NOT_FAILED',
  );
}
