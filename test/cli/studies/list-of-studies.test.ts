import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { layout, openStore, snapshotStudy } from '../../../src/store/index.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';

/** More than a person is shown at once. */
const studies = 53;

let home = '';
const list = (...args: string[]) => doeflowInProcess(['list', ...args], { DOEFLOW_HOME: home });

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'doeflow-list-'));
  const store = await openStore(join(home, 'store'));
  for (let second = 0; second < studies; second += 1) {
    const studyId = `beam-20260101-0000${String(second).padStart(2, '0')}`;
    await snapshotStudy(
      store,
      { study: { name: 'beam' }, file: join(home, 'study.yaml'), text: 'name: beam\n', files: [] },
      {
        ...{ studyId, planHash: '', createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)) },
        engineVersion: '0',
        platform: { kind: 'configured', baseUrl: 'https://platform.example/' },
      },
    );
    await store.study(studyId).write(layout.status, {
      ...{ studyId, studyName: 'beam', planHash: '', state: 'Finished', activity: '' },
      ...{
        jobs: [],
        failures: [],
        notes: [],
        runs: { total: 1, done: 1, failed: 0, submitted: 0 },
      },
    });
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

it('says how many studies it leaves out, and how all are seen', async () => {
  const { stdout, stderr } = await list();
  expect(stdout.trim().split('\n')).toHaveLength(1 + 50);
  expect(stderr).toContain(
    'These are the newest 50 of 53 studies. All of them: doeflow list --limit 53',
  );
  const all = await list('--limit', '53');
  expect(all.stdout.trim().split('\n')).toHaveLength(1 + studies);
  expect(all.stderr).not.toContain('newest');
});

it('gives scripts and completion every study', async () => {
  const json = await list('--json');
  expect(JSON.parse(json.stdout)).toHaveLength(studies);
  expect(json.stderr).toBe('');
  const { stdout } = await list('--quiet');
  expect(stdout.trim().split('\n')).toHaveLength(studies);
  expect(JSON.parse((await list('--json', '--quiet', '--limit', '2')).stdout)).toHaveLength(2);
});

it('tells failed and stopped runs apart, as the status of the study does', async () => {
  const store = await openStore(join(home, 'store'));
  const studyId = 'beam-20260101-000000';
  await store.study(studyId).write(layout.status, {
    ...{ studyId, studyName: 'beam', planHash: '', state: 'Stopped', activity: '', jobs: [] },
    ...{
      failures: [
        { reason: 'exit-code', count: 8 },
        { reason: 'stopped', count: 2 },
      ],
      notes: [],
    },
    runs: { total: 12, done: 2, failed: 10, submitted: 0 },
  });
  const { stdout } = await list('--limit', '100');
  const [head = '', ...rows] = stdout.trim().split('\n');
  expect(head.split('\t').slice(4, 6)).toEqual(['failed', 'stopped']);
  const row = rows.find((one) => one.startsWith(studyId)) ?? '';
  expect(row.split('\t').slice(4, 6)).toEqual(['8', '2']);
  const json = JSON.parse((await list('--json')).stdout) as readonly { studyId: string }[];
  expect(json.find((one) => one.studyId === studyId)).toMatchObject({
    runs: { total: 12, done: 2, failed: 8, stopped: 2, submitted: 0, notBegun: 0, withdrawn: 0 },
  });
});
