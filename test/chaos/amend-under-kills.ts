import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '../kit/processes.ts';
import type { CommandEnd } from '../studies/run-study.ts';
import { giveAgain } from './command-again.ts';
import { findProgram, type HomeProgram } from './killable.ts';

export type Victim = HomeProgram | 'command line';

/** One after the other, each so long after the one before. */
export interface Kill {
  readonly victim: Victim;
  readonly afterMs: number;
}

/** A bound against hanging. */
const patienceMs = 180_000;

/**
 * Gives `doeflow amend` for a study, and the same command again when it is killed; returns at the end of the study.
 * @param kills those whose moment comes after that are left out
 * @returns how the last command ended, and how many kills there were
 */
export async function amendUnderKills(
  { home, env }: { readonly home: string; readonly env: Readonly<Record<string, string>> },
  [studyId, changed]: readonly [studyId: string, changed: string],
  kills: readonly Kill[],
): Promise<{ readonly end: CommandEnd; readonly killed: number }> {
  const args = ['amend', studyId, changed, '--apply', '--yes', '--json'];
  const command = giveAgain(args, env, [args]);
  let killed = 0;
  try {
    for (const { victim, afterMs } of kills) {
      await delay(afterMs);
      if (command.isOver()) break;
      if (victim === 'command line') await command.kill();
      else {
        const pid = await waitFor(
          `a ${victim}`,
          () => command.isOver() || findProgram(home, victim),
        );
        if (typeof pid !== 'number') break;
        process.kill(pid, 'SIGKILL');
      }
      killed += 1;
    }
    await waitFor('the end of the amendment', () => command.isOver(), patienceMs);
    return { end: await command.end(), killed };
  } finally {
    command.giveUp();
  }
}
