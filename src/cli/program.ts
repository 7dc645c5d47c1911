/** The command line as a tree of commands; only the verbs that are named in the arguments are loaded. */
import { Command } from 'commander';
import { foldHelp, foldText } from './fold-help.ts';
import { documentHelp } from './help-document.ts';
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
  const write = (text: string): void => void context.output.write(text);
  const program = addGlobalOptions(new Command('doeflow'))
    .description('Durable design-of-experiments studies on a compute platform.')
    .version(
      context.flags.json === true ? JSON.stringify({ version: context.version }) : context.version,
      ...(['-V, --version', 'print the version'] as const),
    )
    .helpCommand('help [verb]', 'show the help of a verb')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => write(foldText(text)),
      writeErr: () => undefined,
    })
    .addHelpText('after', () => helpEnd())
    .hook('preAction', async () => {
      const { hideSecrets } = await import('./hide-secrets.ts');
      hideSecrets(context);
      const { carryFlags } = await import('./carry-flags.ts');
      carryFlags(context);
    });
  // Before its verbs are there: they take over what is configured.
  foldHelp(program);
  if (context.flags.json === true) {
    program.configureOutput({ writeOut: documentHelp(program, write).take });
  }
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
    .option('-q, --quiet', 'print only the main result, such as an id')
    .option('-v, --verbose', 'show the details of errors')
    .option('--no-color', 'print without colours (same as NO_COLOR=1)')
    .option('--profile <name>', 'profile of the settings file to use')
    .option('--platform-url <url>', 'address of the platform')
    .option('--insecure-http', 'send the token without encryption to a platform at http://')
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
    '  doeflow plan my-study                 see every run before you pay for it',
    '  doeflow results my-study --sort -distance --limit 5',
    '',
    'validate, plan, run and start take a study file, or a folder with study.yaml. The other verbs take a started',
    'study: its id, the start of its id, its name (the newest study of that name), or - for the newest of all.',
    '',
    'Exit codes:',
    ...codes,
  ].join('\n');
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
