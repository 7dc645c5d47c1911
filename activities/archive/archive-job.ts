/** Archives one job: looks at it, and where it isn't kept yet as it is now, fills and seals a bag. */
import { isDeepStrictEqual } from 'node:util';
import {
  bagOwner,
  fingerprintOf,
  formatPass,
  type ArchiveRecord,
  type Bag,
  type JobChoice,
  type JobOutcome,
} from '../../src/archive/index.ts';
import { collect } from '../../src/platform-api/index.ts';
import type { PassTarget } from '../../src/run/archive-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { fileListName, fillBag } from './fill-bag.ts';
import type { JobCalls } from './job-calls.ts';
import { JobFault } from './job-fault.ts';
import { lookAtJob } from './look-at-job.ts';
import type { OpenArchive } from './open-archive.ts';

/** What one job's archiving is given of its batch. */
export interface ArchivingContext {
  readonly target: PassTarget;
  readonly archive: OpenArchive;
  readonly calls: JobCalls;
  readonly signal: AbortSignal;
  onBytes(bytes: number): void;
}

/** What became of it. @throws JobFault, NotFoundError, and what heals */
export async function archiveJob(
  { platform }: ActivityDependencies,
  choice: JobChoice,
  { target, archive, calls, signal, onBytes }: ArchivingContext,
): Promise<JobOutcome> {
  const { jobId } = choice;
  const { destination, order } = archive;
  const { passTime } = target;
  const seen = await lookAtJob(platform, calls, jobId, signal);
  if (!seen.ended) throw new JobFault('left', `The job isn’t ended: its status is ${seen.status}`);
  const fingerprint = fingerprintOf(seen.evidence);
  const record = await destination.record(jobId);
  const newest = (await destination.newestVersion(jobId)) ?? 0;
  const looked = {
    ...{ name: seen.job.name, row: choice.row, lookedAt: passTime },
    // It is there: whatever was thought of it before.
    ...{ deleting: undefined, deletedAt: undefined, goneAt: undefined },
  };
  const keep = async (kept: ArchiveRecord): Promise<void> => {
    if (!isDeepStrictEqual(kept, record)) await destination.writeRecord(kept);
  };
  const outcomeOf = async (
    outcome: 'archived' | 'unchanged',
    { version }: ArchiveRecord,
    list?: FileListFacts,
  ): Promise<JobOutcome> => {
    const { files, bytes } = list ?? (await readFileList(destination.bag(jobId, version)));
    return { jobId, outcome, version, files, bytes };
  };

  const isSame = record?.fingerprint === fingerprint && record.version === newest;
  if (isSame && record.provenAt !== undefined) {
    const kept = { ...record, ...looked };
    await keep(kept);
    return outcomeOf(record.archivedAt === passTime ? 'archived' : 'unchanged', kept);
  }
  // An earlier try of this pass; the proof reads it.
  if (isSame && record.archivedAt === passTime) return outcomeOf('archived', record);

  const fresh = {
    ...{ jobId, ...looked, fingerprint, archivedAt: passTime, archive: order.name },
    ...(choice.studyId === undefined ? {} : { studyId: choice.studyId }),
    ...(record?.refusals === undefined ? {} : { refusals: record.refusals }),
    ...(record?.replaced === undefined ? {} : { replaced: record.replaced }),
  };
  const { version, sealed, isBegun } = await chooseVersion(archive, jobId, newest, fingerprint);
  if (sealed !== undefined) {
    const list = await readFileList(destination.bag(jobId, version));
    const kept = { ...fresh, version, ...sealed, platformBytes: list.bytes };
    await keep(kept);
    return outcomeOf('archived', kept, list);
  }
  const replaced = replacedBy(version, record, fingerprint);
  const bag = destination.bag(jobId, version);
  const earlier = version > 1 ? destination.bag(jobId, version - 1) : undefined;
  const filled = await fillBag({
    ...{ platform, calls, signal, seen, fingerprint, bag, isBegun, earlier, onBytes },
  });
  const info = {
    'Bagging-Date': passTime.slice(0, 10),
    [bagOwner.job]: jobId,
    'External-Description': seen.job.name,
    [bagOwner.pass]: formatPass({ archive: order.name, passTime }),
  };
  const { sha256 } = await bag.seal(filled, info, (hash) =>
    destination.noteSeal(jobId, { version, sha256: hash }),
  );
  const files = filled.length;
  const bytes = filled.reduce((sum, file) => sum + file.bytes, 0);
  const list = await readFileList(bag);
  const kept = { ...fresh, version, files, bytes, platformBytes: list.bytes, sha256, ...replaced };
  await keep(kept);
  return outcomeOf('archived', kept, list);
}

/** Which versions the new one takes the place of: it has the same job, so those before it are damaged. */
function replacedBy(
  version: number,
  record: ArchiveRecord | undefined,
  fingerprint: string,
): Pick<ArchiveRecord, 'replaced'> {
  if (record === undefined || record.fingerprint !== fingerprint) return {};
  const count = version - record.version;
  if (count <= 0) return {};
  const damaged = Array.from({ length: count }, (_, index) => record.version + index);
  return { replaced: [...new Set([...(record.replaced ?? []), ...damaged])] };
}

/**
 * The version to write; or, where an earlier try sealed the same and died before its record, what it holds. A bag that this engine didn't
 * seal, or that isn't what it sealed, is never taken for a copy, however well its hashes agree with each other.
 */
async function chooseVersion(
  { destination }: OpenArchive,
  jobId: string,
  newest: number,
  fingerprint: string,
): Promise<{
  readonly version: number;
  /** Whether an earlier try may have left files of it. */
  readonly isBegun: boolean;
  readonly sealed?: Pick<ArchiveRecord, 'sha256' | 'files' | 'bytes'>;
}> {
  const anew = { version: newest + 1, isBegun: false };
  if (newest === 0) return anew;
  const bag = destination.bag(jobId, newest);
  if (!(await bag.isWhole())) return { version: newest, isBegun: true };
  const seal = await destination.sealOf(jobId);
  if (seal?.version !== newest) return anew;
  const proof = await bag.readBack();
  if (!proof.ok || proof.sha256 !== seal.sha256) return anew;
  if ((await readFileList(bag)).fingerprint !== fingerprint) return anew;
  const { sha256, files, bytes } = proof;
  return { version: newest, isBegun: true, sealed: { sha256, files, bytes } };
}

/** The platform's files in a bag, counted, and what the platform showed of the job. */
export interface FileListFacts {
  readonly fingerprint: string;
  readonly files: number;
  readonly bytes: number;
}

/** What a sealed bag says of the platform's files in it. @throws JobFault when that can't be read */
export async function readFileList(bag: Bag): Promise<FileListFacts> {
  const text = Buffer.concat(await collect(await bag.read(fileListName))).toString('utf8');
  try {
    const { fingerprint, files } = JSON.parse(text) as {
      fingerprint: string;
      files: readonly { bytes: number }[];
    };
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return { fingerprint, files: files.length, bytes };
  } catch {
    throw new JobFault('failed', `Its copy is damaged: ${fileListName} can’t be read`);
  }
}
