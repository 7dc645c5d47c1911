/** Which studies go: those that were asked for, without those that must stay. */
import {
  addSizes,
  measureBelow,
  noSize,
  type PlatformAtHand,
  type Size,
  type Store,
} from '../../store/index.ts';
import { ResultError, UsageError } from '../../errors.ts';
import type { StoredStudy } from '../studies/stored-study.ts';
import type { EndedStudy, DamagedStudy } from '../studies/stored-study.ts';
import type { ArchivesAtHand } from './archives-at-hand.ts';
import { readCandidate, type Candidate, type Chosen } from './candidate.ts';
import { measureLocalJobs } from './local-jobs.ts';
import type { KeepingRules } from './why-kept.ts';

/** What was asked for. */
export interface PruneWish {
  /** Only these; all where it is absent. */
  readonly named: ReadonlySet<string> | undefined;
  /** Ended before, ISO 8601. */
  readonly endedBefore: string | undefined;
  /** The oldest until no more than so many bytes are left. */
  readonly below: number | undefined;
  /** Also those without a verified copy. */
  readonly withoutArchive: boolean;
}

/** A study that stays. */
export interface Kept {
  readonly studyId: string;
  readonly why: string;
}

/** The decision. */
export interface Choice {
  /** The one that ended first comes first. */
  readonly chosen: readonly Chosen[];
  readonly kept: readonly Kept[];
}

interface Sources {
  readonly store: Store;
  readonly home: string;
  readonly rules: KeepingRules;
  readonly archives: ArchivesAtHand;
  /** Absent where what a study has on the platform isn't removed with it. */
  readonly local: PlatformAtHand | undefined;
  /** What is there now, in bytes; undefined where that can't be told. */
  readonly usedBytes: () => Promise<number | undefined>;
}

/** Decides on all studies of the store. */
export async function chooseStudies(
  { store, home, rules, archives, local, usedBytes }: Sources,
  { named, endedBefore, below, withoutArchive }: PruneWish,
  {
    studies,
    damaged,
  }: { readonly studies: readonly StoredStudy[]; readonly damaged: readonly DamagedStudy[] },
): Promise<Choice> {
  const kept: Kept[] = damaged
    .filter(({ studyId }) => named?.has(studyId) !== false)
    .map(({ studyId, fault }) => ({ studyId, why: `its records can't be read: ${fault.message}` }));
  if (named === undefined && endedBefore === undefined && below === undefined) {
    return { chosen: [], kept: [] };
  }
  const free: Candidate[] = [];
  for (const stored of studies) {
    const { studyId } = stored;
    if (named?.has(studyId) === false) continue;
    const found = await lookAt(store, rules, stored);
    if (typeof found === 'string') kept.push({ studyId, why: found });
    else if (endedBefore !== undefined && found.endedAt >= endedBefore) {
      kept.push({ studyId, why: `it ended on ${found.endedAt.slice(0, 10)}, which is too young` });
    } else free.push(found);
  }
  free.sort((a, b) => (a.endedAt < b.endedAt ? -1 : 1));
  const bound = below === undefined ? undefined : await bytesAbove(below, usedBytes);
  const chosen: Chosen[] = [];
  let freed = 0;
  for (const candidate of free) {
    const { studyId } = candidate.stored;
    if (bound !== undefined && freed >= bound) {
      kept.push({ studyId, why: 'there is enough space without it' });
      continue;
    }
    const word = await archives.ask(candidate);
    if ('keeps' in word) kept.push({ studyId, why: word.keeps });
    else if ('none' in word && !withoutArchive) {
      kept.push({
        studyId,
        why: 'no archive has a verified copy of it (--without-archive removes it all the same)',
      });
    } else {
      const size = await measureStudy(store, studyId);
      const localBytes =
        local === undefined
          ? 0
          : await measureLocalJobs(
              home,
              candidate.jobs.map(({ jobId }) => jobId),
            );
      chosen.push({
        ...candidate,
        size,
        localBytes,
        ...('copy' in word ? { archive: word.copy } : {}),
      });
      freed += (size.bytes ?? 0) + localBytes;
    }
  }
  return { chosen, kept };
}

/** A damaged record is no reason to remove what is beside it. */
async function lookAt(
  store: Store,
  rules: KeepingRules,
  stored: StoredStudy,
): Promise<Candidate | string> {
  try {
    return (await rules.whyKept(stored)) ?? (await readCandidate(store, stored as EndedStudy));
  } catch (error) {
    if (!(error instanceof ResultError)) throw error;
    return `its records can't be read: ${error.message}`;
  }
}

/** All that is kept of a study. */
export async function measureStudy(store: Store, studyId: string): Promise<Size> {
  const own = await measureBelow(store.study(studyId), '');
  return addSizes(own, addSizes(noSize, await measureBelow(store.notifications(studyId), '')));
}

async function bytesAbove(below: number, usedBytes: Sources['usedBytes']): Promise<number> {
  const used = await usedBytes();
  if (used !== undefined) return used - below;
  throw new UsageError('USAGE_PRUNE', 'How much this store takes can’t be told', {
    hint: 'Say by age what may go: --older-than 90d',
  });
}
