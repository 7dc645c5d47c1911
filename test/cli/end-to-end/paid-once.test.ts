/** What the same command typed again, an interruption, several commands at once and another platform must not do: have runs paid for twice. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeChaosStudy, type ChaosStudy } from '../../chaos/chaos-study.ts';
import { startEmbeddedHome } from '../../chaos/embedded-home.ts';
import { expectOnlyLostRunsAgain } from '../../chaos/judge-study.ts';
import { distFolder } from '../../kit/dist-folder.ts';
import { processesNaming } from '../../kit/orphans.ts';
import { waitFor } from '../../kit/processes.ts';
import { longForm } from '../../kit/test-form.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { commandEnvironment, doeflow, temporaryFolder } from '../../studies/run-study.ts';

const folder = temporaryFolder(afterAll);
const results = join(folder, 'results');

interface Listed {
  readonly studyId: string;
  readonly status: string;
}

function write(name: string, runSeconds: number): ChaosStudy {
  return writeChaosStudy(join(folder, name), name, { runs: 2, runsPerJob: 2, runSeconds });
}

async function list(env: Readonly<Record<string, string>>): Promise<readonly Listed[]> {
  return JSON.parse((await doeflow(['list', '--json'], env)).stdout) as Listed[];
}

async function submitted({ platformUrl, platformHeaders }: Stack): Promise<number> {
  const answer = await fetch(new URL('local/ledger/?limit=10000', platformUrl), {
    headers: platformHeaders,
  });
  const { entries } = (await answer.json()) as { entries: readonly { readonly kind: string }[] };
  return entries.filter(({ kind }) => kind === 'job submitted').length;
}

describe('with the parts kept up', () => {
  let stack: Stack | undefined;
  const up = async (): Promise<Stack> => (stack ??= await startStack({ speed: 20 }));
  afterAll(() => stack?.stop());

  it('the same command after the end is refused, and --again starts a second study', async () => {
    const { env } = await up();
    const { folder: study } = write('twice', 0);
    const run = ['run', study, '--results', results];
    const first = await doeflow([...run, '--json'], env);
    expect(first.exitCode).toBe(0);
    const { studyId } = JSON.parse(first.stdout) as Listed;
    const paid = await submitted(await up());

    for (const verb of [run, ['start', study, '--json'], [...run, '--json']]) {
      const { exitCode, stderr } = await doeflow(verb, env);
      expect(exitCode, stderr).toBe(5);
      expect(stderr).toContain(`${studyId} has ended: Finished; 2 runs planned, 2 done, 0 failed`);
      expect(stderr).toContain(join(results, studyId, 'results.csv'));
      expect(stderr).toContain(`doeflow results ${studyId}`);
      expect(stderr).toContain('--again');
    }
    expect(await submitted(await up())).toBe(paid);

    const again = await doeflow([...run, '--again', '--json'], env);
    expect(again.exitCode, again.stderr).toBe(0);
    expect((JSON.parse(again.stdout) as Listed).studyId).not.toBe(studyId);
    expect(await submitted(await up())).toBe(paid + 1);
  });

  it('two retries at the same moment run the failed runs again once', async () => {
    const { env } = await up();
    const { folder: study } = write('retried', 0);
    const mended = join(study, 'mended');
    const model = join(study, 'model.sh');
    writeFileSync(model, `test -e ${mended} || exit 1\n${readFileSync(model, 'utf8')}`);
    const first = await doeflow(['run', study, '--results', results, '--json'], env);
    const { studyId } = JSON.parse(first.stdout) as Listed;
    const paid = await submitted(await up());
    writeFileSync(mended, '');
    const ends = await Promise.all(
      [1, 2].map(() => doeflow(['retry', studyId, '--failed', '--json'], env)),
    );
    for (const { exitCode, stderr, stdout } of ends) {
      expect(exitCode, stderr).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ studyId, status: 'Finished', runs: { done: 2 } });
    }
    expect(await submitted(await up())).toBe(paid + 1);
  });

  const rounds = longForm ? 20 : 1;
  // A second try of the test has studies of its own.
  let tries = 0;
  it(
    `${rounds} times, three commands at the same moment make one study, and list shows no other`,
    async () => {
      const { env } = await up();
      tries += 1;
      for (let round = 1; round <= rounds; round += 1) {
        const name = `at-once-${round}-${tries}`;
        // Long enough that none of the commands comes after the end, on a machine with other work too.
        const { folder: study } = write(name, 3);
        const before = await submitted(await up());
        const ends = await Promise.all(
          [1, 2, 3].map(() => doeflow(['run', study, '--results', results, '--json'], env)),
        );
        for (const { exitCode, stderr } of ends) expect(exitCode, stderr).toBe(0);
        const ids = ends.map(({ stdout }) => (JSON.parse(stdout) as Listed).studyId);
        expect(new Set(ids).size).toBe(1);
        const listed = (await list(env)).filter(({ studyId }) => studyId.startsWith(name));
        expect(listed).toMatchObject([{ studyId: ids[0], status: 'Finished' }]);
        expect(await submitted(await up())).toBe(before + 1);
      }
    },
    80_000 * rounds,
  );

  /** Starts a study, and terminates its workflow, and with `jobs` those of its jobs, as soon as its job is submitted. */
  async function startAndLose(name: string, jobs: boolean) {
    const { env, connect } = await up();
    const { folder: study } = write(name, 0);
    const go = join(study, 'go');
    const model = join(study, 'model.sh');
    writeFileSync(model, `until test -e ${go}; do sleep 0.1; done\n${readFileSync(model, 'utf8')}`);
    const { stdout } = await doeflow(['start', study, '--results', results, '--json'], env);
    const { studyId } = JSON.parse(stdout) as Listed;
    const { temporalClient } = await connect();
    const jobId = await waitFor('its job to be submitted', async () => {
      const status = await doeflow(['status', studyId, '--json'], env);
      const { jobs } = JSON.parse(status.stdout) as {
        jobs: readonly { readonly phase: string; readonly jobId?: string }[];
      };
      return jobs.find(({ phase }) => phase === 'waiting')?.jobId;
    });
    await temporalClient.workflow.getHandle(`study-${name}`).terminate('by a test');
    if (jobs) await temporalClient.workflow.getHandle(`${studyId}-job-1`).terminate('by a test');
    const paid = await submitted(await up());
    return { env, study, studyId, jobId, paid, letGo: () => writeFileSync(go, '') };
  }

  it('a study that was terminated in Temporal is told as such everywhere, and taken up again without a second payment', async () => {
    const { env, study, studyId, jobId, paid, letGo } = await startAndLose('terminated', false);
    const status = await doeflow(['status', studyId, '--json'], env);
    expect(JSON.parse(status.stdout)).toMatchObject({
      status: 'Terminated',
      unknown: 'was terminated in Temporal',
      jobsLeft: [{ jobNumber: 1, jobId }],
    });
    expect(await list(env)).toContainEqual(
      expect.objectContaining({ studyId, status: 'Terminated' }),
    );
    const watch = await doeflow(['watch', studyId], env);
    expect(watch.exitCode).toBe(3);
    expect(watch.stderr).toContain(`doeflow resume ${studyId}`);
    expect((await doeflow(['results', studyId], env)).exitCode).toBe(0);

    letGo();
    const end = await doeflow(['run', study, '--results', results, '--json'], env);
    expect(end.exitCode, end.stderr).toBe(0);
    expect(end.stderr).toContain('was terminated in Temporal. It is taken up again');
    expect(JSON.parse(end.stdout)).toMatchObject({
      studyId,
      status: 'Finished',
      runs: { total: 2, done: 2, failed: 0 },
    });
    expect(await submitted(await up())).toBe(paid);
  });

  const takenUp: readonly (readonly [string, readonly string[]])[] = [
    ['resume', ['resume']],
    ['retry', ['retry', '--failed', '--detach']],
  ];
  it.each(longForm ? takenUp : takenUp.slice(0, 1))(
    'a study that lost all of its workflows goes on with %s, and pays nothing twice',
    async (name, [verb = '', ...options]) => {
      const { env, studyId, paid, letGo } = await startAndLose(`lost-${name}`, true);
      const taken = await doeflow([verb, studyId, ...options, '--json'], env);
      expect(taken.exitCode, taken.stderr).toBe(0);
      letGo();
      const end = await doeflow(['watch', studyId, '--json'], env);
      expect(end.exitCode, end.stderr).toBe(0);
      expect(JSON.parse(end.stdout)).toMatchObject({ status: 'Finished', runs: { done: 2 } });
      expect(await submitted(await up())).toBe(paid);
    },
  );

  it('a study that lost all of its workflows can be stopped, with its job on the platform', async () => {
    const { env, studyId, jobId, paid } = await startAndLose('lost-stop', true);
    const stop = await doeflow(['stop', studyId, '--json'], env);
    expect(stop.exitCode, stop.stderr).toBe(0);
    const end = await doeflow(['watch', studyId, '--json'], env);
    expect(end.exitCode, end.stderr).toBe(3);
    expect(JSON.parse(end.stdout)).toMatchObject({ studyId, status: 'Stopped' });
    const job = await doeflow(['api', 'GET', `jobs/${jobId}/statuses/`], env);
    expect(job.stdout).toMatch(/Completed|Stopp/u);
    expect(await submitted(await up())).toBe(paid);
  });

  it('a worker with another platform parks the study, and goes on with the right one', async () => {
    const { env, programs, connect } = await up();
    const other = await startStack({ speed: 20, without: ['temporal', 'worker'] });
    try {
      await programs.worker.stop();
      const { folder: study } = write('elsewhere', 0);
      const started = await doeflow(['start', study, '--json'], env);
      expect(started.exitCode, started.stderr).toBe(0);
      const { studyId } = JSON.parse(started.stdout) as Listed;
      const paid = await submitted(await up());

      const otherEnv = {
        ...env,
        DOEFLOW_PLATFORM_URL: other.platformUrl,
        DOEFLOW_PLATFORM_TOKEN: other.platformToken,
      };
      const worker = spawn(process.execPath, [join(distFolder(), 'worker/main.js')], {
        env: commandEnvironment(otherEnv),
        stdio: 'ignore',
      });
      try {
        const { temporalClient } = await connect();
        const parked = await waitFor('the study to be parked', async () => {
          const handle = temporalClient.workflow.getHandle('study-elsewhere');
          const { raw } = await handle.describe();
          return raw.pendingActivities?.find(({ lastFailure }) =>
            lastFailure?.message?.includes('belongs to'),
          )?.lastFailure?.message;
        });
        for (const address of [(await up()).platformUrl, other.platformUrl]) {
          expect(parked).toContain(address);
        }
        const status = await doeflow(['status', studyId], otherEnv);
        expect(status.stderr.replace(/\s+/gu, ' ')).toContain(
          `belongs to ${env['DOEFLOW_PLATFORM_URL']}`,
        );
        expect((await doeflow(['stop', studyId], otherEnv)).exitCode).toBe(5);
        expect((await doeflow(['run', study], otherEnv)).exitCode).toBe(5);
        expect(await submitted(other)).toBe(0);
        expect(await submitted(await up())).toBe(paid);
      } finally {
        const gone = once(worker, 'exit');
        worker.kill('SIGTERM');
        await gone;
      }
      await programs.worker.start();
      const end = await doeflow(['watch', studyId, '--json'], env);
      expect(end.exitCode, end.stderr).toBe(0);
      expect(await submitted(await up())).toBe(paid + 1);
    } finally {
      await other.stop();
    }
  });
});

