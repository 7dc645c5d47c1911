/** A Temporal server that hangs, and a token that is refused, while a study runs: told, mended by what is printed, and nothing is paid twice. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import type { Trouble } from '../../src/run/trouble.ts';
import { startLocalPlatform, type LocalPlatform } from '../contract/start-local-platform.ts';
import { distFolder } from '../kit/dist-folder.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { processesNaming } from '../kit/orphans.ts';
import { waitFor } from '../kit/processes.ts';
import { commandEnvironment, doeflow, temporaryFolder } from '../studies/run-study.ts';
import { writeChaosStudy } from './chaos-study.ts';
import { findProgram } from './killable.ts';
import { expectNoSecondJob, type LedgerEntry } from './judge-study.ts';

it('a study whose Temporal server hangs says so; one whose token is refused goes on with the one that `doeflow login` is given', async () => {
  const folder = temporaryFolder(afterAll);
  const home = join(folder, 'home');
  const env = { DOEFLOW_HOME: home, XDG_CONFIG_HOME: join(folder, 'config') };
  const data = ['--data', join(folder, 'platform')];
  let platform: LocalPlatform = await startLocalPlatform(data, 'first-0123456789');
  const login = (): Promise<{ readonly exitCode: number | null; readonly stdout: string }> =>
    doeflowInProcess(
      ['login', platform.baseUrl, '--token-stdin', '--default', '--json'],
      env,
      `${platform.token}\n`,
    );
  const lookAt = async (): Promise<{ readonly trouble: readonly Trouble[] }> =>
    JSON.parse((await doeflow(['status', 'refused', '--json'], env)).stdout) as {
      readonly trouble: readonly Trouble[];
    };
  expect(JSON.parse((await login()).stdout)).toMatchObject({ handedOver: false });
  const size = { runs: 4, runsPerJob: 2, runSeconds: 2 };
  const study = writeChaosStudy(join(folder, 'study'), 'refused', size);
  const run = spawn(
    process.execPath,
    [join(distFolder(), 'src/cli/main.js'), 'run', study.folder, '--results', folder],
    { env: commandEnvironment(env), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  try {
    const said = text(run.stderr);
    const ended = new Promise<number | null>((resolve) => run.once('close', resolve));
    await waitFor('the first run', () => readFileSync(study.executions, 'utf8') !== '', 120_000);

    const temporal = await waitFor('a Temporal server', () => findProgram(home, 'temporal'));
    process.kill(temporal, 'SIGSTOP');
    try {
      expect(await lookAt()).toMatchObject({
        unknown: 'unknown; waiting for Temporal, which does not answer',
        trouble: [{ code: 'TEMPORAL_UNREACHABLE' }],
      });
    } finally {
      process.kill(temporal, 'SIGCONT');
    }

    const { port } = new URL(platform.baseUrl);
    await platform.stop();
    platform = await startLocalPlatform([...data, '--port', port], 'second-0123456789');
    const refused = await waitFor(
      'word of the refused token',
      async () => (await lookAt()).trouble.find(({ code }) => code === 'API_AUTHENTICATION'),
      120_000,
    );
    expect(refused.waitingFor).toBe('a token that the platform accepts');
    expect(refused.whatToDo).toContain(`doeflow login ${platform.baseUrl}/;`);
    // The command line's own token is refused, too: what waits for it is told beside that.
    const doctor = await doeflowInProcess(['doctor', '--quiet'], env);
    expect([doctor.exitCode, doctor.stdout.trim().split('\n')]).toEqual([
      7,
      ['Platform token', 'Tokens of workers'],
    ]);

    expect(JSON.parse((await login()).stdout)).toMatchObject({ handedOver: true });
    const exitCode = await ended;
    expect(exitCode, await said).toBe(0);
    // All that is left may be done before the next look, which then finds the study over.
    expect(await said).toMatch(
      /(no longer waiting|the study ended while it still waited) for a token that the platform accepts/,
    );
    // The worker that was replaced handed back what it worked on: nobody had to miss it first. The Temporal server that hung may have missed it.
    const sinceRefused = (await said)
      .split('waiting for a token that the platform accepts')
      .slice(1);
    expect(sinceRefused.join('')).not.toContain('Heartbeat timeout');
    expectNoSecondJob({ study, ledger: await ledgerOf(platform) });
  } finally {
    run.kill('SIGINT');
    await waitFor('the end of everything', () => processesNaming(home).length === 0);
    await platform.stop();
  }
});

async function ledgerOf({ baseUrl, token }: LocalPlatform): Promise<readonly LedgerEntry[]> {
  const answer = await fetch(`${baseUrl}/local/ledger/?limit=1000`, {
    headers: { authorization: `Token ${token}` },
  });
  return ((await answer.json()) as { readonly entries: readonly LedgerEntry[] }).entries;
}
