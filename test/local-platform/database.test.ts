import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlatformDatabase } from '../../src/local-platform/database/connection.ts';
import { findFile, insertUpload } from '../../src/local-platform/database/file-store.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doeflow-database-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a platform that is ending', () => {
  const insert = 'CREATE TABLE IF NOT EXISTS seen (value)';

  it('commits what was asked for before it closed, and refuses what comes later', async () => {
    const path = join(folder, 'platform.db');
    const database = new PlatformDatabase(path);
    await database.write(() => database.run(insert));
    const before = database.write(() => database.run('INSERT INTO seen VALUES (?)', 1));
    database.close();
    database.close();
    await expect(before).resolves.toBe(1);
    await expect(
      database.write(() => database.run('INSERT INTO seen VALUES (?)', 1)),
    ).rejects.toThrow("The platform's database is closed");
    expect(() => database.all('SELECT * FROM seen')).toThrow('is closed');
    const again = new PlatformDatabase(path);
    expect(again.all('SELECT value FROM seen')).toMatchObject([{ value: 1 }]);
    again.close();
  });
});

it('a database of before gets the columns that came later, and keeps its rows', async () => {
  const path = join(folder, 'platform.db');
  const columns = `id TEXT, name TEXT, type_id INTEGER, size INTEGER, md5 TEXT, uploaded_at INTEGER,
    stored_path TEXT, job_id TEXT, run INTEGER, relative_path TEXT, seq INTEGER, is_deleted INTEGER DEFAULT 0`;
  const old = new Database(path);
  old.exec(`CREATE TABLE files (number INTEGER PRIMARY KEY, ${columns})`);
  old.exec(`INSERT INTO files (id, name, type_id, size, md5) VALUES ('f1', 'a.txt', 1, 3, 'abc')`);
  old.close();
  for (let opened = 0; opened < 2; opened += 1) {
    const database = new PlatformDatabase(path);
    expect(findFile(database, 'f1')).toMatchObject({ md5: 'abc', sha512: undefined });
    const row = { id: `f${opened + 2}`, name: 'b', typeId: 1, size: 0, md5: 'd', sha512: 'e' };
    const file = {
      ...row,
      uploadedAt: 1,
      storedPath: 'p',
      jobId: null,
      run: null,
      relativePath: 'b',
    };
    await database.write(() => insertUpload(database, file));
    expect(findFile(database, row.id)).toEqual(file);
    database.close();
  }
});
