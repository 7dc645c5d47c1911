import type { PlatformContext } from '../context.ts';
import { changeCluster, type ClusterRow, findCluster } from '../database/cluster-store.ts';
import { appendToLedger } from '../database/ledger.ts';
import { appendStatus, readStatuses } from '../database/status-history.ts';
import type { Delays } from './delays.ts';
import type { NextStep } from './wakeful-loop.ts';

/**
 * One persistent cluster on its way from Pending to Started and, when its walltime is over or it is shut down, to Stopped. Jobs on it
 * are stopped with it.
 */
export class ClusterLife {
  readonly #context: PlatformContext;
  readonly #delays: Delays;
  readonly #clusterId: string;
  readonly #wakeJob: (jobId: string) => void;

  constructor(
    context: PlatformContext,
    delays: Delays,
    clusterId: string,
    wakeJob: (jobId: string) => void,
  ) {
    this.#context = context;
    this.#delays = delays;
    this.#clusterId = clusterId;
    this.#wakeJob = wakeJob;
  }

  /** Takes the cluster one step further. */
  async step(): Promise<NextStep> {
    const cluster = findCluster(this.#context.database, this.#clusterId);
    if (cluster === undefined) return 'over';
    const { queueMs, startMs, endMs } = this.#delays;
    switch (cluster.status) {
      case 'Pending':
        return this.#after(cluster, queueMs / 2, 'Queued');
      case 'Queued':
        return this.#after(cluster, queueMs / 2, 'Starting');
      case 'Starting':
        return this.#after(cluster, startMs, 'Started');
      case 'Started':
        return this.#started(cluster);
      case 'Stop Requested':
        return this.#endJobs(cluster);
      case 'Stopping':
        return this.#after(cluster, endMs, 'Stopped');
      default:
        return 'over';
    }
  }

  async #started(cluster: ClusterRow): Promise<NextStep> {
    this.#jobsHere(cluster, `status = 'Waiting for Cluster'`).forEach(this.#wakeJob);
    if (cluster.endsAt === null) return 'asleep';
    const waitMs = cluster.endsAt - this.#context.now();
    if (waitMs > 0) return { waitMs };
    return this.#after(cluster, 0, 'Stop Requested', 'Maximum walltime exceeded');
  }

  async #endJobs(cluster: ClusterRow): Promise<NextStep> {
    const { database } = this.#context;
    const living = this.#jobsHere(cluster, `status IS NOT NULL AND status <> 'Completed'`);
    if (living.length === 0) return this.#after(cluster, this.#delays.endMs, 'Stopping');
    await database.write(() => {
      for (const jobId of living) {
        database.run(
          `UPDATE jobs SET stop_asked = 'stop' WHERE id = ? AND stop_asked IS NULL`,
          jobId,
        );
      }
    });
    living.forEach(this.#wakeJob);
    return { waitMs: 50 };
  }

  #jobsHere(cluster: ClusterRow, condition: string): readonly string[] {
    return this.#context.database
      .all(
        `SELECT id FROM jobs WHERE cluster_id = ? AND is_deleted = 0 AND ${condition}`,
        cluster.id,
      )
      .map((row) => String(row['id']));
  }

  async #after(
    cluster: ClusterRow,
    stayMs: number,
    status: string,
    reason: string | null = null,
  ): Promise<NextStep> {
    const { database, now, settings } = this.#context;
    const [last] = readStatuses(database, `cluster:${cluster.id}`, 0, 1).rows;
    const wait = (last?.at ?? 0) + stayMs - now();
    if (wait > 0) return { waitMs: wait };
    const { walltime } = cluster.record.hardware;
    await database.write(() => {
      const endsAt =
        status === 'Started' && walltime !== null ? now() + walltime * settings.hourMs : undefined;
      changeCluster(database, cluster.id, status, endsAt);
      appendStatus(database, `cluster:${cluster.id}`, status, now(), reason);
      if (status === 'Stopped') appendToLedger(database, now(), 'cluster stopped', cluster.id);
    });
    return 'again';
  }
}
