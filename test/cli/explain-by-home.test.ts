import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { CommandContext } from '../../src/cli/context.ts';
import { exitCodeOf, exitCodes } from '../../src/cli/exit-codes.ts';
import { explainByHome } from '../../src/cli/engine/explain-by-home.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-explain-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const working = join(folder, 'working');
mkdirSync(working);
// Nothing can be written into it, whoever tries.
const refused = join(folder, 'refused');
writeFileSync(refused, '');

const contextOf = (home: string, flags = {}): CommandContext =>
  ({
    flags,
    env: { DOEFLOW_HOME: home, XDG_CONFIG_HOME: folder },
    cwd: folder,
  }) as unknown as CommandContext;
const ofTemporal = Object.assign(new Error('14 UNAVAILABLE'), {
  ...{ code: 14, details: 'shard status unknown' },
});

it('an error of our own Temporal server is told by what is wrong with its home', () => {
  const told = explainByHome(ofTemporal, contextOf(refused));
  expect(told).toMatchObject({ code: 'USAGE_HOME_REFUSED' });
  expect(exitCodeOf(told)).toBe(exitCodes.usage);
});

it.each([
  ['of a home that works', ofTemporal, contextOf(working)],
  ['of another server', ofTemporal, contextOf(refused, { temporalAddress: '127.0.0.1:7233' })],
  ['of something else', new Error('odd'), contextOf(refused)],
])('an error %s stays as it is', (_, error, context) => {
  expect(explainByHome(error, context)).toBe(error);
});
