import { endOfCluster, startOfCluster } from '../../src/run/cluster-end.ts';
import { fitCluster, type ClusterFit } from '../../src/run/fit-cluster.ts';
import type { FitJobInput } from '../../src/run/cluster-contract.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { layout, studyOfCluster, type DocumentFolder } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { walltimeOf } from '../../src/study/own-cluster.ts';
import { readClusterHistory } from './read-cluster.ts';

/** Jobs whose runs tell how long one takes: the latest ones that have ended. */
const jobsRead = 3;
/** How far back those are looked for. */
const jobsBack = 20;

/** Compares what is left of the cluster's walltime with what is known of a job that is to be sent to it. */
export async function fitJob(
  dependencies: ActivityDependencies,
  { studyId, jobNumber, clusterId, runsAhead }: FitJobInput,
  run: ActivityRun,
): Promise<ClusterFit> {
  const folder = dependencies.store.study(studyId);
  const { study: newest, plan } = await dependencies.studyCache.get(studyId);
  const study = await studyOfCluster(folder, newest, clusterId);
  const { walltimeHours } = walltimeOf(study);
  const { cluster } = study.execution;
  if (walltimeHours === undefined || cluster?.kind !== 'own') return { verdict: 'fits' };
  const history = await readClusterHistory(dependencies, clusterId, run);
  const nowMs = dependencies.now().getTime();
  const end = endOfCluster(clusterId, history, walltimeHours, nowMs);
  if (end !== undefined) return { verdict: 'later', why: end.why };
  const startedMs = startOfCluster(history ?? []);
  if (startedMs === undefined) return { verdict: 'fits' };
  const walltimeSeconds = walltimeHours * 3600;
  const again = await folder.find(layout.retryChoice(jobNumber));
  const chosen = Array.isArray(again?.runs) ? again.runs : undefined;
  const ended = await readEnded(folder, jobNumber);
  return fitCluster({
    ...{ runsAhead, walltimeSeconds },
    runs: chosen?.length ?? plan.jobs[jobNumber - 1]?.expectedRuns ?? 1,
    slots: Math.min(cluster.slots, study.job.hardware.slots),
    runSeconds: usualSeconds(ended) ?? study.job.runWalltimeSeconds,
    cutAfterSeconds: chosen && shortestCut(ended, new Set(chosen.map((one) => one.run))),
    leftSeconds: walltimeSeconds - (nowMs - startedMs) / 1000,
  });
}

async function readEnded(folder: DocumentFolder, before: number): Promise<readonly RunOutcome[]> {
  const outcomes: (readonly RunOutcome[])[] = [];
  const first = Math.max(1, before - jobsBack);
  for (let job = before - 1; job >= first && outcomes.length < jobsRead; job -= 1) {
    const found = await folder.find(layout.outcomes(job));
    if (found !== undefined) outcomes.push(found);
  }
  return outcomes.flat();
}

/** The time that nine of ten runs took at most. */
function usualSeconds(ended: readonly RunOutcome[]): number | undefined {
  const times = ended
    .flatMap(({ status, elapsedSeconds }) => (status === 'Done' ? (elapsedSeconds ?? []) : []))
    .sort((a, b) => a - b);
  return times[Math.ceil(0.9 * times.length) - 1];
}

function shortestCut(ended: readonly RunOutcome[], runs: ReadonlySet<number>): number | undefined {
  const cut = new Map(
    ended.flatMap(({ run, reason, elapsedSeconds }) =>
      reason === 'cut' && runs.has(run) && elapsedSeconds !== undefined
        ? [[run, elapsedSeconds] as const]
        : [],
    ),
  );
  return cut.size < runs.size ? undefined : Math.min(...cut.values());
}
