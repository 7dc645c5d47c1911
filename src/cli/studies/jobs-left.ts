/** The jobs on the platform of a study that nobody works on: which of them go on and cost, as the platform tells; and what is said of them. */
import type { Settings } from '../../host/settings.ts';
import type { PlatformClient } from '../../platform-api/index.ts';
import { findJobStopped, openHardwareBook, readJobsLeft, type Store } from '../../store/index.ts';
import type { Engine } from '../engine/open-engine.ts';
import { configuredPlatform } from '../engine/require-platform.ts';
import { otherPlatformOf, platformOfSettings } from '../engine/platform-at-hand.ts';
import { amountText } from '../../study/amount-text.ts';
import { planStoredStudy } from './open-stored-study.ts';
import { createPriceReader } from './read-cost.ts';
import type { StoredStudy } from './stored-study.ts';

/** A job that was created on the platform and isn't collected. */
export interface JobLeft {
  readonly jobNumber: number;
  /** The platform's. */
  readonly jobId: string;
  /** The platform's word; absent where it wasn't asked, or doesn't say. */
  readonly status?: string;
  /** It has ended: it costs nothing any more, and waits to be collected. */
  readonly isOver?: true;
  /** The reaper stopped it. */
  readonly isReaped?: true;
  /** An estimate from the price of a core hour; absent where nobody says, and on a cluster, which is what costs then. */
  readonly pricePerHour?: number;
  /** ISO 4217 code; null where the platform doesn't say. */
  readonly currency?: string | null;
  /** When its walltime is over, ISO 8601; absent where it has none, or hasn't begun. */
  readonly endsAt?: string;
}

/** Reads the jobs of studies that nobody works on. */
export interface JobReader {
  /** As the store has them where the platform doesn't answer within seconds, or is another one than the study's. */
  read(stored: StoredStudy): Promise<readonly JobLeft[]>;
}

/** Longest wait for the platform: a look at a study isn't worth more. */
const patienceMs = 3_000;

/** Jobs of one look that are asked for. */
const jobsAtMost = 20;

/**
 * A reader for one look at one or many studies.
 * @param engine absent where none is up: then a configured platform is asked all the same, as what runs there costs
 */
export function createJobReader(
  store: Store,
  settings: Settings,
  engine: Engine | undefined,
): JobReader {
  const here = platformOfSettings(settings);
  const platform = engine?.platform ?? configuredPlatform(settings, store);
  const priceOf = platform && createPriceReader({ platform });
  let asked = 0;
  return {
    async read(stored) {
      const folder = store.study(stored.studyId);
      const left = await readJobsLeft(folder);
      if (left.length === 0) return [];
      const kept = await Promise.all(
        left.map(async (job) => {
          const stopped = await findJobStopped(folder, job.jobNumber, job.jobId);
          return { ...job, ...(stopped?.by === 'reaper' ? { isReaped: true as const } : {}) };
        }),
      );
      if (platform === undefined || otherPlatformOf(stored, here) !== undefined) return kept;
      const { createPlatformClient } = await import('../../platform-api/index.ts');
      const client = createPlatformClient(platform);
      try {
        const { study } = await planStoredStudy(store, stored);
        const book = await openHardwareBook(folder, study);
        const seen = await Promise.all(
          kept.map(async (job) => {
            asked += 1;
            if (asked > jobsAtMost) return job;
            const { walltime } = await book.ofJob(job.jobNumber);
            return lookAt(client, job, walltime).catch(() => job);
          }),
        );
        const found = seen.filter((job) => job !== undefined);
        if (study.execution.cluster !== undefined) return found;
        return await Promise.all(
          found.map(async (job) => {
            if (!goesOn(job)) return job;
            const hardware = await book.ofJob(job.jobNumber);
            const price = await priceOf?.(hardware).catch(() => undefined);
            if (price === undefined) return job;
            const pricePerHour = price.amount * hardware.coresPerSlot * hardware.slots;
            return { ...job, pricePerHour, currency: price.currency };
          }),
        );
      } finally {
        await client.close();
      }
    },
  };
}

/** True for one of which the platform says that it hasn't ended. */
export function goesOn({ status, isOver }: JobLeft): boolean {
  return status !== undefined && isOver !== true;
}

/** Undefined for one that was never submitted. @throws where the platform doesn't say */
async function lookAt(
  client: PlatformClient,
  job: JobLeft,
  walltimeHours: number | undefined,
): Promise<JobLeft | undefined> {
  const { collect, isTerminalJobStatus, normaliseStatus } =
    await import('../../platform-api/index.ts');
  const signal = AbortSignal.timeout(patienceMs);
  const history = await collect(client.jobs.statuses(job.jobId, { signal }));
  const [latest] = history;
  if (latest === undefined) return undefined;
  const status = normaliseStatus(latest.status);
  if (isTerminalJobStatus(latest.status)) return { ...job, status, isOver: true };
  const began = history.find((entry) => normaliseStatus(entry.status) === 'Started')?.statusDate;
  const beganMs = Date.parse(began ?? '');
  if (walltimeHours === undefined || Number.isNaN(beganMs)) return { ...job, status };
  return { ...job, status, endsAt: new Date(beganMs + walltimeHours * 3_600_000).toISOString() };
}

/** `job j1 (job 2 of the study), Executing: 0.12 USD an hour, until 2026-11-22T23:08:42.000Z at the latest`. */
export function jobWords(job: JobLeft): string {
  const { jobNumber, jobId, status = 'status unknown', pricePerHour, currency, endsAt } = job;
  const unit = currency == null ? '' : ` ${currency}`;
  const price = pricePerHour === undefined ? '' : `: ${amountText(pricePerHour)}${unit} an hour`;
  const until = endsAt === undefined ? '' : `, until ${endsAt} at the latest`;
  return `job ${jobId} (job ${jobNumber} of the study), ${status}${price}${until}`;
}
