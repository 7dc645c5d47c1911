import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { measureTree } from '../../src/files/index.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-measure-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the size of a folder', () => {
  it('is that of its files, without what links lead to', async () => {
    mkdirSync(join(root, 'a', 'b'), { recursive: true });
    writeFileSync(join(root, 'a', 'one'), Buffer.alloc(1000));
    writeFileSync(join(root, 'a', 'b', 'two'), Buffer.alloc(500));
    writeFileSync(join(root, 'far'), Buffer.alloc(100_000));
    const whole = { unreadable: 0, isWhole: true };
    expect(await measureTree(join(root, 'a'))).toEqual({ bytes: 1500, files: 2, ...whole });
    symlinkSync(join(root, 'far'), join(root, 'a', 'link'));
    expect((await measureTree(join(root, 'a'))).bytes).toBeLessThan(2000);
    expect(await measureTree(join(root, 'none'))).toEqual({ bytes: 0, files: 0, ...whole });
    expect((await measureTree(join(root, 'far'))).bytes).toBe(100_000);
  });

  it('says that it isn’t whole where the time is over', async () => {
    expect(await measureTree(root, AbortSignal.abort())).toMatchObject({ isWhole: false });
  });
});
