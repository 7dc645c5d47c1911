/** The files that a run left on the platform, to where they are kept. */
import type { PlatformFile } from '../../src/platform-api/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { ContentsInRow } from './platform-evidence.ts';
import type { PlatformPatience } from './platform-patience.ts';
import type { RunPlace } from './run-place.ts';

/** How files are read. */
export interface PatientReading {
  readonly patience: PlatformPatience;
  /** Files of the same job, some of them: they tell a bad file from a platform that is down. */
  readonly others: readonly PlatformFile[];
  readonly signal: AbortSignal;
}

/** The name of an output file inside its run's folder. */
export function nameOfFile(file: PlatformFile): string {
  return file.relativePath ?? file.name;
}

/**
 * Downloads to the run's place what its row doesn't carry. Returns a sentence when one file can't be had.
 * @param kept gets the MD5 of each file, by its path there
 */
export async function fetchRunFiles(
  { failpoint }: Pick<ActivityDependencies, 'failpoint'>,
  {
    place,
    kept,
    inRow,
  }: {
    readonly place: RunPlace;
    readonly kept: Map<string, string>;
    readonly inRow: ContentsInRow;
  },
  files: readonly PlatformFile[],
  { patience, others, signal }: PatientReading,
): Promise<string | undefined> {
  for (const file of files) {
    const known = inRow(file);
    const had = known && place.put?.(file, nameOfFile(file), known);
    if (had === undefined) {
      const { unreadable, content } = await patience.file(file, others, () =>
        place.fetch(file, nameOfFile(file), signal),
      );
      if (unreadable !== undefined) return unreadable;
      kept.set(content.path, content.md5);
    } else kept.set(had.path, had.md5);
    await failpoint('download-middle');
  }
  return undefined;
}
