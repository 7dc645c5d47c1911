/** Whether each cluster that the study made has ended. */
import {
  collect,
  isNotServed,
  normaliseStatus,
  NotFoundError,
  type PlatformClient,
} from '../platform-api/index.ts';
import { type DatedStatus, isClusterOver, startOfCluster } from '../run/cluster-end.ts';
import { findMadeCluster, layout, searchTag, studyOfCluster, type Store } from '../store/index.ts';
import { walltimeOf } from '../study/own-cluster.ts';
import { createAskPlatform } from './ask-platform.ts';
import type { AuditBook } from './audit-report.ts';
import type { StudyRecords } from './audited-study.ts';
import { clustersOfLedger } from './ids-of-ledger.ts';

/** Where clusters are looked for. */
interface ClusterSources {
  readonly store: Pick<Store, 'engineRecords'>;
  /** Undefined where it isn't asked: then only the records are read. */
  readonly platform: PlatformClient | undefined;
  /** Other studies that may be open and share the cluster of that name. */
  readonly sharersOf?: ((clusterName: string) => Promise<readonly string[]>) | undefined;
}

/** Those of the study's records, and those on the platform that carry its mark. */
export async function auditClusters(
  { store, platform, sharersOf }: ClusterSources,
  { studyId, folder, ended, study, ledger }: StudyRecords,
  book: AuditBook,
  signal: AbortSignal,
): Promise<void> {
  const ask = platform && createAskPlatform(platform, book, signal);
  const askAbout = async (asked: PlatformClient, clusterId: string): Promise<void> => {
    await ask?.(`cluster ${clusterId}`, 'its history', () => auditCluster(asked, clusterId));
  };
  const seen = new Set<string>();
  for (let number = 1; ; number += 1) {
    const made = await book.guard(() => folder.find(layout.clusterMade(number)));
    if (made === undefined) break;
    const { clusterId } = made;
    if (clusterId === undefined) {
      if (ended && made.refused !== true) {
        book.note(
          `cluster ${number} was asked for at ${made.at}, and its answer was lost: doeflow reap looks for it on the platform`,
        );
      }
      continue;
    }
    if (seen.has(clusterId)) continue;
    seen.add(clusterId);
    book.count('clusters');
    if (platform !== undefined) await askAbout(platform, clusterId);
  }
  for (const clusterId of clustersOfLedger(ledger)) {
    if (seen.has(clusterId)) continue;
    seen.add(clusterId);
    book.count('clusters');
    if (platform !== undefined) await askAbout(platform, clusterId);
  }
  if (platform !== undefined) {
    await ask?.("clusters with the study's mark", 'their list', () => auditStrangers(platform));
  }

  async function auditStrangers(asked: PlatformClient): Promise<void> {
    const clusters = await asked.clusters.list({ signal });
    if (isNotServed(clusters)) return;
    const tag = searchTag(studyId);
    for await (const { id, name } of clusters) {
      if (seen.has(id) || name?.split(' ').at(-1) !== tag) continue;
      if ((await findMadeCluster(store, id))?.studyId === studyId) {
        book.count('clusters');
        await askAbout(asked, id);
        continue;
      }
      const history = await ask?.(`cluster ${id}`, 'its history', () =>
        collect(asked.clusters.statuses(id, { signal })),
      );
      if (history === undefined) continue;
      if (startOfCluster(history) === undefined) {
        book.note(
          `cluster ${id} carries the study's mark, is not of its records and was never started: it costs nothing (the answer to its creation was lost)`,
        );
        continue;
      }
      const isOn = !isClusterOver(normaliseStatus(history[0]?.status ?? ''));
      book.tell(
        isOn ? 'left-on' : 'paid-twice',
        `cluster ${id}`,
        `carries the study's mark, ${isOn ? 'goes on' : 'was paid for'}, and is no cluster of the study's records`,
      );
    }
  }

  async function auditCluster(asked: PlatformClient, clusterId: string): Promise<void> {
    const subject = `cluster ${clusterId}`;
    try {
      const history = await collect(asked.clusters.statuses(clusterId, { signal }));
      const statuses = history.map((entry) => ({
        ...entry,
        status: normaliseStatus(entry.status),
      }));
      const status = statuses[0]?.status ?? 'Not Started';
      if (!ended || isClusterOver(status) || status === 'Not Started') return;
      if (isNotServed(await asked.clusters.get(clusterId, { signal }))) {
        book.note(
          `${subject} is ${status}: this platform has no way to end one, ${await endOf(clusterId, statuses)}`,
        );
        return;
      }
      const { cluster } = study.execution;
      const sharers = cluster?.kind === 'own' ? ((await sharersOf?.(cluster.name)) ?? []) : [];
      if (sharers.length > 0) {
        book.note(
          `${subject} is ${status}: it is shared with ${sharers.slice(0, 3).join(', ')}${sharers.length > 3 ? ', …' : ''}, not known to have ended, and ends when that is done with it; where nobody has it any more: doeflow reap`,
        );
        return;
      }
      book.tell(
        'left-on',
        subject,
        `is ${status} although the study has ended. doeflow status ${studyId} says why, where that is known; doeflow reap ends what nobody answers for; to end it yourself: doeflow api POST v3/clusters/${clusterId}/shutdown`,
      );
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      book.noteUnseen(`${subject} is no longer on the platform`);
    }
  }
  async function endOf(clusterId: string, history: readonly DatedStatus[]): Promise<string> {
    const { walltimeHours } = walltimeOf(await studyOfCluster(folder, study, clusterId));
    const startedMs = startOfCluster(history);
    if (walltimeHours === undefined || startedMs === undefined) {
      return 'and nothing tells when it ends';
    }
    const until = new Date(startedMs + walltimeHours * 3_600_000).toISOString();
    return `it ends with its walltime of ${walltimeHours} h, at ${until}`;
  }
}
