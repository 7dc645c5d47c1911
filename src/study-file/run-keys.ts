/** Content keys of runs: equal keys, equal runs, of whatever study. */
import { createHash } from 'node:crypto';
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

/** The runs of a plan, in their order. */
export function runsOfPlan({ runCount, includesNominalRun }: Plan): readonly number[] {
  const first = includesNominalRun ? 0 : 1;
  return Array.from({ length: runCount + 1 - first }, (_, index) => first + index);
}
