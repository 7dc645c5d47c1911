import type { Command } from 'commander';
import { createProgram } from '../../../src/cli/program.ts';
import type { CommandContext } from '../../../src/cli/context.ts';
import { createOutput } from '../../../src/cli/output/output.ts';

/** Takes a command line as `doeflow` would and runs nothing. Resolves with what it would refuse; undefined where it would begin its work. */
export async function refusalOf(words: readonly string[]): Promise<string | undefined> {
  const program = await programFor(words);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** True where the words name a verb, or a part of one, and say nothing more. */
export async function namesVerb(words: readonly string[]): Promise<boolean> {
  let command: Command | undefined = await programFor(words);
  for (const word of words) {
    command = command?.commands.find(
      (each) => each.name() === word || each.aliases().includes(word),
    );
  }
  return command !== undefined;
}

/** The real definitions of the verbs that are named, with actions that do nothing. */
async function programFor(words: readonly string[]): Promise<Command> {
  const program = await createProgram(words, contextOfParser());
  const disarm = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
    if (command.commands.length === 0) command.action(() => undefined);
    command.commands.forEach(disarm);
  };
  program.commands.forEach(disarm);
  return program;
}

/** A help page, its lines as long as they are written. */
export async function helpPage(words: readonly string[]): Promise<string> {
  let command: Command | undefined = await programFor(words);
  for (const word of words) command = command?.commands.find((each) => each.name() === word);
  let page = '';
  command?.configureOutput({
    writeOut: (text) => (page += text),
    getOutHelpWidth: () => 1000,
  });
  command?.outputHelp();
  return page;
}

/** The verbs and their parts, as they are typed; the first is `doeflow` itself. */
export async function verbLines(verbs: readonly string[]): Promise<readonly string[][]> {
  const lines: string[][] = [[]];
  for (const name of verbs) {
    const command = (await programFor([name])).commands.find((each) => each.name() === name);
    lines.push([name], ...(command?.commands ?? []).map((part) => [name, part.name()]));
  }
  return lines;
}

/** What definitions of verbs read before any of them is run: nothing but how to print. */
function contextOfParser(): CommandContext {
  const flags = {};
  const output = createOutput({
    ...{ stdout: process.stdout, stderr: process.stderr, env: {} },
    ...{ json: false, quiet: false, color: false, verbose: false },
  });
  return { flags, output, version: '0', env: {}, cwd: '.' } as unknown as CommandContext;
}
