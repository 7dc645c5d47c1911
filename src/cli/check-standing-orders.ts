/** What `doeflow doctor` says of schedules and archives, and of the reaper's schedule: whether they are as they were ordered. */
import type { Check } from '../host/doctor/check.ts';
import { readUnseen } from '../store/index.ts';
import { archiveWarnings, listArchives } from './archive/archive-order.ts';
import { readSchedule } from './archive/list-archives.ts';
import { checkHeldIds } from './check-held-ids.ts';
import { checkOlderStore } from './check-older-store.ts';
import { checkRefusedWorkers } from './check-refused-workers.ts';
import { checkReaper, checkUnseen } from './check-reaper.ts';
import type { CommandContext } from './context.ts';
import { openEngineIfUp } from './engine/open-engine-if-up.ts';
import { openOwnStore } from './engine/open-own-store.ts';
import type { OrderWarning } from './order-warnings.ts';
import { readScheduleWarnings } from './schedules/read-schedule-warnings.ts';
import { readStanding } from './schedules/read-standing.ts';
import { listOrders } from './schedules/recurrences.ts';

/** One check for each order that isn't as it was ordered; one that says so where all are. None of orders where there is no order. */
export async function checkStandingOrders(context: CommandContext): Promise<readonly Check[]> {
  const store = await openOwnStore(context);
  const now = context.now();
  const schedules = (await listOrders(store)).flatMap(({ order }) => order ?? []);
  const archives = (await listArchives(store)).flatMap(({ order }) => order ?? []);
  const count = schedules.length + archives.length;
  const engine = await openEngineIfUp(context);
  try {
    const checks: Check[] = [
      ...(await checkReaper(engine, () => context.now())),
      ...checkUnseen(await readUnseen(store)),
      ...(await checkHeldIds(engine)),
      ...(await checkRefusedWorkers(engine, () => context.now())),
      ...(await checkOlderStore(engine, () => context.now())),
    ];
    for (const order of schedules) {
      const { state } = await readStanding(engine, order.name);
      const warnings = await readScheduleWarnings({ store, engine, now }, order, state);
      checks.push(...checksOf(`Schedule ${order.name}`, warnings));
    }
    for (const order of archives) {
      const state = await readSchedule(engine, order.name);
      checks.push(
        ...checksOf(`Archive ${order.name}`, await archiveWarnings(store, order, state, now)),
      );
    }
    const detail = engine === undefined ? 'as ordered, by the store: nothing is up' : 'as ordered';
    return checks.length > 0 || count === 0
      ? checks
      : [{ name: 'Standing orders', ok: true, detail }];
  } finally {
    await engine?.close();
  }
}

/** What is over is told, and fails nothing. */
function checksOf(name: string, warnings: readonly OrderWarning[]): readonly Check[] {
  return warnings.map(({ sentence, toDo }) => ({
    ...{ name, ok: toDo === undefined, detail: sentence },
    ...(toDo === undefined ? {} : { hint: toDo }),
  }));
}
