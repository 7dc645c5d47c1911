import { resolve, sep } from 'node:path';
import { UsageError } from '../../errors.ts';
import { backUpHome } from '../../host/backup/back-up-home.ts';
import { lockHome } from '../../host/backup/rest-of-home.ts';
import { requireTakenOver } from '../../host/backup/restored-mark.ts';
import type { DefineVerb } from '../define-verb.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { readSettings } from '../engine/read-settings.ts';
import { countOf, formatBytes } from '../format-quantities.ts';

/** `doeflow backup`: a copy of the home folder that can be restored anywhere; exit code 5 while something runs in it. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<folder>', 'a folder that is not there yet, at best on another disk')
    .addHelpText(
      'after',
      '\nCopies the whole home folder: studies, contents, Temporal’s and the local platform’s databases, and its keys, so keep the copy as safe as the home. Nothing may run in the home meanwhile: its lock is held, and a command that starts waits. Logs, caches, results folders, profiles and tokens of configured platforms are not in it. To restore: doeflow restore.',
    )
    .action(async (named: string) => {
      const { interrupt, output } = context;
      interrupt.handle();
      const settings = readSettings(context);
      const { home, store: place } = settings;
      if (!`${place}${sep}`.startsWith(`${home}${sep}`)) {
        throw new UsageError('USAGE_BACKUP', `The store lies outside of the home: ${place}`, {
          exitCode: 5,
          hint: 'Stop all workers, and copy the store and the home with the means of their storage: docs/operation.md',
        });
      }
      requireTakenOver(home);
      const folder = resolve(context.cwd, named);
      const engineId = await (await openOwnStore(context)).engineId();
      const release = lockHome(home);
      try {
        const summary = await backUpHome({
          ...{ home, folder, engineId, engineVersion: context.version, now: context.now() },
          signal: interrupt.signal,
          onBytes: () => undefined,
        });
        output.show({
          json: { folder, ...summary },
          human: [
            {
              kind: 'text',
              lines: [
                `${folder} is a back-up of ${home}: ${countOf(summary.files, 'file')}, ${formatBytes(summary.bytes)}. It holds the keys of the home: keep it to yourself.`,
              ],
            },
            { kind: 'next', commands: [`doeflow restore ${folder} --check`] },
          ],
          quiet: folder,
        });
      } finally {
        release();
      }
    });
};
