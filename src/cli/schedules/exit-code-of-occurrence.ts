import type { RecurrenceResult } from '../../run/archive-contract.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';

/** 0 where nothing moved; 3 where the study didn't end well; 5 where it wasn't run; 9 else. */
export function exitCodeOfOccurrence({
  comparison,
  state,
}: Pick<RecurrenceResult, 'comparison' | 'state'>): ExitCode {
  if (comparison === 'first' || comparison === 'same') return exitCodes.done;
  if (comparison === 'skipped') return exitCodes.refused;
  return comparison === 'incomparable' && state !== 'Finished'
    ? exitCodes.studyFailed
    : exitCodes.moved;
}
