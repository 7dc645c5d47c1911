/** A study goes on whose workflow was lost: what the store has of its jobs is all that is known of them. */
import type { TakenUp } from '../../src/run/plan-summary.ts';
import type { RetryRequest } from '../../src/run/messages.ts';
import { heldRunsOf } from './asked-retries.ts';
import type { StudyChange } from './study-state.ts';

/** Jobs that a sentence names. */
const shown = 10;

/** What is known of a study as it is taken up. */
interface TakenUpStudy {
  /** Runs that have failed. */
  readonly failed: number;
  /** Those of them that nobody stopped. */
  readonly counted: number;
  /** Runs that a person asks for; absent: the study goes on with all. */
  readonly retry: RetryRequest | undefined;
  /** Of the start. */
  readonly ticket: string | undefined;
}

/** What taking it up changes: who asked for it has seen the failures so far; what was stopped before goes on; what the retry policy still allows is asked anew. */
export function onTakenUp(
  { failed, counted, retry, ticket }: TakenUpStudy,
  { begun, onlyBegun, revision, reaped = [], stopped = [] }: TakenUp,
): StudyChange {
  const found =
    begun.length === 0
      ? 'no job was under way'
      : `under way were jobs ${listOf(begun)}: they are looked for on the platform before anything is submitted`;
  const byOthers = stopped.filter((jobNumber) => !reaped.includes(jobNumber));
  const stops = [
    ...sentenceOf(reaped, 'by doeflow’s reaper, as nobody answered for them'),
    ...sentenceOf(byOthers, 'by the study itself, before it was lost'),
  ];
  // What the lost execution had been asked for and hadn't begun is in no record of its jobs.
  const rest = retry === undefined ? restOf(onlyBegun === true, failed) : [];
  const goesOn = retry === undefined || retry.runs === 'failed';
  return {
    change: {
      // A retry of all that failed has what was stopped among it; one of certain runs asks for no others.
      ...(retry === undefined && stopped.length > 0
        ? { requests: [heldRunsOf(stopped, ticket)] }
        : {}),
      allowedFailures: counted,
      ...(onlyBegun === true ? {} : { retryable: failed }),
      ...(revision === undefined ? {} : { revision }),
    },
    note: [
      `Taken up again, as its workflow was lost; ${found}`,
      ...(goesOn ? stops : []),
      ...rest,
    ].join('. '),
  };
}

function restOf(onlyBegun: boolean, failed: number): readonly string[] {
  if (onlyBegun) {
    return [
      'The study had ended once and was being run again in part: of that, only what had begun goes on; for all that is not done then: doeflow retry with --failed',
    ];
  }
  return failed === 0
    ? []
    : [
        'A retry that a person had asked for and that had not begun is not known any more: ask for it again with doeflow retry',
      ];
}

function sentenceOf(jobs: readonly number[], byWhom: string): readonly string[] {
  if (jobs.length === 0) return [];
  const were = jobs.length === 1 ? 'Job' : 'Jobs';
  return [
    `${were} ${listOf(jobs)} had been stopped ${byWhom}: what was not run to its end goes on`,
  ];
}

function listOf(jobs: readonly number[]): string {
  return `${jobs.slice(0, shown).join(', ')}${jobs.length > shown ? ', …' : ''}`;
}
