/** What the platform's log of a job says of its runs. */
import { PlatformError } from '../../src/platform-api/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { ListingRun } from './list-job-files.ts';

/** Platform's number of a run -> the last that the log says of it. */
export type RunWords = ReadonlyMap<number, string>;

const mostCharacters = 300;

/** What is said of single runs; nothing where the platform serves no log, or says nothing of runs: it explains a verdict and decides none. */
export async function readRunWords(
  { platform }: ActivityDependencies,
  jobId: string,
  { signal }: Pick<ListingRun, 'signal'>,
): Promise<RunWords> {
  try {
    const entries = await platform.jobs.extendedLogs(jobId, { signal });
    return new Map(
      entries.flatMap(({ message }) => {
        const line = message?.split('\n')[0]?.slice(0, mostCharacters).trim() ?? '';
        const [, run] = /^Run (\d+)\b/u.exec(line) ?? [];
        return run === undefined ? [] : [[Number(run), line] as const];
      }),
    );
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return new Map();
  }
}
