/** What costs is sent only within the limit of the study's cost. */
import { condition, patched } from '@temporalio/workflow';
import type { CostAnswer } from '../../src/run/budget-contract.ts';
import type { StudyContext } from './study-context.ts';

/** How it is told that jobs run, and that the next one waits for what these cost. */
const heldWords = 'running jobs; the next one waits for what they cost';

/** How long what has ended, and isn't settled yet, is waited for between two looks at the most, in retry waits of the pace; at first for one of them. */
const settlingWaits = 10;

/**
 * Gives back the question whether a job may be paid for now. Where that hangs on what jobs under way take, it waits for their end; where the limit
 * doesn't allow it, the study pauses.
 */
export function createBudgetKeeper(context: StudyContext): (jobNumber: number) => Promise<boolean> {
  const { ledger } = context;
  let held:
    { readonly jobNumber: number; readonly inFlight: number; readonly looks: number } | undefined;
  return async (jobNumber) => {
    if (!ledger.guards.hasCostLimit(ledger.state.plan) || isPaidByCluster(context)) return true;
    const inFlight = ledger.jobs.inFlightCount;
    const looks = ledger.guards.state.costLimitLooks ?? 0;
    if (held?.jobNumber === jobNumber && held.inFlight === inFlight && held.looks === looks) {
      return false;
    }
    held = undefined;
    const answer = await ask(context, jobNumber);
    if (answer.verdict === 'fits') {
      takeCut(context, jobNumber, answer);
      showNoneHeld(context);
      return true;
    }
    // What executes is paid for: a study that nobody watches isn't stopped before it has ended.
    const waits = answer.verdict === 'later' || context.input.unattended === true;
    if (waits && inFlight > 0) {
      held = { jobNumber, inFlight, looks };
      ledger.showActivity(`${heldWords}: ${answer.why}`);
      return false;
    }
    pauseOver(context, answer);
    return false;
  };
}

/** The job that waited for what others cost has begun, or is not wanted any more: the study doesn't tell of it any longer. */
export function showNoneHeld({ ledger }: StudyContext): void {
  if (ledger.state.activity.startsWith(heldWords)) ledger.showActivity('running jobs');
}

/** What runs on the study's own cluster costs nothing beside it; where the platform refused that, jobs are paid for as those of any other study. */
function isPaidByCluster({ ledger: { state } }: StudyContext): boolean {
  if (state.plan?.cluster?.kind !== 'own') return false;
  // Studies of before set nothing aside.
  return !(state.cluster.kind === 'refused' && patched('refused-cluster-paid'));
}

/** Whether the study's cluster may be paid for; a study whose limit doesn't allow it pauses. */
export async function affordsCluster(context: StudyContext): Promise<boolean> {
  const { ledger, input } = context;
  if (!ledger.guards.hasCostLimit(ledger.state.plan)) return true;
  for (let waits = 1; ; waits = Math.min(2 * waits, settlingWaits)) {
    const answer = await ask(context);
    if (answer.verdict === 'fits') return true;
    if (answer.verdict !== 'later') {
      pauseOver(context, answer);
      return false;
    }
    ledger.showActivity(`waiting for what the cluster before it took: ${answer.why}`);
    const { costLimitLooks } = ledger.guards.state;
    const isOther = (): boolean =>
      ledger.stopping ||
      ledger.state.state !== 'Running' ||
      ledger.guards.state.costLimitLooks !== costLimitLooks;
    await condition(isOther, input.pace.retryMs * waits, {
      summary: 'until it is known what the cluster before took',
    });
    if (ledger.stopping || ledger.state.state !== 'Running') return false;
  }
}

/** Why a cluster that was refused before can't be paid for now; undefined where that is set aside. The study goes on without it as before. */
export async function whyNoCluster(context: StudyContext): Promise<string | undefined> {
  if (!context.ledger.guards.hasCostLimit(context.ledger.state.plan)) return undefined;
  const { verdict, why } = await ask(context);
  return verdict === 'fits' ? undefined : why;
}

/** A job that was cut has a further one after it, with what is left of it. */
function takeCut(
  { ledger }: StudyContext,
  jobNumber: number,
  { left, leftFirst }: CostAnswer,
): void {
  if (left === undefined) return;
  const { nextJobNumber } = ledger.jobs.state;
  // Those that the retry policy runs again count as mended until they have run.
  const mends = ledger.jobs.state.mending[jobNumber] === undefined ? 0 : left;
  ledger.jobs.queueRetry(undefined, leftFirst ?? left, mends);
  ledger.note(
    `Job ${jobNumber} was cut, as the limit of the study's cost has no room for all of it: ${left} of its runs follow as job ${nextJobNumber}`,
  );
}

async function ask(context: StudyContext, jobNumber?: number): Promise<CostAnswer> {
  const { ledger, input, proxies } = context;
  const { sentRevision, plan } = ledger.state;
  const hasCluster = plan?.cluster?.kind === 'own';
  const answer = await proxies.read.reserveCost({
    studyId: input.studyId,
    ...(jobNumber === undefined ? {} : { jobNumber, spare: ledger.jobs.state.nextJobNumber }),
    ...(jobNumber !== undefined && hasCluster ? { ownHardware: true } : {}),
    inFlight: ledger.jobs.inFlightNumbers,
    ...(sentRevision === undefined ? {} : { revision: sentRevision }),
  });
  for (const overrun of answer.overruns ?? []) ledger.note(overrun);
  return answer;
}

/** Holds the study; what executes was paid for, and runs to its end. One that nobody watches is stopped. */
function pauseOver(
  { ledger, input: { studyId, unattended } }: StudyContext,
  answer: CostAnswer,
): void {
  // While it was asked, a person may have paused or stopped it.
  if (ledger.stopping || ledger.state.state !== 'Running') return;
  const why =
    answer.verdict === 'unknown'
      ? `the limit of its cost can’t be held: ${answer.why}`
      : answer.why;
  if (unattended === true) {
    ledger.note(`Stopped by the guard budget: ${why}`);
    return ledger.abort();
  }
  ledger.turn(`paused by the guard budget: ${why}`, 'budget');
  ledger.note(
    `Paused by the guard budget: ${why}. Nothing more is started; what executes runs to its end. To go on: doeflow budget ${studyId} --set AMOUNT, then doeflow resume ${studyId}; to end the study with what it has: doeflow stop ${studyId}`,
  );
}
