import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { causeLines } from '../../../src/cli/studies/cause-lines.ts';
import type { View } from '../../../src/cli/output/view.ts';
import { showFailures, type ShownFailures } from '../../../src/cli/studies/show-failures.ts';
import type { FailureReason } from '../../../src/run/failure-reason.ts';
import type { RunOutcome } from '../../../src/run/run-outcome.ts';
import { keepOutcomes, layout, openStore, snapshotStudy } from '../../../src/store/index.ts';
import { readStudy } from '../../../src/study-file/index.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';

const studyId = 'rosenbrock-20260101-000000';
/** More causes than are shown with a log. */
const causes = 8;
const words = 'abcdefgh';

let home = '';
const doeflow = (...args: string[]) => doeflowInProcess(args, { DOEFLOW_HOME: home });

/** Every run fails for a reason of its own. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'doeflow-failures-'));
  const store = await openStore(join(home, 'store'));
  await snapshotStudy(store, await readStudy('studies/rosenbrock'), {
    studyId,
    ...{ planHash: '', createdAt: new Date('2026-01-01T00:00:00Z'), engineVersion: '0' },
    platform: { kind: 'configured', baseUrl: 'https://platform.example/' },
  });
  const folder = store.study(studyId);
  await folder.write(layout.status, {
    ...{ studyId, studyName: 'rosenbrock', planHash: '', state: 'Finished with failures' },
    ...{ activity: '', jobs: [], failures: [{ reason: 'exit-code', count: causes }], notes: [] },
    runs: { total: causes, done: 0, failed: causes, submitted: 0 },
  });
  const outcomes = Array.from({ length: causes }, (_, index): RunOutcome => {
    const message = `cause ${words[index] ?? ''}`;
    const of = { run: index + 1, attempt: 1, jobNumber: 1, platformRun: index + 1, values: {} };
    return { ...of, status: 'Failed', reason: 'exit-code', message };
  });
  await keepOutcomes(folder, 1, outcomes);
  await folder.sink(layout.runFiles(causes, 1).file('process_output.log'))(['last of all\n']);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('logs of a study', () => {
  it('shows every cause, those that are not among the first without a log', async () => {
    const { stdout } = await doeflow('logs', studyId);
    for (const word of words) expect(stdout).toContain(`1x exit-code: cause ${word}`);
    expect(stdout).not.toContain('last of all');
    expect(stdout).toContain(
      `The other causes, 3, without a log (it is shown by doeflow logs ${studyId}/6)`,
    );
    const { stdout: quiet } = await doeflow('logs', studyId, '--quiet');
    expect(quiet.trim().split('\n')).toHaveLength(causes);
  });

  it('gives all of them with their logs as JSON', async () => {
    const { stdout } = await doeflow('logs', studyId, '--json');
    const told = JSON.parse(stdout) as readonly { readonly log: string }[];
    expect(told).toHaveLength(causes);
    expect(told.at(-1)).toMatchObject({ message: 'cause h', log: 'last of all\n' });
  });

  it('knows which runs there are, and which can still come', async () => {
    for (const run of [0, 99_999]) {
      const { exitCode, stderr } = await doeflow('logs', `${studyId}/${run}`);
      expect([exitCode, stderr]).toMatchObject([
        6,
        expect.stringMatching(/it has runs 1 to \d+$/mu),
      ]);
    }
    const left = await doeflow('logs', `${studyId}/${causes + 1}`);
    expect(left.stderr).toContain('was not collected, and the study has ended');
  });

  it('tells what was stopped behind what failed, as no failure', async () => {
    const store = await openStore(join(home, 'store'));
    const stopped = { run: causes + 1, attempt: 1, jobNumber: 2, values: {} };
    await keepOutcomes(store.study(studyId), 2, [
      { ...stopped, status: 'Failed', reason: 'stopped', message: 'by a person' },
    ]);
    const { stdout } = await doeflow('logs', studyId);
    expect(stdout).toMatch(
      /cause h.*\n\nStopped by a person or a guard, which is no failure:\n1x stopped: by a person \(such as run 9\)\n/su,
    );
    const listed = async (status: string) =>
      (await doeflow('runs', studyId, '--status', status, '--quiet')).stdout.trim().split('\n');
    expect(await listed('stopped')).toEqual([String(causes + 1)]);
    expect(await listed('failed')).toHaveLength(causes);
  });
});

it('what cannot change an ended study, or only what it runs later, names what is next', async () => {
  const limit = await doeflow('budget', studyId, '--set', '5');
  expect(limit.exitCode, limit.stderr).toBe(0);
  expect(limit.stderr).toContain(`Next: doeflow retry ${studyId} --failed`);
  const amended = await doeflow('amend', studyId, 'studies/rosenbrock', '--plan');
  expect(amended.stdout).toContain('Nothing differs');
  expect(amended.stderr).toContain(`Next: doeflow status ${studyId}`);
});

it('offers another limit before failed runs run again, and to amend what only failed in an expression', async () => {
  const store = await openStore(join(home, 'store'));
  const of = { run: 1, attempt: 1, jobNumber: 1, platformRun: 1, values: {} };
  const offered = async (reason: FailureReason, more: Partial<ShownFailures>) => {
    const views: View[] = [];
    const output = { json: false, show: (view: View) => void views.push(view) };
    const outcomes: RunOutcome[] = [{ ...of, status: 'Failed', reason, message: 'so' }];
    const shown = { studyId, outcomes, tail: 1, archive: undefined, ...more };
    await showFailures(output, store, shown);
    return views[0]?.human.flatMap((block) => (block.kind === 'next' ? block.commands : []));
  };
  const retry = `doeflow retry ${studyId} --failed`;
  const limit = `doeflow budget ${studyId} --set AMOUNT`;
  expect(await offered('timeout', {})).toEqual([retry]);
  expect(await offered('timeout', { needsLimit: true })).toEqual([limit, retry]);
  expect(await offered('expression', {})).toEqual([
    `doeflow amend ${studyId} CHANGED.yaml --apply`,
  ]);
  expect(await offered('timeout', { archive: '/archive' })).toEqual([]);
});

it('counts the causes that are left out, and names the command that shows them', () => {
  const cause = (example: number) => ({ reason: 'cut', message: 'gone\nnow', runs: 2, example });
  expect(causeLines([], 'beam')).toEqual([]);
  const lines = causeLines([1, 2, 3, 4, 5, 6, 7].map(cause), 'beam');
  expect(lines).toHaveLength(7);
  expect(lines[1]).toBe('2x cut: gone now (such as run 1)');
  expect(lines.at(-1)).toBe('4 more, of 2 other causes: doeflow logs beam');
});

it('render says that it took the folder, where a started study has the same name', async () => {
  const before = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-same-name-'));
  cpSync('studies/rosenbrock', join(folder, 'rosenbrock'), { recursive: true });
  try {
    process.chdir(folder);
    const both = await doeflow('render', 'rosenbrock', '1');
    expect(both).toMatchObject({ exitCode: 0 });
    expect(both.stderr).toContain(
      `the file or folder rosenbrock, as it is now; of the started study with this name: doeflow render ${studyId} 1`,
    );
    const one = await doeflow('render', './rosenbrock', '1');
    expect(one.stderr).not.toContain('started study');
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
});
