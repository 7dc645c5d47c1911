/** What a person is told while a part that a study needs is away, and once it is back. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trouble } from '../../src/run/trouble.ts';
import { distFolder } from '../kit/dist-folder.ts';
import { waitFor } from '../kit/processes.ts';
import { startStack, type Stack } from '../kit/start-stack.ts';
import { commandEnvironment, doeflow, temporaryFolder } from '../studies/run-study.ts';
import { writeChaosStudy } from './chaos-study.ts';

interface Status {
  readonly trouble: readonly Trouble[];
}

describe('a study whose platform and worker go away', () => {
  const cleanups: (() => void)[] = [];
  const folder = temporaryFolder((clean) => cleanups.push(clean));
  let stack: Stack;
  let name = '';

  beforeAll(async () => {
    stack = await startStack({ speed: 20 });
  });
  afterAll(async () => {
    await stack.stop();
    cleanups.forEach((clean) => clean());
  });

  const status = async (): Promise<Status> => {
    const { stdout } = await doeflow(['status', name, '--json'], stack.env);
    return JSON.parse(stdout) as Status;
  };
  const troubleOf = (waitingFor: string): Promise<Trouble> =>
    waitFor(`trouble about ${waitingFor}`, async () =>
      (await status()).trouble.find((one) => one.waitingFor.includes(waitingFor)),
    );

  it('tells what is waited for, since when, the last error and what to do, and that it is over', async ({
    task,
  }) => {
    // A second try has a study of its own: the name of the first one is taken.
    name = `troubled-${String(task.result?.retryCount ?? 0)}`;
    const study = writeChaosStudy(join(folder, name), name, {
      ...{ runs: 4, runsPerJob: 2, runSeconds: 2 },
    });
    const run = spawn(
      process.execPath,
      [
        ...[join(distFolder(), 'src/cli/main.js'), 'run', study.folder],
        ...['--results', join(folder, name, 'results')],
      ],
      { env: commandEnvironment(stack.env), stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let said = '';
    run.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const ended = new Promise<number | null>((resolve) => run.once('close', resolve));
    await waitFor('the first run', () => readFileSync(study.executions, 'utf8') !== '');

    const killedAt = Date.now();
    await stack.programs.platform.kill();
    const down = await troubleOf('the platform');
    expect(down).toMatchObject({
      code: 'API_CONNECTION',
      lastError: expect.stringMatching(/ECONN(REFUSED|RESET)/) as string,
      whatToDo: expect.stringContaining('doeflow doctor') as string,
    });
    expect(Date.parse(down.since)).toBeGreaterThan(killedAt - 1_000);
    await waitFor('a line about it', () => said.includes('waiting for the platform, for'));

    await stack.programs.worker.stop();
    expect(await troubleOf('a worker')).toMatchObject({
      whatToDo: expect.stringContaining('doeflow worker') as string,
    });
    // The command looks at times of its own: what it hasn't seen, it can't call over.
    await waitFor('a line about it', () => said.includes('waiting for a worker, as none answers'));
    await stack.programs.worker.start();
    await waitFor('the end of it', () => said.includes('no longer waiting for a worker'));
    // Another worker tries now; the trouble is the same, and began when it began: by the first of the steps that met it, which may have shown it
    // after the one that was seen first.
    const since = Date.parse((await troubleOf('the platform')).since);
    expect(since).toBeGreaterThan(killedAt - 1_000);
    expect(since).toBeLessThanOrEqual(Date.parse(down.since));

    await stack.programs.platform.start();
    await waitFor('the end of it', () => said.includes('no longer waiting for the platform'));
    expect(await ended).toBe(0);

    const lines = said.split('\n').filter((line) => line.includes('waiting for the platform, for'));
    // At its beginning, and again where the way it fails changed: never at each look.
    expect(lines.length).toBeLessThan(6);
    expect(said).toContain('  to do: ');
  });
});
