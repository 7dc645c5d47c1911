/** A crash where a configured platform charges: what goes on is told, and can be ended. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeChaosStudy } from '../../chaos/chaos-study.ts';
import { processesNaming } from '../../kit/orphans.ts';
import { waitFor } from '../../kit/processes.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { doeflow, temporaryFolder } from '../../studies/run-study.ts';

const folder = temporaryFolder(afterAll);
const home = join(folder, 'home');

/** Somebody else's platform: here its processes are not under the home that is watched. */
let paid: Stack;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  paid = await startStack({ speed: 20, without: ['temporal', 'worker'] });
  env = {
    DOEFLOW_PROFILE: 'embedded',
    DOEFLOW_HOME: home,
    DOEFLOW_PLATFORM_URL: paid.platformUrl,
    DOEFLOW_PLATFORM_TOKEN: paid.platformToken,
  };
});
afterAll(() => paid.stop());

it('tells which cluster costs what where nobody works on its study any more', async () => {
  const study = writeChaosStudy(join(folder, 'lost'), 'lost', {
    ...{ runs: 2, runsPerJob: 2, runSeconds: 60 },
  });
  const file = join(study.folder, 'study.yaml');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('runsPerJob: 2 }', 'cluster: { name: lost, slots: 2 } }'));
  const start = await doeflow(['start', study.folder, '--results', folder, '--json'], env);
  expect(start.exitCode, start.stderr).toBe(0);
  const { studyId } = JSON.parse(start.stdout) as { studyId: string };
  await waitFor('a cluster that costs', async () =>
    (await doeflow(['status', studyId, '--json'], env)).stdout.includes('"Started"'),
  );
  const { pid } = JSON.parse(readFileSync(join(home, 'supervisor.json'), 'utf8'))[0] as {
    pid: number;
  };
  process.kill(pid, 'SIGKILL');
  await waitFor('the end of its programs', () => processesNaming(home).length === 0);
  const { stdout } = await doeflow(['list'], env);
  expect(stdout).toMatch(/\(lost\), Started: 0\.\d\d USD an hour, until 20/u);
  expect(stdout).toContain(`to go on: doeflow watch ${studyId}; to end it`);
  const stop = await doeflow(['stop', studyId, '--shutdown', '--yes', '--json'], env);
  expect(stop.exitCode, stop.stderr).toBe(0);
  await waitFor('the end of everything', () => processesNaming(home).length === 0);
  expect((await doeflow(['list'], env)).stdout).not.toContain('an hour');
});

it('tells which jobs cost what where they have hardware of their own', async () => {
  const study = writeChaosStudy(join(folder, 'jobs'), 'jobs', {
    ...{ runs: 2, runsPerJob: 2, runSeconds: 60 },
  });
  const start = await doeflow(['start', study.folder, '--results', folder, '--json'], env);
  expect(start.exitCode, start.stderr).toBe(0);
  const { studyId } = JSON.parse(start.stdout) as { studyId: string };
  await waitFor('a job that costs', async () =>
    (await doeflow(['status', studyId, '--json'], env)).stdout.includes('"Executing"'),
  );
  const { pid } = JSON.parse(readFileSync(join(home, 'supervisor.json'), 'utf8'))[0] as {
    pid: number;
  };
  process.kill(pid, 'SIGKILL');
  await waitFor('the end of its programs', () => processesNaming(home).length === 0);
  for (const command of [['list'], ['status', studyId]]) {
    const { stdout } = await doeflow(command, env);
    expect(stdout).toMatch(
      /job \w+ \(job 1 of the study\), Executing: 0\.\d\d USD an hour, until 20/u,
    );
    expect(stdout).toContain(
      `to go on: doeflow watch ${studyId}; to end it, and its jobs with it: doeflow stop ${studyId}`,
    );
  }
  const stop = await doeflow(['stop', studyId, '--shutdown', '--yes', '--json'], env);
  expect(stop.exitCode, stop.stderr).toBe(0);
  await waitFor('the end of everything', () => processesNaming(home).length === 0);
  expect((await doeflow(['list'], env)).stdout).not.toContain('an hour');
});
