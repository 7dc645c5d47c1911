import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { lookAtStudy } from '../src/look/index.ts';
import type { StudyProgress } from '../src/run/messages.ts';
import { isStudyOver } from '../src/run/run-state.ts';
import type { Trouble } from '../src/run/trouble.ts';
import { layout, type Store } from '../src/store/index.ts';
import { studyWorkflowId } from '../src/temporal/names.ts';

/** A study as its worker sees it: by its records where it has ended, else by its workflow. */
export interface SeenStudy {
  readonly progress?: StudyProgress;
  readonly troubles: readonly Trouble[];
  /** Nobody answered, or the study is being closed: what was known before may still be. */
  readonly isBlind: boolean;
}

/** Where a worker looks. */
export interface Seeing {
  readonly client: Client;
  readonly store: Pick<Store, 'study'>;
  /** True where Temporal is started again by itself. */
  readonly embedded: boolean;
}

/** Looks at a study once; undefined where the store doesn't have it any more. */
export async function seeStudy(
  { client, store, embedded }: Seeing,
  { studyId, studyName }: { readonly studyId: string; readonly studyName: string },
  now: Date,
): Promise<SeenStudy | undefined> {
  const folder = store.study(studyId);
  const ended = (): Promise<StudyProgress | undefined> => folder.find(layout.status);
  const before = await ended();
  if (before !== undefined) return { progress: before, troubles: [], isBlind: false };
  if (!(await folder.has(layout.snapshot))) return undefined;
  const handle = client.workflow.getHandle(studyWorkflowId(studyName));
  const look = await lookAtStudy({ temporalClient: client, embedded, handle }, now).catch(
    (error: unknown) => {
      if (error instanceof WorkflowNotFoundError) return undefined;
      throw error;
    },
  );
  const isOther = look?.progress !== undefined && look.progress.studyId !== studyId;
  if (look !== undefined && !look.closed && !isOther) {
    const { progress, troubles, isBlind } = look;
    // Its end is told once its records have it: until then neither its cost nor its results are written.
    if (progress === undefined || isStudyOver(progress.state)) return { troubles, isBlind: true };
    return { progress, troubles, isBlind };
  }
  // It may have ended while it was looked for.
  const since = await ended();
  if (since !== undefined) return { progress: since, troubles: [], isBlind: false };
  return { troubles: [lossOf(studyId, now)], isBlind: false };
}

/** A study whose workflow is gone without an end of the study. */
function lossOf(studyId: string, now: Date): Trouble {
  return {
    waitingFor: 'somebody to take it up, as its workflow is gone',
    since: now.toISOString(),
    attempts: 1,
    lastError: 'its workflow was ended in Temporal, and the study has no end',
    code: 'STUDY_LOST',
    whatToDo: `Take it up: doeflow resume ${studyId}; nothing is paid for twice`,
  };
}
