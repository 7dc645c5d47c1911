/** Keeps a home from the platform once another one with the same past goes on there: both would pay for the same runs. */
import { setTimeout as delay } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import { PlatformError, type PlatformClient } from '../src/platform-api/index.ts';
import { takenOverCode } from '../src/run/cures.ts';
import { layout, readTakeOver, type Store, type TakeOver } from '../src/store/index.ts';
import {
  describeOther,
  findMarks,
  otherThatGoesOn,
  type TakeOverMark,
} from '../src/take-over/index.ts';
import { makeMark } from './make-mark.ts';
import type { StudyCache } from './study-cache.ts';

/** How long a look counts: of a home that was never restored, of one that was, and of one that may not go on. */
const countsMs = { original: 300_000, restored: 30_000, refused: 10_000 } as const;

/** Looks at a mark that was just made and isn't listed, and the wait between two. */
const looksAtNew = 5;
const betweenLooksMs = 1_000;

const retryMs = 10_000;

/** Says whether this home may work on the platform at hand. */
export interface TakeOverGuard {
  /** @throws ApplicationFailure TAKEN_OVER, retried for as long as it takes, while another home goes on instead of this one */
  check(): Promise<void>;
  /** The same, for a step that may cost money; where this home was taken over, the platform lists its mark before that. @throws as {@link check} */
  claim(studyId: string): Promise<void>;
}

/** What one look found. */
interface Standing {
  readonly own: TakeOver | undefined;
  readonly other: TakeOverMark | undefined;
  /** The platform lists the mark of this home. */
  readonly isMarked: boolean;
}

const nobody: Standing = { own: undefined, other: undefined, isMarked: false };

/** A guard for the platform of `platform`. */
export function createTakeOverGuard(parts: {
  readonly store: Store;
  readonly platform: PlatformClient;
  readonly studyCache: StudyCache;
}): TakeOverGuard {
  const { store, platform } = parts;
  let latest: { readonly standing: Promise<Standing>; readonly untilMs: number } | undefined;
  let marking: Promise<void> | undefined;
  const look = async (): Promise<Standing> => {
    const own = await readTakeOver(store);
    try {
      const marks = await findMarks(platform, await store.engineId());
      const isMarked = marks.some(({ id }) => id === own?.id);
      return { own, other: otherThatGoesOn(own, marks), isMarked };
    } catch (error) {
      // Nobody said that an original is gone: it goes on, and looks again.
      if (own === undefined && error instanceof PlatformError) return nobody;
      throw error;
    }
  };
  const standingNow = async (isFresh = false): Promise<Standing> => {
    if (!isFresh && latest !== undefined && Date.now() < latest.untilMs) return latest.standing;
    const standing = look();
    latest = { standing, untilMs: Infinity };
    try {
      const found = await standing;
      latest = { standing, untilMs: Date.now() + lastingOf(found) };
      return found;
    } catch (error) {
      latest = undefined;
      throw error;
    }
  };
  const requireFirst = async (isFresh?: boolean): Promise<Standing> => {
    const standing = await standingNow(isFresh);
    if (standing.other !== undefined) throw takenOver(standing.other);
    return standing;
  };
  const mark = async (own: TakeOver, studyId: string): Promise<void> => {
    await makeMark(parts, own, studyId);
    for (let looks = 0; looks < looksAtNew; looks += 1) {
      if ((await requireFirst(true)).isMarked) return;
      await delay(betweenLooksMs);
    }
    throw waits(
      'The platform does not list the mark of this home’s take-over yet, by which another home would know of it. Nothing is submitted until it does',
    );
  };
  return {
    async check() {
      await requireFirst();
    },
    async claim(studyId) {
      const bound = (await store.study(studyId).find(layout.snapshot))?.platform;
      if (bound?.kind !== 'configured') return;
      const { own, isMarked } = await requireFirst();
      if (own === undefined || isMarked) return;
      marking ??= mark(own, studyId).finally(() => {
        marking = undefined;
      });
      await marking;
    },
  };
}

function lastingOf({ own, other }: Standing): number {
  if (other !== undefined) return countsMs.refused;
  return own === undefined ? countsMs.original : countsMs.restored;
}

function takenOver(other: TakeOverMark): ApplicationFailure {
  return waits(
    `Another home with the same past goes on with these studies: ${describeOther(other)}. Nothing is asked of the platform here, as both would pay. Where that one is gone for good: doeflow restore --take-over --instead-of ${other.id}; else end this home`,
  );
}

function waits(message: string): ApplicationFailure {
  return ApplicationFailure.create({ type: takenOverCode, message, nextRetryDelay: retryMs });
}
