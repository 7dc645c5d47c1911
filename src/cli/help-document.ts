/** Help as a JSON document, for programs that read the command line instead of a page. */
import type { Command, Help } from 'commander';
import { toJson } from './output/json-voice.ts';

/** What happens to a command line's text for people: help, and the version. */
interface HelpCollector {
  /** Takes what would be printed. */
  readonly take: (text: string) => void;
}

/** Has `program` and its verbs give their help as one document; any other text goes on as it is. @param write to stdout */
export function documentHelp(program: Command, write: (text: string) => void): HelpCollector {
  let document: object | undefined;
  const notes: string[] = [];
  program
    .configureHelp({
      showGlobalOptions: true,
      sortSubcommands: false,
      formatHelp: (command, helper) => {
        document = describeCommand(command, helper);
        return '';
      },
    })
    .on('afterAllHelp', ({ error }: { readonly error: boolean }) => {
      // Help that follows a mistake is told as the mistake.
      if (!error) write(`${toJson({ ...document, notes: notes.join('').trim() }, 2)}\n`);
    });
  return {
    take: (text) => {
      if (document === undefined) write(text);
      else notes.push(text);
    },
  };
}

/** What the help of a verb says, without its layout. */
function describeCommand(command: Command, helper: Help): object {
  const options = [...helper.visibleOptions(command), ...helper.visibleGlobalOptions(command)];
  return {
    usage: helper.commandUsage(command),
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: argument.description,
      required: argument.required,
    })),
    options: options.map(({ flags, description, argChoices }) => ({
      ...{ flags, description },
      ...(argChoices === undefined ? {} : { choices: argChoices }),
    })),
    verbs: command.commands.map((verb) => ({
      name: verb.name(),
      summary: verb.summary() || verb.description(),
    })),
  };
}
