/** An account on a pretended platform, with a store and a Temporal of memory: enough for the reaper to look at. */
import type { ReaperDependencies } from '../../src/reaper/index.ts';
import { layout, type Store } from '../../src/store/index.ts';
import type { WorkflowSeen } from '../../src/temporal/workflow-desk.ts';

/** A cluster or a job as the platform has it. */
export interface Pretended {
  readonly name: string;
  /** As the platform lists it, of a cluster. */
  readonly hardware?: { readonly slots?: number; readonly walltime?: number };
  /** Newest first; default: it costs. */
  readonly history?: readonly string[];
  /** Its history once it was told to end, where that is another one. */
  readonly endedHistory?: readonly string[];
  /** Thrown instead of its history. */
  readonly hidden?: Error;
  /** Thrown instead of its end. */
  readonly refused?: Error;
}

export interface Account {
  readonly clusters: ReadonlyMap<string, Pretended>;
  readonly jobs: ReadonlyMap<string, Pretended>;
  /** Study name -> what Temporal has of its workflow. */
  readonly workflows: ReadonlyMap<string, WorkflowSeen>;
  /** Cluster's name -> what its own open workflow says that it has; undefined for one that doesn't answer. */
  readonly clusterWorkflows?: ReadonlyMap<string, string | null | undefined>;
  /** The platform has no way to end a cluster. */
  readonly servesNoEnd?: true;
  /** Ids of workflows that Temporal fails to tell of. */
  readonly untold?: readonly string[];
}

export const now = new Date('2026-05-01T12:00:00.000Z');

/** What the reaper is given, and the ids of what it told the platform to end. */
export function pretendAccount(store: Store, account: Account) {
  const orders: string[] = [];
  const kindOf = (things: ReadonlyMap<string, Pretended>, usual: string) => ({
    async *statuses(id: string) {
      const thing = await Promise.resolve(things.get(id));
      if (thing?.hidden !== undefined) throw thing.hidden;
      const statusDate = '2026-05-01T11:00:00.000Z';
      const history = (orders.includes(id) ? thing?.endedHistory : undefined) ?? thing?.history;
      for (const status of history ?? [usual, 'Started']) yield { status, statusDate };
    },
    end(id: string): Promise<undefined> {
      orders.push(id);
      const { refused } = things.get(id) ?? {};
      return refused === undefined ? Promise.resolve(undefined) : Promise.reject(refused);
    },
  });
  const clusters = kindOf(account.clusters, 'Started');
  const jobs = kindOf(account.jobs, 'Executing');
  const listed = (things: ReadonlyMap<string, Pretended>) =>
    [...things].map(([id, { name, hardware }]) => ({ id, name, hardware }));
  async function* each<T>(items: readonly T[]) {
    for (const item of items) yield await Promise.resolve(item);
  }
  const platform = {
    clusters: {
      list: () => Promise.resolve(each(listed(account.clusters))),
      statuses: clusters.statuses,
      shutdown: clusters.end,
      get: (id: string) => {
        if (account.servesNoEnd === true)
          return Promise.resolve({ notServed: true, endpoint: 'GET a cluster' });
        return Promise.resolve({ id });
      },
    },
    jobs: {
      listNewest: () => Promise.resolve(listed(account.jobs)),
      statuses: jobs.statuses,
      stop: jobs.end,
    },
    coreTypes: { list: () => each([{ code: 'emerald', price: 0.06 }]) },
    billing: { computePrices: () => Promise.resolve([]) },
  };
  const dependencies = {
    ...{ store, platform, now: () => now },
    workflows: {
      look: (id: string) => {
        if (account.untold?.includes(id)) return Promise.reject(new Error('14 UNAVAILABLE'));
        const [, kind, name = ''] = /^(study|cluster)-(.+)$/u.exec(id) ?? [];
        if (kind === 'study') return Promise.resolve(account.workflows.get(name));
        const isOpen = account.clusterWorkflows?.has(name) === true;
        return Promise.resolve(isOpen ? workflowOf(name, 'RUNNING') : undefined);
      },
      heldCluster: (id: string) =>
        Promise.resolve(account.clusterWorkflows?.get(id.replace(/^cluster-/u, ''))),
      cancel: () => Promise.resolve(),
    },
    isOnPlatform: () => Promise.resolve(true),
    hardwareOf: (studyId: string) =>
      Promise.resolve({
        ...{ coreType: 'emerald', coresPerSlot: 1, slots: 2, walltime: 2 },
        // Studies with a cluster are called after it.
        ...(studyId.includes('cluster')
          ? { cluster: { name: nameOf(studyId), slots: 2, walltimeHours: 3 } }
          : {}),
      }),
  } as unknown as ReaperDependencies;
  return { dependencies, orders };
}

/** `beams-cluster` of `beams-cluster-1`. */
export function nameOf(studyId: string): string {
  return studyId.replace(/-\d+$/u, '');
}

/** A study of this store that hasn't ended, so far as the store knows. */
export async function keepStudy(store: Store, studyId: string): Promise<void> {
  await store.study(studyId).write(layout.snapshot, {
    ...{ formatVersion: 1, studyId, studyName: nameOf(studyId), planHash: 'p' },
    ...{ createdAt: '2026-05-01T10:00:00Z', engineVersion: '0', files: [] },
    studyFile: { name: 'study.yaml', sha256: '0'.repeat(64) },
  });
}

/** A workflow that Temporal has closed long ago, or has open. */
export function workflowOf(studyId: string, status: string): WorkflowSeen {
  const isOpen = status === 'RUNNING';
  const closedAt = isOpen ? undefined : new Date(now.getTime() - 3_600_000);
  return { isOpen, status, closedAt, studyId };
}
