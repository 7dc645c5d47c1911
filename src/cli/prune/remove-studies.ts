/** Removes studies, each so that it can be cut off anywhere: a later prune does the rest. */
import {
  addSizes,
  beginPruning,
  emptyStudy,
  findPruned,
  finishPruning,
  layout,
  measureBelow,
  noSize,
  withdrawPruning,
  type PrunedStudy,
  type Size,
  type Store,
} from '../../store/index.ts';
import type { PlatformClient } from '../../platform-api/index.ts';
import { readStoredStudy } from '../studies/stored-study.ts';
import type { Chosen } from './candidate.ts';
import type { Kept } from './choose-studies.ts';
import { removeLocal } from './local-jobs.ts';
import type { KeepingRules } from './why-kept.ts';

/** What was removed so far. */
export interface Removed {
  readonly studyIds: readonly string[];
  readonly store: Size;
  readonly localBytes: number;
  /** Studies that were to go and stay after all. */
  readonly kept: readonly Kept[];
  /** What of pruned studies is still there, with the reason. */
  readonly left: readonly string[];
}

/** Who removes, and from where. */
export interface Remover {
  readonly store: Store;
  readonly home: string;
  readonly rules: Pick<KeepingRules, 'whyKeptNow'>;
  /** The local platform of this home; absent where a configured one is used. */
  readonly localPlatform: PlatformClient | undefined;
  readonly by: string;
  readonly engineVersion: string;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Told before the copy of a study is read, and once the study's removal has begun. */
  readonly onStep: (step: 'check' | 'remove', studyId: string) => void;
  /** What is wrong with the copy that makes the study go; read anew. */
  readonly prove: (study: Chosen) => Promise<readonly string[]>;
}

const nothing: Removed = { studyIds: [], store: noSize, localBytes: 0, kept: [], left: [] };

/** Removes what was chosen, one study after the other; between two of them it can be interrupted. */
export async function removeStudies(remover: Remover, chosen: readonly Chosen[]): Promise<Removed> {
  let all = nothing;
  for (const study of chosen) {
    remover.signal.throwIfAborted();
    all = joined(all, await removeStudy(remover, study));
  }
  return all;
}

async function removeStudy(remover: Remover, study: Chosen): Promise<Removed> {
  const { store, rules } = remover;
  const { stored, archive } = study;
  const { studyId } = stored;
  if (archive !== undefined) {
    remover.onStep('check', studyId);
    const faults = await remover.prove(study);
    if (faults.length > 0)
      return kept(
        studyId,
        `its copy in archive ${archive.name} is not whole: ${faults.slice(0, 3).join('; ')}. The next pass archives it anew`,
      );
  }
  const folder = store.study(studyId);
  if (!(await beginPruning(folder, recordOf(remover, study)))) {
    return kept(studyId, 'another prune removes it just now, or was cut off: the next one tells');
  }
  const why = await rules.whyKeptNow(stored);
  if (why !== undefined) {
    await withdrawPruning(folder);
    return kept(studyId, why);
  }
  remover.onStep('remove', studyId);
  return removeRest(remover, studyId);
}

/** Goes on where the removal of a study was cut off. */
export async function finishCutOff(remover: Remover, record: PrunedStudy): Promise<Removed> {
  const { store, rules } = remover;
  const { studyId } = record;
  const folder = store.study(studyId);
  if (await folder.has(layout.snapshot)) {
    // Nothing is gone yet: it may have been started since.
    const stored = await readStoredStudy(store, studyId);
    const why = stored && (await rules.whyKeptNow(stored));
    if (why !== undefined) {
      await withdrawPruning(folder);
      return kept(studyId, why);
    }
  }
  remover.onStep('remove', studyId);
  const removed = await removeRest(remover, studyId);
  // Of the one that was killed; who removes in peace leaves nothing of the kind.
  await folder.clearUnfinished();
  return removed;
}

async function removeRest(
  { store, home, localPlatform, now }: Remover,
  studyId: string,
): Promise<Removed> {
  const folder = store.study(studyId);
  let size = await emptyStudy(folder);
  const tellings = store.notifications(studyId);
  size = addSizes(size, await measureBelow(tellings, ''));
  await tellings.removeBelow({ prefix: '' });
  const { local } = (await findPruned(folder)) ?? {};
  let localBytes = 0;
  let left: readonly string[] = [];
  if (local !== undefined && local.jobIds.length + local.fileIds.length > 0) {
    if (localPlatform === undefined)
      left = [`${studyId}: its jobs on the local platform, which this command doesn't speak to`];
    else ({ bytes: localBytes, left } = await removeLocal(localPlatform, home, local));
  }
  if (left.length === 0) await finishPruning(folder, now());
  return { studyIds: [studyId], store: size, localBytes, kept: [], left };
}

function recordOf({ by, engineVersion, now }: Remover, study: Chosen): PrunedStudy {
  const { stored, endedAt, jobs, fileIds, size, archive } = study;
  const { snapshot, ended } = stored;
  const { total, done, failed } = ended.runs;
  return {
    formatVersion: 1,
    studyId: stored.studyId,
    studyName: snapshot.studyName,
    planHash: snapshot.planHash,
    createdAt: snapshot.createdAt,
    endedAt,
    prunedAt: now().toISOString(),
    engineVersion,
    by,
    state: ended.state,
    runs: { total, done, failed },
    ...(archive === undefined ? {} : { archive }),
    ...(snapshot.resultsDir === undefined ? {} : { resultsDir: snapshot.resultsDir }),
    ...(snapshot.platform?.kind === 'local'
      ? { local: { jobIds: jobs.map(({ jobId }) => jobId), fileIds: [...fileIds] } }
      : {}),
    ...(size.bytes === undefined ? {} : { bytes: size.bytes }),
  };
}

function kept(studyId: string, why: string): Removed {
  return { ...nothing, kept: [{ studyId, why }] };
}

/** Both together. */
export function joined(a: Removed, b: Removed): Removed {
  return {
    studyIds: [...a.studyIds, ...b.studyIds],
    store: addSizes(a.store, b.store),
    localBytes: a.localBytes + b.localBytes,
    kept: [...a.kept, ...b.kept],
    left: [...a.left, ...b.left],
  };
}
