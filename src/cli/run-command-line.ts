/**
 * The CLI from arguments to exit code. This room talks to people and scripts: it may start the other programs as processes,
 * and knows workflows only by their messages. It must not know how activities or the local platform do their work.
 */
import { CommanderError } from 'commander';
import { UsageError } from '../errors.ts';
import type { CommandContext } from './context.ts';
import { joinDashedValues } from './dashed-values.ts';
import { describeError } from './describe-error.ts';
import { limitSlowAnswers } from '../patience.ts';
import { tellSlowAnswers } from './engine/tell-slow-answers.ts';
import type { ExitCode } from './exit-codes.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';
import { listenForInterrupt } from './interrupt.ts';
import { asHelpOption, namedCommand } from './named-command.ts';
import type { ErrorReport } from './output/error-report.ts';
import { createOutput } from './output/output.ts';
import { readPackageVersion } from './package-version.ts';
import { createProgram, readGlobalFlags } from './program.ts';

const interruptedEarly =
  'Interrupted before the command was done. You can repeat the same command.';

const leftAtOnce =
  'Left at once. What was started is kept: see doeflow list, doeflow archive list, doeflow schedule list';

const stillEnding = 'Interrupted: coming to an end. To leave at once, press Ctrl-C again.';

/**
 * Runs one command line; everything it prints goes to the streams of `process`.
 * @param loadWorker loads the worker's program into this process, for the verb that becomes one
 */
export async function runCommandLine(
  words: readonly string[],
  process: NodeJS.Process,
  loadWorker: CommandContext['loadWorker'],
): Promise<ExitCode> {
  const argv = joinDashedValues(words);
  const flags = readGlobalFlags(argv);
  const output = createOutput({
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    json: flags.json === true,
    quiet: flags.quiet === true,
    color: flags.color !== false,
    verbose: flags.verbose === true,
  });
  const leave = (code: number): void => {
    output.warn(interrupt.signal.aborted ? leftAtOnce : interruptedEarly);
    process.exit(code);
  };
  const interrupt = listenForInterrupt(process, leave, () => output.note(stillEnding));
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that ended early (`doeflow results | head`) isn't an error.
    if (error.code === 'EPIPE') process.exit(exitCodes.done);
    output.fail(unwritten(error));
    process.exit(exitCodes.token);
  });
  const endTelling = tellSlowAnswers(output.note);
  const endLimit = limitSlowAnswers();
  const token = process.env['DOEFLOW_PLATFORM_TOKEN'] ?? '';
  if (token !== '') output.hide(token.trim());
  let exitCode: ExitCode = exitCodes.done;
  let named: readonly string[] = [];
  const context: CommandContext = {
    output,
    flags,
    cwd: process.cwd(),
    env: process.env,
    stdin: process.stdin,
    interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    ...{ interrupt, loadWorker },
    version: await readPackageVersion(),
    now: () => new Date(),
    end: (code) => {
      exitCode = code;
    },
  };
  try {
    const program = await createProgram(argv, context);
    if (argv.length === 0) program.outputHelp();
    else {
      named = namedCommand(program, argv);
      await program.parseAsync([...asHelpOption(argv)], { from: 'user' });
    }
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return endOfParsing(error, output, argv, named);
    output.endFrame();
    // What fails because of an interruption isn't an error of its own.
    const isTold = error instanceof UsageError && error.code === 'USAGE_INTERRUPTED';
    if (interrupt.signal.aborted || isTold) {
      output.warn(isTold ? `${error.message}. ${error.hint ?? ''}` : interruptedEarly);
      return exitCodes.interrupted;
    }
    const { explainByHome } = await import('./engine/explain-by-home.ts');
    const { explainByStore } = await import('./engine/explain-by-store.ts');
    const explained = await explainByStore(explainByHome(error, context), context);
    output.fail(await describeError(explained));
    return exitCodeOf(explained);
  } finally {
    endTelling();
    endLimit();
    interrupt.close();
  }
}

/** What stands behind `>` took only a part, as a full disk does. */
function unwritten({ message }: NodeJS.ErrnoException): ErrorReport {
  return {
    code: 'STORAGE_REFUSED',
    message: `The output could not be written: ${message}. What was written of it is incomplete`,
    hint: 'Make room, or send the output elsewhere, and repeat the command',
  };
}

function endOfParsing(
  error: CommanderError,
  output: CommandContext['output'],
  argv: readonly string[],
  named: readonly string[],
): ExitCode {
  if (error.exitCode === 0) return exitCodes.done;
  const [first = '', asked = ''] = argv.filter((word) => !word.startsWith('-'));
  const [said = '', suggestion] = error.message.replace(/^error: /u, '').split('\n');
  // Its help instead of a mistake: no verb was said, or none of that name is there.
  const isHelp = error.code === 'commander.help';
  const isUnknown = isHelp && first === 'help';
  const missing = isUnknown
    ? `There is no verb "${asked}"`
    : `${['doeflow', ...named].join(' ')} needs a verb`;
  output.fail({
    code: 'USAGE_ARGUMENTS',
    message: isHelp ? missing : said,
    hint: suggestion?.replace(/^\(|\)$/gu, '') ?? `See ${['doeflow', 'help', ...named].join(' ')}`,
  });
  return exitCodes.usage;
}
