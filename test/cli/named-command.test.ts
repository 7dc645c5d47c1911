import { expect, it } from 'vitest';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';

it.each([
  [['help', 'archive', 'create'], 'Usage: doeflow archive create [options] <name>'],
  [['help', 'schedule', 'list'], 'Usage: doeflow schedule list'],
  [['help', 'archive'], 'Usage: doeflow archive [options] [command]'],
  [['help', 'run'], 'Usage: doeflow run'],
  [['help'], 'Usage: doeflow [options] [command]'],
])('%j shows the help of just that', async (argv, usage) => {
  const { exitCode, stdout } = await doeflowInProcess(argv, {});
  expect(stdout.startsWith(usage), stdout).toBe(true);
  expect(exitCode).toBe(0);
});

it.each([
  [['archive', 'trigger'], 'doeflow help archive trigger'],
  [['archive', 'trigger', 'nightly', '--nonsense'], 'doeflow help archive trigger'],
  [['results', '--sort'], 'doeflow help results'],
  [['nonsense'], 'doeflow help'],
])('%j that cannot be parsed names the help to read', async (argv, help) => {
  const { exitCode, stderr } = await doeflowInProcess(argv, {});
  expect(stderr.trimEnd().endsWith(`See ${help}`), stderr).toBe(true);
  expect(exitCode).toBe(2);
});
