/** Outcomes that were read anew from the collected files, with outputs that were amended: they take the place of those that the jobs left. */
import { revisionOf } from '../run/first-revision.ts';
import { isJudgedByOutputs, type RunOutcome } from '../run/run-outcome.ts';
import type { DocumentFolder } from '../objects/index.ts';
import { readAnewPages } from './anew-pages.ts';
import { layout } from './layout.ts';
import { isAmended, readRevisions, type AmendedRevision } from './revisions.ts';
import type { StudyRevision } from './schemas/snapshot.ts';

/** What an amendment makes of one outcome. */
type Layer = (outcome: RunOutcome) => RunOutcome;

/** The outcomes of jobs, with what amendments of the outputs made of them, and with whose way of making runs they ran. @param below only amendments before this revision count */
export async function readAnew(
  folder: Pick<DocumentFolder, 'list' | 'read' | 'find'>,
  jobs: readonly (readonly RunOutcome[])[],
  below = Infinity,
): Promise<readonly (readonly RunOutcome[])[]> {
  if (jobs.length === 0) return jobs;
  const revisions = (await readRevisions(folder)).filter(({ revision }) => revision < below);
  const numbers = jobs.flatMap(([first]) => first?.jobNumber ?? []);
  const layers = await Promise.all(
    revisions.filter(isAmended).flatMap((one) => layerOf(folder, one, numbers)),
  );
  const made = sameAs(revisions);
  if (layers.length + made.size === 0) return jobs;
  return jobs.map((outcomes) =>
    outcomes.map((one) => {
      const outcome = layers.reduce((before, layer) => layer(before), one);
      const madeAs = made.get(revisionOf(outcome));
      return madeAs === undefined ? outcome : { ...outcome, madeAs };
    }),
  );
}

/** The newest revision by whose outputs a study that was open is judged from then on; undefined for one whose outputs were not amended so. */
export async function findJudging(
  folder: Pick<DocumentFolder, 'list' | 'read'>,
): Promise<number | undefined> {
  const amended = (await readRevisions(folder)).filter(isAmended);
  return amended.findLast(({ amendment }) => amendment.readsAnew === true)?.revision;
}

/** The revision by whose outputs an outcome was judged. */
export function judgedBy(outcome: RunOutcome): number {
  return Math.max(outcome.judgedWith ?? 0, revisionOf(outcome));
}

function layerOf(
  folder: Pick<DocumentFolder, 'list' | 'read' | 'find'>,
  { revision, amendment: { recomputed, readsAnew } }: AmendedRevision,
  jobs: readonly number[],
): readonly Promise<Layer>[] {
  if (recomputed !== undefined) return [ofWhole(folder, recomputed)];
  return readsAnew === true ? [ofPages(folder, revision, jobs)] : [];
}

/** All was read anew before the amendment was kept. */
async function ofWhole(folder: Pick<DocumentFolder, 'read'>, name: string): Promise<Layer> {
  const anew = byAttempt(await folder.read(layout.recomputed(name)));
  return (outcome) => anew.get(attemptOf(outcome)) ?? outcome;
}

/** What isn't read anew yet has no values: a table never mixes those of several definitions. */
async function ofPages(
  folder: Pick<DocumentFolder, 'list' | 'find'>,
  revision: number,
  jobs: readonly number[],
): Promise<Layer> {
  const pages = await Promise.all(jobs.map((job) => readAnewPages(folder, revision, job)));
  const anew = byAttempt(pages.flat());
  return (outcome) => {
    if (judgedBy(outcome) >= revision || !isJudgedByOutputs(outcome)) return outcome;
    return anew.get(attemptOf(outcome)) ?? { ...outcome, values: {}, isUnread: true };
  };
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

function byAttempt(outcomes: readonly RunOutcome[]): ReadonlyMap<string, RunOutcome> {
  return new Map(outcomes.map((outcome) => [attemptOf(outcome), outcome]));
}

function attemptOf({ jobNumber, run, attempt }: RunOutcome): string {
  return `${jobNumber} ${run} ${attempt}`;
}
