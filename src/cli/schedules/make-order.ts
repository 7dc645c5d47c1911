import { UsageError } from '../../errors.ts';
import { notifyUrlProblem } from '../../notify/index.ts';
import { recurrenceLayout, type RecurrenceOrder } from '../../recurrence/index.ts';
import { checkTiming } from '../../temporal/flow-timing.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { platformOfEngine } from '../engine/platform-at-hand.ts';
import type { LoadedPlan } from '../load-plan.ts';
import { orderFolder } from './recurrences.ts';
import { flowTimingOf } from './schedule-words.ts';
import { takeStudy } from './take-study.ts';
import { defaultResults, namedFolder } from '../named-folder.ts';

/** What the command line says of an order. */
export interface OrderOptions {
  readonly cron?: string;
  /** Milliseconds. */
  readonly every?: number;
  readonly timezone?: string;
  readonly overlap?: 'skip' | 'wait';
  /** Milliseconds. */
  readonly catchUp?: number;
  /** Milliseconds. */
  readonly jitter?: number;
  readonly results?: string;
  readonly notify?: string;
  readonly notifyCommand?: string;
}

/**
 * The order as it would be kept, with the study's files in the store; what isn't said stays as it was.
 * @throws UsageError 2, or 5 where an order of this name can't be made or replaced
 */
export async function makeOrder(
  context: CommandContext,
  engine: Engine,
  planned: LoadedPlan,
  what: {
    readonly name: string;
    readonly replace: boolean;
    readonly options: OrderOptions;
    /** Absolute: folders beside the study's own that it was allowed to read. */
    readonly allowedOutside: readonly string[];
  },
): Promise<RecurrenceOrder> {
  const { name, replace, options, allowedOutside } = what;
  const before = await orderFolder(engine.store, name).find(recurrenceLayout.order);
  const studyName = planned.loaded.study.name;
  if (before !== undefined && !replace) {
    throw refusal(`There is a schedule "${name}" already, of the study ${before.study.studyName}`, [
      `Look at it: doeflow schedule show ${name}`,
      'change it with --replace, or give this one another --name',
    ]);
  }
  if (before !== undefined && before.study.studyName !== studyName) {
    throw refusal(
      `The schedule "${name}" is of the study ${before.study.studyName}, not of ${studyName}`,
      ['Give this one another --name, or delete the old one first'],
    );
  }
  const overlap = options.overlap ?? before?.overlap ?? 'skip';
  const timing = timingOf(options, before?.timing);
  const checked = checkTiming(flowTimingOf({ timing, overlap }));
  const notify = notifyOf(options, before?.notify);
  const now = context.now().toISOString();
  return {
    formatVersion: 1,
    name,
    createdAt: before?.createdAt ?? now,
    takenAt: now,
    engineVersion: context.version,
    study: await takeStudy(engine.store, planned, await platformOfEngine(engine)),
    results:
      options.results === undefined && before !== undefined
        ? before.results
        : await namedFolder(context.cwd, options.results ?? defaultResults),
    timing: { ...timing, timezone: checked.timezone },
    overlap,
    notify,
    ...(allowedOutside.length === 0 ? {} : { allowedOutside: [...allowedOutside] }),
  };
}

function timingOf(
  { cron, every, timezone, catchUp, jitter }: OrderOptions,
  before: RecurrenceOrder['timing'] | undefined,
): RecurrenceOrder['timing'] {
  const isNew = cron !== undefined || every !== undefined;
  const kept = isNew ? undefined : before;
  return {
    ...(kept?.cron === undefined ? {} : { cron: kept.cron }),
    ...(kept?.everyMs === undefined ? {} : { everyMs: kept.everyMs }),
    ...(cron === undefined ? {} : { cron }),
    ...(every === undefined ? {} : { everyMs: every }),
    timezone: timezone ?? kept?.timezone ?? 'UTC',
    catchupMs: catchUp ?? before?.catchupMs ?? 3_600_000,
    jitterMs: jitter ?? before?.jitterMs ?? 0,
  };
}

function notifyOf(
  { notify, notifyCommand }: OrderOptions,
  before: RecurrenceOrder['notify'] | undefined,
): RecurrenceOrder['notify'] {
  const problem = notify === undefined ? undefined : notifyUrlProblem(notify);
  if (problem !== undefined) {
    throw new UsageError('USAGE_NOTIFY', `Nothing can be posted to the address: ${problem}`, {
      hint: 'Give an https address, or http on this machine, such as http://127.0.0.1:8080/',
    });
  }
  return {
    ...before,
    ...(notify === undefined ? {} : { url: notify }),
    ...(notifyCommand === undefined ? {} : { command: notifyCommand }),
  };
}

function refusal(message: string, hints: readonly string[]): UsageError {
  return new UsageError('USAGE_SCHEDULE_EXISTS', message, {
    exitCode: 5,
    hint: hints.join('; '),
  });
}
