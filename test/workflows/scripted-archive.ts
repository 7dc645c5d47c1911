/** Activities of a pretended archive, in memory: enough to drive every turn of a pass without a platform and a destination. */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type {
  ApprovalDecision,
  ArchiveActivities,
  ArchiveOrderSummary,
  DeletionPlan,
  PassCounts,
  PassProgress,
  PassSelection,
} from '../../src/run/archive-contract.ts';

export interface ArchiveScript {
  readonly order?: Partial<ArchiveOrderSummary>;
  readonly selection?: Partial<PassSelection>;
  readonly plan?: DeletionPlan;
  /** Awaited by every call before it does anything; what it throws, the call throws. */
  before?(call: string): Promise<void> | void;
}

/** A scripted archive and what it has seen so far. */
export interface ScriptedArchive {
  readonly activities: ArchiveActivities;
  /** The calls it got, in order, such as `archiveJobs 3`. */
  readonly calls: readonly string[];
  readonly decisions: readonly ApprovalDecision[];
  /** Progress of every pass that closed. */
  readonly closed: readonly PassProgress[];
  /** Batches that were archived at the same moment, at most. */
  readonly widest: () => number;
}

const ten: PassCounts = { jobs: 10, files: 20, bytes: 1000, failed: 0 };

/** Gives back the activities of an archive whose batches have ten jobs. */
export function scriptArchive(script: ArchiveScript, destinationKey: string): ScriptedArchive {
  const calls: string[] = [];
  const decisions: ApprovalDecision[] = [];
  const closed: PassProgress[] = [];
  let under = 0;
  let widest = 0;
  const called = async (name: string, detail: unknown = ''): Promise<void> => {
    const call = `${name} ${String(detail)}`.trim();
    calls.push(call);
    await script.before?.(call);
  };
  const activities: ArchiveActivities = {
    async openPass() {
      await called('openPass');
      const order = { destination: '/archive', deleteJobs: false, approve: false };
      return { destinationKey, ...order, ...script.order };
    },
    async selectJobs() {
      await called('selectJobs');
      return { batches: 1, jobs: 10, left: { running: 2 }, studies: [], ...script.selection };
    },
    async archiveJobs({ batch }) {
      under += 1;
      widest = Math.max(widest, under);
      await called('archiveJobs', batch).finally(() => (under -= 1));
      return ten;
    },
    async proveJobs({ batch }) {
      await called('proveJobs', batch);
      return ten;
    },
    async archiveStudy({ studyId }) {
      await called('archiveStudy', studyId);
      return ten;
    },
    async planDeletions() {
      await called('planDeletions');
      return script.plan ?? { jobs: 20, bytes: 2000, batches: 2 };
    },
    async deleteJobs({ batch }) {
      await called('deleteJobs', batch);
      return ten;
    },
    async recordDecision({ decision }) {
      await called('recordDecision', decision.decision);
      decisions.push(decision);
    },
    async closePass({ archive, passTime, progress }) {
      await called('closePass');
      closed.push(progress);
      const { archived, proven, deleted, notes } = progress;
      const failed = archived.failed + proven.failed + deleted.failed;
      const counts = { archived, proven, deleted, notes, awaitingApproval: 0 };
      return { archive, passTime, outcome: failed === 0 ? 'clean' : 'troubled', ...counts };
    },
  };
  return { activities, calls, decisions, closed, widest: () => widest };
}

/** Holds an activity until it is cancelled. */
export async function untilCancelled(): Promise<never> {
  for (;;) {
    // Cancellation reaches an activity by its heartbeats.
    Context.current().heartbeat();
    await Context.current().sleep(20);
  }
}

/** What an activity throws that no further try mends. */
export function refusedBy(sentence: string): Error {
  return ApplicationFailure.nonRetryable(sentence, 'ARCHIVE');
}
