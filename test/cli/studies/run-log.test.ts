import { expect, it } from 'vitest';
import type { PlatformClient } from '../../../src/platform-api/index.ts';
import { fetchRunLog, readLiveLog } from '../../../src/cli/studies/run-log.ts';

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

it('the log of a run that executes is shown without what the engine itself printed', async () => {
  const lines = ['mesh: 12 cells', '', 'doeflow_output_1\t"y = 3\\n"', 'doeflow_output_2\t"z"'];
  const client = {
    jobs: { liveLines: () => Promise.resolve(lines) },
  } as unknown as PlatformClient;

  expect(await readLiveLog(client, { platformJob: 'j', platformRun: 3 }, 10)).toBe(
    'mesh: 12 cells\n',
  );
});
