import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openStore, storeFormat } from '../../src/store/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-format-'));
const mark = join(folder, 'engine.json');
afterEach(() => rmSync(mark, { force: true }));

it('is written when a store is made', async () => {
  await (await openStore(folder)).engineId();
  expect(JSON.parse(readFileSync(mark, 'utf8'))).toMatchObject({ format: storeFormat });
});

it('refuses a store of a newer format, with its place and what to do', async () => {
  writeFileSync(mark, JSON.stringify({ engineId: 'x', format: storeFormat + 1 }));
  await expect(openStore(folder)).rejects.toMatchObject({
    ...{ code: 'USAGE_STORE_FORMAT', exitCode: 5 },
    message: expect.stringContaining(`${folder} has format ${storeFormat + 1}`) as string,
    hint: expect.stringContaining('Install that version') as string,
  });
  rmSync(mark);
});

it('reads on a store of before, which has no number', async () => {
  writeFileSync(mark, JSON.stringify({ engineId: 'before' }));
  expect(await (await openStore(folder)).engineId()).toBe('before');
});

it('opens one whose mark is damaged: whoever needs it says so', async () => {
  writeFileSync(mark, '{"engineId"');
  const store = await openStore(folder);
  await expect(store.engineId()).rejects.toThrow();
});
