/** A study goes on whose workflow was lost: what the store has of its jobs is all that is known of them. */
import type { TakenUp } from '../../src/run/plan-summary.ts';
import type { StudyChange, StudyLedgerState } from './study-state.ts';

/** Jobs that a sentence names. */
const shown = 10;

/** What taking it up changes: who asked for it has seen the failures so far; what the retry policy still allows is asked anew. */
export function onTakenUp(
  { failed }: StudyLedgerState,
  { begun, onlyBegun, revision }: TakenUp,
): StudyChange {
  const jobs = `${begun.slice(0, shown).join(', ')}${begun.length > shown ? ', …' : ''}`;
  const found =
    begun.length === 0
      ? 'no job was under way'
      : `under way were jobs ${jobs}: they are looked for on the platform before anything is submitted`;
  return {
    change: {
      allowedFailures: failed,
      ...(onlyBegun === true ? {} : { retryable: failed }),
      ...(revision === undefined ? {} : { revision }),
    },
    note: `Taken up again, as its workflow was lost; ${found}`,
  };
}
