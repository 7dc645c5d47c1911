/** Outcomes that were read anew from the collected files, with outputs that were amended: they take the place of those that the jobs left. */
import { revisionOf } from '../run/first-revision.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import type { DocumentFolder } from '../objects/index.ts';
import { layout } from './layout.ts';
import { isAmended, readRevisions } from './revisions.ts';
import type { StudyRevision } from './schemas/snapshot.ts';

/** The outcomes of jobs, with what the latest amendment of the outputs made of them, and with whose way of making runs they ran. */
export async function readAnew(
  folder: Pick<DocumentFolder, 'list' | 'read'>,
  jobs: readonly (readonly RunOutcome[])[],
): Promise<readonly (readonly RunOutcome[])[]> {
  if (jobs.length === 0) return jobs;
  const revisions = await readRevisions(folder);
  const name = revisions.filter(isAmended).findLast(({ amendment }) => amendment.recomputed)
    ?.amendment.recomputed;
  const anew = new Map(
    (name === undefined ? [] : await folder.read(layout.recomputed(name))).map((outcome) => [
      attemptOf(outcome),
      outcome,
    ]),
  );
  const made = sameAs(revisions);
  if (anew.size + made.size === 0) return jobs;
  return jobs.map((outcomes) =>
    outcomes.map((one) => {
      const outcome = anew.get(attemptOf(one)) ?? one;
      const madeAs = made.get(revisionOf(outcome));
      return madeAs === undefined ? outcome : { ...outcome, madeAs };
    }),
  );
}

/** Revisions that left how runs are made as it was, each with the one that decided that. */
function sameAs(revisions: readonly StudyRevision[]): ReadonlyMap<number, number> {
  const made = new Map<number, number>();
  for (const { revision, amendment } of revisions) {
    if (amendment?.sameRuns !== true) continue;
    made.set(revision, made.get(revision - 1) ?? revision - 1);
  }
  return made;
}

function attemptOf({ jobNumber, run, attempt }: RunOutcome): string {
  return `${jobNumber} ${run} ${attempt}`;
}
