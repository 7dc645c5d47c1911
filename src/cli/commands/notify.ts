import { UsageError } from '../../errors.ts';
import type { DefineVerb } from '../define-verb.ts';
import { defineListTargets } from '../notify/list-targets.ts';
import { defineTestTarget } from '../notify/test-target.ts';

/** `doeflow notify`: whom studies tell of their end, of pauses and of trouble. */
export const verb: DefineVerb = (command, context) => {
  defineListTargets(command, context);
  defineTestTarget(command, context);
  command
    .addHelpText('after', () => exampleFile)
    .action(() => {
      const names = command.commands.map((one) => one.name()).join(', ');
      throw new UsageError('USAGE_ARGUMENTS', `Say what to do with notifications: ${names}`, {
        hint: 'See doeflow notify --help',
      });
    });
};

const exampleFile = `
In the profile file (config.yaml in the settings folder, or DOEFLOW_CONFIG):
  notify:
    ops:
      webhook: https://hooks.example.com/doeflow
      secret: {header: Authorization, env: OPS_HOOK}   # the variable holds the header's value
    chat:
      command: [./tell-chat.sh, simulations]           # gets the event as JSON on its standard input
      default: true                                    # told of every study
In a study file: notify: [ops], or notify: {to: [ops], on: [finished, paused, stuck, trouble]}`;
