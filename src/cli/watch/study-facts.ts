/** What the store tells of a running study: why its runs failed, and what they cost so far. Read beside the looks, never waited for by one. */
import { causesOf, type FailureCause } from '../../run/failure-causes.ts';
import { mergeOutcomes } from '../../run/run-outcome.ts';
import type { RunCounts } from '../../run/messages.ts';
import { layout, readAttempts, type OutcomesAtHand, type StudyReader } from '../../store/index.ts';
import type { CostRange } from '../../study/cost.ts';
import { noteFailedAnew } from '../../run/not-done-anew.ts';
import { noteUnread } from '../../run/note-unread.ts';
import { noteOutcomes } from '../../study/note-outcomes.ts';
import type { Study } from '../../study/study.ts';
import { readRunsUnderWay } from './runs-repeated.ts';

/** What was read last; absent until it was. */
export interface StudyFacts {
  /** The largest first. */
  readonly causes?: readonly FailureCause[];
  readonly cost?: CostRange;
  /** What their results look like, in sentences. */
  readonly notes?: readonly string[];
}

/** Keeps the facts up to date while the study is watched. */
export interface StudyFactsReader {
  readonly latest: StudyFacts;
  /** What was read of jobs that are collected whole: nobody has to read it once more. */
  readonly outcomes: OutcomesAtHand;
  /** Reads them again beside the caller where these counts differ from those of the last reading, and that isn't a moment ago. */
  refresh(runs: RunCounts): void;
  /** Resolves when nothing is being read. */
  settled(): Promise<void>;
}

/** At least so long from one reading to the next; a large study, whose reading takes long, is read less often. */
const shortestPauseMs = 2_000;
const pausePerReading = 20;

/** A reader for one study of the store. */
export function createFactsReader(
  store: StudyReader,
  { studyId, study }: { readonly studyId: string; readonly study: Study },
): StudyFactsReader {
  let latest: StudyFacts = {};
  const outcomes: OutcomesAtHand = new Map();
  let readFor = '';
  let nextMs = 0;
  let reading: Promise<void> | undefined;
  const read = async (isRepeating: boolean): Promise<void> => {
    const beganMs = performance.now();
    try {
      latest = await readFacts(store, { studyId, study, isRepeating }, outcomes);
    } catch {
      // The picture does without: what is wrong with the store is told by the verbs that read it.
    }
    const tookMs = performance.now() - beganMs;
    nextMs = performance.now() + Math.max(shortestPauseMs, pausePerReading * tookMs);
    reading = undefined;
  };
  return {
    get latest() {
      return latest;
    },
    outcomes,
    refresh({ done, failed, repeated = 0 }) {
      const key = `${done} ${failed} ${repeated}`;
      if (reading !== undefined || key === readFor || performance.now() < nextMs) return;
      readFor = key;
      reading = read(repeated > 0);
    },
    settled: () => reading ?? Promise.resolve(),
  };
}

/** Reads them once. @param of `isRepeating` says whether runs that failed may be in a job again @param atHand as {@link readAttempts} */
export async function readFacts(
  store: StudyReader,
  of: { readonly studyId: string; readonly study: Study; readonly isRepeating: boolean },
  atHand?: OutcomesAtHand,
): Promise<StudyFacts> {
  const { studyId, study, isRepeating } = of;
  const folder = store.study(studyId);
  const attempts = await readAttempts(folder, atHand);
  const underWay = isRepeating ? await readRunsUnderWay(folder) : undefined;
  const causes = causesOf(attempts, underWay);
  const notes = [
    ...noteFailedAnew(attempts),
    ...noteUnread(mergeOutcomes(attempts).values()),
    ...noteOutcomes(mergeOutcomes(attempts).values(), study),
  ];
  if (!(await folder.has(layout.price))) return { causes, notes };
  const { costOfAttempts } = await import('../../summary/index.ts');
  return { causes, notes, cost: await costOfAttempts(folder, study, attempts) };
}
