import { Option, type Command } from 'commander';
import { UsageError } from '../../errors.ts';
import { describeFlowSchedule } from '../../temporal/flow-schedules.ts';
import { durationWords, timingWords } from '../../temporal/flow-timing.ts';
import { recurringScheduleId } from '../../temporal/names.ts';
import { studyPathHelp } from '../argument-help.ts';
import type { CommandContext } from '../context.ts';
import { openCheckedEngine } from '../engine/open-checked-engine.ts';
import { countOf } from '../format-quantities.ts';
import { requireTargets } from '../notify/require-targets.ts';
import { loadPlan } from '../load-plan.ts';
import { allowOutsideOption, studyBounds, type BoundsOptions } from '../study-bounds.ts';
import { parseDuration } from '../parse-arguments.ts';
import { makeOrder, type OrderOptions } from './make-order.ts';
import { placeOrder } from './place-order.ts';
import {
  flowTimingOf,
  notifyWords,
  outsideRows,
  overlapWords,
  scheduleJson,
} from './schedule-words.ts';

interface CreateOptions extends OrderOptions, BoundsOptions {
  readonly name?: string;
  readonly replace?: boolean;
}

/** `doeflow schedule create`: orders a study to come again; the order in the store is what allows each occurrence. */
export function defineCreate(schedule: Command, context: CommandContext): void {
  schedule
    .command('create')
    .summary('have a study run again and again')
    .description(
      'Orders a study to be run, and paid for, again and again. Its files are copied: later edits reach it only with --replace.',
    )
    .argument('<study>', studyPathHelp)
    .option('--cron <expression>', 'minute, hour, day of month, month, day of week: "0 3 * * *"')
    .option('--every <duration>', 'an interval instead, such as 6h', parseDuration)
    .option('--timezone <name>', 'of the cron expression, such as Europe/Berlin (default UTC)')
    .addOption(
      new Option('--overlap <policy>', 'while a study of this name is open (default skip)').choices(
        ['skip', 'wait'],
      ),
    )
    .option(
      '--catch-up <duration>',
      'make up for a missed time for this long (default 1h)',
      parseDuration,
    )
    .option('--jitter <duration>', 'put each start off by a random part of this', parseDuration)
    .option('--name <name>', 'of the schedule (default: the name of the study)')
    .option('--results <dir>', 'folder for the results (default results)')
    .option('--notify <url>', 'post JSON there when results moved; https, or http on this machine')
    .option('--notify-command <command>', 'run this where the worker runs, with JSON as its input')
    .addOption(allowOutsideOption())
    .option('--replace', 'take new files, or change the order; what is not given stays')
    .action((path: string, options: CreateOptions) => create(context, path, options));
}

async function create(
  context: CommandContext,
  path: string,
  options: CreateOptions,
): Promise<void> {
  const bounds = studyBounds(context, options);
  const planned = await loadPlan(path, { bounds, interrupt: context.interrupt });
  const name = options.name ?? planned.loaded.study.name;
  if (!/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/u.test(name)) {
    throw new UsageError('USAGE_ARGUMENTS', `"${name}" can't be the name of a schedule`, {
      hint: 'Take lower-case letters, digits and hyphens, 60 at most',
    });
  }
  requireTargets(context, planned.loaded.study);
  context.interrupt.handle();
  const engine = await openCheckedEngine(context);
  try {
    const order = await makeOrder(context, engine, planned, {
      name,
      replace: options.replace === true,
      options,
      allowedOutside: bounds.allowOutside ?? [],
    });
    await placeOrder(engine, order, options.replace === true);
    const state = await describeFlowSchedule(engine.temporalClient, recurringScheduleId(name));
    if (engine.embedded) {
      context.output.warn(
        `Nothing comes while the embedded Temporal is down: keep it up with doeflow dev. A time that was missed is made up for when it is up again within ${durationWords(order.timing.catchupMs)}, and else left out`,
      );
    }
    const runs = countOf(planned.plan.runCount, 'run');
    context.output.show({
      json: scheduleJson(order, state, undefined),
      human: [
        {
          kind: 'facts',
          rows: [
            ['schedule', name],
            ['study', `${order.study.studyName}, ${runs} each time`],
            ['when', timingWords(flowTimingOf(order))],
            ['next', state?.nextTimes[0] ?? 'never'],
            ['overlap', overlapWords(order.overlap)],
            ['catch-up', durationWords(order.timing.catchupMs)],
            ['tells', notifyWords(order.notify)],
            ['results', order.results],
            ...outsideRows(order),
          ],
        },
        {
          kind: 'next',
          commands: [`doeflow schedule trigger ${name} --wait`, `doeflow schedule show ${name}`],
        },
      ],
      quiet: name,
    });
  } finally {
    await engine.close();
  }
}
