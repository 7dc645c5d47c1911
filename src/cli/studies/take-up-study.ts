/** A study whose workflow was lost goes on, with what the store has of it: nothing is submitted before the platform was asked for it. */
import { UsageError } from '../../errors.ts';
import { askYes, canAsk } from '../ask.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { exitCodes } from '../exit-codes.ts';
import type { PlannedStoredStudy } from './open-stored-study.ts';
import { findOpenStudy } from './open-study.ts';
import { restartStudy, type RestartOptions, type StartedStudy } from './start-study.ts';
import { studyGone } from './study-gone.ts';
import { readLoss } from './study-loss.ts';
import { findWaitingOccurrence } from './waiting-occurrence.ts';

export interface TakeUpOptions extends RestartOptions {
  /** The person is sure that no other Temporal server has the study. */
  readonly yes?: boolean;
  /** How often this command took the study up already, or would have. */
  readonly before?: number;
}

/** A command whose further workflows all close at once gives up. */
const timesAtMost = 5;

/**
 * Starts a further workflow of a study that has neither ended nor an open one; undefined where another command was quicker: then that one is open.
 * @throws UsageError USAGE_UNSEALED, USAGE_OTHER_STUDY_OPEN or USAGE_TAKEN_UP_IN_VAIN, code 5, where it can't come to an open workflow;
 * USAGE_INTERRUPTED, code 130, where the person doesn't wait for it
 * @throws UsageError USAGE_STUDY_WAITS, code 5; USAGE_STUDY_NEVER_STARTED, code 6; USAGE_STUDY_LOST, code 5, where the study may have its workflow on another Temporal server, and isn't taken up only to be stopped
 */
export async function takeUpStudy(
  context: CommandContext,
  engine: Engine,
  planned: PlannedStoredStudy,
  { yes = false, before = 0, ...purpose }: TakeUpOptions = {},
): Promise<StartedStudy | undefined> {
  const { studyId, starting, study, plan } = planned;
  requireGoingOn(context, studyId, before);
  if (await isOpenAlready(engine, planned)) return undefined;
  if ((await findWaitingOccurrence(engine, planned)) !== undefined) {
    throw await studyGone(engine, planned);
  }
  const loss = await readLoss(engine, planned);
  const isLost = loss.status === 'Lost';
  if (isLost && starting === 'new') throw await studyGone(engine, planned);
  // The embedded server of this home is the only one that can have had it.
  // To be stopped it runs nothing, so nothing can run twice.
  const isSafe = yes || engine.embedded || purpose.stop !== undefined;
  if (isLost && !isSafe) await requireNoOther(context, engine, studyId);
  context.output.note(
    `Study ${studyId} ${loss.how}. It is taken up again: what is collected stays, and its jobs are looked for on the platform before anything is submitted.`,
  );
  return restartStudy(engine, studyId, study, plan, {
    now: context.now(),
    ...purpose,
  });
}

/**
 * The command was neither interrupted, nor tried it in vain for too often.
 * @param before how often its workflow closed over it already
 */
export function requireGoingOn(
  { interrupt }: Pick<CommandContext, 'interrupt'>,
  studyId: string,
  before: number,
): void {
  if (interrupt.signal.aborted) {
    throw new UsageError(
      'USAGE_INTERRUPTED',
      `Interrupted while study ${studyId} was being taken up or asked: it may go on`,
      { exitCode: exitCodes.interrupted, hint: `doeflow status ${studyId}` },
    );
  }
  if (before < timesAtMost) return;
  throw new UsageError(
    'USAGE_TAKEN_UP_IN_VAIN',
    `Study ${studyId} was taken up, or asked, ${timesAtMost} times, and each time its workflow had closed at once`,
    {
      exitCode: exitCodes.refused,
      hint: `Look whether the workers have the payload key of this command line: doeflow doctor. How the study is: doeflow status ${studyId}`,
    },
  );
}

/** Whether another command was quicker. @throws UsageError where somebody else holds the id of its workflow */
async function isOpenAlready(
  engine: Engine,
  { studyId, snapshot }: PlannedStoredStudy,
): Promise<boolean> {
  const open = await findOpenStudy(engine, snapshot.studyName);
  if (open === undefined || open.studyId === studyId) return open !== undefined;
  throw otherStudyOpen(snapshot.studyName, open.studyId);
}

/** @param open the id of the study that has the name now */
export function otherStudyOpen(name: string, open: string): UsageError {
  return new UsageError(
    'USAGE_OTHER_STUDY_OPEN',
    `Another study of the name "${name}" is running: ${open}`,
    { exitCode: exitCodes.refused, hint: `Wait until it ends: doeflow watch ${open}` },
  );
}

async function requireNoOther(
  context: CommandContext,
  { settings, namespace }: Engine,
  studyId: string,
): Promise<void> {
  const { temporal } = settings;
  const address = temporal === 'embedded' ? 'this machine' : temporal.address;
  const why = `The Temporal server at ${address} (namespace ${namespace}) has no workflow of study ${studyId}. Where another one has it, to take it up here would be to run its jobs twice`;
  if (canAsk(context)) {
    context.output.note(`${why}.`);
    if (await askYes(context, 'Is this the server that it was started on?')) return;
  }
  throw new UsageError('USAGE_STUDY_LOST', why, {
    exitCode: exitCodes.refused,
    hint: `See doeflow config. Where no other server has it: doeflow resume ${studyId} --yes`,
  });
}
