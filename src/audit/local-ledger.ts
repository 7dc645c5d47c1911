/** The ledger of effects that a platform served on this machine keeps, as far as it is about one study: also of jobs that were deleted since. */
import { z } from 'zod';
import { isLoopbackHost } from '../base-url.ts';
import { PlatformError, type PlatformClient } from '../platform-api/index.ts';
import { searchTag } from '../store/index.ts';
import type { StudyRecords } from './audited-study.ts';
import { idsOfLedger } from './ids-of-ledger.ts';

/** How often a run of a job began, and how often it was lost while it ran. */
export interface RunStarts {
  readonly started: number;
  readonly restarted: number;
  readonly lost: number;
}

/** One job by the platform's ledger; times are ISO 8601, UTC. */
export interface LedgerJob {
  readonly name?: string;
  /** When each submit was taken, in the order of the ledger; one that was refused isn't among them. */
  readonly submittedAt: readonly string[];
  readonly endedAt?: string;
  readonly deletedAt?: string;
  /** Submits that were refused, as the job had been submitted. */
  readonly refusedSubmits: number;
  /** By the platform's number of the run. */
  readonly runs: Map<number, RunStarts>;
}

/** The study's jobs by the platform's id: those of its records, and those that carry its mark. */
export type LocalLedger = ReadonlyMap<string, LedgerJob>;

const pageSchema = z.object({
  entries: z.array(
    z.object({
      ...{ seq: z.number(), at: z.number(), kind: z.string(), subject: z.string() },
      run: z.number().nullable(),
      detail: z.unknown(),
    }),
  ),
});

type Entry = z.output<typeof pageSchema>['entries'][number];

const createdSchema = z.object({ name: z.string() });

const pageRows = 10_000;

/** What the platform's ledger has of the study's jobs; undefined on a platform without one. */
export async function readLocalLedger(
  platform: PlatformClient,
  { studyId, jobIds, ledger }: Pick<StudyRecords, 'studyId' | 'jobIds' | 'ledger'>,
  signal: AbortSignal,
): Promise<LocalLedger | undefined> {
  if (!isLoopbackHost(new URL(platform.baseUrl).hostname)) return undefined;
  const known = new Set([...jobIds.values(), ...idsOfLedger(ledger).made]);
  const tag = searchTag(studyId);
  const jobs = new Map<string, LedgerJob>();
  for (let after = 0; ;) {
    const entries = await readPage(platform, after, signal);
    const last = entries?.at(-1);
    if (entries === undefined) return undefined;
    if (last === undefined) return jobs;
    for (const entry of entries) {
      const { subject } = entry;
      const name = entry.kind === 'job created' ? nameOf(entry) : undefined;
      const isOurs = known.has(subject) || name?.split(' ').includes(tag) === true;
      const before =
        jobs.get(subject) ??
        (isOurs ? { submittedAt: [], refusedSubmits: 0, runs: new Map() } : null);
      if (before !== null) jobs.set(subject, withEntry(before, entry));
    }
    after = last.seq;
  }
}

function nameOf({ detail }: Entry): string | undefined {
  return createdSchema.safeParse(detail).data?.name;
}

function withEntry(job: LedgerJob, entry: Entry): LedgerJob {
  const at = new Date(entry.at).toISOString();
  switch (entry.kind) {
    case 'job created': {
      const name = nameOf(entry);
      return name === undefined ? job : { ...job, name };
    }
    case 'job submitted':
      return { ...job, submittedAt: [...job.submittedAt, at] };
    case 'job submitted again':
      return { ...job, refusedSubmits: job.refusedSubmits + 1 };
    case 'job ended':
      return { ...job, endedAt: at };
    case 'job deleted':
      return { ...job, deletedAt: at };
    default:
      if (entry.run !== null) countStart(job.runs, entry.run, entry.kind);
      return job;
  }
}

function countStart(runs: Map<number, RunStarts>, run: number, kind: string): void {
  const { started, restarted, lost } = runs.get(run) ?? { started: 0, restarted: 0, lost: 0 };
  runs.set(run, {
    started: started + Number(kind === 'run started' || kind === 'run restarted'),
    restarted: restarted + Number(kind === 'run restarted'),
    lost: lost + Number(kind === 'run lost'),
  });
}

/** Undefined where no ledger is served. */
async function readPage(
  platform: PlatformClient,
  after: number,
  signal: AbortSignal,
): Promise<readonly Entry[] | undefined> {
  try {
    const { json } = await platform.raw.send({
      method: 'GET',
      path: `${platform.baseUrl}/local/ledger/`,
      query: { after, limit: pageRows },
      signal,
    });
    return pageSchema.safeParse(json).data?.entries;
  } catch (error) {
    if (error instanceof PlatformError && !error.retryable) return undefined;
    throw error;
  }
}
