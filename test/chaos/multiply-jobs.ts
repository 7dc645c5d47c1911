import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { createStream } from '../../src/distributions/index.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** What further jobs hold. */
export interface Multiplied {
  /** Jobs for each one that was run, itself among them. */
  readonly times: number;
  /** Mean size of the copies' files called `field…`, bytes; their other files are as those that were run left them. */
  readonly fieldBytes: number;
  /** These files are one hole of just this size. */
  readonly isSparse?: boolean;
}

/**
 * Gives a platform that is up further finished jobs of the same studies: copies of those that it has, with ids, names and files of their own,
 * made in its database and folders. 300 jobs take seconds; run, they would take minutes.
 */
export function multiplyJobs(platform: string, { times, ...files }: Multiplied): void {
  const database = new Database(join(platform, 'platform.db'));
  try {
    database.exec('PRAGMA busy_timeout=10000; BEGIN IMMEDIATE');
    const jobs = rowsOf(database, 'jobs', 'status', 'Completed');
    for (const job of jobs) {
      for (let copy = 2; copy <= times; copy += 1) {
        addCopy(database, job, `${String(job['id'])} ${copy}`, {
          put: (id, row, path) => putFile(platform, { id, row, path, ...files }),
        });
      }
    }
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

/** Copies all rows of a job. @param put puts a file at a path below the platform's folder, and gives back its size and MD5 */
function addCopy(
  database: Database.Database,
  job: Row,
  key: string,
  { put }: { put(id: string, row: Row, path: string): Readonly<{ size: number; md5: string }> },
): void {
  const before = String(job['id']);
  const id = hashOf(key).slice(0, 10);
  let bytes = 0;
  for (const file of rowsOf(database, 'files', 'job_id', before)) {
    const path = String(file['stored_path']).replace(before, id);
    const content = put(id, file, path);
    bytes += content.size;
    const fileId = hashOf(`${key} ${file['seq']}`).slice(0, 16);
    insert(database, 'files', { ...file, ...content, id: fileId, job_id: id, stored_path: path });
  }
  for (const table of ['runs', 'logs', 'custom_fields']) {
    for (const row of rowsOf(database, table, 'job_id', before)) {
      insert(database, table, { ...row, job_id: id });
    }
  }
  for (const owner of ['job', 'job-cluster']) {
    for (const row of rowsOf(database, 'statuses', 'owner', `${owner}:${before}`)) {
      insert(database, 'statuses', { ...row, owner: `${owner}:${id}` });
    }
  }
  // The last word of a name is its job's own.
  const tag = String(job['name']).split(' ').at(-1) ?? '';
  const renamed = (column: string): string =>
    String(job[column]).replaceAll(tag, `j${hashOf(id).slice(0, 12)}`);
  const texts = Object.fromEntries(
    ['name', 'search_text', 'record'].map((column) => [column, renamed(column)]),
  );
  insert(database, 'jobs', { ...job, ...texts, id, output_bytes: bytes });
}

interface FileToPut extends Omit<Multiplied, 'times'> {
  /** Of the job. */
  readonly id: string;
  readonly row: Row;
  readonly path: string;
}

function putFile(
  platform: string,
  { id, row, path, fieldBytes, isSparse = false }: FileToPut,
): { readonly size: number; readonly md5: string } {
  const to = join(platform, path);
  mkdirSync(dirname(to), { recursive: true });
  if (!String(row['name']).startsWith('field')) {
    copyFileSync(join(platform, String(row['stored_path'])), to);
    return { size: Number(row['size']), md5: String(row['md5']) };
  }
  if (isSparse) {
    writeFileSync(to, '');
    truncateSync(to, fieldBytes);
    return { size: fieldBytes, md5: md5OfHole(fieldBytes) };
  }
  // Equal files would be copied in step, and a kill hit all of them at the same point.
  const size = Math.round(fieldBytes * (0.5 + createStream(1, id).uniform(Number(row['seq']))));
  const content = Buffer.alloc(size, `${id} ${path}\n`);
  writeFileSync(to, content);
  return { size, md5: createHash('md5').update(content).digest('hex') };
}

const holes = new Map<number, string>();

function md5OfHole(size: number): string {
  const known = holes.get(size);
  if (known !== undefined) return known;
  const hash = createHash('md5');
  const piece = Buffer.alloc(1 << 20);
  for (let left = size; left > 0; left -= piece.length) hash.update(piece.subarray(0, left));
  const md5 = hash.digest('hex');
  holes.set(size, md5);
  return md5;
}

function rowsOf(
  database: Database.Database,
  table: string,
  column: string,
  value: string,
): readonly Row[] {
  const order = table === 'custom_fields' || table === 'runs' ? '' : 'ORDER BY number';
  return database
    .prepare(`SELECT * FROM ${table} WHERE ${column} = ? ${order}`)
    .all(value) as Row[];
}

/** Rows are numbered anew. */
function insert(database: Database.Database, table: string, row: Row): void {
  const cells = Object.entries(row).filter(([column]) => column !== 'number');
  const columns = cells.map(([column]) => column);
  const places = columns.map(() => '?').join(', ');
  database
    .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
    .run(...cells.map(([, value]) => value));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
