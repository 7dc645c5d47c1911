import type { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import { askForSpan } from '../../store/index.ts';
import { countTimes } from '../../temporal/count-times.ts';
import { archiveScheduleId } from '../../temporal/names.ts';
import type { CommandContext } from '../context.ts';
import { parseTime } from '../parse-arguments.ts';
import { requireNotPaused } from './require-not-paused.ts';
import { sayDone } from './say-done.ts';
import { requireStaying, scheduleMissing, withArchive } from './with-archive.ts';

/** Passes that one command makes up for without a further word. */
const mostPasses = 1000;

const nameHelp = 'name of the archive';

interface BackfillOptions {
  readonly from: Date;
  readonly to?: Date;
  readonly yes?: boolean;
}

/** `doeflow archive backfill`: passes for times that are over, each as if it were then. */
export function defineBackfill(command: Command, context: CommandContext): void {
  command
    .argument('<name>', nameHelp)
    .requiredOption(
      '--from <time>',
      'first time, such as 2026-03-01 or 2026-03-01T03:00Z',
      parseTime,
    )
    .option('--to <time>', 'last time (default: now)', parseTime)
    .option('-y, --yes', `make up for more than ${mostPasses} passes`)
    .action(async (name: string, { from, to, yes }: BackfillOptions) => {
      const now = context.now();
      const end = to ?? now;
      for (const time of [from, end]) if (time > now) throw inFuture(time, now);
      if (from >= end) {
        throw new UsageError('USAGE_ARGUMENTS', '--from must be before --to', {
          hint: 'Give the earlier time first',
        });
      }
      await requireStaying(context, false, `doeflow archive backfill ${name}`);
      await withArchive(context, name, async ({ temporalClient, store }, { timing }) => {
        await requireNotPaused(store, name);
        const passes = timing === undefined ? 0 : countTimes(timing, { from, to: end });
        if (passes === 0) throw noPass(name);
        if (passes > mostPasses && yes !== true) throw tooMany(passes);
        const { backfillFlowSchedule } = await import('../../temporal/flow-schedules.ts');
        const range = { from, to: end };
        await askForSpan(store.standingOrder('archives', name), range, now);
        const isThere = await backfillFlowSchedule(temporalClient, archiveScheduleId(name), range);
        if (!isThere) throw scheduleMissing(name);
        const [first, last] = [from.toISOString(), end.toISOString()];
        sayDone(
          context,
          name,
          { from: first, to: last, passes },
          `makes up for about ${passesOf(passes)} from ${first} to ${last}, one after the other; ages and keep times count from each pass's own time`,
        );
      });
    });
}

/** A pass of a time to come would find jobs older than they are. */
function inFuture(time: Date, now: Date): UsageError {
  return new UsageError(
    'USAGE_ARGUMENTS',
    `Only passes of times that are over can be made up for: ${time.toISOString()} is after now, ${now.toISOString()}`,
    { hint: 'Give an earlier time, or leave --to out: the default is now' },
  );
}

function passesOf(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'pass' : 'passes'}`;
}

function noPass(name: string): UsageError {
  return new UsageError('USAGE_ARGUMENTS', `No pass of archive "${name}" was due in that time`, {
    hint: `See when its passes come: doeflow archive show ${name}`,
  });
}

function tooMany(passes: number): UsageError {
  return new UsageError(
    'USAGE_CONFIRMATION',
    `This makes up for about ${passesOf(passes)}, one after the other: more than ${mostPasses}`,
    {
      exitCode: 5,
      hint: 'One pass takes all jobs that were done by its time, so a few are mostly enough: give a later --from, or add --yes',
    },
  );
}
