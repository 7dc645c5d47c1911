/** Whether the runs of collected jobs have the files with which they were collected: their keys, by which other studies find them, have a hash of those. */
import { hashOfFileHashes, layout, numberOfOutcomes, reusedJobNumber } from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';
import { jobWords, type KeptRecords } from './audited-study.ts';
import { groupBy } from './group-by.ts';

/** Earlier versions left no keys: a job without any is passed over. */
export async function auditRunKeys(
  { folder, attempts, collected, jobIds }: KeptRecords,
  book: AuditBook,
): Promise<void> {
  const byJob = groupBy(attempts.flat(), ({ jobNumber }) => jobNumber);
  const { objects } = await folder.list(layout.allRunKeys);
  for (const jobNumber of objects.flatMap((name) => numberOfOutcomes(name) ?? [])) {
    // A job that is being collected has its keys before its outcomes.
    if (!collected.has(jobNumber) || jobNumber === reusedJobNumber) continue;
    const place = layout.runKeys(jobNumber);
    const keys = await book.guard(() => folder.find(place));
    if (keys === undefined) continue;
    const left = new Map((byJob.get(jobNumber) ?? []).map((one) => [nameOf(one), one]));
    const job = jobWords(jobNumber, jobIds.get(jobNumber));
    for (const key of keys) {
      const outcome = left.get(nameOf(key));
      left.delete(nameOf(key));
      if (outcome?.files !== undefined && hashOfFileHashes(outcome.files) === key.files) continue;
      const subject = `run ${key.run}, attempt ${key.attempt}`;
      const told =
        outcome === undefined
          ? `has a key in ${place.name}, and no outcome in ${job}`
          : `its outcome in ${job} names other collected files, or other MD5 of them, than those of which ${place.name} has the hash: ${namesOf(outcome.files)}`;
      book.tell('contradiction', subject, told);
    }
    for (const { run, attempt, status, files, judgedWith } of left.values()) {
      // One that other outputs made done had failed when it was collected.
      if (status !== 'Done' || files === undefined || judgedWith !== undefined) continue;
      const told = `is Done in ${job}, and has no key in ${place.name}`;
      book.tell('missing', `run ${run}, attempt ${attempt}`, told);
    }
  }
}

function nameOf({ run, attempt }: { readonly run: number; readonly attempt: number }): string {
  return `${run}/${attempt}`;
}

const mostNamed = 10;

function namesOf(files: Readonly<Record<string, string>> = {}): string {
  const names = Object.keys(files);
  if (names.length === 0) return 'it names none';
  const more = names.length > mostNamed ? ', …' : '';
  return `it names ${names.slice(0, mostNamed).join(', ')}${more}`;
}
