import {
  findCostLimit,
  layout,
  openHardwareBook,
  readBorrowedClusters,
  readCommitments,
  readCostLimits,
  type BorrowedCluster,
  type CostLimitSet,
} from '../../store/index.ts';
import { addCommitments } from '../../study/budget.ts';
import type { CostLimit } from '../../study/cost-limit.ts';
import { committedWords, withUnit } from '../../study/committed-words.ts';
import type { Study } from '../../study/study.ts';
import { leastOfNext, type BudgetReader } from './least-of-next.ts';

/** The limit of a study's cost and what of it is committed, in its currency; null where there is none, or no price was read yet. */
export interface StudyBudget {
  readonly maxCost: number | null;
  readonly spent: number | null;
  /** Set aside for what goes on. */
  readonly reserved: number | null;
  readonly committed: number | null;
  /** What the next job costs at least until its walltime, in one slot, or the next cluster of the study's own; absent where it has its cluster, which is committed, or nobody can tell. */
  readonly least?: number;
  /** ISO 4217 code; null where nobody says. */
  readonly currency: string | null;
  /** Clusters that other studies made and lent to this one: what they cost is committed there. */
  readonly borrowed: readonly BorrowedCluster[];
  /** The limits that its owner has set since it was started. */
  readonly changes: readonly CostLimitSet[];
}

/** Reads the budget of a study; undefined where it has no limit and never had one. */
export async function readBudget(
  store: BudgetReader,
  {
    studyId,
    study,
    isOver,
  }: {
    readonly studyId: string;
    readonly study: Study;
    readonly isOver: boolean;
  },
): Promise<StudyBudget | undefined> {
  const folder = store.study(studyId);
  const limit = await findCostLimit(folder, study);
  const changes = await readCostLimits(folder);
  if (limit === undefined && changes.length === 0) return undefined;
  const book = await openHardwareBook(folder, study);
  const price = (await book.priceOf(book.at())) ?? (await folder.find(layout.price));
  const committed = price && addCommitments(await readCommitments(folder, study, { isOver }));
  const newest = await book.priceOf(book.at());
  const least =
    isOver || newest === undefined ? undefined : await leastOfNext(store, { studyId, study });
  return {
    ...(least === undefined || newest === undefined ? {} : { least: least * newest.amount }),
    maxCost: limit?.amount ?? null,
    spent: committed?.spent ?? null,
    reserved: committed?.reserved ?? null,
    committed: committed === undefined ? null : committed.spent + committed.reserved,
    // Amounts are those of the price, whatever the limit is in.
    currency: price?.currency ?? limit?.currency ?? null,
    borrowed: await readBorrowedClusters(store, studyId),
    changes,
  };
}

/** `92.10 of 100.00 USD are committed (80.10 spent, 12.00 set aside)`. */
export function budgetWords(budget: StudyBudget): string {
  const lent = budget.borrowed.map(
    ({ clusterId, studyId }) =>
      `; cluster ${clusterId}, which ${studyId} made and lent to it, is paid for there`,
  );
  return `${ownWords(budget)}${lent.join('')}`;
}

function ownWords({ maxCost, spent, reserved, currency }: StudyBudget): string {
  if (maxCost === null) return 'no limit';
  const limit: CostLimit = { amount: maxCost, ...(currency === null ? {} : { currency }) };
  if (spent === null || reserved === null) {
    return `at most ${withUnit(maxCost, currency)}; nothing is committed yet`;
  }
  return committedWords({ spent, reserved }, limit, currency);
}

/** `150.00 USD by ann at 2026-03-01T12:00:00.000Z: more runs were wanted`. */
export function limitSetWords({ limit, by, at, why }: CostLimitSet): string {
  const what = limit === undefined ? 'no limit' : withUnit(limit.amount, limit.currency);
  return `${what} by ${by} at ${at}${why === undefined ? '' : `: ${why}`}`;
}
