import type { RetryCause } from '../run/failure-reason.ts';
import type { ClusterSettings, ExecutionSettings, GuardSettings } from '../study/study.ts';
import { buildCostLimit } from './build-cost-limit.ts';
import type { WrittenExecution } from './execution-schema.ts';
import type { IssueList } from './issues.ts';

/** A broken platform is worth another try; a solver that failed on its inputs would fail again. */
const defaultRetries: Readonly<Record<RetryCause, number>> = {
  platform: 2,
  timeout: 0,
  solver: 0,
  output: 0,
};

/** @returns the settings with their defaults filled in */
export function buildExecution(written: WrittenExecution, issues: IssueList): ExecutionSettings {
  const { runsPerJob, maxConcurrentJobs = 4, retries, onLimit = 'finish', canary, reuse } = written;
  const cluster = buildCluster(written, issues);
  const maxCost = buildCostLimit(written.maxCost, issues);
  const given =
    typeof retries === 'number'
      ? { platform: retries, timeout: retries, solver: retries, output: retries }
      : Object.fromEntries(
          Object.entries(retries ?? {}).filter(([, count]) => count !== undefined),
        );
  return {
    runsPerJob: runsPerJob ?? Number.MAX_SAFE_INTEGER,
    maxConcurrentJobs,
    ...(cluster === undefined ? {} : { cluster }),
    retries: { ...defaultRetries, ...given },
    maxFailedRuns: readLimit(written.maxFailedRuns, issues),
    onLimit,
    guards: buildGuards(written),
    ...(canary === undefined ? {} : { canary }),
    ...(reuse === true ? { reuse } : {}),
    ...(maxCost === undefined ? {} : { maxCost }),
  };
}

/** So many failures and nothing done tell of a broken solver or machine rather than of the design. */
const defaultFailFast = 5;

function buildGuards({
  failFast = defaultFailFast,
  maxConsecutiveFailedRuns,
  onLimit,
}: WrittenExecution): GuardSettings {
  return {
    failFast,
    ...(maxConsecutiveFailedRuns === undefined ? {} : { maxConsecutiveFailedRuns }),
    ...(onLimit === undefined ? {} : { onTrip: onLimit }),
  };
}

function buildCluster(written: WrittenExecution, issues: IssueList): ClusterSettings | undefined {
  const { cluster } = written;
  if (!cluster) return undefined;
  const path = ['execution', 'cluster'];
  const { id, name, slots, walltime, keepWhilePaused } = cluster;
  if ((id === undefined) === (name === undefined)) {
    issues.at(
      path,
      `A cluster needs either \`id\` or \`name\`, and has ${id === undefined ? 'none of them' : 'both'}`,
      '`id` for an existing cluster, `name` for one that the study creates',
    );
    return undefined;
  }
  if (id !== undefined) {
    for (const key of ['slots', 'walltime', 'keepWhilePaused'] as const) {
      if (cluster[key] !== undefined) {
        issues.atKey(
          [...path, key],
          `Expected \`${key}\` only for a cluster that the study creates`,
        );
      }
    }
    return { kind: 'existing', id };
  }
  return {
    kind: 'own',
    name: name ?? '',
    slots: slots ?? 1,
    ...(walltime === undefined ? {} : { walltimeHours: walltime }),
    ...(keepWhilePaused === true ? { keepWhilePaused } : {}),
  };
}

function readLimit(
  limit: number | string | undefined,
  issues: IssueList,
): ExecutionSettings['maxFailedRuns'] {
  if (limit === undefined) return { kind: 'count', value: 0 };
  if (typeof limit === 'number') return { kind: 'count', value: limit };
  const share = /^(\d+(?:\.\d+)?)\s*%$/u.exec(limit);
  const percent = Number(share?.[1]);
  if (share && percent <= 100) return { kind: 'fraction', value: percent / 100 };
  issues.at(
    ['execution', 'maxFailedRuns'],
    `Expected a number of runs or a share up to 100%, got ${JSON.stringify(limit)}`,
    'such as 5 or 10%',
  );
  return { kind: 'count', value: 0 };
}
