/** The files that jobs need on the platform: those of the study, and those of one job. */
import { afterEach, describe, expect, it } from 'vitest';
import { createStudyCache } from '../../../activities/study-cache.ts';
import { keepStudy, type KeptStudy } from '../../security/kept-study.ts';
import { readFileSync } from 'node:fs';
import { layout } from '../../../src/store/index.ts';

const studyId = 'beam-1';
const study = `name: beam
variables:
  - { name: x, type: Param, values: [1, 2] }
  - { name: load, type: Case, values: [10] }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: test \${x} \${load}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1 }
`;

interface Sent {
  readonly name: string;
  readonly typeId: number;
  readonly content: string;
}

/** The study in a store, and what the platform was sent. */
async function keep(
  text = study,
  files: Readonly<Record<string, string>> = {},
): Promise<KeptStudy & { readonly sent: Sent[] }> {
  const sent: Sent[] = [];
  const upload = ({ path, name, typeId }: { path: string; name: string; typeId: number }) =>
    Promise.resolve({ id: `f${sent.push({ name, typeId, content: readFileSync(path, 'utf8') })}` });
  return { ...(await keepStudy(studyId, text, { files: { upload } }, afterEach, files)), sent };
}

describe('the files of a job', () => {
  it('are sent each as what it is, and once', async () => {
    const { call, sent } = await keep();
    const { files, runs } = await call('prepareJob', { studyId, jobNumber: 1 });
    expect(runs).toBe(2);
    expect(files).toEqual([expect.stringMatching(/\.in$/u), 'param-1.csv', 'case-1.csv']);
    for (const name of [...files, ...files]) {
      await call('uploadJobFile', { studyId, jobNumber: 1, name });
    }
    expect(sent.map(({ name, typeId }) => [name, typeId])).toEqual([
      [files[0], 2],
      ['param-1.csv', 3],
      ['case-1.csv', 8],
    ]);
    expect(sent[1]?.content).toMatch(/^x\n1\n2\n$/u);
    expect(sent[2]?.content).toMatch(/^load\n10\n/u);
  });

  it('are those that it was prepared with', async () => {
    const { call, sent } = await keep();
    await call('prepareJob', { studyId, jobNumber: 1 });
    await expect(
      call('uploadJobFile', { studyId, jobNumber: 1, name: 'case-2.csv' }),
    ).rejects.toMatchObject({
      ...{ type: 'UPLOAD_UNKNOWN', nonRetryable: true },
      message: 'Expected a file of job 1, got case-2.csv',
    });
    expect(sent).toEqual([]);
  });

  it('of a job that isn’t planned are none', async () => {
    const { call, folder } = await keep();
    // Only a retry goes beyond the plan, and its choice of runs is kept before.
    await expect(call('prepareJob', { studyId, jobNumber: 2 })).rejects.toMatchObject({
      type: 'STORAGE_OLDER',
      message: expect.stringContaining('which runs run again as job 2') as string,
    });
    expect(await folder.has(layout.jobSpec(2))).toBe(false);
  });
});

it('the files that all jobs share are sent each by its name, as what it is, and once', async () => {
  const text = `${study}  inputFiles: [mesh.dat, loads.dat]
  templates: [{ template: deck.in, as: deck.txt }]
`;
  const files = { 'mesh.dat': 'mesh', 'loads.dat': 'loads', 'deck.in': 'x = ${x}' };
  const { call, sent } = await keep(text, files);
  const ids: string[] = [];
  for (const name of ['loads.dat', 'deck.in', 'mesh.dat', 'loads.dat']) {
    ids.push((await call('uploadStudyFile', { studyId, name })).fileId);
  }
  expect(sent).toEqual([
    { name: 'loads.dat', typeId: 1, content: 'loads' },
    { name: 'deck.in', typeId: 2, content: 'x = ${x}' },
    { name: 'mesh.dat', typeId: 1, content: 'mesh' },
  ]);
  expect(ids).toEqual(['f1', 'f2', 'f3', 'f1']);
});

it('the tables that the design is read from aren’t sent', async () => {
  const text = `${study}  inputFiles: [mesh.dat]\n`
    .replace('method: full-factorial', 'method: table, file: runs.csv')
    .replace(', values: [1, 2]', '')
    .replace('values: [10]', 'caseFile: cases.csv');
  const { store } = await keep(text, {
    ...{ 'runs.csv': 'x\n1\n', 'cases.csv': 'load\n10\n', 'mesh.dat': 'mesh' },
  });
  const { uploads } = await createStudyCache(store).get(studyId);
  expect(uploads).toMatchObject([{ name: 'mesh.dat', typeId: 1 }]);
});

it('a file that the study doesn’t have isn’t sent for it', async () => {
  const { call, sent } = await keep();
  await expect(call('uploadStudyFile', { studyId, name: 'mesh.dat' })).rejects.toMatchObject({
    ...{ type: 'UPLOAD_UNKNOWN', nonRetryable: true },
    message: 'Expected a file of the study, got mesh.dat',
  });
  expect(sent).toEqual([]);
});

it('a job that was stopped before its submit ran nothing and changes nothing', async () => {
  const { call } = await keep();
  expect(await call('withdrawJob', { studyId, jobNumber: 4 })).toEqual({
    ...{ jobNumber: 4, outcome: 'withdrawn', retryable: 0 },
    change: { done: 0, failed: 0, failures: [] },
  });
});
