/** Which clusters were made for a study: a further one only where the last has ended, and no more than its work can want. */
import { setTimeout as delay } from 'node:timers/promises';
import type {
  ClusterTarget,
  CreateClusterInput,
  FoundCluster,
} from '../../src/run/cluster-contract.ts';
import { firstRevision } from '../../src/run/first-revision.ts';
import { AuthenticationError, PlatformError } from '../../src/platform-api/index.ts';
import {
  appendToLedger,
  findMadeCluster,
  isAskedToEnd,
  layout,
  readJobsBegun,
  type DocumentFolder,
} from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { lagMsOf } from '../jobs/submitted-before.ts';
import { notOurs } from '../not-ours.ts';
import { findOwnCluster } from './find-cluster.ts';
import { findSharedCluster } from './find-shared-cluster.ts';
import { madeBy, newestSpec, revisionToMake } from './made-of.ts';
import { readCluster } from './read-cluster.ts';
import { shutdownCluster } from './shutdown-cluster.ts';

/** Clusters of a study beyond one for each of its jobs: for those that are lost before a job had them. */
const moreThanJobs = 2;

/** What is to be done where a study wants its cluster. */
export type ClusterWanted =
  /** One lives already. */
  | (FoundCluster & { readonly clusterId: string })
  /** It may be made, and is kept under this number; of the hardware of this revision. */
  | { readonly number: number; readonly revision: number };

/**
 * The study's living cluster, whoever asks and however often; else the leave to make one. One of other hardware, as the study was amended since, isn't it: it is ended
 * where nobody has done so.
 * @throws ApplicationFailure NOT_OURS, not retried, where the study doesn't want it, hasn't begun or has had enough of them
 */
export async function wantCluster(
  dependencies: ActivityDependencies,
  { studyId, name, spec }: CreateClusterInput,
  run: ActivityRun,
): Promise<ClusterWanted> {
  const { store, studyCache } = dependencies;
  const folder = store.study(studyId);
  const refuse = (why: string): Error => notOurs(`cluster ${name}`, `study ${studyId} ${why}`);
  if ((await folder.find(layout.starting))?.kind === 'new') throw refuse('has not begun');
  const { study, plan } = await studyCache.get(studyId);
  const { cluster } = study.execution;
  if (cluster?.kind !== 'own' || cluster.name !== name) throw refuse('wants no such cluster');
  const { clusterId: found, ...shared } = await findSharedCluster(
    dependencies,
    { studyId, name, ...(spec === undefined ? {} : { spec }) },
    run,
    true,
  );
  if (found !== undefined) return { ...shared, clusterId: found };
  for (let [number, refused] = [1, 0]; ; number += 1) {
    const made = layout.clusterMade(number);
    const revision = await revisionToMake(dependencies, { studyId, spec }, number);
    const asked = { name, at: new Date().toISOString(), revision };
    if (!(await folder.has(made))) {
      const { begun, ended } = await readJobsBegun(folder);
      const most =
        Math.max(plan.jobs.length, begun.length + ended.length) +
        moreThanJobs +
        revision -
        firstRevision;
      if (number - refused > most)
        throw refuse(`has had ${most} clusters, as many as its jobs can want`);
      if (await folder.create(made, asked)) return { number, revision };
    }
    const kept = await folder.find(made);
    if (kept?.refused === true) {
      refused += 1;
      continue;
    }
    if (await folder.has(layout.clusterMade(number + 1))) continue;
    const clusterId = await findMade(dependencies, { studyId, name, number }, run);
    if (clusterId === undefined) {
      await folder.write(made, asked);
      return { number, revision };
    }
    if ((await readCluster(dependencies, { studyId, clusterId }, run)).ended) continue;
    const wanted = spec ?? (await newestSpec(dependencies, studyId));
    if ((await madeBy(dependencies, studyId, kept?.revision)) === wanted) return { clusterId };
    await endOther(dependencies, { studyId, clusterId }, run);
  }
}

/** Ends a cluster in whose place another one is made; what the platform refuses now is left to the reaper. */
async function endOther(
  dependencies: ActivityDependencies,
  cluster: { readonly studyId: string; readonly clusterId: string },
  run: ActivityRun,
): Promise<void> {
  if (await isAskedToEnd(dependencies.store, cluster.clusterId)) return;
  try {
    await shutdownCluster(dependencies, cluster, run);
  } catch (error) {
    if (run.signal.aborted) throw error;
  }
}

