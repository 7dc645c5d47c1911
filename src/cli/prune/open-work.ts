/** What Temporal has open just now: whatever it is, its study stays. */
import { studyWorkflowId } from '../../temporal/names.ts';
import { createWorkflowDesk } from '../../temporal/workflow-desk.ts';
import { layout } from '../../store/index.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { StoredStudy } from '../studies/stored-study.ts';

/** Says why a study may not be removed because of what is open; undefined where nothing is. */
export type OpenWork = (
  study: Pick<StoredStudy, 'studyId' | 'snapshot'>,
) => Promise<string | undefined>;

/** Reads Temporal's list once, which may be a moment late; each study's own workflow is asked for besides. */
export async function readOpenWork(engine: Engine): Promise<OpenWork> {
  const ids: string[] = [];
  const studies = new Set<string>();
  const query = 'ExecutionStatus = "Running"';
  for await (const { workflowId, memo } of engine.temporalClient.workflow.list({ query })) {
    ids.push(workflowId);
    if (typeof memo?.['studyId'] === 'string') studies.add(memo['studyId']);
  }
  return async (study) => {
    const { studyId } = study;
    const child = ids.find((id) => id.startsWith(`${studyId}-`));
    if (child !== undefined) return `its workflow ${child} is open in Temporal`;
    if (studies.has(studyId)) return 'its workflow is open in Temporal';
    return openNow(engine, study);
  };
}

/** Whether the study's own workflow is open, or a command is about to start it. */
export async function openNow(
  { store, temporalClient }: Engine,
  { studyId, snapshot }: Pick<StoredStudy, 'studyId' | 'snapshot'>,
): Promise<string | undefined> {
  // The mark first: a start that takes it away has its workflow by then.
  if (await store.study(studyId).has(layout.starting)) {
    return `a command is starting it, or was cut off over that: doeflow watch ${studyId} tells`;
  }
  const seen = await createWorkflowDesk(temporalClient).look(studyWorkflowId(snapshot.studyName));
  if (seen?.isOpen !== true) return undefined;
  const isOther = typeof seen.studyId === 'string' && seen.studyId !== studyId;
  return isOther ? undefined : 'its workflow is open in Temporal';
}
