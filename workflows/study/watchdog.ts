/** Looks again at whatever is in flight and silent: a workflow that was lost behind a continue-as-new, news that never came. */
import { condition, patched, sleep } from '@temporalio/workflow';
import { silenceMs } from '../effect-policies.ts';
import type { JobProgress } from '../../src/run/messages.ts';
import { isNothingNew } from './job-progress.ts';
import { askForClusterAgain } from './lend-cluster.ts';
import { askJob } from './start-job.ts';
import type { StudyContext } from './study-context.ts';
import type { StudyLedgerState } from './study-state.ts';

/** Jobs that are asked at one look: a large window must not fill the history. */
const jobsAtOnce = 20;

/** Silence after which the looks stop growing apart. */
const longestMs = 3_600_000;

type Said = JobProgress | StudyLedgerState['cluster'] | undefined;

function isSilentSince(before: Said, said: Said): boolean {
  const areJobs =
    before !== undefined && 'phase' in before && said !== undefined && 'phase' in said;
  return areJobs ? isNothingNew(before, said) : before === said;
}

/** One thing that is watched: what it said last, and for how long it has said nothing. */
interface Watched {
  readonly said: Said;
  readonly quietMs: number;
  /** The silence after which it is looked at. */
  readonly dueMs: number;
}

/**
 * Runs until it is cancelled. A timer runs only while something is in flight; it fires after a silence that doubles, up to an hour, while
 * nothing at all is heard, and each silent job is looked at after a silence that doubles likewise.
 */
export async function watchdog(context: StudyContext): Promise<void> {
  const { jobs } = context.ledger;
  const shortestMs = silenceMs(context.input.pace);
  const waitsForCluster = (): boolean => {
    const { kind } = context.ledger.state.cluster;
    return (
      context.ledger.state.plan?.cluster?.kind === 'own' && (kind === 'asked' || kind === 'ready')
    );
  };
  let watched = new Map<number | 'cluster', Watched>();
  let waitMs = shortestMs;
  for (;;) {
    await condition(() => jobs.inFlightCount > 0 || waitsForCluster());
    await sleep(waitMs, { summary: 'until what is silent is looked at again' });
    const now = new Map<number | 'cluster', Watched>();
    const watch = (key: number | 'cluster', said: Said): void => {
      const before = watched.get(key);
      const isSilent = before !== undefined && isSilentSince(before.said, said);
      now.set(
        key,
        isSilent
          ? { ...before, quietMs: before.quietMs + waitMs }
          : { said, quietMs: before === undefined ? waitMs : 0, dueMs: shortestMs },
      );
    };
    // Between its turn and the messages to jobs it may be lost or given back; engines of before asked all the same.
    const isClusterFirst =
      waitsForCluster() && (jobs.inFlightCount === 0 || patched('cluster-asked-first'));
    if (isClusterFirst) watch('cluster', context.ledger.state.cluster);
    for (const jobNumber of jobs.inFlightNumbers) watch(jobNumber, jobs.state.inFlight[jobNumber]);
    if (!isClusterFirst && waitsForCluster()) watch('cluster', context.ledger.state.cluster);

    const due = [...now].filter(([, { quietMs, dueMs }]) => quietMs >= dueMs).slice(0, jobsAtOnce);
    const isQuiet = [...now.values()].every(({ quietMs }) => quietMs > 0);
    for (const [key, { said, dueMs }] of due) {
      if (key === 'cluster') await askForClusterAgain(context);
      else if (jobs.state.inFlight[key] === said) await askJob(context, key);
      now.set(key, { said, quietMs: 0, dueMs: Math.min(2 * dueMs, longestMs) });
    }
    watched = now;
    waitMs = isQuiet ? Math.min(2 * waitMs, longestMs) : shortestMs;
  }
}
