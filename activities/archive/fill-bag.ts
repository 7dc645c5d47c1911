/** Writes all that is kept of a job into its bag; what an earlier try wrote whole is kept. */
import type { Bag, BagFile } from '../../src/archive/index.ts';
import {
  collect,
  NotFoundError,
  type PlatformClient,
  type PlatformFile,
} from '../../src/platform-api/index.ts';
import { planFiles, type PlannedFile } from './bag-plan.ts';
import { inWindow } from './in-window.ts';
import type { JobCalls } from './job-calls.ts';
import { JobFault } from './job-fault.ts';
import { unlessNotServed, type SeenJob } from './look-at-job.ts';

/** Files of one job that are fetched at a time. */
const filesAtATime = 4;

/** Name of the list of files in the bag; it holds the fingerprint too. */
export const fileListName = 'files.json';

/** Files of a bag that aren't the platform's: its documents. */
export const documentCount = 8;

export interface BagFilling {
  readonly platform: PlatformClient;
  readonly calls: JobCalls;
  readonly signal: AbortSignal;
  readonly seen: SeenJob;
  readonly fingerprint: string;
  readonly bag: Bag;
  /** Whether an earlier try may have left files in it. */
  readonly isBegun: boolean;
  /** An earlier version of the same job, whose equal files are taken from there. */
  readonly earlier: Bag | undefined;
  onBytes(bytes: number): void;
}

/** Fills the bag. @throws JobFault when a file can't be had, NotFoundError when the job is gone */
export async function fillBag(filling: BagFilling): Promise<readonly BagFile[]> {
  const { platform, calls, signal, seen, bag, fingerprint } = filling;
  const { job, evidence } = seen;
  const notes = [...seen.notes];
  const stillThere = (): Promise<unknown> => calls.job(job.id);
  const planned = planFiles(job, seen.files);
  const fetched = await inWindow(planned, { width: filesAtATime, signal }, (one, ending) =>
    fetchFile(filling, one, planned, { notes, stillThere, signal: ending }),
  );
  const extendedLogs = await unlessNotServed(
    'extended logs',
    notes,
    () => calls.about('logs', job.id, (id) => platform.jobs.extendedLogs(id, { signal })),
    stillThere,
  );
  const runs = await readRuns(filling, notes, stillThere);
  const list = fetched.flatMap((file) => (file === undefined ? [] : [file]));
  const documents: readonly (readonly [string, unknown])[] = [
    ['job.json', withoutAddresses(job)],
    ['statuses.json', evidence.statuses],
    ['cluster-statuses.json', evidence.clusterStatuses],
    ['extended-logs.json', extendedLogs ?? null],
    ['custom-fields.json', evidence.customFields],
    ['runs.json', runs ?? null],
    ['notes.json', notes.toSorted()],
    [fileListName, { fingerprint, files: list.map(({ entry }) => entry) }],
  ];
  const written = list.map(({ file }) => file);
  for (const [name, value] of documents) {
    written.push(await bag.put(name, [`${JSON.stringify(value, null, 2)}\n`]));
  }
  return written;
}

interface FetchContext {
  readonly notes: string[];
  readonly signal: AbortSignal;
  stillThere(): Promise<unknown>;
}

/** An entry of the list of files, and the file in the bag; undefined for an input that is gone. */
async function fetchFile(
  filling: BagFilling,
  { path, role, run, file }: PlannedFile,
  all: readonly PlannedFile[],
  { notes, signal, stillThere }: FetchContext,
): Promise<{ readonly file: BagFile; readonly entry: object } | undefined> {
  const { bag, calls, platform, onBytes } = filling;
  const others = all.filter((one) => one.file.id !== file.id).map((one) => one.file);
  const left = filling.isBegun ? await keptIn(bag, path, file) : undefined;
  const kept = left ?? (await copyEarlier(filling, path, file));
  const fetch = (): Promise<BagFile> =>
    calls.file(filling.seen.job.id, file, others.slice(0, 4), () =>
      outOfPatience(bag.put(path, platform.files.stream(file, { signal }))),
    );
  try {
    const stored = kept ?? (await calls.unlessSurelyGone(() => withPatience(fetch())));
    onBytes(stored.bytes);
    const { bytes, md5, sha256 } = stored;
    const entry = {
      ...{ path, role, run, id: file.id, name: file.name, relativePath: file.relativePath },
      ...{ typeId: file.typeId, bytes, md5, sha256, platformMd5: file.md5 ?? null },
    };
    return { file: stored, entry };
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await stillThere();
    if (role === 'output') {
      throw new JobFault('failed', `The output file ${path} is listed, but isn’t there`);
    }
    notes.push(`The input file ${file.name} (${file.id}) isn’t on the platform any more`);
    return undefined;
  }
}

/** A 404 on its way through the patience with files, which would ask again at once. */
class FileMissing extends Error {}

async function outOfPatience<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof NotFoundError ? new FileMissing(error.message, { cause: error }) : error;
  }
}

async function withPatience<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof FileMissing ? error.cause : error;
  }
}

async function keptIn(bag: Bag, path: string, file: PlatformFile): Promise<BagFile | undefined> {
  const { decryptedSize, md5 } = file;
  // Without a hash of the platform's, half a file can't be told from a whole one of the same size.
  if (decryptedSize == null || md5 == null || md5 === '') return undefined;
  return bag.kept(path, { bytes: decryptedSize, md5: md5.toLowerCase() });
}

async function copyEarlier(
  { bag, earlier }: BagFilling,
  path: string,
  file: PlatformFile,
): Promise<BagFile | undefined> {
  if (earlier === undefined) return undefined;
  const before = await keptIn(earlier, path, file);
  if (before === undefined) return undefined;
  const copy = await bag.put(path, await earlier.read(path));
  return copy.sha256 === before.sha256 ? copy : undefined;
}

async function readRuns(
  { platform, calls, signal, seen }: BagFilling,
  notes: string[],
  stillThere: () => Promise<unknown>,
): Promise<readonly unknown[] | undefined> {
  const rows = await unlessNotServed(
    'runs',
    notes,
    () =>
      calls.about('runs', seen.job.id, async (id) => {
        const served = await platform.jobs.runs(id, { signal });
        return served === undefined ? undefined : collect(served);
      }),
    stillThere,
  );
  if (rows === undefined && notes.every((note) => !note.includes(' runs'))) {
    notes.push('The platform doesn’t serve runs');
  }
  return rows;
}

/** Without the addresses of files: they name today's platform and port, and follow from the ids. */
function withoutAddresses(job: object): unknown {
  return JSON.parse(
    JSON.stringify(job, (name, value: unknown) => (name === 'downloadUrl' ? undefined : value)),
  );
}
