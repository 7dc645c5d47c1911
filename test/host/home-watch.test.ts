import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { HomeWatch } from '../../src/host/supervisor/home-watch.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-watch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a home that takes nothing does so since the first look that found it, until one finds that it does', async () => {
  const home = join(folder, 'home');
  const until = async (done: () => boolean): Promise<void> => {
    while (!done()) await pause(2);
  };
  // Nothing can be written into a file, whoever tries.
  writeFileSync(home, '');
  const watch = new HomeWatch(home, 5);
  expect(watch.words()).toEqual({});
  await until(() => 'homeRefusedSince' in watch.words());
  const { homeRefusedSince } = watch.words();
  expect(Date.parse(homeRefusedSince ?? '')).not.toBeNaN();
  await pause(30);
  expect(watch.words()).toEqual({ homeRefusedSince });
  renameSync(home, join(folder, 'away'));
  await until(() => !('homeRefusedSince' in watch.words()));
  watch.stop();
});
