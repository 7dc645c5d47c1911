import { runDoctor } from '../../host/doctor.ts';
import type { Check } from '../../host/doctor/check.ts';
import { checkRefusedWorkersIfUp } from '../check-refused-workers.ts';
import { checkStandingOrders } from '../check-standing-orders.ts';
import { tellLeftOn } from '../studies/tell-left-on.ts';
import { openOwnStore, openOwnStoreIfMade } from '../engine/open-own-store.ts';
import { readSettings } from '../engine/read-settings.ts';
import { diskUseBlocks, scarceWords } from '../doctor/describe-disk-use.ts';
import { readDiskUse, readFreeSpace } from '../doctor/disk-use.ts';
import { bundleTo } from '../doctor/bundle-to.ts';
import { fixTemporal } from '../doctor/fix-temporal.ts';
import { parseDays } from '../parse-arguments.ts';
import { exitCodes } from '../exit-codes.ts';
import type { DefineVerb } from '../define-verb.ts';

interface DoctorOptions {
  readonly bundle?: string;
  readonly fix?: boolean;
  readonly retention?: number;
}

/** `doeflow doctor`: checks every part that a study needs; exit code 7 when one of them doesn't work. */
export const verb: DefineVerb = (command, context) => {
  command
    .option(
      '--bundle <file>',
      'also write a .tar.gz of what was found, with logs, and without secrets, for whoever helps',
    )
    .option(
      '--fix',
      'add what the configured Temporal cluster lacks: the namespace, search attributes; nothing that is there is changed',
    )
    .option(
      '--retention <days>',
      'with --fix: how many days the namespace keeps what has ended (default of a new one: 30)',
      parseDays,
    )
    .action(async ({ bundle, fix = false, retention }: DoctorOptions) => {
      const { output, interrupt } = context;
      const settings = readSettings(context);
      interrupt.handle();
      const fixed = fix ? await fixTemporal(context, settings, retention) : [];
      const checks: Check[] = [];
      const doctor = runDoctor(settings, {
        env: context.env,
        nodeVersion: process.versions.node,
        findEngineId: async () => (await openOwnStoreIfMade(context))?.findEngineId(),
        onProgress: (sentence) => output.note(sentence),
        signal: interrupt.signal,
      });
      for await (const check of doctor) checks.push(check);
      // Where a part doesn't work, that is what is to be told, and what waits for it.
      const works = checks.every((check) => check.ok);
      checks.push(...(await (works ? checkStandingOrders : checkRefusedWorkersIfUp)(context)));
      // Who mends a cluster starts its workers then.
      const isLater = ({ comesLater }: Check): boolean => fix && comesLater === true;
      const ok = checks.every((check) => check.ok || isLater(check));
      // A store that can't be opened is among the checks.
      const store = await openOwnStore(context).catch(() => undefined);
      const uses = await readDiskUse(settings, store);
      const free = await readFreeSpace(settings.home);
      output.show({
        json: {
          ok,
          version: context.version,
          profile: settings.profile,
          checks,
          ...(fix ? { fixed } : {}),
          disk: { uses, free: free ?? null },
        },
        human: [
          {
            kind: 'table',
            head: ['', 'part', 'found'],
            rows: checks.map((check) => [
              check.ok ? 'ok' : isLater(check) ? 'not yet' : 'NO',
              check.name,
              check.detail,
            ]),
          },
          {
            kind: 'text',
            lines: checks.flatMap(({ ok: isWell, name, hint }) =>
              isWell || hint === undefined ? [] : [`${name}: ${hint}`],
            ),
          },
          ...diskUseBlocks(uses, free),
        ],
        quiet: ok ? 'ok' : checks.flatMap((check) => (check.ok ? [] : [check.name])).join('\n'),
      });
      if (bundle !== undefined) {
        await bundleTo(context, bundle, {
          settings,
          store,
          document: { ok, checks, disk: { uses, free } },
        });
      }
      const scarce = scarceWords(settings.home, free);
      if (scarce !== undefined) output.warn(scarce);
      if (store !== undefined) await tellLeftOn(context, store);
      if (!ok) context.end(exitCodes.unreachable);
    });
};
