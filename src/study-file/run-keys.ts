/** Content keys of runs: equal keys, equal runs, of whatever study. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Plan } from '../study/plan.ts';
import { ownKeyParts, sharedKeyParts, type RunSurroundings } from '../study/run-key-parts.ts';
import type { Study } from '../study/study.ts';
import { canonicalJson } from './canonical-study.ts';

/** A run and the SHA-256 (hex) of all that decides what it gives. */
export interface KeyedRun {
  readonly run: number;
  readonly key: string;
}

/** The keys of runs, in the order of `runs`; made as they are asked for. @param runs 0 is the nominal one */
export function* keysOfRuns(
  study: Study,
  plan: Plan,
  surroundings: RunSurroundings,
  runs: readonly number[],
): Generator<KeyedRun> {
  const shared = canonicalJson(sharedKeyParts(study, surroundings));
  const begin = createHash('sha256').update(`doeflow run 1\n${shared}\n`);
  for (const { run, parts } of ownKeyParts(study, plan, runs)) {
    yield { run, key: begin.copy().update(canonicalJson(parts)).digest('hex') };
  }
}

/** After so many keys the process looks at what else it has to do, such as to send heartbeats. */
const keysAtOnce = 2_000;

/** Keys by the numbers of their runs, in the order in which they come. */
export async function keysByRun(keys: Iterable<KeyedRun>): Promise<ReadonlyMap<number, string>> {
  const byRun = new Map<number, string>();
  for (const { run, key } of keys) {
    byRun.set(run, key);
    if (byRun.size % keysAtOnce === 0) await setImmediate();
  }
  return byRun;
}

/** The runs of a plan, in their order. */
export function runsOfPlan({ runCount, includesNominalRun }: Plan): readonly number[] {
  const first = includesNominalRun ? 0 : 1;
  return Array.from({ length: runCount + 1 - first }, (_, index) => first + index);
}
