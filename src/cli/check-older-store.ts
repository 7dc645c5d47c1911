/** What `doeflow doctor` says of a store that is an older copy of itself, as far as steps of open studies wait for the newer one. */
import type { Check } from '../host/doctor/check.ts';
import { wayOnWithOlder } from '../store/older-store.ts';
import { findWaiting } from './engine/find-waiting.ts';
import type { Engine } from './engine/open-engine.ts';

/** One check where any step waits for the store as it was; none where none does, or nothing is up. */
export async function checkOlderStore(
  engine: Pick<Engine, 'temporalClient'> | undefined,
  now: () => Date,
): Promise<readonly Check[]> {
  if (engine === undefined) return [];
  const { waiting, asked } = await findWaiting(engine, now(), 'STORAGE_OLDER');
  if (waiting.length === 0) return [];
  return [
    {
      name: 'Store as it was',
      ok: false,
      detail: `the store is an older copy of itself: ${waiting.length} of the ${asked} open workflows that were asked wait for what it lacks, such as ${waiting[0]}`,
      hint: `Put back what was there: they go on by themselves. ${wayOnWithOlder}`,
    },
  ];
}
