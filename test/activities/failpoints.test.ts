import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createFailpoints } from '../../activities/failpoints.ts';

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-failpoints-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('holds an activity once at the point that is armed, until it is told to go on', async () => {
  const folder = temporary();
  writeFileSync(join(folder, 'upload-middle.hold'), '');
  const failpoint = createFailpoints(folder);
  await failpoint('create-after-post');
  let isHeld = true;
  const held = failpoint('upload-middle').then(() => (isHeld = false));
  await delay(100);
  expect(readdirSync(folder)).toEqual(['upload-middle.reached']);
  expect(isHeld).toBe(true);
  writeFileSync(join(folder, 'upload-middle.go'), '');
  await held;
  // It isn't armed any more.
  rmSync(join(folder, 'upload-middle.go'));
  await failpoint('upload-middle');
});

it('holds nothing of a worker that was given no folder, whatever lies where it works', async () => {
  writeFileSync('download-middle.hold', '');
  onTestFinished(() => rmSync('download-middle.hold', { force: true }));
  for (const folder of [undefined, '']) await createFailpoints(folder)('download-middle');
  expect(readdirSync('.')).toContain('download-middle.hold');
});
