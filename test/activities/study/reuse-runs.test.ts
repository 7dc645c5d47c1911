import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createStudyCache } from '../../../activities/study-cache.ts';
import { reuseRuns } from '../../../activities/study/reuse-runs.ts';
import { readAttempts, layout, type Store } from '../../../src/store/index.ts';
import { endRuns, placeStudy } from '../../kit/finished-study.ts';
import { noWorkflows } from '../../kit/no-workflows.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

interface Wording {
  readonly name?: string;
  readonly values?: string;
  readonly command?: string;
  readonly output?: string;
  readonly design?: string;
  readonly execution?: string;
}

const studyFile = ({
  name = 'beam',
  values = '[1, 2]',
  command = 'sh solve.sh ${x}',
  output = '{ file: out.txt, key: y }',
  design = 'method: full-factorial',
  execution = 'reuse: true',
}: Wording = {}): string => `name: ${name}
variables:
  - { name: x, type: Param, values: ${values} }
  - { name: y, type: Output, from: ${output} }
  - { name: twice, type: Objective, expression: 2 * y, goal: minimize }
design: { ${design} }
job:
  analysis: { code: user_included, version: "0" }
  command: ${command}
  inputFiles: [solve.sh]
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1 }
execution: { ${execution} }
`;

const files = { 'solve.sh': 'echo y = $1 > out.txt\n' };
const left = (run: number) => ({ 'out.txt': `y = ${run}0\nz = 7\n`, 'logs/a.txt': 'fine' });

let clean: () => void = () => undefined;
let store: Store;
beforeEach(async () => {
  clean();
  store = await temporaryStore((after) => (clean = after));
});
afterAll(() => {
  clean();
});

/** The study `old`, whose two runs are done, and the study `new`. */
async function twoStudies(wording: Wording = {}, newFiles = files): Promise<void> {
  await placeStudy(store, 'old', studyFile({ execution: '' }), { files });
  await endRuns(store, 'old', left);
  await placeStudy(store, 'new', studyFile({ name: 'other', ...wording }), { files: newFiles });
}

const reuse = async (studyId = 'new') =>
  reuseRuns(
    { store, studyCache: createStudyCache(store), workflows: noWorkflows, now: () => new Date() },
    studyId,
  );
const outcomesOf = async (studyId = 'new') => (await readAttempts(store.study(studyId))).flat();

