import { EventEmitter } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import { commandEnvironment, type CommandEnd } from '../studies/run-study.ts';

/**
 * Runs the command line inside the test's own process and gives back what it says and the code it ends with, as `doeflow` does, which starts
 * a process. Not for commands that start the embedded parts or a thread: those programs exist only compiled.
 * @param input what stands on standard input; default: nothing
 */
export function doeflowInProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<CommandEnd> {
  return beginDoeflow(args, env, input).end;
}

/** A command line that is under way in the test's own process. */
export interface BegunCommand {
  readonly end: Promise<CommandEnd>;
  /** What it has written to standard error so far. */
  remarked(): string;
  /** As Ctrl-C does. */
  interrupt(): void;
}

/** {@link doeflowInProcess} for a test that speaks to the command while it runs. */
export function beginDoeflow(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): BegunCommand {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const printed = Promise.all([text(stdout), text(stderr)]);
  // Of all that a process has, the command line uses only these.
  const standIn = Object.assign(new EventEmitter(), {
    stdout,
    stderr,
    stdin: Readable.from([input], { objectMode: false }),
    env: commandEnvironment(env),
    cwd: () => process.cwd(),
    exit: (code: number): never => {
      throw new Error(`Expected the command to give back its exit code, it left with ${code}`);
    },
  });
  let soFar = '';
  stderr.on('data', (chunk: Buffer) => {
    soFar += chunk.toString('utf8');
  });
  const run = async (): Promise<CommandEnd> => {
    const exitCode = await runCommandLine(args, standIn as unknown as NodeJS.Process).finally(
      () => {
        stdout.end();
        stderr.end();
      },
    );
    const [said, remarked] = await printed;
    return { exitCode, stdout: said, stderr: remarked };
  };
  return {
    end: run(),
    remarked: () => soFar,
    interrupt: () => void standIn.emit('SIGINT'),
  };
}
