/** What must be whole in the destination before a job is deleted on the platform: its own copy, its record, and its study's crate. */
import { isDeepStrictEqual } from 'node:util';
import type { ArchiveDestination, ArchiveRecord } from '../../src/archive/index.ts';
import { ResultError } from '../../src/errors.ts';
import type { CrateFaults } from './crate-faults.ts';
import { JobFault } from './job-fault.ts';
import type { OpenArchive } from './open-archive.ts';
import { checkCopy } from './prove-jobs.ts';
import type { StudyOfJob } from './studies-of-jobs.ts';

/** @throws JobFault where the archive's own copy isn't whole; then the job is archived anew */
export async function requireCopy(
  { destination }: OpenArchive,
  record: ArchiveRecord,
): Promise<void> {
  const newest = await destination.newestVersion(record.jobId);
  const faults = [
    ...(newest === record.version
      ? (await checkCopy(destination.bag(record.jobId, record.version), record)).faults
      : [`its newest version is ${newest ?? 'none'}, not the proven ${record.version}`]),
    ...(await faultsOfRecord(destination, record)),
  ];
  if (faults.length === 0) return;
  await destination.writeRecord({
    ...record,
    provenAt: undefined,
    provenOn: undefined,
    row: undefined,
  });
  throw new JobFault(
    'failed',
    `Not deleted: the archive’s copy is not whole any more: ${faults.join('; ')}. The next pass archives it anew`,
  );
}

/** Whoever verifies the copy later has only the destination's record. */
async function faultsOfRecord(
  destination: ArchiveDestination,
  record: ArchiveRecord,
): Promise<readonly string[]> {
  try {
    const shown = await destination.shownRecord(record.jobId);
    if (shown === undefined) return ['its record in the destination is missing'];
    return isDeepStrictEqual(lasting(shown), lasting(record))
      ? []
      : ['its record in the destination was changed'];
  } catch (error) {
    if (!(error instanceof ResultError)) throw error;
    return ['its record in the destination is damaged'];
  }
}

/** What a record says of the copy. What it says of looks and deletions is ahead of the engine's own where a try died between the two. */
function lasting(record: ArchiveRecord): object {
  const passing = { row: 0, lookedAt: 0, deleting: 0, deletedAt: 0, goneAt: 0, refusals: 0 };
  return Object.fromEntries(Object.entries(record).filter(([field]) => !(field in passing)));
}

/** @throws JobFault where the crate of the job's study isn't whole, or isn't written yet */
export async function requireCrate(
  { studyOf, crateFaults }: { readonly studyOf: StudyOfJob; readonly crateFaults: CrateFaults },
  { name, studyId }: ArchiveRecord,
): Promise<void> {
  if (studyId === undefined) return;
  const faults = await crateFaults(studyId);
  if (faults === 'none') {
    // One that isn't in the store any more gets no crate.
    if ((await studyOf(name)) === undefined) return;
    throw new JobFault(
      'refused',
      `Not deleted: its study ${studyId} has no crate in the archive yet. A pass writes it once the study has ended`,
    );
  }
  const [first] = faults;
  if (first === undefined) return;
  const more = faults.length === 1 ? '' : `, and ${faults.length - 1} more`;
  throw new JobFault(
    'refused',
    `Not deleted: the crate of its study ${studyId} is not whole any more: ${first}${more}. The next pass writes it anew`,
  );
}
