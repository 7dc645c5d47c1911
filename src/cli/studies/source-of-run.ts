import { mergeOutcomes, type RunOutcome } from '../../run/run-outcome.ts';
import { sourceText } from '../../run/reused-from.ts';
import { readAttempts, type StudyReader } from '../../store/index.ts';
import type { Output } from '../output/output.ts';
import { readStoredStudy, type StoredStudy } from './stored-study.ts';

/** A run with its study. */
export interface RunOfStudy {
  readonly stored: StoredStudy;
  readonly outcome: RunOutcome;
}

/** The run that was really run: the one that this one was reused from, where the store still has it, else this one. Says so. */
export async function sourceOfRun(
  output: Pick<Output, 'note'>,
  store: StudyReader,
  { stored, outcome }: RunOfStudy,
): Promise<RunOfStudy> {
  const { reusedFrom } = outcome;
  if (reusedFrom === undefined) return { stored, outcome };
  const source = await readStoredStudy(store, reusedFrom.studyId);
  const found =
    source && mergeOutcomes(await readAttempts(store.study(source.studyId))).get(reusedFrom.run);
  if (source === undefined || found === undefined) return { stored, outcome };
  output.note(
    `Run ${outcome.run} was not run again: this is the log of ${sourceText(outcome)}, which stands for it`,
  );
  return { stored: source, outcome: found };
}
