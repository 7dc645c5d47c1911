import { mergeOutcomes, type RunOutcome } from '../../run/run-outcome.ts';
import { readAttempts, type StudyReader } from '../../store/index.ts';
import { readStoredStudy, type StoredStudy } from './stored-study.ts';

/** A run with its study. */
export interface RunOfStudy {
  readonly stored: StoredStudy;
  readonly outcome: RunOutcome;
}

/** The run that was really run: the one that this one was reused from, where the store still has it, else this one. */
export async function sourceOfRun(
  store: StudyReader,
  { stored, outcome }: RunOfStudy,
): Promise<RunOfStudy> {
  const { reusedFrom } = outcome;
  if (reusedFrom === undefined) return { stored, outcome };
  const source = await readStoredStudy(store, reusedFrom.studyId);
  const found =
    source && mergeOutcomes(await readAttempts(store.study(source.studyId))).get(reusedFrom.run);
  return source === undefined || found === undefined
    ? { stored, outcome }
    : { stored: source, outcome: found };
}
