import { layout, readRunsUnderWay, type StandOfStudy } from '../../src/store/index.ts';
import { studyWorkflowId } from '../../src/temporal/names.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** A job that was submitted longer ago isn't counted on, where its study is lost before anybody waits for it. */
const oldestMs = 24 * 3_600_000;

const none: ReadonlySet<number> = new Set();

/** What a study has yet to give, by its records and its workflow. @param since jobs that were submitted before aren't counted on */
export async function standOfStudy(
  { store, workflows }: Pick<ActivityDependencies, 'store' | 'workflows'>,
  studyId: string,
  since?: Date,
): Promise<StandOfStudy> {
  const folder = store.study(studyId);
  const snapshot = await folder.find(layout.snapshot);
  if (snapshot === undefined || (await folder.has(layout.status)))
    return { kind: 'over', underWay: none };
  const seen = await workflows.look(studyWorkflowId(snapshot.studyName));
  if (seen?.isOpen === true && seen.studyId === studyId) return { kind: 'open', underWay: none };
  return { kind: 'lost', underWay: await readRunsUnderWay(folder, since) };
}

/** {@link standOfStudy} for a study that decides whom it waits for. */
export function createStandReader(
  dependencies: Pick<ActivityDependencies, 'store' | 'workflows' | 'now'>,
): (studyId: string) => Promise<StandOfStudy> {
  return (studyId) =>
    standOfStudy(dependencies, studyId, new Date(dependencies.now().getTime() - oldestMs));
}
