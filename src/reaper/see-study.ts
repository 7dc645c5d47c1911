/** What became of a study, by its store and by Temporal. */
import { layout } from '../store/index.ts';
import { studyWorkflowId } from '../temporal/names.ts';
import type { ReaperDependencies } from './dependencies.ts';
import type { StudySeen, StudyWorkflowSeen } from './thing.ts';

/** A command that says it starts a workflow, and was killed over it, is believed for so long; in milliseconds. */
const startingMs = 10 * 60_000;

/** Undefined for a study that isn't in the store. */
export async function seeStudy(
  { store, workflows, isOnPlatform, now }: ReaperDependencies,
  studyId: string,
): Promise<StudySeen | undefined> {
  const folder = store.study(studyId);
  const snapshot = await folder.find(layout.snapshot);
  if (snapshot === undefined) return undefined;
  const isElsewhere = !(await isOnPlatform(studyId));
  const workflow = isElsewhere
    ? ({ kind: 'unknown' } as const)
    : await seeWorkflow(workflows, studyId, snapshot.studyName, await folder.has(layout.status));
  // Read last: a start that began before the look at its workflow is seen by one of the two.
  const starting = await folder.find(layout.starting);
  const isTakenUp =
    starting !== undefined && now().getTime() - Date.parse(starting.at) < startingMs;
  return { studyId, studyName: snapshot.studyName, isElsewhere, isTakenUp, workflow };
}

async function seeWorkflow(
  workflows: ReaperDependencies['workflows'],
  studyId: string,
  studyName: string,
  hasEnded: boolean,
): Promise<StudyWorkflowSeen> {
  const seen = await workflows.look(studyWorkflowId(studyName));
  // Studies of one name share a workflow's id: a later one says nothing of this one but that it is not open.
  if (seen?.studyId === studyId || (seen !== undefined && seen.studyId === undefined)) {
    return seen.isOpen
      ? { kind: 'open' }
      : { kind: 'closed', status: seen.status, closedAt: seen.closedAt };
  }
  if (hasEnded) return { kind: 'closed', status: 'COMPLETED', closedAt: undefined };
  return seen === undefined || seen.studyId === null
    ? { kind: 'unknown' }
    : { kind: 'closed', status: 'REPLACED', closedAt: undefined };
}
