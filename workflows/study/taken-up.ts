/** A study goes on whose workflow was lost: what the store has of its jobs is all that is known of them. */
import type { TakenUp } from '../../src/run/plan-summary.ts';
import { startJob } from './start-job.ts';
import type { StudyContext } from './study-context.ts';
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

/** Gives every job that was begun a workflow: its own where that lives, else one that looks first for what is on the platform. */
export async function adoptJobs(context: StudyContext): Promise<void> {
  const { jobs } = context.ledger;
  if (jobs.state.adopted.length === 0) return;
  for (const jobNumber of jobs.state.adopted) {
    await startJob(context, jobNumber);
    jobs.adopted(jobNumber);
  }
}
