/** A home whose platform has finished jobs of three studies, and an archive called `nightly` that takes them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { archiveLayout, type PassReport } from '../../src/archive/index.ts';
import type { PassResult } from '../../src/run/archive-contract.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { waitFor } from '../kit/processes.ts';
import { startEmbeddedHome, type EmbeddedHome } from './embedded-home.ts';

/** The programs that take part in a pass. */
export const passPrograms = ['worker', 'platform', 'temporal'] as const;

export interface ArchiveHome extends EmbeddedHome {
  /** Of the platform's data. */
  readonly platformFolder: string;
  /** The destination. */
  readonly destination: string;
  /** Has all jobs of the platform be made and ended so long ago: a pass that is made up for takes what was there at its time. */
  makeOlder(ms: number): void;
  /** Makes the archive, which deletes jobs that were kept this long. */
  create(keep: string): Promise<void>;
  /** Takes the order back; what was archived stays. */
  takeBack(): Promise<void>;
  /** Makes up for the pass of 03:00 UTC of a day, such as `2026-01-01`; returns when its report is written. */
  makeUp(day: string): Promise<PassReport>;
  /** `archive trigger --wait`. */
  trigger(): Promise<PassResult>;
  /** Jobs that a pass began to copy and ended to copy, and studies. */
  copied(): number;
  /** Jobs that the platform has. */
  jobsLeft(): number;
  /** Requests to delete a job that the platform got. */
  deleteRequests(): Promise<number>;
  /** Ids of jobs that the platform deleted, in order. */
  deletedJobs(): Promise<readonly string[]>;
}

/** A bound against hanging. */
const longestPassMs = 1_800_000;

/** The first rule never fires: it counts requests. By the second one files come slowly, so that a kill finds some half written. */
const faultPlan = (bytesPerSecond: number): string => `rules:
  - { match: { method: DELETE, path: /api/v2/jobs/*/, nth: 1000000000 }, what: reset }
  - { match: { path: /api/v2/files/*/contents/ }, what: { trickleBytesPerSecond: ${bytesPerSecond} } }
`;

/** Starts the home in `<folder>/home`; the destination is `<folder>/archive`. @param bytesPerSecond of each file that is downloaded */
export async function startArchiveHome(
  folder: string,
  bytesPerSecond: number,
): Promise<ArchiveHome> {
  const faults = join(folder, 'faults.yaml');
  writeFileSync(faults, faultPlan(bytesPerSecond));
  const home = await startEmbeddedHome(folder, {
    ...{ DOEFLOW_LOCAL_SPEED: '1000', DOEFLOW_LOCAL_FAULTS: faults },
  });
  const destination = join(folder, 'archive');
  const platformFolder = join(folder, 'home/platform');
  const kept = join(folder, 'home/store/archives/nightly');
  const asJson = async (...args: readonly string[]): Promise<unknown> => {
    const end = await doeflowInProcess(['archive', ...args, '--json'], home.env);
    if (end.exitCode === 0) return JSON.parse(end.stdout);
    throw new Error(
      `Expected archive ${args.join(' ')} to end with 0, got ${end.exitCode}:\n${end.stderr}${end.stdout}`,
    );
  };
  return {
    ...home,
    platformFolder,
    destination,
    makeOlder(ms) {
      const database = new Database(join(platformFolder, 'platform.db'));
      database.exec('PRAGMA busy_timeout=10000');
      database.prepare('UPDATE jobs SET created_at = created_at - ?').run(ms);
      database.prepare('UPDATE statuses SET at = at - ?').run(ms);
      database.close();
    },
    async create(keep) {
      const what = ['--select', 'state:completed', '--to', destination];
      const when = ['--cron', '0 3 * * *', '--keep', keep, '--delete-jobs'];
      await asJson('create', 'nightly', ...what, ...when);
    },
    takeBack: async () => void (await asJson('delete', 'nightly')),
    async makeUp(day) {
      const report = archiveLayout.report(`${day}T03:00:00.000Z`);
      // An order that was taken back may have left one.
      const before = textOf(join(kept, report.name));
      const [from, to] = [`${day}T02:30Z`, `${day}T03:30Z`];
      await asJson('backfill', 'nightly', '--from', from, '--to', to);
      const written = await waitFor(
        `the report of ${day}`,
        () => {
          const text = textOf(join(kept, report.name));
          return text === before ? undefined : text;
        },
        longestPassMs,
      );
      return report.decode(written);
    },
    trigger: async () => (await asJson('trigger', 'nightly', '--wait')) as PassResult,
    copied: () =>
      ['jobs', 'records', 'studies'].reduce(
        (sum, place) => sum + namesIn(join(destination, place)).length,
        0,
      ),
    jobsLeft: () => namesIn(join(platformFolder, 'jobs')).length,
    deleteRequests: async () => (await home.readFaults())[0]?.seen ?? NaN,
    async deletedJobs() {
      const effects = await home.readLedger(0);
      return effects.flatMap(({ kind, subject }) => (kind === 'job deleted' ? [subject] : []));
    },
  };
}

/** Kills the programs in turn, at these moments. */
export interface Kills {
  /** How far the work is; grows. */
  progress(): number;
  /** How far it is when a program is killed, in order. */
  readonly moments: readonly number[];
}

/** Random moments, one in each of `count` equal stretches of the first nine tenths of a work whose progress ends at `total`. */
export function momentsOf(
  count: number,
  total: number,
  stream: { uniform(index: number): number },
): readonly number[] {
  return Array.from({ length: count }, (_, index) =>
    Math.max(1, Math.floor((0.9 * total * (index + stream.uniform(index))) / count)),
  );
}

/**
 * Kills while `work` is under way, each time when the program that was killed before is replaced.
 * @returns what `work` gives, and how many were killed
 */
export async function whileKilled<T>(
  home: ArchiveHome,
  work: () => Promise<T>,
  { progress, moments }: Kills,
): Promise<{ readonly result: T; readonly killed: number }> {
  let [ended, killed] = [false, 0];
  const kill = async (): Promise<void> => {
    for (const [index, moment] of moments.entries()) {
      await waitFor('a moment to kill', () => ended || progress() >= moment, longestPassMs);
      if (ended) return;
      await home.kill(passPrograms[index % passPrograms.length] ?? 'worker');
      killed += 1;
    }
  };
  const [worked, disturbed] = await Promise.allSettled([
    work().finally(() => (ended = true)),
    kill(),
  ]);
  if (worked.status === 'rejected') throw worked.reason;
  if (disturbed.status === 'rejected') throw disturbed.reason;
  return { result: worked.value, killed };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