describe('a study that reuses', () => {
  it('takes finished runs with equal keys from a study of any name, with their files and where they came from', async () => {
    await twoStudies({ values: '[2, 3]' });
    expect(await reuse()).toEqual({
      ...{ count: 1, awaited: { runs: 0, studies: [] } },
      notes: [
        '1 run is not run again, and not paid for: finished runs with the same inputs, files, commands and software stand for them, of old (1)',
      ],
    });
    expect(await outcomesOf()).toEqual([
      {
        ...{ run: 1, attempt: 1, jobNumber: 0, status: 'Done', values: { y: 20, twice: 40 } },
        files: expect.objectContaining({ 'out.txt': expect.any(String) }),
        reusedFrom: { studyId: 'old', run: 2, attempt: 1 },
      },
    ]);
    const copy = store.study('new').readStream(layout.runFiles(1, 1).file('logs/a.txt'));
    expect(String((await (await copy).toArray()).join(''))).toBe('fine');
  });

  it('plans jobs for the other runs alone, on every worker', async () => {
    await twoStudies({ values: '[2, 3, 4]' });
    const cache = createStudyCache(store);
    const before = await cache.get('new');
    expect(before.plan.jobs).toMatchObject([{ firstRun: 1, lastRun: 3 }]);
    await reuseRuns(
      { store, studyCache: cache, workflows: noWorkflows, now: () => new Date() },
      'new',
    );
    for (const one of [cache, createStudyCache(store)]) {
      expect((await one.get('new')).plan.jobs).toMatchObject([{ runs: [2, 3], expectedRuns: 2 }]);
    }
  });

  it('decides once: runs that end later, or are gone, change nothing', async () => {
    await twoStudies({ values: '[1, 3]' });
    const first = await reuse();
    await placeStudy(store, 'later', studyFile({ values: '[3]', execution: '' }), { files });
    await endRuns(store, 'later', left);
    await store.study('old').remove(layout.outcomes(1));
    expect(await reuse()).toEqual(first);
    expect(await outcomesOf()).toHaveLength(1);
  });

  it('goes on where a worker died before all were taken', async () => {
    await twoStudies();
    await reuse();
    const whole = await outcomesOf();
    await store.study('new').remove(layout.outcomes(0));
    await store
      .study('new')
      .create(layout.judgedPage(0, 1), [{ platformRun: 1, evidence: '', outcome: whole[0] }]);
    expect(await reuse()).toMatchObject({ count: 2 });
    expect(await outcomesOf()).toEqual(whole);
  });

  it('reads its own outputs from the collected files', async () => {
    await twoStudies({ output: '{ file: out.txt, key: z }' });
    await reuse();
    expect((await outcomesOf()).map(({ values }) => values)).toEqual([
      { y: 7, twice: 14 },
      { y: 7, twice: 14 },
    ]);
  });

  it('takes nothing that differs in command, files, software, or in what is collected', async () => {
    await twoStudies({ command: 'sh solve.sh ${x} -v' });
    expect(await reuse()).toMatchObject({ count: 0, notes: [] });
    await placeStudy(store, 'mended', studyFile(), { files: { 'solve.sh': 'echo' } });
    expect(await reuse('mended')).toMatchObject({ count: 0 });
    const collecting = studyFile().replace('inputFiles:', 'collect: ["*.png"]\n  inputFiles:');
    await placeStudy(store, 'collecting', collecting, { files });
    expect(await reuse('collecting')).toMatchObject({ count: 0 });
    await placeStudy(store, 'newer', studyFile().replace('"0"', '"1"'), { files });
    expect(await reuse('newer')).toMatchObject({ count: 0 });
  });

  it('never makes replicates of one run: the nth takes the nth finished one', async () => {
    await twoStudies({ values: '[1]', design: 'method: full-factorial, replicates: 3' });
    expect(await reuse()).toMatchObject({ count: 1 });
    await placeStudy(store, 'another', studyFile({ values: '[1]', execution: '' }), {
      files,
      at: '2026-02-01T00:00:00Z',
    });
    await endRuns(store, 'another', left);
    const three = studyFile({ values: '[1]', design: 'method: full-factorial, replicates: 3' });
    await placeStudy(store, 'third', three, { files });
    expect(await reuse('third')).toMatchObject({ count: 2 });
    expect((await outcomesOf('third')).map(({ reusedFrom }) => reusedFrom?.studyId)).toEqual([
      'another',
      'old',
    ]);
  });

  it('takes no run whose files were changed, are gone, or lack an output, and says so', async () => {
    await twoStudies();
    await store.study('old').sink(layout.runFiles(1, 1).file('out.txt'))(['y = 11\n']);
    await store.study('old').remove(layout.runFiles(2, 1).file('logs/a.txt'));
    const told = await reuse();
    expect(told).toMatchObject({ count: 0 });
    expect(told?.notes).toEqual([
      '2 runs are run although there are finished ones with the same key, as what is kept of those was changed, is gone, or lacks an output that this study reads: in old (2)',
    ]);
    expect(await outcomesOf()).toEqual([]);

    await placeStudy(store, 'more', studyFile({ output: '{ file: more.txt, key: y }' }), { files });
    expect(await reuse('more')).toMatchObject({ count: 0, notes: [expect.any(String)] });
  });

  it('tries older runs of the same key where the newest one lacks an output', async () => {
    await twoStudies();
    const other = studyFile({ name: 'printed', output: '{ file: p.txt, key: y }', execution: '' });
    await placeStudy(store, 'printed', other, { files, at: '2026-03-01T00:00:00Z' });
    await endRuns(store, 'printed', (run) => ({ 'p.txt': `y = ${run}\n` }));
    expect(await reuse()).toMatchObject({
      count: 2,
      notes: [expect.stringMatching(/, of old \(2\)$/u)],
    });
    const chosen = await store.study('new').read(layout.reuse);
    expect(chosen.flatMap((one) => (one.kind === 'refused' ? one.refused : []))).toEqual([
      ...[1, 2].map((run) => ({
        ...{ studyId: 'printed', run },
        why: expect.stringContaining('it lacks an output that this study reads: y: '),
      })),
    ]);
  });

  it('leaves no file of a run that it did not take, also where a try had died', async () => {
    await twoStudies({ output: '{ file: more.txt, key: y }' });
    const folder = store.study('new');
    for (const object of [
      layout.runFiles(1, 1).file('logs/a.txt'),
      layout.takenFiles('x').file('out.txt'),
    ])
      await folder.sink(object)(['of a try that died']);
    expect(await reuse()).toMatchObject({ count: 0 });
    for (const prefix of ['runs/1/1/', 'runs/1/1/logs/', 'runs/2/1/', 'taken/x/'])
      expect((await folder.list({ prefix })).objects).toEqual([]);
  });

  it('takes no run whose record was changed, or that failed', async () => {
    await placeStudy(store, 'old', studyFile({ execution: '' }), { files });
    await endRuns(store, 'old', (run) => (run === 1 ? undefined : left(run)));
    const folder = store.study('old');
    const outcomes = await folder.read(layout.outcomes(1));
    await folder.write(
      layout.outcomes(1),
      outcomes.map((one) => ({ ...one, files: { 'out.txt': 'another' } })),
    );
    await placeStudy(store, 'new', studyFile(), { files });
    expect(await reuse()).toMatchObject({
      count: 0,
      notes: [expect.stringContaining('1 run is run')],
    });
  });

  it('passes over studies whose records can’t be read', async () => {
    await twoStudies();
    await store.study('old').sink(layout.runKeys(1))(['{}\n']);
    expect(await reuse()).toMatchObject({ count: 0 });
  });
});

describe('a study that doesn’t', () => {
  it('runs all, and leaves nothing of it', async () => {
    await twoStudies({ execution: '' });
    expect(await reuse()).toBeUndefined();
    expect(await store.study('new').has(layout.reuse)).toBe(false);
    expect(await store.study('new').has(layout.outcomes(0))).toBe(false);
  });

  it('gives nothing of what it reused itself: only its own runs have keys', async () => {
    await twoStudies();
    await reuse();
    await placeStudy(store, 'third', studyFile(), { files });
    await store.study('old').remove(layout.runKeys(1));
    expect(await reuse('third')).toMatchObject({ count: 0 });
  });
});
