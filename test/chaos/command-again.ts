import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { distFolder } from '../kit/dist-folder.ts';
import { commandEnvironment, type CommandEnd } from '../studies/run-study.ts';
import type { ChaosStudy } from './chaos-study.ts';

/** A person who gave a command, and comes back when the command line is killed. */
export interface CommandAgain {
  /** Kills the command line and gives the next one at once. */
  readonly kill: () => Promise<void>;
  /** How the last command line ended. */
  readonly end: () => Promise<CommandEnd>;
  readonly isOver: () => boolean;
  /** Ends what is still running. */
  readonly giveUp: () => void;
}

/** So often a person repeats a command that could not reach the platform. */
const mostRepeats = 5;

interface Running {
  readonly child: ChildProcess;
  readonly end: Promise<CommandEnd>;
}

/**
 * Gives `doeflow run` for a study.
 * @param watchFirst what brings it back first
 */
export function runAgain(
  study: ChaosStudy,
  name: string,
  env: Readonly<Record<string, string>>,
  watchFirst: boolean,
): CommandAgain {
  const results = join(study.folder, 'results');
  const run = ['run', study.folder, '--results', results, '--json'];
  const watch = ['watch', name, '--json'];
  return giveAgain(run, env, watchFirst ? [watch, run] : [run, watch]);
}

/**
 * Gives a command.
 * @param next what follows one that was killed, in turn
 */
export function giveAgain(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  next: readonly (readonly string[])[],
): CommandAgain {
  let over = false;
  let repeats = 0;
  let kills = 0;
  let current = start(command);

  function start(args: readonly string[]): Running {
    const child = spawn(process.execPath, [join(distFolder(), 'src/cli/main.js'), ...args], {
      env: commandEnvironment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
    const end = once(child, 'close').then(([exitCode]) => ({
      exitCode: exitCode as number | null,
      ...said,
    }));
    const started = { child, end };
    void end.then(({ exitCode }) => {
      if (current !== started) return;
      // Its meaning is that the command may be repeated: the platform could not be reached just then.
      if (exitCode === 7 && repeats < mostRepeats) {
        repeats += 1;
        current = start(command);
      } else over = true;
    });
    return started;
  }

  return {
    async kill() {
      const killed = current;
      if (over) return;
      killed.child.kill('SIGKILL');
      current = start(next[kills % next.length] ?? command);
      kills += 1;
      await killed.end;
    },
    end: () => current.end,
    isOver: () => over,
    giveUp: () => void current.child.kill('SIGKILL'),
  };
}
