import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlatformDatabase } from '../../src/local-platform/database/connection.ts';

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
