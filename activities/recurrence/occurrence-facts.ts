/** What an occurrence has in the store, held against its reference. */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { EngineError } from '../../src/errors.ts';
import {
  compareResults,
  type OccurrenceFacts,
  type OccurrenceResult,
} from '../../src/recurrence/index.ts';
import { mergeOutcomes, type RunOutcome } from '../../src/run/run-outcome.ts';
import { endedStateOf, type EndedState } from '../../src/run/run-state.ts';
import {
  layout,
  readCheckpoint,
  readStudyOutcomes,
  type DocumentFolder,
} from '../../src/store/index.ts';
import { responseNames } from '../../src/study/response-names.ts';
import type { Study } from '../../src/study/study.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** @param reference id of the study with which it is compared; absent where there is none */
export async function occurrenceFacts(
  dependencies: ActivityDependencies,
  studyId: string,
  state: string,
  reference: string | undefined,
): Promise<OccurrenceFacts & Required<Pick<OccurrenceResult, 'runs'>>> {
  const finished = state === 'Finished' || state === 'Finished with failures';
  const { store, studyCache } = dependencies;
  const now = await readOutcomes(store.study(studyId)).catch((error: unknown) => {
    // What a study that was lost has left may be damaged.
    if (finished || !(error instanceof EngineError)) throw error;
    return new Map<number, RunOutcome>();
  });
  const { study, plan } = await studyCache.get(studyId);
  const total = plan.runCount + (plan.includesNominalRun ? 1 : 0);
  const runs = { failed: countOf(now, 'Failed'), total };
  if (!finished) return { finished, done: 0, against: 'first', runs };
  const done = countOf(now, 'Done');
  if (reference === undefined) return { finished, done, against: 'first', runs };
  const before = await readReference(dependencies, studyId, reference);
  const against = 'differs' in before ? before : compareResults(study, before.outcomes, now);
  return { finished, done, against, runs };
}

function countOf(outcomes: ReadonlyMap<number, RunOutcome>, wanted: EndedState): number {
  return [...outcomes.values()].filter((outcome) => endedStateOf(outcome) === wanted).length;
}

/** A reference that can't be read must not stand in the way of all that come after it. */
async function readReference(
  dependencies: ActivityDependencies,
  studyId: string,
  reference: string,
): Promise<{ readonly outcomes: ReadonlyMap<number, RunOutcome> } | { readonly differs: string }> {
  const design = await hashDesign(dependencies.store.study(studyId));
  const study = (await dependencies.studyCache.get(studyId)).study;
  try {
    const differs = await whyIncomparable(dependencies, { design, study }, reference);
    if (differs !== undefined) return { differs };
    return { outcomes: await readOutcomes(dependencies.store.study(reference)) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { differs: `that study can't be read (${error.message})` };
  }
}

async function readOutcomes(folder: DocumentFolder): Promise<ReadonlyMap<number, RunOutcome>> {
  const { jobs } = await readCheckpoint(folder);
  return mergeOutcomes(await readStudyOutcomes(folder, jobs));
}

/** Why two studies have no values to hold against each other; undefined where they have. */
async function whyIncomparable(
  { store, studyCache }: ActivityDependencies,
  { design, study }: { readonly design: string; readonly study: Study },
  reference: string,
): Promise<string | undefined> {
  const there = store.study(reference);
  if (!(await there.has(layout.snapshot)) || !(await there.has(layout.designTable))) {
    return 'that study is no longer in the store';
  }
  if (design !== (await hashDesign(there))) return 'the designs differ (design.csv)';
  const responses = responseNames(study);
  const responsesThere = responseNames((await studyCache.get(reference)).study);
  const changed = [
    ...responses.filter((name) => !responsesThere.includes(name)),
    ...responsesThere.filter((name) => !responses.includes(name)),
  ];
  return changed.length === 0
    ? undefined
    : `only one of them has ${changed.slice(0, 5).join(', ')}`;
}

async function hashDesign(folder: DocumentFolder): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(await folder.readStream(layout.designTable), hash);
  return hash.digest('hex');
}
