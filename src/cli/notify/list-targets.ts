import type { Command } from 'commander';
import { readNotifyTargets } from '../../host/settings/notify-targets.ts';
import { targetProblem, targetWords } from '../../notify/index.ts';
import type { CommandContext } from '../context.ts';
import { readSettings } from '../engine/read-settings.ts';

/** `doeflow notify list`: the targets that studies may name. */
export function defineListTargets(notify: Command, context: CommandContext): void {
  notify
    .command('list')
    .alias('ls')
    .summary('list the targets of notifications')
    .description('Lists the targets that the profile file has under notify.')
    .action(() => {
      const { profileFile } = readSettings(context);
      const targets = readNotifyTargets(profileFile, context.env);
      const listed = Object.entries(targets).map(([name, target]) => ({
        name,
        kind: target.command === undefined ? 'webhook' : 'command',
        tells: targetWords(target),
        default: target.default === true,
        problem: targetProblem(target, context.env) ?? null,
      }));
      context.output.show({
        json: listed,
        human:
          listed.length === 0
            ? [
                {
                  kind: 'text',
                  lines: [
                    `No targets: there is no notify in ${profileFile}; doeflow notify --help`,
                  ],
                },
              ]
            : [
                {
                  kind: 'table',
                  head: ['target', 'kind', 'tells', 'told of', 'problem'],
                  rows: listed.map((one) => [
                    one.name,
                    one.kind,
                    one.tells,
                    one.default ? 'every study' : 'studies that name it',
                    one.problem ?? '',
                  ]),
                },
              ],
        quiet: listed.map(({ name }) => name).join('\n'),
      });
    });
}
