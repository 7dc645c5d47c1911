/** What `doeflow doctor` says of the reaper's schedule on the Temporal server, which anybody who reaches that can change. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Check } from '../host/doctor/check.ts';
import { reaperId } from '../temporal/names.ts';
import type { UnseenThing } from '../store/index.ts';
import type { Engine } from './engine/open-engine.ts';

/** A server that has just been given the schedule doesn't name its times yet; in milliseconds. */
const settleMs = 5_000;

/** One check where the schedule isn't as workers make it. None where nothing is up: then a worker sees to it at its start. */
export async function checkReaper(
  engine: Pick<Engine, 'temporalClient'> | undefined,
  now: () => Date,
): Promise<readonly Check[]> {
  if (engine === undefined) return [];
  // Temporal's client takes a third of a second to load: only those pay who need it.
  const { describeFlowSchedule } = await import('../temporal/flow-schedules.ts');
  const { reaperFault } = await import('../reaper/index.ts');
  const deadline = performance.now() + settleMs;
  for (;;) {
    const fault = reaperFault(await describeFlowSchedule(engine.temporalClient, reaperId), now());
    if (fault === undefined) return [];
    if (performance.now() > deadline) return [checkOf(fault)];
    await delay(500);
  }
}

/** One check where the platform didn't show all that the last look asked for. */
export function checkUnseen(unseen: readonly UnseenThing[]): readonly Check[] {
  const [first] = unseen;
  if (first === undefined) return [];
  const others = unseen.length === 1 ? '' : `, and ${unseen.length - 1} more`;
  return [
    {
      name: 'Reaper',
      ok: false,
      detail: `the last look for what goes on without a study did not see ${first.what} (${first.why})${others}`,
      hint: 'Workers look again every ten minutes; at once, with all that could not be seen: doeflow reap --dry-run',
    },
  ];
}

function checkOf(fault: string): Check {
  return {
    name: 'Reaper',
    ok: false,
    detail: `the schedule "${reaperId}" on the Temporal server is not as workers make it: ${fault}`,
    hint: 'Somebody else speaks to this Temporal server. A worker makes the schedule anew within five minutes; what goes on meanwhile: doeflow reap --dry-run',
  };
}
