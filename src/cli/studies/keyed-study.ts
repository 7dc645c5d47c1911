/** A study with what decides the results of its runs: one that was started, or a study file that may be. */
import { platformOfRuns, type StudyReader } from '../../store/index.ts';
import { hashFile, keysOfRuns } from '../../study-file/index.ts';
import type { Plan } from '../../study/plan.ts';
import {
  ownKeyParts,
  sharedKeyParts,
  type KeyParts,
  type RunSurroundings,
} from '../../study/run-key-parts.ts';
import type { Study } from '../../study/study.ts';
import type { CommandContext } from '../context.ts';
import { readSettings } from '../engine/read-settings.ts';
import type { LoadedPlan } from '../load-plan.ts';
import { planStoredStudy } from './open-stored-study.ts';
import type { StoredStudy } from './stored-study.ts';

export interface KeyedStudy {
  readonly study: Study;
  readonly plan: Plan;
  /** The parts of keys that all its runs share. */
  readonly shared: KeyParts;
  /** @param runs that the plan has */
  keysOfRuns(runs: readonly number[]): ReturnType<typeof keysOfRuns>;
  /** The parts that are the runs' own. */
  ownParts(runs: readonly number[]): ReturnType<typeof ownKeyParts>;
}

function keyed(study: Study, plan: Plan, surroundings: RunSurroundings): KeyedStudy {
  return {
    ...{ study, plan, shared: sharedKeyParts(study, surroundings) },
    keysOfRuns: (runs) => keysOfRuns(study, plan, surroundings, runs),
    ownParts: (runs) => ownKeyParts(study, plan, runs),
  };
}

/** A started study as runs with that revision of its files have it. */
export async function keyStoredStudy(
  store: StudyReader,
  stored: StoredStudy,
  revision?: number,
): Promise<KeyedStudy> {
  const { study, plan, snapshot } = await planStoredStudy(store, stored, revision);
  const hashes = new Map(snapshot.files.map(({ path, sha256 }) => [path, sha256]));
  return keyed(study, plan, {
    platform: platformOfRuns(snapshot.platform),
    fileHash: (path) => hashes.get(path) ?? '',
  });
}

/** A study file as a start would have it now. */
export async function keyStudyFile(
  context: CommandContext,
  { loaded, plan }: Pick<LoadedPlan, 'loaded' | 'plan'>,
): Promise<KeyedStudy> {
  const { platform } = readSettings(context);
  const hashes = new Map<string, string>();
  for (const { path, absolutePath } of loaded.files) hashes.set(path, await hashFile(absolutePath));
  return keyed(loaded.study, plan, {
    platform: platform === 'embedded' ? 'local' : platform.baseUrl,
    fileHash: (path) => hashes.get(path) ?? '',
  });
}
