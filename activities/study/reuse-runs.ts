/** Finished runs of other studies that stand for runs of this one: chosen once, then taken over with their files. */
import { firstRevision } from '../../src/run/revision-of.ts';
import pMap from 'p-map';
import type { SharedRuns } from '../../src/run/activity-contract.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import {
  chooseFinishedRuns,
  claimRuns,
  findReusedOutcomes,
  layout,
  readJudgedRuns,
  removeJudgedRuns,
  reusedJobNumber,
  type DocumentFolder,
  type ReusedRun,
} from '../../src/store/index.ts';
import { keysByRun, runsOfPlan } from '../../src/study-file/index.ts';
import { keepPages } from '../keep-pages.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { CachedStudy } from '../study-cache.ts';
import { awaitedOf, readAwaited } from './await-shared-runs.ts';
import { isStudyOpen } from './is-study-open.ts';
import { createTaker } from './take-finished-run.ts';

/** Runs whose files are copied at the same time. */
const runsAtOnce = 8;

/** What became of a study's wish to reuse runs. */
export interface ReusedRuns {
  /** Planned runs that others stand for; the nominal one isn't counted. */
  readonly count: number;
  /** Runs that other studies run meanwhile. */
  readonly awaited: SharedRuns['awaited'];
  readonly notes: readonly string[];
}

/**
 * Decides which runs of a study needn't be run; undefined for one that is to run all. What is decided stays: every repeat and every worker gets
 * the same.
 */
export async function reuseRuns(
  dependencies: Pick<ActivityDependencies, 'store' | 'studyCache' | 'workflows'>,
  studyId: string,
): Promise<ReusedRuns | undefined> {
  const { store, studyCache } = dependencies;
  const cached = await studyCache.get(studyId, firstRevision);
  if (cached.study.execution.reuse !== true) return undefined;
  const folder = store.study(studyId);
  const outcomes =
    (await findReusedOutcomes(folder)) ?? (await takeAll(dependencies, folder, cached, studyId));
  const chosen = (await folder.find(layout.reuse)) ?? [];
  return {
    count: outcomes.filter(({ run }) => run > 0).length,
    awaited: awaitedOf(await readAwaited(folder)),
    notes: notesOf(outcomes, chosen),
  };
}

type ReuseDependencies = Pick<ActivityDependencies, 'store' | 'workflows'>;

async function takeAll(
  dependencies: ReuseDependencies,
  folder: DocumentFolder,
  cached: CachedStudy,
  studyId: string,
): Promise<readonly RunOutcome[]> {
  const { store } = dependencies;
  const all = await choose(dependencies, folder, cached, studyId);
  const chosen = all.filter((one) => 'from' in one);
  const before = await readJudgedRuns(folder, reusedJobNumber);
  const take = createTaker(store, folder, cached);
  const pages = keepPages(folder, reusedJobNumber);
  try {
    await pMap(
      [...chosen.entries()],
      async ([index, { run, from }]) => {
        const platformRun = index + 1;
        if (before.has(platformRun)) return;
        const outcome = await take(run, from);
        await pages.add({
          platformRun,
          evidence: '',
          ...(outcome === undefined ? {} : { outcome }),
        });
      },
      { concurrency: runsAtOnce },
    );
  } finally {
    await pages.close();
  }
  const taken = [...(await readJudgedRuns(folder, reusedJobNumber)).values()]
    .flatMap(({ outcome }) => outcome ?? [])
    .sort((a, b) => a.run - b.run);
  // The first that is kept counts, whoever plans the study at the same time.
  await folder.create(layout.outcomes(reusedJobNumber), taken);
  await removeJudgedRuns(folder, reusedJobNumber);
  return folder.read(layout.outcomes(reusedJobNumber));
}

async function choose(
  dependencies: ReuseDependencies,
  folder: DocumentFolder,
  { plan, keysOfRuns }: CachedStudy,
  studyId: string,
): Promise<readonly ReusedRun[]> {
  const before = await folder.find(layout.reuse);
  if (before !== undefined) return before;
  const keys = await keysByRun(keysOfRuns(runsOfPlan(plan)));
  const { store } = dependencies;
  const finished = await chooseFinishedRuns(store, keys, studyId);
  const rest = new Map(keys);
  for (const { run } of finished) rest.delete(run);
  const awaited = await claimRuns(store, studyId, rest, (owner) =>
    isStudyOpen(dependencies, owner),
  );
  await folder.create(layout.reuse, [...finished, ...awaited]);
  return folder.read(layout.reuse);
}

/** Studies that a note names. */
const shown = 3;

function notesOf(outcomes: readonly RunOutcome[], chosen: readonly ReusedRun[]): readonly string[] {
  const notes: string[] = [];
  if (outcomes.length > 0) {
    notes.push(
      `${runsOf(outcomes.length)} not run again, and not paid for: finished runs with the same inputs, files, commands and software stand for them, of ${listOf(outcomes.flatMap(({ reusedFrom }) => reusedFrom?.studyId ?? []))}`,
    );
  }
  const taken = new Set(outcomes.map(({ run }) => run));
  const refused = chosen.filter((one) => 'from' in one).filter(({ run }) => !taken.has(run));
  if (refused.length > 0) {
    notes.push(
      `${runsOf(refused.length)} run although there are finished ones with the same key, as what is kept of those was changed, is gone, or lacks an output that this study reads: in ${listOf(refused.map(({ from }) => from.studyId))}`,
    );
  }
  return notes;
}

function runsOf(count: number): string {
  return count === 1 ? '1 run is' : `${count} runs are`;
}

function listOf(studyIds: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const studyId of studyIds) counts.set(studyId, (counts.get(studyId) ?? 0) + 1);
  const most = [...counts].sort(([, a], [, b]) => b - a);
  const named = most.slice(0, shown).map(([studyId, count]) => `${studyId} (${count})`);
  return `${named.join(', ')}${most.length > shown ? ', …' : ''}`;
}
