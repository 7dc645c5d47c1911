import { layout } from '../../src/store/index.ts';
import { studyWorkflowId } from '../../src/temporal/names.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Whether a study still runs: it has no end, and its workflow is open. */
export async function isStudyOpen(
  { store, workflows }: Pick<ActivityDependencies, 'store' | 'workflows'>,
  studyId: string,
): Promise<boolean> {
  const folder = store.study(studyId);
  const snapshot = await folder.find(layout.snapshot);
  if (snapshot === undefined || (await folder.has(layout.status))) return false;
  const seen = await workflows.look(studyWorkflowId(snapshot.studyName));
  return seen?.isOpen === true && seen.studyId === studyId;
}