/** Keeps what became of the leave to make a cluster. */
export async function keepCluster(
  { store }: Pick<ActivityDependencies, 'store'>,
  { studyId, name }: ClusterTarget,
  { number, clusterId, revision }: ClusterMade,
): Promise<void> {
  const at = new Date().toISOString();
  await store.study(studyId).write(layout.clusterMade(number), { name, at, clusterId, revision });
}

/** A cluster with what its leave was given for. */
interface ClusterMade {
  readonly number: number;
  readonly clusterId: string;
  readonly revision: number;
}

/** Keeps that the platform refused to make a cluster, or to start it: what was set aside for it is free again. */
export async function keepRefusal(
  { store }: Pick<ActivityDependencies, 'store'>,
  studyId: string,
  which: { readonly number: number } | { readonly clusterId: string },
): Promise<void> {
  const folder = store.study(studyId);
  const number = 'number' in which ? which.number : await numberOf(folder, which.clusterId);
  const made = await folder.find(layout.clusterMade(number));
  if (made !== undefined)
    await folder.write(layout.clusterMade(number), { ...made, refused: true });
}

/** Keeps that a cluster is about to be started, also one whose answer was lost or that was refused before: from now on it may cost. */
export async function keepStart(
  { store }: Pick<ActivityDependencies, 'store'>,
  { studyId, clusterId }: { readonly studyId: string; readonly clusterId: string },
): Promise<void> {
  const folder = store.study(studyId);
  const place = layout.clusterMade(await numberOf(folder, clusterId));
  const made = await folder.find(place);
  if (made?.clusterId === clusterId && made.refused === undefined) return;
  const { name } = made ?? (await findMadeCluster(store, clusterId)) ?? { name: '' };
  const { at = new Date().toISOString(), revision } = made ?? {};
  await folder.write(place, {
    ...{ name, at, clusterId },
    ...(revision === undefined ? {} : { revision }),
  });
}

/** The number of a cluster, or of the last record that may be of it. */
async function numberOf(folder: DocumentFolder, clusterId: string): Promise<number> {
  let last = 0;
  for (let number = 1; ; number += 1) {
    const made = await folder.find(layout.clusterMade(number));
    if (made?.clusterId === clusterId) return number;
    if (made === undefined) return last || number;
    last = made.clusterId === undefined ? number : 0;
  }
}

/** True where the platform said no for good: whatever was asked, it didn't do it. */
export function isTurnedDown(error: unknown): boolean {
  return (
    error instanceof PlatformError &&
    !(error instanceof AuthenticationError) &&
    !error.retryable &&
    !error.ambiguous &&
    (error.status ?? 0) >= 400
  );
}

/** The id of a cluster that was asked for: kept, or as the platform lists it past the list's lag where the answer was lost. */
async function findMade(
  dependencies: ActivityDependencies,
  { number, ...cluster }: ClusterTarget & { readonly number: number },
  run: ActivityRun,
): Promise<string | undefined> {
  const made = layout.clusterMade(number);
  const folder = dependencies.store.study(cluster.studyId);
  const { at, clusterId, revision = firstRevision } = await folder.read(made);
  if (clusterId !== undefined) return clusterId;
  const restMs = lagMsOf(dependencies) - Math.max(0, Date.now() - Date.parse(at));
  if (restMs > 0) await delay(restMs, undefined, { signal: run.signal });
  const kept = (await folder.read(made)).clusterId;
  if (kept !== undefined) return kept;
  const known = new Set<string>();
  for (let before = 1; before < number; before += 1) {
    const { clusterId: earlier } = (await folder.find(layout.clusterMade(before))) ?? {};
    if (earlier !== undefined) known.add(earlier);
  }
  const { clusterId: listed } = await findOwnCluster(dependencies, cluster, run, (id) =>
    Promise.resolve(!known.has(id)),
  );
  if (listed === undefined) return undefined;
  const effect = {
    kind: 'effect',
    what: 'create-cluster',
    key: `${cluster.name} ${number}`,
  } as const;
  const foundAt = new Date().toISOString();
  await appendToLedger(folder, [{ ...effect, at: foundAt, effect: 'found', platformId: listed }]);
  await keepCluster(dependencies, cluster, { number, clusterId: listed, revision });
  return listed;
}
