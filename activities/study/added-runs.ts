import { firstRevision } from '../../src/run/first-revision.ts';
import type { SpecRun } from '../../src/run/spec-run.ts';
import type { StudyCache } from '../study-cache.ts';

/**
 * The runs that amendments added to a study and that have no outcome yet, as first attempts; none for a study whose runs are those of its start.
 * @param known of each run that has one
 */
export async function addedRuns(
  studyCache: StudyCache,
  studyId: string,
  known: { has(run: number): boolean },
): Promise<readonly SpecRun[]> {
  const started = (await studyCache.get(studyId, firstRevision)).plan.runCount;
  const { runCount } = (await studyCache.get(studyId)).plan;
  return Array.from({ length: runCount - started }, (_, index) => started + 1 + index)
    .filter((run) => !known.has(run))
    .map((run, index) => ({ run, platformRun: index + 1, attempt: 1, spent: {} }));
}
