import { setImmediate } from 'node:timers/promises';
import type { KeyedRun } from '../src/study-file/index.ts';

/** After so many keys the process looks at what else it has to do, such as to send heartbeats. */
const keysAtOnce = 2_000;

/** The keys of runs by their numbers. */
export async function keysByRun(keys: Iterable<KeyedRun>): Promise<ReadonlyMap<number, string>> {
  const byRun = new Map<number, string>();
  for (const { run, key } of keys) {
    byRun.set(run, key);
    if (byRun.size % keysAtOnce === 0) await setImmediate();
  }
  return byRun;
}
