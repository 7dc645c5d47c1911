import { UsageError } from '../../errors.ts';
import { pausedMark, type Store } from '../../store/index.ts';

/** @throws UsageError USAGE_PAUSED, exit code 5 */
export async function requireNotPaused(store: Store, name: string): Promise<void> {
  const paused = await store.standingOrder('archives', name).find(pausedMark);
  if (paused === undefined) return;
  throw new UsageError('USAGE_PAUSED', `The archive "${name}" is paused: ${paused.note}`, {
    exitCode: 5,
    hint: `First: doeflow archive resume ${name}`,
  });
}
