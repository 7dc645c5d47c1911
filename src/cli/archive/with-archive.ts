import type { ArchiveOrder } from '../../archive/index.ts';
import { UsageError } from '../../errors.ts';
import type { Store } from '../../store/index.ts';
import type { FoundOrder } from '../found-order.ts';
import type { CommandContext } from '../context.ts';
import { embeddedIsUp } from '../engine/embedded-is-up.ts';
import { openEngine, type Engine } from '../engine/open-engine.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { readSettings } from '../engine/read-settings.ts';
import { findArchive, lookForArchive } from './archive-order.ts';

/**
 * Nothing begins that would end with this command.
 * @throws UsageError USAGE_NOTHING_STAYS_UP, exit code 5
 */
export async function requireStaying(
  context: CommandContext,
  waits: boolean,
  command: string,
): Promise<void> {
  const settings = readSettings(context);
  if (waits || settings.temporal !== 'embedded' || (await embeddedIsUp(settings))) return;
  throw new UsageError(
    'USAGE_NOTHING_STAYS_UP',
    'This needs a Temporal server and a worker that keep running; the embedded ones would end with this command',
    {
      exitCode: 5,
      hint: `Keep them running with doeflow dev in another terminal, then ${command}`,
    },
  );
}

/** Opens the engine for what is done with one archive. @throws UsageError as {@link findArchive} does, before anything is started */
export function withArchive(
  context: CommandContext,
  name: string,
  work: (engine: Engine, order: ArchiveOrder) => Promise<void>,
): Promise<void> {
  return withFound(context, (store) => findArchive(store, name), work);
}

/** As {@link withArchive}, whether the archive's order can be read or not. */
export function withAnyArchive(
  context: CommandContext,
  name: string,
  work: (engine: Engine, found: FoundOrder<ArchiveOrder>) => Promise<void>,
): Promise<void> {
  return withFound(context, (store) => lookForArchive(store, name), work);
}

async function withFound<T>(
  context: CommandContext,
  find: (store: Store) => Promise<T>,
  work: (engine: Engine, found: T) => Promise<void>,
): Promise<void> {
  const found = await find(await openOwnStore(context));
  context.interrupt.handle();
  const engine = await openEngine(context);
  try {
    await work(engine, found);
  } finally {
    await engine.close();
  }
}

/** The archive's order is there, and Temporal has no schedule of it. */
export function scheduleMissing(name: string): UsageError {
  return new UsageError(
    'USAGE_SCHEDULE_MISSING',
    `Temporal has no schedule of archive "${name}": its creation was cut off, or another server has it`,
    {
      exitCode: 6,
      hint: `Check that doeflow config shows the right server; to make it anew, repeat doeflow archive create ${name} with the same options`,
    },
  );
}
