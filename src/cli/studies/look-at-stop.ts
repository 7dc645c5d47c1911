/** How a stop that was just ordered goes: what the platform made of it in the first seconds. */
import { setTimeout as delay } from 'node:timers/promises';
import { QueryNotRegisteredError } from '@temporalio/client';
import type { Trouble } from '../../run/trouble.ts';
import type { StudyProgress } from '../../run/messages.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { isOutage, lookAtStudy } from '../../look/look-at-study.ts';
import { progressName } from '../../temporal/names.ts';
import { withCommands } from '../watch/trouble-words.ts';
import type { OpenStudy } from './open-study.ts';
import { readStoredStudy } from './stored-study.ts';

/** What is seen of it. */
export interface StopLook {
  /** Where the study has ended; else it goes on stopping. */
  readonly ended: StudyProgress | undefined;
  /** Jobs that aren't at their end yet. */
  readonly jobsLeft: number;
  /** What the study told its reader since the order. */
  readonly notes: readonly string[];
  /** What the stop waits for. */
  readonly troubles: readonly Trouble[];
}

/** A command that only orders is worth no longer wait. */
const patienceMs = 5_000;
const lookMs = 300;
/** An order isn't kept waiting for what was said before. */
const notesMs = 2_000;

/** Notes of a study before it is asked to stop; none where it doesn't answer now. */
export async function notesBefore(
  engine: Engine,
  { handle }: Pick<OpenStudy, 'handle'>,
): Promise<readonly string[]> {
  try {
    const { notes } = await engine.temporalClient.withDeadline(Date.now() + notesMs, () =>
      handle.query<StudyProgress>(progressName),
    );
    return notes;
  } catch (error) {
    if (error instanceof QueryNotRegisteredError || isOutage(error)) return [];
    throw error;
  }
}

/** Looks until the study has ended, something is said or waited for, or the patience is over. @param told notes of before */
export async function lookAtStop(
  { interrupt }: Pick<CommandContext, 'interrupt'>,
  engine: Engine,
  { studyId, handle }: Pick<OpenStudy, 'studyId' | 'handle'>,
  told: readonly string[],
): Promise<StopLook> {
  const begun = performance.now();
  for (;;) {
    const look = await lookAtStudy({ ...engine, handle }, engine.now());
    const { progress, closed } = look;
    const ended = closed ? (await readStoredStudy(engine.store, studyId))?.ended : undefined;
    const notes = ((ended ?? progress)?.notes ?? []).filter((note) => !told.includes(note));
    const jobs = (ended ?? progress)?.jobs ?? [];
    const troubles = look.troubles.map((one) =>
      withCommands(one, engine.settings, {
        again: `doeflow watch ${studyId}`,
        embedded: engine.embedded,
      }),
    );
    const isOver = closed || notes.length > 0 || troubles.length > 0;
    const isLate = performance.now() - begun > patienceMs || interrupt.signal.aborted;
    if (isOver || isLate) {
      const jobsLeft = jobs.filter(({ phase }) => phase !== 'done' && phase !== 'failed').length;
      return { ended, jobsLeft, notes, troubles };
    }
    await delay(lookMs);
  }
}
