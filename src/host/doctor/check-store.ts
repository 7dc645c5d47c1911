import type { Environment } from '../../environment.ts';
import { openDestination } from '../../objects/index.ts';
import { isInBucket } from '../settings/store-place.ts';
import { failedCheck, type Check } from './check.ts';
import { checkDisk } from './check-home.ts';

/** Looks at the place of the store: the space on its disk, or whether its bucket answers, can be written, and keeps to conditional writes. */
export async function checkStore(place: string, env: Environment): Promise<Check> {
  const name = 'Store';
  if (!isInBucket(place)) return checkDisk(name, place);
  try {
    await openDestination(place, env, 'write');
    return { name, ok: true, detail: `${place}, can be read and written` };
  } catch (error) {
    return failedCheck(name, error);
  }
}
