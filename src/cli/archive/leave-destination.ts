import { isAbsolute } from 'node:path';
import { releaseDestination, type ArchiveOrder } from '../../archive/index.ts';
import { openDestination } from '../../objects/index.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { archivesBeside } from './check-destination.ts';

/**
 * Takes this engine's mark out of the folder of an archive that is deleted and archived nothing, so that anybody may have it.
 * @returns whether it was; never for a bucket, which may not answer, nor where another archive is kept there too
 */
export async function leaveDestination(
  context: CommandContext,
  engine: Engine,
  order: ArchiveOrder,
): Promise<boolean> {
  if (!isAbsolute(order.destination)) return false;
  try {
    if ((await archivesBeside(engine, order)).length > 0) return false;
    const objects = await openDestination(order.destination, context.env, 'read');
    return await releaseDestination(objects, await engine.store.engineId());
  } catch {
    // It isn't there, or can't be written: the archive is deleted all the same.
    return false;
  }
}
