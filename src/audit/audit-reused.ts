/** Whether the runs that stand for reused ones are still what was taken over. */
import { ResultError } from '../errors.ts';
import { sourceText } from '../run/reused-from.ts';
import { isJudgedByOutputs, type RunOutcome } from '../run/run-outcome.ts';
import { readAttempts, type Store } from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';
import type { KeptRecords } from './audited-study.ts';
import { groupBy } from './group-by.ts';

/** Compares what was taken over with the records of the studies that it came from; a study that isn't in the store any more is noted. */
export async function auditReused(
  store: Pick<Store, 'study'>,
  { attempts }: KeptRecords,
  book: AuditBook,
): Promise<void> {
  const reused = attempts.flat().filter(({ reusedFrom }) => reusedFrom !== undefined);
  book.count('reused', reused.length);
  const byStudy = groupBy(reused, ({ reusedFrom }) => reusedFrom?.studyId ?? '');
  for (const [studyId, runs] of byStudy) {
    const sources = await readSources(store, studyId);
    if (sources === undefined) {
      book.note(
        `the records of study ${studyId}, of which ${runs.length} reused ${runs.length === 1 ? 'run comes' : 'runs come'}, can't be read or aren't in the store any more: the files that were taken over were checked alone`,
      );
      continue;
    }
    for (const outcome of runs) auditSource(outcome, sources, book);
  }
}

async function readSources(
  store: Pick<Store, 'study'>,
  studyId: string,
): Promise<ReadonlyMap<string, RunOutcome> | undefined> {
  try {
    const outcomes = (await readAttempts(store.study(studyId))).flat();
    if (outcomes.length === 0) return undefined;
    return new Map(outcomes.map((outcome) => [`${outcome.run}/${outcome.attempt}`, outcome]));
  } catch (error) {
    if (error instanceof ResultError) return undefined;
    throw error;
  }
}

function auditSource(
  outcome: RunOutcome,
  sources: ReadonlyMap<string, RunOutcome>,
  book: AuditBook,
): void {
  const { run, reusedFrom } = outcome;
  if (reusedFrom === undefined) return;
  const source = sources.get(`${reusedFrom.run}/${reusedFrom.attempt}`);
  const words = sourceText(outcome);
  // What its study reads from the files by outputs that were amended since is no matter of this one.
  if (source !== undefined && source.judgedWith !== undefined && isJudgedByOutputs(source)) {
    return compareFiles(outcome, source, words, book);
  }
  if (source === undefined || source.status !== 'Done' || source.reusedFrom !== undefined) {
    const found = source === undefined ? 'has no such run' : `says ${source.status}`;
    book.tell('contradiction', `run ${run}`, `is reused from ${words}, whose study ${found}`);
    return;
  }
  compareFiles(outcome, source, words, book);
}

function compareFiles(
  { run, files = {} }: RunOutcome,
  source: RunOutcome,
  words: string,
  book: AuditBook,
): void {
  const differs = Object.entries(files).find(([path, md5]) => source.files?.[path] !== md5);
  if (differs === undefined) return;
  book.tell(
    'contradiction',
    `run ${run}: ${differs[0]}`,
    `differs from what ${words} has, from which it was taken over`,
  );
}
