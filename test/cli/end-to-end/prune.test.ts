/** Studies of a store that go, and those that must stay, on real parts; and that a pruned one is told as pruned everywhere. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { doeflow, runStudy, temporaryFolder } from '../../studies/run-study.ts';
import { uniform, writeAwkStudy } from '../../studies/write-study.ts';

const root = temporaryFolder(afterAll);
let stack: Stack | undefined;
afterEach(async () => {
  await stack?.stop();
  stack = undefined;
});

interface Pruned {
  readonly studies: readonly { readonly studyId: string; readonly bytes: number }[];
  readonly bytes: { readonly studies: number; readonly localPlatform: number };
  readonly kept: readonly { readonly studyId: string; readonly why: string }[];
  readonly left: readonly string[];
  readonly waiting: { readonly contents: number };
}

function write(name: string, more: object = {}): string {
  return writeAwkStudy(root, {
    ...{ name, inputs: { x: uniform(0, 1) }, outputs: { y: '2 * x' } },
    design: '{ method: monte-carlo, runs: 2, seed: 3 }',
    ...more,
  });
}

it('removes a study once its archived copy is verified, and never one that is open', async () => {
  stack = await startStack({ speed: 20 });
  const { env, storeDirectory } = stack;
  const asJson = async <T>(...args: readonly string[]): Promise<T> => {
    const { exitCode, stdout, stderr } = await doeflowInProcess([...args, '--json'], env);
    expect(exitCode, stderr + stdout).toBe(0);
    return JSON.parse(stdout) as T;
  };
  const { printed } = await runStudy(write('kept'), join(root, 'results'), env, doeflowInProcess);
  const { studyId, resultsDir } = printed;
  const archive = join(root, 'archive');
  await asJson(
    ...['archive', 'create', 'beams', '--select', 'study:kept', '--to', archive],
    ...['--cron', '0 3 * * *', '--keep', '0s'],
  );
  await doeflowInProcess(['start', write('open'), '--results', join(root, 'results')], env);
  await doeflowInProcess(['pause', 'open'], env);

  const early = await asJson<Pruned>('prune', '--older-than', '0s', '--without-archive', '--yes');
  expect(early.studies).toEqual([]);
  expect(early.kept.find((one) => one.studyId === studyId)?.why).toContain('no verified copy');
  expect(early.kept.map(({ why }) => why).join()).toMatch(/has not ended|open in Temporal/u);

  await asJson('archive', 'trigger', 'beams', '--wait');
  const dry = await asJson<Pruned>('prune', '--older-than', '0s', '--dry-run');
  expect(dry.studies.map((one) => one.studyId)).toEqual([studyId]);
  expect(dry.waiting.contents).toBeGreaterThan(0);
  expect(existsSync(join(storeDirectory, 'studies', studyId, 'snapshot.json'))).toBe(true);
  const asked = await doeflowInProcess(['prune', studyId], env);
  expect([asked.exitCode, asked.stderr]).toEqual([5, expect.stringContaining('--yes')]);

  const gone = await asJson<Pruned>('prune', '--older-than', '0s', '--yes');
  expect(gone.studies.map((one) => one.studyId)).toEqual([studyId]);
  expect(gone.bytes.studies).toBe(dry.bytes.studies);
  expect(readdirSync(join(storeDirectory, 'studies', studyId))).toEqual(['pruned.json']);
  expect(existsSync(join(resultsDir, 'results.csv'))).toBe(true);

  for (const verb of ['status', 'verify', 'results', 'retry']) {
    const flags = verb === 'retry' ? ['--failed'] : [];
    const { exitCode, stderr } = await doeflowInProcess([verb, 'kept', ...flags], env);
    expect([exitCode, stderr], verb).toEqual([6, expect.stringMatching(/was pruned on \d{4}-/u)]);
  }
  expect(await asJson('list', '--pruned')).toMatchObject([{ studyId, state: 'Finished' }]);
  expect(JSON.stringify(await asJson('list'))).not.toContain(studyId);
  const table = await doeflowInProcess(['results', studyId, '--archive', archive], env);
  expect([table.exitCode, table.stderr]).toEqual([0, '']);
  // Its id is taken for ever; a study of its name begins as a new one.
  const again = await runStudy(write('kept'), join(root, 'again'), env, doeflowInProcess);
  expect(again.printed.studyId).not.toBe(studyId);
});

it('removes what a study has on the local platform of its home, and leaves the others whole', async () => {
  const home = join(root, 'home');
  const env = { DOEFLOW_HOME: home, DOEFLOW_LOCAL_SPEED: '20', DOEFLOW_CONFIG: join(root, 'none') };
  const first = await runStudy(write('first'), join(root, 'local'), env);
  const second = await runStudy(write('second'), join(root, 'local'), env);
  const jobs = join(home, 'platform', 'jobs');
  expect(readdirSync(jobs)).toHaveLength(2);
  const args = ['prune', first.printed.studyId, '--without-archive', '--yes', '--json'];
  const { exitCode, stdout, stderr } = await doeflow(args, env);
  expect(exitCode, stderr + stdout).toBe(0);
  const gone = JSON.parse(stdout) as Pruned;
  expect(gone).toMatchObject({ studies: [{ studyId: first.printed.studyId }], left: [] });
  expect(gone.bytes.localPlatform).toBeGreaterThan(0);
  expect(readdirSync(jobs)).toHaveLength(1);
  const verified = await doeflow(['verify', second.printed.studyId], env);
  expect(verified.exitCode, verified.stdout + verified.stderr).toBe(0);
});