describe('with nothing kept up', () => {
  it('watch carries on what was interrupted, and what was killed in its last second', async () => {
    const home = join(folder, 'embedded');
    const more = { DOEFLOW_LOCAL_SPEED: '20' };
    const env = { DOEFLOW_PROFILE: 'embedded', DOEFLOW_HOME: join(home, 'home'), ...more };
    const study = write('left', 2);
    const cut = async (args: readonly string[], sign: RegExp, how: NodeJS.Signals) => {
      const command = spawn(process.execPath, [join(distFolder(), 'src/cli/main.js'), ...args], {
        env: commandEnvironment(env),
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let stderr = '';
      command.stderr.on('data', (text) => (stderr += String(text)));
      await waitFor(`${sign}, got ${stderr}`, () => sign.test(stderr), 120_000);
      command.kill(how);
      await once(command, 'close');
      await waitFor('the end of everything', () => processesNaming(home).length === 0);
      return stderr;
    };
    const left = await cut(['run', study.folder, '--results', results], /Running/, 'SIGINT');
    const [, studyId = ''] = /Resume with: doeflow watch (left-[0-9-]+)/u.exec(left) ?? [];
    expect(studyId).not.toBe('');
    expect(await list(env)).toMatchObject([
      { studyId, status: 'unfinished; no engine is running' },
    ]);

    // Its last step: both runs have ended, and the tables are being written.
    await cut(['watch', studyId], /2 done|writing tables|2 ended/, 'SIGKILL');
    const end = await doeflow(['watch', studyId, '--json'], env);
    expect(end.exitCode, end.stderr).toBe(0);
    expect(JSON.parse(end.stdout)).toMatchObject({ studyId, status: 'Finished' });
    const over = await doeflow(['watch', studyId, '--json'], env);
    expect(over.exitCode).toBe(0);
    expect(over.stdout).toBe(end.stdout);

    const up = await startEmbeddedHome(home, more);
    try {
      expectOnlyLostRunsAgain({ study, ledger: await up.readLedger(0) });
    } finally {
      await up.stop();
    }
  });
});
