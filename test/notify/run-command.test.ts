import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../../src/notify/index.ts';

it.each([
  ['exit 0', true],
  ['exit 3', false],
])('leaves nothing behind of a command that ends with %s', async (end, ok) => {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-notify-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [begun, left] = [join(folder, 'begun'), join(folder, 'left')];
  const command = `(touch ${begun}; sleep 0.6; touch ${left}) & while [ ! -e ${begun} ]; do sleep 0.05; done; ${end}`;
  expect(await runCommand(['/bin/sh', '-c', command], { body: '{}' })).toMatchObject({ ok });
  await setTimeout(1000);
  expect(existsSync(begun)).toBe(true);
  expect(existsSync(left)).toBe(false);
});
