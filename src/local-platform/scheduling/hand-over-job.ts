import { chmodSync, closeSync, lchownSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { letRead, makeFolderOf, type RunUser } from '../../files/index.ts';

/**
 * Hands a job's folder that was just made to the user of its runs: they may read what it holds, but for the record, and write only where the
 * runner does: its runs, its shell files, its temporary files and its journal.
 */
export function handOverJob(folder: string, user: RunUser): void {
  letRead(folder, user);
  chmodSync(join(folder, 'record.json'), 0o600);
  for (const name of ['runs', 'steps', 'tmp']) makeFolderOf(user, join(folder, name));
  const journal = join(folder, 'journal.ndjson');
  closeSync(openSync(journal, 'a', 0o600));
  lchownSync(journal, user.uid, user.gid);
}
