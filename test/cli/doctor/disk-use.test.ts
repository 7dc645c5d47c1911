import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { diskUseBlocks, scarceWords } from '../../../src/cli/doctor/describe-disk-use.ts';
import { readDiskUse, readFreeSpace } from '../../../src/cli/doctor/disk-use.ts';

const home = mkdtempSync(join(tmpdir(), 'doeflow-disk-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function fill(path: string, bytes: number): void {
  mkdirSync(join(home, path, '..'), { recursive: true });
  writeFileSync(join(home, path), Buffer.alloc(bytes));
}

describe('what a home takes on the disk', () => {
  it('is told for each part', async () => {
    fill('store/studies/beam-1/results.csv', 100);
    fill('store/objects/ab/abc', 200);
    fill('platform/jobs/j1/runs/1/out', 300);
    fill('temporal/temporal.db', 400);
    fill('logs/worker.log', 500);
    fill('cache/bin/temporal', 600);
    const settings = {
      home,
      store: join(home, 'store'),
      cacheDirectory: join(home, 'cache'),
    };
    const uses = await readDiskUse(settings, undefined);
    expect(uses.map(({ bytes }) => bytes)).toEqual([100, 200, 300, 400, 500, 600]);
    const bucket = await readDiskUse({ ...settings, store: 's3://runs/p' }, undefined);
    expect(bucket.map(({ bytes }) => bytes)).toEqual([null, null, 300, 400, 500, 600]);
    const [, table] = diskUseBlocks(bucket, await readFreeSpace(home));
    expect(JSON.stringify(table)).toContain(
      '["records and files of studies","not known","s3://runs/p"]',
    );
    expect(JSON.stringify(table)).toContain('["free"');
  });

  it('is warned of, with the next step, where little is free', () => {
    expect(scarceWords('/h', { freeBytes: 30e9, diskBytes: 2e12 })).toBeUndefined();
    expect(scarceWords('/h', { freeBytes: 3e9, diskBytes: 10e9 })).toBeUndefined();
    expect(scarceWords('/h', { freeBytes: 0.4e9, diskBytes: 10e9 })).toContain('doeflow prune');
  });
});
