import { mergeOutcomes } from '../../run/run-outcome.ts';
import { firstRevision, revisionOf } from '../../run/first-revision.ts';
import {
  layout,
  readAttempts,
  readRevisions,
  specRuns,
  type DocumentFolder,
} from '../../store/index.ts';

/**
 * Which of the study's files a run ran with: those of the attempt that counts, else those of the newest job that holds it, else the ones that it
 * would run with. Undefined for a study whose files were never mended.
 */
export async function revisionOfRun(
  folder: DocumentFolder,
  run: number,
): Promise<number | undefined> {
  const newest = (await readRevisions(folder)).at(-1);
  if (newest === undefined) return undefined;
  const outcome = mergeOutcomes(await readAttempts(folder)).get(run);
  if (outcome !== undefined) return revisionOf(outcome);
  const { objects } = await folder.list(layout.allJobs);
  const numbers = objects.flatMap((name) => /^(\d+)\.json$/u.exec(name)?.[1] ?? []).map(Number);
  for (const jobNumber of numbers.sort((a, b) => b - a)) {
    const spec = await folder.find(layout.jobSpec(jobNumber));
    if (spec !== undefined && specRuns(spec).some((one) => one.run === run)) {
      return spec.revision ?? firstRevision;
    }
  }
  return newest.revision;
}
