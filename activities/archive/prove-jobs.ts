import { archiveLayout, type ArchiveRecord, type JobOutcome } from '../../src/archive/index.ts';
import type { BatchTarget, PassCounts } from '../../src/run/archive-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readFileList, type FileListFacts } from './archive-job.ts';
import { documentCount } from './fill-bag.ts';
import { countOutcomes } from './count-outcomes.ts';
import { inWindow } from './in-window.ts';
import { outcomeOfError } from './job-fault.ts';
import { openArchive, type OpenArchive } from './open-archive.ts';

/** Bags that are read at a time. */
const bagsAtATime = 4;

/** Reads back and hashes again what the batch's jobs have in the destination, and records the proof. */
export async function proveJobs(
  dependencies: ActivityDependencies,
  target: BatchTarget,
  { signal, attempt, show }: ActivityRun,
): Promise<PassCounts> {
  const archive = await openArchive(dependencies, target.archive);
  const { folder } = archive;
  const object = archiveLayout.proven(target.passTime, target.batch);
  const before = await folder.find(object);
  if (before !== undefined) return countOutcomes(before, 'proven');
  const archived = (
    await folder.read(archiveLayout.archived(target.passTime, target.batch))
  ).filter(({ outcome }) => outcome === 'archived');
  let bytes = 0;
  const outcomes = await inWindow(
    archived,
    { width: bagsAtATime, signal },
    async ({ jobId }, ending): Promise<JobOutcome> => {
      try {
        return await proveJob(archive, jobId, target.passTime, (more) => {
          ending.throwIfAborted();
          bytes += more;
          show({ batch: target.batch, jobs: archived.length, proving: jobId, bytes });
        });
      } catch (error) {
        ending.throwIfAborted();
        return { jobId, files: 0, bytes: 0, ...outcomeOfError(error, jobId, attempt) };
      }
    },
  );
  await folder.write(object, outcomes);
  return countOutcomes(outcomes, 'proven');
}

async function proveJob(
  { destination, now }: OpenArchive,
  jobId: string,
  passTime: string,
  onBytes: (bytes: number) => void,
): Promise<JobOutcome> {
  const record = await destination.record(jobId);
  if (record === undefined) {
    return failed(jobId, 'Its record isn’t in the destination any more');
  }
  const { version } = record;
  const bag = destination.bag(jobId, version);
  const { faults, list } =
    record.provenAt === undefined
      ? await checkCopy(bag, record, onBytes)
      : { faults: [], list: await readFileList(bag) };
  if (list === undefined || faults.length > 0) {
    return failed(jobId, `Its copy is not whole: ${faults.join('; ')}`);
  }
  if (record.provenAt === undefined) {
    await destination.writeRecord({
      ...record,
      provenAt: passTime,
      provenOn: now().toISOString(),
    });
  }
  const { files, bytes } = list;
  return { jobId, outcome: 'proven', version, files, bytes };
}

/** What is wrong with a bag, as it was archived: read again from the first to the last byte, and compared with the platform's list as recorded. */
export async function checkCopy(
  bag: ReturnType<OpenArchive['destination']['bag']>,
  record: Pick<ArchiveRecord, 'sha256' | 'files' | 'bytes' | 'fingerprint'>,
  onBytes?: (bytes: number) => void,
): Promise<{ readonly faults: readonly string[]; readonly list?: FileListFacts }> {
  const proof = await bag.readBack(onBytes);
  if (!proof.ok) return { faults: proof.faults };
  if (proof.sha256 !== record.sha256) {
    return { faults: ['its manifests aren’t those that were written'] };
  }
  const list = await readFileList(bag);
  const found = { ...proof, fingerprint: list.fingerprint };
  const faults = [
    ...(['files', 'bytes', 'fingerprint'] as const).flatMap((field) =>
      found[field] === record[field]
        ? []
        : [`it has ${field} ${found[field]}, its record ${record[field]}`],
    ),
    ...(list.files + documentCount === proof.files
      ? []
      : [`it has ${proof.files - documentCount} files of the ${list.files} that were listed`]),
  ];
  return { faults, list };
}

function failed(jobId: string, reason: string): JobOutcome {
  return { jobId, outcome: 'failed', files: 0, bytes: 0, reason };
}
