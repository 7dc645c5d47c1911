import { expect, it, onTestFinished } from 'vitest';
import type { PlatformClient } from '../../../src/platform-api/index.ts';
import { fetchRunLog, readKeptLog } from '../../../src/cli/studies/run-log.ts';
import { layout, openStore } from '../../../src/store/index.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';

const line = 'a line of a solver that prints without end\n';

/** A platform with one log, as far as it is asked here. */
function platformWith(lines: number): PlatformClient {
  const log = { id: 'f1', name: 'process_output.log', path: 'user/job/run7/process_output.log' };
  const stream = async function* () {
    for (let sent = 0; sent < lines; sent += 10_000) yield Buffer.from(line.repeat(10_000));
    yield Buffer.from('the last line\n');
  };
  const files = async function* () {
    yield { ...log, id: 'f0', path: 'user/job/run17/process_output.log' };
    yield log;
  };
  return { jobs: { files }, files: { stream } } as unknown as PlatformClient;
}

it('the end of a log of 200 MB is read, and how much lies before it', async () => {
  const lines = 4_700_000;
  const log = await fetchRunLog(platformWith(lines), { platformJob: 'j', platformRun: 7 });
  expect(log?.text.startsWith(line)).toBe(true);
  expect(log?.text.endsWith(`${line}the last line\n`)).toBe(true);
  const bytes = lines * line.length + 'the last line\n'.length;
  expect((log?.leftOutBytes ?? 0) + (log?.text.length ?? 0)).toBe(bytes);
  expect(log?.text.length).toBeGreaterThan(16_000_000);
});

it('a run without a log on the platform has none', async () => {
  const none = await fetchRunLog(platformWith(1), { platformJob: 'j', platformRun: 8 });
  expect(none).toBeUndefined();
});

it('a kept log is read where it lies by itself and where it lies in a pack', async () => {
  const store = await openStore(temporaryFolder(onTestFinished));
  const folder = store.study('beam-1');
  const attempts = Array.from({ length: 20 }, (_, index) => ({ run: index + 1, attempt: 1 }));
  for (const { run } of attempts) {
    const log = layout.runFiles(run, 1).file('process_output.log');
    await folder.sink(log)([`log of ${run}\n`]);
  }
  const seventh = { run: 7, attempt: 1 };
  expect(await readKeptLog(folder, seventh)).toEqual({ text: 'log of 7\n', leftOutBytes: 0 });
  await store.packRuns('beam-1', attempts);
  expect(await readKeptLog(folder, seventh)).toEqual({ text: 'log of 7\n', leftOutBytes: 0 });
});
