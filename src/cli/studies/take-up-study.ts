/** A study whose workflow was lost goes on, with what the store has of it: nothing is submitted before the platform was asked for it. */
import { UsageError } from '../../errors.ts';
import { askYes, canAsk } from '../ask.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { exitCodes } from '../exit-codes.ts';
import type { PlannedStoredStudy } from './open-stored-study.ts';
import { restartStudy, type RestartOptions, type StartedStudy } from './start-study.ts';
import { studyGone } from './study-gone.ts';
import { readLoss } from './study-loss.ts';
import { findWaitingOccurrence } from './waiting-occurrence.ts';

export interface TakeUpOptions extends RestartOptions {
  /** The person is sure that no other Temporal server has the study. */
  readonly yes?: boolean;
}

/**
 * Starts a further workflow of a study that has neither ended nor an open one; undefined where another command was quicker: then that one is open.
 * @throws UsageError USAGE_STUDY_WAITS, code 5; USAGE_STUDY_NEVER_STARTED, code 6; USAGE_STUDY_LOST, code 5, where the study may have its workflow on another Temporal server
 */
export async function takeUpStudy(
  context: CommandContext,
  engine: Engine,
  planned: PlannedStoredStudy,
  { yes = false, ...purpose }: TakeUpOptions = {},
): Promise<StartedStudy | undefined> {
  const { studyId, starting, study, plan } = planned;
  if ((await findWaitingOccurrence(engine, planned)) !== undefined) {
    throw await studyGone(engine, planned);
  }
  const loss = await readLoss(engine, planned);
  const isLost = loss.status === 'Lost';
  if (isLost && starting === 'new') throw await studyGone(engine, planned);
  // The embedded server of this home is the only one that can have had it.
  if (isLost && !engine.embedded && !yes) await requireNoOther(context, engine, studyId);
  context.output.note(
    `Study ${studyId} ${loss.how}. It is taken up again: what is collected stays, and its jobs are looked for on the platform before anything is submitted.`,
  );
  return restartStudy(engine, studyId, study, plan, {
    now: context.now(),
    ...purpose,
  });
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
