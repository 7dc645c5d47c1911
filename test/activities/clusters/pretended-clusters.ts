/** A study that wants a cluster, and a platform that has clusters in memory alone. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { ActivityRun } from '../../../activities/as-activity.ts';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { NotFoundError } from '../../../src/platform-api/index.ts';
import {
  openStore,
  readLedger,
  type DocumentFolder,
  type Store,
} from '../../../src/store/index.ts';

/** One cluster; its history is newest first. */
export interface PretendedCluster {
  readonly id: string;
  readonly name: string;
  history: readonly { readonly status: string; readonly statusDate?: string }[];
}

export interface ClusterStage {
  readonly dependencies: ActivityDependencies;
  readonly store: Store;
  readonly folder: DocumentFolder;
  /** The study as its cache gives it; a test may change it. */
  readonly study: {
    readonly job: {
      hardware: Record<string, unknown>;
      analyses: readonly object[];
      fields: Record<string, unknown>;
      runWalltimeSeconds?: number;
    };
    readonly execution: { cluster: object | undefined };
  };
  readonly plan: { jobs: { readonly expectedRuns: number }[] };
  readonly clusters: PretendedCluster[];
  /** What was sent: bodies of creates, ids of starts and ends, and whether each call had the signal of its activity. */
  readonly sent: { what: string; value: unknown; hasSignal: boolean }[];
  /** Done while a request to create is under way. */
  onCreate: () => Promise<void>;
  /** Done when a cluster is asked to start. */
  onStart: () => Promise<void>;
  /** Milliseconds since 1970 by the worker's clock. */
  nowMs: number;
  readonly run: ActivityRun;
  /** What activities showed. */
  readonly shown: unknown[];
  effects(): Promise<readonly string[]>;
}

export const studyId = 'beams-1';

/** Opens a stage that is removed after the test. */
export async function openClusterStage(): Promise<ClusterStage> {
  const root = mkdtempSync(join(tmpdir(), 'doeflow-clusters-'));
  afterEach(() => rmSync(root, { recursive: true, force: true }));
  const store = await openStore(root);
  const folder = store.study(studyId);
  const { signal } = new AbortController();
  const shown: unknown[] = [];
  const clusters: PretendedCluster[] = [];
  const sent: ClusterStage['sent'] = [];
  const note = (what: string, value: unknown, options?: { signal?: AbortSignal }): void => {
    sent.push({ what, value, hasSignal: options?.signal === signal });
  };
  const find = (id: string): PretendedCluster => {
    const found = clusters.find((cluster) => cluster.id === id);
    if (found !== undefined) return found;
    throw new NotFoundError('Not found.', { method: 'GET', path: id, status: 404 });
  };
  const stage: ClusterStage = {
    ...{ store, folder, clusters, sent, shown },
    study: {
      job: {
        hardware: { coreType: 'emerald', coresPerSlot: 2, slots: 4, walltime: 8 },
        analyses: [{ analysis: { code: 'ansys', version: '1' }, command: 'x' }],
        fields: {},
      },
      execution: { cluster: { kind: 'own', name: 'beams', slots: 3 } },
    },
    plan: { jobs: [{ expectedRuns: 10 }, { expectedRuns: 20 }] },
    onCreate: () => Promise.resolve(),
    onStart: () => Promise.resolve(),
    nowMs: Date.parse('2026-01-01T04:00:00Z'),
    run: { signal, attempt: 1, show: (news: unknown) => shown.push(news) },
    async effects() {
      const found: string[] = [];
      for await (const entry of readLedger(folder)) {
        if (entry.kind !== 'effect') continue;
        found.push(`${entry.what} ${entry.key} ${entry.effect} ${entry.platformId ?? ''}`.trim());
      }
      return found;
    },
    get dependencies() {
      return dependencies;
    },
  };
  const dependencies = {
    store,
    studyCache: { get: () => Promise.resolve({ study: stage.study, plan: stage.plan }) },
    platformGuard: { check: () => Promise.resolve() },
    workflows: { look: () => Promise.resolve(undefined) },
    poll: { minMs: 1, maxMs: 3 },
    now: () => new Date(stage.nowMs),
    platform: {
      clusters: {
        get: (id: string) => Promise.resolve().then(() => find(id)),
        list(options: object) {
          note('list', undefined, options);
          return Promise.resolve(listed());
        },
        async *statuses(id: string, options: object) {
          await Promise.resolve();
          note('statuses', id, options);
          yield* find(id).history;
        },
        async create(body: { name: string }, options: object) {
          note('create', body, options);
          await stage.onCreate();
          const id = `c${clusters.length + 1}`;
          clusters.push({ id, name: body.name, history: [] });
          return { id };
        },
        start(id: string, options: object) {
          note('start', id, options);
          return stage.onStart();
        },
      },
    },
  } as unknown as ActivityDependencies;
  async function* listed() {
    await Promise.resolve();
    yield* clusters;
  }
  return stage;
}
