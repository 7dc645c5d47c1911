/** Outcomes that were read anew from the collected files, with outputs that were amended: they take the place of those that the jobs left. */
import type { RunOutcome } from '../run/run-outcome.ts';
import type { DocumentFolder } from '../objects/index.ts';
import { layout } from './layout.ts';
import { isAmended, readRevisions } from './revisions.ts';

/** The outcomes of jobs, with what the latest amendment of the outputs made of them. */
export async function readAnew(
  folder: Pick<DocumentFolder, 'list' | 'read'>,
  jobs: readonly (readonly RunOutcome[])[],
): Promise<readonly (readonly RunOutcome[])[]> {
  if (jobs.length === 0) return jobs;
  const amended = (await readRevisions(folder)).filter(isAmended);
  const name = amended.findLast(({ amendment }) => amendment.recomputed !== undefined)?.amendment
    .recomputed;
  if (name === undefined) return jobs;
  const anew = new Map(
    (await folder.read(layout.recomputed(name))).map((outcome) => [attemptOf(outcome), outcome]),
  );
  return jobs.map((outcomes) => outcomes.map((one) => anew.get(attemptOf(one)) ?? one));
}

function attemptOf({ jobNumber, run, attempt }: RunOutcome): string {
  return `${jobNumber} ${run} ${attempt}`;
}
