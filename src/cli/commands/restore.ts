import { existsSync, realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { checkBackup, restoreHome } from '../../host/backup/restore-home.ts';
import {
  readRestoredMark,
  takeOverHome,
  type RestoredMark,
} from '../../host/backup/restored-mark.ts';
import { noteTakeOver, openStore } from '../../store/index.ts';
import { requireTyped } from '../ask.ts';
import type { CommandContext } from '../context.ts';
import type { DefineVerb } from '../define-verb.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { readSettings } from '../engine/read-settings.ts';
import { requireNobodyElse } from '../engine/require-nobody-else.ts';
import { countOf, formatBytes } from '../format-quantities.ts';

interface RestoreOptions {
  readonly check?: boolean;
  readonly takeOver?: boolean;
  readonly insteadOf: readonly string[];
  readonly older?: boolean;
  readonly yes?: boolean;
}

/** `doeflow restore`: makes a home folder of a back-up; exit code 3 where that isn't whole, 5 where the home has something in it or its original lives. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('[folder]', 'a back-up that doeflow backup wrote')
    .option('--check', 'only read the back-up whole; restores nothing')
    .option('--take-over', 'the original home is gone, or never starts again: this one goes on')
    .option(
      '--instead-of <id>',
      'with --take-over: the home that took over with this id is gone, too, as the refusal named it; may be repeated',
      (id: string, before: readonly string[]) => [...before, id],
      [],
    )
    .option(
      '--older',
      'with --take-over: the store here is an older copy of itself (STORAGE_OLDER), and the newer one is gone for good',
    )
    .option('-y, --yes', 'with --take-over: do not ask')
    .addHelpText(
      'after',
      '\nRestores to the home folder of the settings (DOEFLOW_HOME), wherever that is, which must not be there yet. Each file is compared with its SHA-256. What was restored can be read at once; nothing works on its studies before --take-over, as its original may still live.',
    )
    .action(async (named: string | undefined, options: RestoreOptions) => {
      const { interrupt, output } = context;
      interrupt.handle();
      const { home } = readSettings(context);
      const hooks = { signal: interrupt.signal, onBytes: () => undefined };
      if (named === undefined) {
        if (options.takeOver !== true) throw nothingAsked();
        await takeOver(context, home, options);
        return;
      }
      const folder = resolve(context.cwd, named);
      const summary =
        options.check === true
          ? await checkBackup(folder, hooks)
          : await restoreHome(folder, home, context.now(), hooks);
      const what = `${countOf(summary.files, 'file')}, ${formatBytes(summary.bytes)}, of ${summary.home} at ${summary.madeAt}`;
      if (options.check === true) {
        return output.show({
          json: { whole: true, folder, ...summary },
          human: [{ kind: 'text', lines: [`${folder} is whole: ${what}.`] }],
          quiet: folder,
        });
      }
      if (options.takeOver === true) await takeOver(context, home, options);
      const studies = await (await openOwnStore(context)).listStudies();
      output.show({
        json: {
          ...{ ...summary, home, from: summary.home },
          ...{ studies: studies.length, takenOver: options.takeOver === true },
        },
        human: [
          { kind: 'text', lines: [`${home} was restored: ${what}.`] },
          ...(options.takeOver === true
            ? []
            : [
                {
                  kind: 'text' as const,
                  lines: [
                    'Nothing works on its studies yet: where the original is gone for good, doeflow restore --take-over.',
                  ],
                },
              ]),
          { kind: 'next', commands: ['doeflow list'] },
        ],
        quiet: home,
      });
    });
};

async function takeOver(
  context: CommandContext,
  home: string,
  { insteadOf, older = false, yes = false }: Pick<RestoreOptions, 'insteadOf' | 'older' | 'yes'>,
): Promise<void> {
  const mark = readRestoredMark(home);
  // A home that was never restored, or has taken over, may follow one that took over since.
  if (mark === undefined && insteadOf.length === 0 && !older) {
    // It may have, and wait for another home that was first.
    await requireNobodyElse(context, insteadOf);
    context.output.note(
      `${home} has nothing to take over: it was not restored, or was taken over before`,
    );
    return;
  }
  if (mark !== undefined) await requireGone(home, mark);
  await requireNobodyElse(context, insteadOf);
  if (!yes) {
    const of = mark === undefined ? '' : ` of ${mark.from}, as they were on ${mark.madeAt}`;
    const whose = whoIsGone({ isRestored: mark !== undefined, insteadOf });
    await requireTyped(
      context,
      `From now on ${home} works on the studies${of}. Is ${whose} gone for good?`,
      'gone',
    );
  }
  // First: from here on jobs that the original made later are looked for.
  const at = context.now();
  await noteTakeOver(await openOwnStore(context), { home, host: hostname(), at, insteadOf });
  await takeOverHome(home);
  if (older) {
    context.output.warn(
      'From now on nothing waits for what this store lacks, also if it lacks something another day: it is looked for on the platform instead. Put no older copy in its place again',
    );
  }
  context.output.note(
    `${home} works on its studies from now on: doeflow list, doeflow watch STUDY`,
  );
}

/** The subject of the question. */
function whoIsGone({
  isRestored,
  insteadOf,
}: {
  readonly isRestored: boolean;
  readonly insteadOf: readonly string[];
}): string {
  if (isRestored) return 'that one';
  return insteadOf.length > 0
    ? `the home that took over with ${insteadOf.join(', ')}`
    : 'the newer state of the store';
}

/** On this machine one can look. */
async function requireGone(home: string, { from, engineId }: RestoredMark): Promise<void> {
  const store = join(from, 'store');
  if (!existsSync(join(store, 'engine.json'))) return;
  if (existsSync(home) && realpathSync(home) === realpathSync(from)) return;
  if ((await (await openStore(store)).engineId()) !== engineId) return;
  throw new UsageError('USAGE_HOME_RESTORED', `The original is still there: ${from}`, {
    exitCode: 5,
    hint: `Both would steer the same jobs. Move ${from} away or remove it, so that nobody starts it by mistake, and repeat the command`,
  });
}

function nothingAsked(): UsageError {
  return new UsageError('USAGE_ARGUMENTS', 'Expected the folder of a back-up, or --take-over', {
    hint: 'doeflow restore FOLDER; doeflow help restore',
  });
}
