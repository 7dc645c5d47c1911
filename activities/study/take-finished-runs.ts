/** Finished runs of other studies that stand for runs of one: where one can't, the next one of its key is tried. */
import pMap from 'p-map';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import {
  chooseFinishedRuns,
  nameOfAttempt,
  readJudgedRuns,
  reusedJobNumber,
  type DocumentFolder,
  type RefusedRun,
  type Store,
  type TakenRun,
} from '../../src/store/index.ts';
import { keepPages } from '../keep-pages.ts';
import type { Taker } from './take-finished-run.ts';

/** Runs whose files are copied at the same time. */
export const runsAtOnce = 8;

/** What was taken over, and what was tried in vain. */
export interface TakenRuns {
  readonly taken: readonly TakenRun[];
  readonly refused: readonly RefusedRun[];
}

interface Asking {
  readonly studyId: string;
  /** Of the runs of this study. */
  readonly keys: ReadonlyMap<number, string>;
  /** Whether a finished run can't stand for one of these. */
  isOut(from: TakenRun['from']): boolean;
}

/**
 * Tries finished runs of each key, the newest first, until one stands for the run or none is left.
 * @param take says why it can't be taken over; undefined where it was
 */
export async function takeFinishedRuns(
  store: Store,
  { studyId, keys, isOut }: Asking,
  take: (one: TakenRun) => Promise<string | undefined>,
): Promise<TakenRuns> {
  const left = new Map(keys);
  const tried = new Set<string>();
  const taken: TakenRun[] = [];
  const refused = new Map<number, RefusedRun['refused']>();
  for (;;) {
    const chosen = await chooseFinishedRuns(store, {
      ...{ keys: left, besides: studyId },
      isOut: (from) => tried.has(nameOfAttempt(from)) || isOut(from),
    });
    if (chosen.length === 0) break;
    const tries = async (one: TakenRun): Promise<void> => {
      const { run, from } = one;
      const why = await take(one);
      tried.add(nameOfAttempt(from));
      if (why === undefined) {
        taken.push(one);
        left.delete(run);
        return;
      }
      const passedOver = { studyId: from.studyId, run: from.run, why };
      refused.set(run, [...(refused.get(run) ?? []), passedOver]);
    };
    await pMap(chosen, tries, { concurrency: runsAtOnce });
  }
  // Copies end in any order.
  return {
    taken: taken.sort((a, b) => a.run - b.run),
    refused: [...refused]
      .sort(([a], [b]) => a - b)
      .map(([run, tries]) => ({ run, refused: tries })),
  };
}

/** A run that is taken over already. */
export interface KeptTaking {
  readonly outcome: RunOutcome;
  /** Undefined where an earlier version kept it, which had written before what it would take. */
  readonly from?: TakenRun['from'];
}

/** What tries before this one took over, by run. */
export async function readTakings(
  folder: DocumentFolder,
): Promise<ReadonlyMap<number, KeptTaking>> {
  const takings = new Map<number, KeptTaking>();
  for (const { outcome, evidence } of (await readJudgedRuns(folder, reusedJobNumber)).values()) {
    if (outcome === undefined) continue;
    const { reusedFrom } = outcome;
    const [, jobNumber, files] = /^job (\d+) ([0-9a-f]{64})$/u.exec(evidence) ?? [];
    const isWhole = reusedFrom !== undefined && jobNumber !== undefined && files !== undefined;
    takings.set(outcome.run, {
      outcome,
      ...(isWhole ? { from: { ...reusedFrom, jobNumber: Number(jobNumber), files } } : {}),
    });
  }
  return takings;
}

/** Takes runs over, and keeps them. */
export interface TakingKeeper {
  /** Why it can't be taken over; undefined where it was. */
  take(one: TakenRun): Promise<string | undefined>;
  /** What was taken so far is kept. */
  close(): Promise<void>;
}

/** Keeps each run that is taken over with where it came from, so that a try that dies loses little. */
export function keepTakings(folder: DocumentFolder, take: Taker): TakingKeeper {
  const pages = keepPages(folder, reusedJobNumber);
  return {
    async take({ run, from }) {
      const taking = await take(run, from);
      if ('refused' in taking) return taking.refused;
      const evidence = `job ${from.jobNumber} ${from.files}`;
      // The platform counts from 1, and the nominal run is 0.
      await pages.add({ platformRun: run + 1, evidence, outcome: taking.outcome });
      return undefined;
    },
    close: () => pages.close(),
  };
}
