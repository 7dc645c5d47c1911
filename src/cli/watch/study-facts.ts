/** What the store tells of a running study: why its runs failed, and what they cost so far. Read beside the looks, never waited for by one. */
import { mergeOutcomes } from '../../run/run-outcome.ts';
import type { RunCounts } from '../../run/messages.ts';
import { layout, readAttempts, type StudyReader } from '../../store/index.ts';
import type { CostRange } from '../../study/cost.ts';
import { noteResponses } from '../../study/note-responses.ts';
import type { Study } from '../../study/study.ts';
import { groupFailures } from '../studies/group-failures.ts';

/** Failed runs of one cause. */
export interface FailureCause {
  readonly reason: string;
  readonly message: string;
  readonly runs: number;
  /** A run that failed so. */
  readonly example: number;
}

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
  let readFor = '';
  let nextMs = 0;
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    const beganMs = performance.now();
    try {
      latest = await readFacts(store, studyId, study);
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
    refresh({ done, failed }) {
      const key = `${done} ${failed}`;
      if (reading !== undefined || key === readFor || performance.now() < nextMs) return;
      readFor = key;
      reading = read();
    },
    settled: () => reading ?? Promise.resolve(),
  };
}

/** Reads them once. */
export async function readFacts(
  store: StudyReader,
  studyId: string,
  study: Study,
): Promise<StudyFacts> {
  const folder = store.study(studyId);
  const attempts = await readAttempts(folder);
  const causes = causesOf(attempts);
  const notes = noteResponses(mergeOutcomes(attempts).values(), study);
  if (!(await folder.has(layout.price))) return { causes, notes };
  const { costOfAttempts } = await import('../../summary/index.ts');
  return { causes, notes, cost: await costOfAttempts(folder, study, attempts) };
}

/** Why the latest attempts failed, the most frequent cause first. */
export function causesOf(attempts: Parameters<typeof mergeOutcomes>[0]): readonly FailureCause[] {
  return groupFailures([...mergeOutcomes(attempts).values()]).map(
    ({ reason, message, runs, example }) => ({
      ...{ reason, message, runs: runs.length, example: example.run },
    }),
  );
}

/** `10x exit-code: the command ended with exit code 3 (such as run 4)`. */
export function causeWords({ runs, reason, message, example }: FailureCause): string {
  return `${runs}x ${reason}: ${message} (such as run ${example})`;
}
