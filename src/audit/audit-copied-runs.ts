/** Whether the files of runs lie in the owner's copy of the results as they were collected, and nothing beside them, there or in the store. */
import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isSafePath } from '../files/index.ts';
import { walkFolders } from '../objects/index.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import { layout } from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';
import type { KeptRecords } from './audited-study.ts';
import { faultOfFile } from './fault-of-file.ts';

/** The copy has the files of the latest attempt of each run. */
export async function auditCopiedRuns(
  copy: string,
  { attempts }: KeptRecords,
  book: AuditBook,
): Promise<void> {
  const latest = new Map<number, RunOutcome>();
  for (const outcome of attempts.flat()) {
    if ((latest.get(outcome.run)?.attempt ?? 0) < outcome.attempt) latest.set(outcome.run, outcome);
  }
  noteStrangers(copy, latest, book);
  for (const { run, files = {} } of latest.values()) {
    for (const [path, expected] of Object.entries(files)) {
      if (!isSafePath(path)) continue;
      const place = join(copy, layout.allRuns.prefix, String(run), path);
      const fault = faultOfFile(place);
      if (fault !== undefined) {
        book.tell(fault.kind, place, `was collected, and ${fault.words}`);
        continue;
      }
      const hash = createHash('md5');
      for await (const chunk of createReadStream(place)) hash.update(chunk as Buffer);
      book.count('files');
      if (hash.digest('hex') === expected) continue;
      book.tell('changed', place, 'differs from the file that was collected');
    }
  }
}

/** What lies among the copied runs and was never collected: who reads it takes it for a result. */
function noteStrangers(
  copy: string,
  latest: ReadonlyMap<number, RunOutcome>,
  book: AuditBook,
): void {
  const runs = join(copy, layout.allRuns.prefix);
  if (lstatSync(runs, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  for (const name of readdirSync(runs)) {
    const outcome = /^\d+$/u.test(name) ? latest.get(Number(name)) : undefined;
    if (outcome === undefined) {
      book.note(`${join(runs, name)} is no folder of a run that has ended: it was put there`);
      continue;
    }
    const { files } = outcome;
    if (files === undefined || lstatSync(join(runs, name)).isDirectory() !== true) continue;
    for (const entry of readdirSync(join(runs, name), { withFileTypes: true, recursive: true })) {
      const path = relative(join(runs, name), join(entry.parentPath, entry.name));
      if (entry.isDirectory() || path in files) continue;
      book.note(`${join(runs, name, path)} was not collected: it was put there`);
    }
  }
}

/** What lies among the collected files in the store and no outcome tells of. */
export async function noteStrangeRuns(
  { folder, attempts }: KeptRecords,
  book: AuditBook,
): Promise<void> {
  const filesOf = new Map(
    attempts
      .flat()
      .map(({ run, attempt, files, pack }) => [
        `${run}/${attempt}`,
        pack === undefined ? files : {},
      ]),
  );
  const { prefix } = layout.allRuns;
  for await (const name of walkFolders((path) => folder.list({ prefix: `${prefix}${path}` }))) {
    const [run = '', attempt = '', ...path] = name.split('/');
    const key = `${run}/${attempt}`;
    const files = filesOf.get(key);
    if (filesOf.has(key) && (files === undefined || path.join('/') in files)) continue;
    book.note(
      `${prefix}${name} in the store is no file that was collected of a run that has ended`,
    );
  }
}
