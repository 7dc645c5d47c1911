import { createRunJudges } from '../src/extract/index.ts';
import { firstRevision } from '../src/run/first-revision.ts';
import type { RunOutcome } from '../src/run/run-outcome.ts';
import { findJudging, judgedBy } from '../src/store/index.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { CachedStudy } from './study-cache.ts';

/** A study as what ran with one revision of its files is judged. */
export interface JudgedStudy extends CachedStudy {
  /** The later revision whose outputs judge it; absent: those with which it ran do. */
  readonly judgedWith?: number;
}

/** The study at a revision, with the outputs by which its runs are judged from now on. */
export async function judgedStudy(
  { store, studyCache }: Pick<ActivityDependencies, 'store' | 'studyCache'>,
  studyId: string,
  revision: number = firstRevision,
): Promise<JudgedStudy> {
  const judging = await findJudging(store.study(studyId));
  const ran = await studyCache.get(studyId, revision);
  if (judging === undefined || judging <= revision) return ran;
  const { variables } = (await studyCache.get(studyId, judging)).study;
  const study = { ...ran.study, variables };
  return { ...ran, study, judges: createRunJudges(study), judgedWith: judging };
}

/** Whether an outcome was judged by the outputs that such a study has now. */
export function isJudgedSo({ judgedWith }: JudgedStudy, outcome: RunOutcome): boolean {
  return judgedWith === undefined || judgedBy(outcome) >= judgedWith;
}
