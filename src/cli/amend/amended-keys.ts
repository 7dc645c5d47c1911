import { platformOfRuns } from '../../store/index.ts';
import { hashFile, keysByRun, keysOfRuns } from '../../study-file/index.ts';
import type { PlannedStoredStudy } from '../studies/open-stored-study.ts';
import type { ChangedStudy } from './read-changed.ts';

/** What decides the results of runs, by their numbers: of the study as it stands, and as it would be. */
export interface AmendedKeys {
  before(runs: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Without runs that it would not have any more. */
  after(runs: readonly number[]): Promise<ReadonlyMap<number, string>>;
}

/** Reads the files that the keys depend on; those of the amended study as they are now. */
export async function readAmendedKeys(
  { study, plan, snapshot }: Pick<PlannedStoredStudy, 'study' | 'plan' | 'snapshot'>,
  amended: ChangedStudy,
): Promise<AmendedKeys> {
  const platform = platformOfRuns(snapshot.platform);
  const stood = new Map(snapshot.files.map(({ path, sha256 }) => [path, sha256]));
  const now = new Map(amended.file === undefined ? stood : []);
  for (const { path, absolutePath } of amended.file?.loaded.files ?? []) {
    now.set(path, await hashFile(absolutePath));
  }
  const around = (hashes: ReadonlyMap<string, string>) => ({
    platform,
    fileHash: (path: string) => hashes.get(path) ?? '',
  });
  return {
    before: (runs) => keysByRun(keysOfRuns(study, plan, around(stood), runs)),
    after: (runs) => {
      const kept = runs.filter((run) => run <= amended.plan.runCount);
      return keysByRun(keysOfRuns(amended.study, amended.plan, around(now), kept));
    },
  };
}
