import { createHash } from 'node:crypto';
import { NotFoundError, type PlatformClient } from '../platform-api/index.ts';
import { readMark, type TakeOverMark } from './mark-of-take-over.ts';

/** One bare word that the marks of all homes with this store's past carry; the store's id can't be had back from it. */
function markTag(engineId: string): string {
  const hash = createHash('sha256').update(`doeflow take-over ${engineId}`).digest('hex');
  return `e${hash.slice(0, 12)}`;
}

/** The whole name: for people first, then the word. */
export function markName(engineId: string): string {
  return `doeflow take-over: never submit or delete ${markTag(engineId)}`;
}

/** The marks of a store's take-overs on a platform, oldest first. @throws PlatformError where it can't be asked */
export async function findMarks(
  { jobs }: Pick<PlatformClient, 'jobs'>,
  engineId: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<readonly TakeOverMark[]> {
  const rows = await jobs.findByExactName(markTag(engineId), markName(engineId), options);
  const marks: TakeOverMark[] = [];
  for (const row of rows) {
    try {
      marks.push(readMark(row, await jobs.get(row.id, options)));
    } catch (error) {
      // Deleted since it was listed.
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
  return marks;
}
