/** `doeflow archive pause` and `resume`. */
import type { Command } from 'commander';
import { beginOrder, pauseOrder, resumeOrder } from '../../store/index.ts';
import { archiveScheduleId } from '../../temporal/names.ts';
import type { CommandContext } from '../context.ts';
import { waitingWords } from './archive-words.ts';
import { sayDone } from './say-done.ts';
import { scheduleMissing, withArchive } from './with-archive.ts';

const nameHelp = 'name of the archive';

/** `doeflow archive pause`: no passes until it is resumed, made-up ones neither; one that works already goes on, and deletes nothing more. */
export function definePause(command: Command, context: CommandContext): void {
  command
    .argument('<name>', nameHelp)
    .option('--note <text>', 'why, for whoever looks at it', 'paused by a person')
    .action((name: string, { note }: { readonly note: string }) =>
      withArchive(context, name, async ({ temporalClient, store }) => {
        const { describeFlowSchedule, pauseFlowSchedule } =
          await import('../../temporal/flow-schedules.ts');
        const scheduleId = archiveScheduleId(name);
        await pauseOrder(store.standingOrder('archives', name), { at: context.now(), note });
        const isThere = await pauseFlowSchedule(temporalClient, scheduleId, note);
        if (!isThere) throw scheduleMissing(name);
        const waiting = (await describeFlowSchedule(temporalClient, scheduleId))?.waiting ?? 0;
        const words = [
          'comes no more until it is resumed; a pass that works already goes on, and deletes nothing more',
          ...(waiting === 0 ? [] : [`${waitingWords(waiting)} and will end at once, as skipped`]),
        ];
        sayDone(context, name, { paused: true, waiting }, words.join('. '));
      }),
    );
}

/** `doeflow archive resume`: passes come again. */
export function defineResume(command: Command, context: CommandContext): void {
  command.argument('<name>', nameHelp).action((name: string) =>
    withArchive(context, name, async ({ temporalClient, store }) => {
      const { resumeFlowSchedule } = await import('../../temporal/flow-schedules.ts');
      await beginOrder(store.standingOrder('archives', name), context.now());
      await resumeOrder(store.standingOrder('archives', name));
      const isThere = await resumeFlowSchedule(temporalClient, archiveScheduleId(name));
      if (!isThere) throw scheduleMissing(name);
      sayDone(context, name, { paused: false }, 'comes again by its schedule');
    }),
  );
}
