import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import { distFolder } from './dist-folder.ts';
import { commandEnvironment, type CommandEnd } from '../studies/run-study.ts';

/** How a command line runs, where it isn't as in most tests. */
export interface Surroundings {
  /** True for standard output as on a terminal of 200 columns; nothing can be asked there, and progress is told in lines. */
  readonly terminal?: boolean;
  /** The command line; default: the one that isn't compiled. */
  readonly commandLine?: typeof runCommandLine;
}

/**
 * Runs the command line inside the test's own process and gives back what it says and the code it ends with, as `doeflow` does, which starts
 * a process. Not for commands that start the embedded parts or a thread, unless the command line is the compiled one: those programs exist
 * only compiled.
 * @param input what stands on standard input; default: nothing
 */
export function doeflowInProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
  surroundings: Surroundings = {},
): Promise<CommandEnd> {
  return beginDoeflow(args, env, input, surroundings).end;
}

/** The compiled command line, for {@link Surroundings}. */
export async function compiledCommandLine(): Promise<typeof runCommandLine> {
  const file = pathToFileURL(join(distFolder(), 'src/cli/run-command-line.js'));
  const compiled = (await import(file.href)) as { readonly runCommandLine: typeof runCommandLine };
  return compiled.runCommandLine;
}

/** A command line that is under way in the test's own process. */
export interface BegunCommand {
  readonly end: Promise<CommandEnd>;
  /** What it has written to standard output so far. */
  said(): string;
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
  { terminal = false, commandLine = runCommandLine }: Surroundings = {},
): BegunCommand {
  const stdout = Object.assign(new PassThrough(), terminal ? { isTTY: true, columns: 200 } : {});
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
  const heard = { stdout: '', stderr: '' };
  stdout.on('data', (chunk: Buffer) => (heard.stdout += chunk.toString('utf8')));
  stderr.on('data', (chunk: Buffer) => (heard.stderr += chunk.toString('utf8')));
  const run = async (): Promise<CommandEnd> => {
    const exitCode = await commandLine(
      args,
      standIn as unknown as NodeJS.Process,
      noWorker,
    ).finally(() => {
      stdout.end();
      stderr.end();
    });
    const [said, remarked] = await printed;
    return { exitCode, stdout: said, stderr: remarked };
  };
  return {
    end: run(),
    said: () => heard.stdout,
    remarked: () => heard.stderr,
    interrupt: () => void standIn.emit('SIGINT'),
  };
}

/** A process that runs tests becomes nothing else. */
function noWorker(): Promise<never> {
  return Promise.reject(new Error('Expected a worker to have a process of its own'));
}
