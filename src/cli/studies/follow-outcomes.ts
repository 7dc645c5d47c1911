/** Tells what becomes of each run of a study as it is collected, until the study ends. */
import { mergeOutcomes, type RunOutcome } from '../../run/run-outcome.ts';
import { readAttempts, type Store } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { printableLine } from '../printable.ts';
import { pause } from '../watch/pause.ts';
import { readStoredStudy } from './stored-study.ts';

/** Between two looks at the store. */
const intervalMs = 2_000;

/** @returns the outcomes that were told, in the order of their coming, once the study ended or the user interrupted */
export async function followOutcomes(
  context: CommandContext,
  store: Store,
  studyId: string,
): Promise<readonly RunOutcome[]> {
  const { output, interrupt } = context;
  interrupt.handle();
  const told: RunOutcome[] = [];
  const known = new Set<string>();
  output.note(
    `Following the runs of ${studyId} as they are collected. What it waits for: doeflow status ${studyId}`,
  );
  for (;;) {
    // Read first: what is collected before a study's end is told before it.
    const ended = (await readStoredStudy(store, studyId))?.ended;
    const outcomes = [...mergeOutcomes(await readAttempts(store.study(studyId))).values()];
    for (const outcome of outcomes.sort((a, b) => a.run - b.run)) {
      const key = `${outcome.run}/${outcome.attempt}`;
      if (known.has(key)) continue;
      known.add(key);
      told.push(outcome);
      if (!output.json) await output.write(`${printableLine(lineOf(outcome))}\n`);
    }
    if (ended !== undefined) {
      output.note(`Study ${studyId} has ended: ${ended.state}`);
      return told;
    }
    await pause(intervalMs, interrupt.signal);
    if (interrupt.signal.aborted) {
      context.end(exitCodes.interrupted);
      return told;
    }
  }
}

function lineOf({ run, attempt, status, reason, message, endedAt }: RunOutcome): string {
  return [
    ...(endedAt === undefined ? [] : [endedAt]),
    `run ${run}${attempt > 1 ? `, attempt ${attempt}` : ''}: ${status}`,
    ...[reason, message].filter((part) => part !== undefined),
  ].join('  ');
}
