/** The command line as a tree of commands; only the verbs that are named in the arguments are loaded. */
import { Command } from 'commander';
import type { CommandContext, GlobalFlags } from './context.ts';
import { exitCodeMeanings } from './exit-codes.ts';
import { verbs } from './verbs.ts';

/**
 * A parser of the global options alone, lenient to everything else: commands need an output before their own options
 * are known.
 */
export function readGlobalFlags(argv: readonly string[]): GlobalFlags {
  const probe = addGlobalOptions(new Command())
    .allowUnknownOption()
    .allowExcessArguments()
    .helpOption(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  return probe.parseOptions([...ownArguments(argv)]) && probe.opts<GlobalFlags>();
}

/** Everything before `--`. */
function ownArguments(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}

/** Builds the tree for these arguments. Parse with `parseAsync(argv, {from: 'user'})`; it throws CommanderError. */
export async function createProgram(
  argv: readonly string[],
  context: CommandContext,
): Promise<Command> {
  const program = addGlobalOptions(new Command('doeflow'))
    .description('Durable design-of-experiments studies on a compute platform.')
    .version(context.version, '-V, --version', 'print the version')
    .helpCommand('help [verb]', 'show the help of a verb')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({
      writeErr: () => undefined,
    })
    .addHelpText('after', () => helpEnd());
  for (const entry of verbs) {
    const command = program
      .command(entry.name)
      .summary(entry.summary)
      .description(capitalised(entry.summary))
      .helpGroup(entry.group);
    if (entry.alias !== undefined) command.alias(entry.alias);
    if (argv.includes(entry.name) || (entry.alias !== undefined && argv.includes(entry.alias))) {
      const { verb } = await entry.load();
      verb(command, context, verbs);
    }
  }
  return program;
}

function addGlobalOptions(command: Command): Command {
  return command
    .option('--json', 'print one JSON document on stdout and nothing else there')
    .option('-q, --quiet', 'print only what was asked for')
    .option('-v, --verbose', 'say more about errors')
    .option('--no-color', 'print without colour (as NO_COLOR does)')
    .option('--profile <name>', 'use this profile of the settings file')
    .option('--platform-url <url>', 'address of the platform')
    .option('--temporal-address <host:port>', 'address of the Temporal server')
    .option('--temporal-namespace <name>', 'namespace on the Temporal server');
}

function helpEnd(): string {
  const codes = exitCodeMeanings.map(
    ([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`,
  );
  return [
    '',
    'Examples:',
    '  doeflow init my-study && doeflow run my-study',
    '  doeflow plan my-study                 what it would run, before anything is paid for',
    '  doeflow results my-study --sort stress --limit 5',
    '',
    'STUDY is a file or a folder with study.yaml for validate, plan, run and start; a study id, the start of one,',
    'or a name (the newest study of it) elsewhere.',
    '',
    'Exit codes:',
    ...codes,
  ].join('\n');
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
