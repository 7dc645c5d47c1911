import { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import { completionScript, shells } from '../completion-script.ts';
import type { CompletedVerb, Shell } from '../completion-script.ts';
import type { CommandContext } from '../context.ts';
import type { DefineVerb, VerbEntry } from '../define-verb.ts';

/** `doeflow completion`: a script by which a shell completes verbs, options and study ids. */
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
      await context.output.write(completionScript(shell, await describeVerbs(context, verbs)));
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
      const [argument] = command.registeredArguments;
      return {
        name,
        summary,
        options: command.options.flatMap((option) => option.long ?? []),
        takesStudyId: argument?.name() === 'study' && argument.required,
      };
    }),
  );
}
