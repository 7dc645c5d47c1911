/** Whether the collected files are as they were collected, and each value in the table is what they give. */
import { createHash } from 'node:crypto';
import { createRunJudges, extractOutputs, type RunJudges } from '../extract/index.ts';
import type { OutcomeValue, RunOutcome } from '../run/run-outcome.ts';
import { StorageError } from '../errors.ts';
import { walkFolders } from '../objects/index.ts';
import {
  layout,
  withCollected,
  type CollectedFiles,
  type DocumentFolder,
  type StoredObject,
} from '../store/index.ts';
import { rowOfRun } from '../study/row-of-run.ts';
import { attemptWords, auditPacks } from './audit-packs.ts';
import type { AuditBook } from './audit-report.ts';
import type { PlannedStudy, StudyRecords } from './audited-study.ts';
import { noFile } from './fault-of-file.ts';

/** Reads all collected files of all attempts, one run after the other. */
export async function auditValues(
  records: StudyRecords,
  book: AuditBook,
  signal: AbortSignal,
): Promise<void> {
  const revisions = new Map<number | undefined, PlannedStudy & { judges: RunJudges }>();
  const { packs, damaged } = await auditPacks(records, book, signal);
  let unhashed = 0;
  let unread = 0;
  for (const outcome of records.attempts.flat()) {
    signal.throwIfAborted();
    if (outcome.isUnread === true) {
      unread += 1;
      continue;
    }
    const revision = outcome.judgedWith ?? outcome.revision;
    const planned = revisions.get(revision) ?? (await plannedAt(revision));
    revisions.set(revision, planned);
    let isWhole = true;
    if (outcome.files === undefined) unhashed += 1;
    else if (outcome.pack !== undefined) isWhole = !damaged.has(outcome);
    else isWhole = await auditFiles(records.folder, outcome, outcome.files, book);
    // Who reads a pipe waits for its other end.
    if (outcome.status === 'Done' && isWhole) {
      await book.guard(() =>
        withCollected({ folder: records.folder, packs }, outcome, (collected) =>
          auditValuesOf(outcome, collected, planned, book),
        ),
      );
    }
  }
  if (unread > 0) {
    const attempts = `${unread} of the attempts were judged by outputs that were amended since`;
    if (await records.folder.has(layout.status)) {
      book.tell('missing', 'values', `${attempts}, and what was read anew of them isn't there`);
    } else {
      book.note(`${attempts}, and aren't read anew yet: they have no values to compare`);
    }
  }
  if (unhashed > 0) {
    book.note(
      `${unhashed} of the attempts have no hashes of files (none were collected, more than 1,000 were, or an earlier version did): of these only the values were compared`,
    );
  }

  async function plannedAt(revision: number | undefined) {
    const found = await records.at(revision);
    return { ...found, judges: createRunJudges(found.study) };
  }
}

/** Compares the collected files of an attempt. @returns false where something else than a file has the name of one */
export async function auditFiles(
  folder: DocumentFolder,
  outcome: RunOutcome,
  files: Readonly<Record<string, string>>,
  book: AuditBook,
): Promise<boolean> {
  let isWhole = true;
  const kept = layout.runFiles(outcome.run, outcome.attempt);
  const plain = await plainFiles(folder, kept.prefix);
  for (const [path, expected] of Object.entries(files)) {
    const subject = `${attemptWords(outcome)}: ${path}`;
    const object = kept.file(path);
    if (!plain.has(object.name)) {
      // A link's file may go with whatever it leads to.
      const isOther = await isThere(folder, object);
      isWhole &&= !isOther;
      if (isOther) book.tell('changed', subject, noFile);
      else book.tell('missing', subject, 'was collected, and is no longer in the store');
      continue;
    }
    const found = await book.guard(() => md5Of(folder, object, book));
    book.count('files');
    if (found === undefined || found === expected) continue;
    book.tell('changed', subject, `expected MD5 ${expected} as it was collected, got ${found}`);
  }
  return isWhole;
}

/** Names of the plain files below a prefix. */
async function plainFiles(folder: DocumentFolder, prefix: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const walk = walkFolders((below) => folder.list({ prefix: `${prefix}${below}` }));
  for await (const name of walk) names.add(`${prefix}${name}`);
  return names;
}

/** Whether something has the name, whatever it is. */
async function isThere(folder: DocumentFolder, object: StoredObject): Promise<boolean> {
  try {
    return await folder.has(object);
  } catch (error) {
    if (error instanceof StorageError) return true;
    throw error;
  }
}

async function md5Of(
  folder: DocumentFolder,
  object: StoredObject,
  book: AuditBook,
): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of await folder.readStream(object)) {
    hash.update(chunk as Buffer);
    book.count('bytes', (chunk as Buffer).length);
  }
  return hash.digest('hex');
}

/** Reads the outputs once more and computes constraints and objectives from them. */
async function auditValuesOf(
  outcome: RunOutcome,
  folder: CollectedFiles,
  { study, plan, judges }: PlannedStudy & { readonly judges: RunJudges },
  book: AuditBook,
): Promise<void> {
  const subject = attemptWords(outcome);
  const { values: outputs, failure } = await extractOutputs(study, {
    folder,
    postProcess: undefined,
  });
  // What a run left before an output was added may lack it: its value is missing then.
  if (failure !== undefined && outcome.judgedWith === undefined) {
    book.tell('contradiction', subject, `is Done, but its files don't give ${failure.message}`);
    return;
  }
  const row = rowOfRun(plan, outcome.run);
  const inputs = Object.fromEntries(plan.columns.map((name, index) => [name, row[index] ?? '']));
  const judged = judges.judge({ ...inputs, ...outputs }).values;
  for (const name of new Set([...Object.keys(outcome.values), ...Object.keys(outputs)])) {
    book.count('values');
    const recorded = outcome.values[name];
    const given = judged[name];
    if (Object.is(recorded, given)) continue;
    const found = `the table has ${shown(recorded)}, the collected files give ${shown(given)}`;
    book.tell('contradiction', `${subject}: ${name}`, found);
  }
}

function shown(value: OutcomeValue | undefined): string {
  return value === undefined ? 'no value' : JSON.stringify(value);
}
