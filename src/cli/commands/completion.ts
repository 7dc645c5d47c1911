import { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import { completionScript, shells } from '../completion-script.ts';
import type { CompletedVerb, Shell } from '../completion-script.ts';
import type { CommandContext } from '../context.ts';
import type { DefineVerb, VerbEntry } from '../define-verb.ts';

/** `doeflow completion`: a script by which a shell completes verbs, options, and names of studies, archives and schedules. */
export const verb: DefineVerb = (command, context, verbs) => {
  command
    .argument('<shell>', `one of ${shells.join(', ')}`)
    .addHelpText(
      'after',
      '\nbash: source <(doeflow completion bash)\nzsh:  source <(doeflow completion zsh)\nfish: doeflow completion fish | source',
    )
    .action(async (shell: string) => {
      if (!isShell(shell)) {
        throw new UsageError(
          'USAGE_ARGUMENTS',
          `There is no completion script for the shell "${shell}"`,
          {
            hint: `Use one of ${shells.join(', ')}`,
          },
        );
      }
      const script = completionScript(shell, await describeVerbs(context, verbs));
      if (context.output.json) context.output.show({ json: { shell, script }, human: [] });
      else await context.output.write(script);
    });
};

function isShell(text: string): text is Shell {
  return shells.some((shell) => shell === text);
}

async function describeVerbs(
  context: CommandContext,
  verbs: readonly VerbEntry[],
): Promise<readonly CompletedVerb[]> {
  return Promise.all(
    verbs.map(async ({ name, summary, load }) => {
      const command = new Command(name);
      (await load()).verb(command, context, verbs);
      const isOfStudy = requiredArgument(command) === 'study';
      return {
        ...{ name, summary, options: longOptions(command) },
        choices: choicesOf(command),
        ...(isOfStudy ? { listedBy: 'doeflow list --quiet' } : {}),
        ...(isOfStudy && takesRun(command) ? { takesRun: true } : {}),
        verbs: command.commands.map((part) => describePart(name, part)),
      };
    }),
  );
}

/** What `doeflow NAME PART` takes; the names that it asks for are those that `doeflow NAME list` knows. */
function describePart(name: string, part: Command): CompletedVerb {
  const isOfKnown = requiredArgument(part) === 'name' && part.name() !== 'create';
  return {
    ...{
      name: `${name} ${part.name()}`,
      summary: part.summary() || part.description(),
      options: longOptions(part),
      choices: choicesOf(part),
    },
    ...(isOfKnown ? { listedBy: `doeflow ${name} list --quiet` } : {}),
    verbs: [],
  };
}

function longOptions(command: Command): readonly string[] {
  return command.options.flatMap((option) => option.long ?? []);
}

function choicesOf(command: Command): ReadonlyMap<string, readonly string[]> {
  return new Map(
    command.options.flatMap(({ long, argChoices }) =>
      long == null || argChoices === undefined ? [] : [[long, argChoices] as const],
    ),
  );
}

/** Whether the argument may be STUDY/RUN, as its help says. */
function takesRun(command: Command): boolean {
  return command.registeredArguments[0]?.description.includes('STUDY/RUN') === true;
}

/** Name of the first argument, where there must be one. */
function requiredArgument(command: Command): string | undefined {
  const [argument] = command.registeredArguments;
  return argument?.required === true ? argument.name() : undefined;
}
