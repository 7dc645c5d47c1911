import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { readNotifyTargets } from '../../host/settings/notify-targets.ts';
import { targetWords, tellTarget, testEvent } from '../../notify/index.ts';
import type { CommandContext } from '../context.ts';
import { readSettings } from '../engine/read-settings.ts';
import { exitCodes } from '../exit-codes.ts';
import { requireTarget } from './require-targets.ts';

/** `doeflow notify test NAME`: sends a test event from here, and says what was answered. */
export function defineTestTarget(notify: Command, context: CommandContext): void {
  notify
    .command('test')
    .argument('<name>', 'a target of the profile file')
    .summary('send a test event to a target')
    .description('Sends a test event to a target in one try, and says what was answered.')
    .action(async (name: string) => {
      const { profileFile } = readSettings(context);
      const target = requireTarget(readNotifyTargets(profileFile, context.env), name, profileFile);
      const event = testEvent(randomUUID(), context.now());
      const letter = { id: event.id, body: JSON.stringify(event) };
      const { ok, answer } = await tellTarget(target, letter, context.env);
      context.output.show({
        json: { target: name, ok, tells: targetWords(target), answer, event },
        human: [
          {
            kind: 'facts',
            rows: [
              ['target', `${name}, ${targetWords(target)}`],
              ['told', ok ? `yes: ${answer}` : `NO: ${answer}`],
              ['event', event.id],
            ],
          },
        ],
        quiet: ok ? 'ok' : answer,
      });
      if (!ok) context.end(exitCodes.unreachable);
    });
}
