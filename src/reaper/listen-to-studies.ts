import { studyWorkflowId } from '../temporal/names.ts';
import type { ReaperDependencies } from './dependencies.ts';
import type { StudySeen } from './thing.ts';

/** Each silence takes its time: after so many, and no answer, no worker is up for the others either. */
const mostSilences = 2;

/** Gives back a function that marks a study whose open workflow doesn't answer, where anybody wants to know. */
export function listenToStudies({
  answered,
}: Pick<ReaperDependencies, 'answered'>): (
  study: StudySeen | undefined,
) => Promise<StudySeen | undefined> {
  let silences = 0;
  let answers = 0;
  let before: Promise<unknown> = Promise.resolve();
  const isSilent = async (studyName: string): Promise<boolean> => {
    if (answers === 0 && silences >= mostSilences) return true;
    const isHeard = (await answered?.isAnswering(studyWorkflowId(studyName))) !== false;
    if (isHeard) answers += 1;
    else silences += 1;
    return !isHeard;
  };
  return async (study) => {
    if (answered === undefined || study?.workflow.kind !== 'open' || study.isElsewhere) {
      return study;
    }
    const { studyName } = study;
    if (studyName === undefined) return study;
    // One after the other, so that the first silences speak for the rest.
    const told = before.then(() => isSilent(studyName));
    before = told.catch(() => undefined);
    return (await told) ? { ...study, isSilent: true } : study;
  };
}
