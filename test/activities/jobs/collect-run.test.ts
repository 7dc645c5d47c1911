/** What is kept of one run: its values, its files, and why it failed. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { collectRun, type RunToCollect } from '../../../activities/jobs/collect-run.ts';
import { folderPlace, memoryPlace } from '../../../activities/jobs/run-place.ts';
import { PlatformPatience } from '../../../activities/jobs/platform-patience.ts';
import { NotFoundError, type JobRun, type PlatformFile } from '../../../src/platform-api/index.ts';

const missing = new NotFoundError('Not found.', { method: 'GET', path: '/x/' });
const markerOf = (code: number, x = '7'): string =>
  `doeflow 1 key\nin\tx\t${x}\nexit\t0\t${code}\n`;

const md5Of = (text: string): string => createHash('md5').update(text).digest('hex');

interface Made {
  /** Contents by name; an error is thrown instead. */
  readonly files: Readonly<Record<string, string | Error>>;
  readonly collect?: readonly string[];
  readonly source?: object;
  readonly judge?: (values: object) => { values: object; failed: readonly string[] };
  readonly change?: Partial<RunToCollect>;
  readonly sizes?: Readonly<Record<string, number>>;
  /** MD5 on the records of files; none by default. */
  readonly md5s?: Readonly<Record<string, string>>;
}

/** Collects run 7, which left these files. */
async function collect(
  { files, collect: globs = [], source, judge, change, ...told }: Made,
  isShort = false,
) {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const listed = Object.entries(files).map(([name, content]) => ({
    ...{ id: name, name: basename(name), relativePath: name },
    ...(told.md5s?.[name] === undefined ? {} : { md5: told.md5s[name] }),
    decryptedSize: told.sizes?.[name] ?? (content instanceof Error ? 1 : content.length),
  })) as unknown as PlatformFile[];
  const asked: string[] = [];
  const contentOf = ({ id }: PlatformFile): string => {
    asked.push(id);
    const content = files[id];
    if (content === undefined || content instanceof Error) throw content ?? missing;
    return content;
  };
  const platform = {
    files: {
      read: async (file: PlatformFile) => Promise.resolve(Buffer.from(contentOf(file))),
      download: async (file: PlatformFile, target: string) => {
        const content = await Promise.resolve(contentOf(file));
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, content);
        return { md5: createHash('md5').update(content).digest('hex') };
      },
    },
  };
  const points: string[] = [];
  const dependencies = {
    platform,
    failpoint: (name: string) => Promise.resolve(points.push(name)),
  } as unknown as ActivityDependencies;
  const { signal } = new AbortController();
  const patience = new PlatformPatience({
    ...{ signal, onWait: () => undefined, fileWaitsMs: [] },
    ask: { api: () => Promise.resolve(), file: () => Promise.resolve() },
  });
  const memory = memoryPlace(platform as unknown as ActivityDependencies['platform'], new Map());
  const wanted: RunToCollect = {
    study: {
      variables: [
        {
          ...{ type: 'Output', name: 'y', valueType: 'number', required: true },
          source: source ?? { kind: 'key', file: 'out.txt', key: 'y' },
        },
      ],
      job: { analyses: [{}], collect: globs },
    } as unknown as RunToCollect['study'],
    plan: {
      ...{ columns: ['x'], includesNominalRun: false },
      block: (start: number) => ({ columns: [[start + 1]] }),
    } as unknown as RunToCollect['plan'],
    judges: {
      judge: judge ?? ((values: object) => ({ values, failed: [] })),
    } as unknown as RunToCollect['judges'],
    spec: { jobNumber: 2, attemptKey: 'key' } as RunToCollect['spec'],
    specRun: { run: 7, attempt: 3, platformRun: 5 } as RunToCollect['specRun'],
    ...{ jobId: 'j1', ending: { kind: 'ended' }, files: listed },
    place: isShort
      ? memory
      : folderPlace(platform as unknown as ActivityDependencies['platform'], folder),
    ...{ jobRun: undefined, runsServed: false, mustProve: 'nothing' },
    told: () => Promise.resolve(undefined),
    ...change,
  };
  const outcome = await collectRun(dependencies, wanted, { patience, others: [], signal });
  return { outcome, asked, folder, points, contents: memory.files };
}

/** A run that left no output. */
const unlisted = { 'doeflow-run.txt': markerOf(0), 'big.bin': 'x' };
const good = { 'doeflow-run.txt': markerOf(0), 'out.txt': 'y = 4\n', 'big.bin': 'x' };

describe('a run that is done', () => {
  it('has its values, where it ran, and the hashes of what was kept; nothing else is fetched', async () => {
    const { outcome, asked, folder, points } = await collect({ files: good });
    expect(outcome).toEqual({
      ...{ run: 7, attempt: 3, jobNumber: 2, platformJob: 'j1', platformRun: 5, status: 'Done' },
      files: { 'out.txt': createHash('md5').update('y = 4\n').digest('hex') },
      values: { y: 4 },
    });
    expect(asked).toEqual(['doeflow-run.txt', 'out.txt']);
    expect([readFileSync(join(folder, 'out.txt'), 'utf8'), points]).toEqual([
      'y = 4\n',
      ['download-middle'],
    ]);
  });

  it('is asked for no marker whose record is that of the only text that proves it', async () => {
    const md5 = md5Of(markerOf(0));
    for (const one of [md5, md5.toUpperCase()]) {
      const { outcome, asked } = await collect({ files: good, md5s: { 'doeflow-run.txt': one } });
      expect(outcome).toMatchObject({ status: 'Done', values: { y: 4 } });
      expect(asked).toEqual(['out.txt']);
    }
  });

  it.each([
    ['another exit code', markerOf(3), { status: 'Failed', exitCode: 3 }],
    ['other inputs', markerOf(0, '8'), { status: 'Failed', reason: 'inputs-differ' }],
    ['its inputs spelt in another way', markerOf(0, '7.0'), { status: 'Done' }],
    [
      'a command that failed unseen',
      markerOf(0).replace('exit', 'unseen\t0\texit\t2\tls none\nexit'),
      { status: 'Done', message: expect.stringContaining('ls none') as string },
    ],
  ])('is asked for a marker that tells of %s', async (_, marker, expected) => {
    const files = { ...good, 'doeflow-run.txt': marker };
    const { outcome, asked } = await collect({
      ...{ files, md5s: { 'doeflow-run.txt': md5Of(marker) } },
    });
    expect(outcome).toMatchObject(expected);
    expect(asked[0]).toBe('doeflow-run.txt');
  });

  describe('whose row carries a file', () => {
    const text = good['out.txt'];
    const records = { 'doeflow-run.txt': md5Of(markerOf(0)), 'out.txt': md5Of(text) };
    const asRow = (variables: readonly object[]): Partial<RunToCollect> => ({
      jobRun: { dateStarted: '2026-01-01', dateCompleted: '2026-01-02', variables } as JobRun,
      runsServed: true,
    });
    const x = { name: 'x', value: 7, displayValue: '7' };
    const printed = { name: 'doeflow_output_1', displayValue: JSON.stringify(text) };
    const inMemory = (made: Partial<Made>) =>
      collect({ ...{ files: good, md5s: records, change: asRow([x, printed]) }, ...made }, true);

    it('is done without a request, and keeps what it would have downloaded', async () => {
      const { outcome, asked, contents } = await inMemory({});
      expect(outcome).toMatchObject({ status: 'Done', values: { y: 4 } });
      expect(asked).toEqual([]);
      const downloaded = await inMemory({ change: asRow([x]) });
      expect(downloaded.asked).toEqual(['out.txt']);
      expect([...contents]).toEqual([...downloaded.contents]);
      expect([outcome?.files, outcome?.status === 'Done' && outcome.values]).toEqual([
        downloaded.outcome?.files,
        { y: 4 },
      ]);
    });

    it.each<readonly [string, Partial<Made>]>([
      ['the record has another MD5', { md5s: { ...records, 'out.txt': md5Of('y = 5\n') } }],
      ['the record has no MD5', { md5s: { 'doeflow-run.txt': records['doeflow-run.txt'] } }],
      ['the record has another size', { sizes: { 'out.txt': 7 } }],
      ['the value was cut', { change: asRow([x, { ...printed, displayValue: '"y = 4' }]) }],
      ['the value is another', { change: asRow([x, { ...printed, displayValue: '"y = 5\\n"' }]) }],
      ['the value is a number', { change: asRow([x, { name: printed.name, value: 4 }]) }],
      ['the value is missing', { change: asRow([x, { name: printed.name }]) }],
      ['it has another name', { change: asRow([x, { ...printed, name: 'y' }]) }],
    ])('is downloaded where %s', async (_, made) => {
      const { outcome, asked } = await inMemory(made);
      expect(asked).toEqual(['out.txt']);
      expect(outcome).toMatchObject({ status: 'Done', values: { y: 4 } });
    });
  });

  it('is asked for a marker whose record has another size than its MD5 tells', async () => {
    const { asked } = await collect({
      ...{ files: good, md5s: { 'doeflow-run.txt': md5Of(markerOf(0)) } },
      sizes: { 'doeflow-run.txt': 3 },
    });
    expect(asked).toEqual(['doeflow-run.txt', 'out.txt']);
  });

  it('has an output that lies in a folder of the run, beside one of its name', async () => {
    const files = { 'doeflow-run.txt': markerOf(0), 'a/out.txt': 'y = 4\n', 'out.txt': 'y = 5\n' };
    const { outcome, folder } = await collect({
      ...{ files, source: { kind: 'key', file: 'a/out.txt', key: 'y' }, collect: ['out.txt'] },
    });
    expect(outcome).toMatchObject({ status: 'Done', values: { y: 4 } });
    expect(Object.keys(outcome?.files ?? {}).sort()).toEqual(['a/out.txt', 'out.txt']);
    expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe('y = 5\n');
  });

  it('has the revision of its files, and times where the platform tells them', async () => {
    const jobRun = (dates: Partial<JobRun>): Partial<RunToCollect> => ({
      ...{ runsServed: true, jobRun: { id: '5', variables: [], ...dates } as unknown as JobRun },
      spec: { jobNumber: 2, attemptKey: 'key', revision: 3 } as RunToCollect['spec'],
    });
    const dateStarted = '2026-01-01T00:00:00.000Z';
    const whole = await collect({
      ...{
        files: good,
        change: jobRun({ dateStarted, dateCompleted: '2026-01-01T01:01:30.000+01:00' }),
      },
    });
    expect(whole.outcome).toMatchObject({
      ...{ revision: 3, startedAt: dateStarted, endedAt: '2026-01-01T00:01:30.000Z' },
      elapsedSeconds: 90,
    });
    const half = await collect({
      files: good,
      change: jobRun({ dateStarted, dateCompleted: null }),
    });
    expect(half.outcome).toMatchObject({ startedAt: dateStarted });
    expect(half.outcome).not.toHaveProperty('endedAt');
    expect(half.outcome).not.toHaveProperty('elapsedSeconds');
  });

  it('has what the study’s expressions make of its inputs and outputs, without the inputs', async () => {
    const judged: object[] = [];
    const { outcome } = await collect({
      files: good,
      judge: (values) => {
        judged.push(values);
        return { values: { ...values, twice: 8 }, failed: [] };
      },
    });
    expect(judged).toEqual([{ x: 7, y: 4 }]);
    expect(outcome?.values).toEqual({ y: 4, twice: 8 });
  });

  it('has all that `collect` names, and no hashes where that is more than a thousand files', async () => {
    const many = (count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}.dat`, 'x']));
    const few = await collect({ files: { ...good, ...many(999) }, collect: ['*.dat'] });
    expect(Object.keys(few.outcome?.files ?? {})).toHaveLength(1_000);
    const all = await collect({ files: { ...good, ...many(1_000) }, collect: ['*.dat'] });
    expect(all.outcome).not.toHaveProperty('files');
    expect(existsSync(join(all.folder, 'f999.dat'))).toBe(true);
  });

  it('may have a value that its post-process printed, which no file has', async () => {
    const variables = [
      { name: 'x', value: '7', displayValue: null },
      { name: 'y', value: 3, displayValue: '3.5' },
      { name: 'none', value: null },
    ];
    const jobRun = { id: '5', dateStarted: 'x', variables } as unknown as JobRun;
    const { outcome } = await collect({
      ...{ files: good, source: { kind: 'postProcess', key: 'y' } },
      change: { runsServed: true, jobRun },
    });
    expect(outcome).toMatchObject({ status: 'Done', values: { y: 3.5 } });
  });
});

describe('a run that failed', () => {
  it('has its log, and the line that tells why', async () => {
    const files = { 'doeflow-run.txt': markerOf(3), 'process_output.log': 'Error: no mesh\n' };
    const { outcome, folder, asked } = await collect({ files: { ...files, 'out.txt': 'y = 4' } });
    expect(outcome).toMatchObject({
      ...{ status: 'Failed', reason: 'exit-code', exitCode: 3, values: {} },
      message: expect.stringContaining('Error: no mesh') as string,
    });
    expect(Object.keys(outcome?.files ?? {})).toEqual(['process_output.log']);
    expect(existsSync(join(folder, 'process_output.log'))).toBe(true);
    expect(asked).not.toContain('out.txt');
  });

  it('without a log is told by what its marker says alone', async () => {
    const { outcome } = await collect({ files: { 'doeflow-run.txt': markerOf(3) } });
    expect(outcome?.message).toBe('the command ended with exit code 3');
    expect(outcome).not.toHaveProperty('files');
  });

  it('whose log is silent has its cause looked for in files that are small and named as logs are', async () => {
    const files = {
      ...{ 'doeflow-run.txt': markerOf(3), 'process_output.log': '' },
      ...{ 'solver.log': 'Error: singular matrix\n', 'huge.log': 'Error: huge\n', 'mesh.dat': 'x' },
    };
    const sizes = { 'huge.log': 1024 * 1024 + 1, 'solver.log': 1024 * 1024 };
    const { outcome, asked } = await collect({ files, sizes });
    expect(outcome?.message).toContain('singular matrix');
    expect(asked).not.toContain('huge.log');
    expect(asked).not.toContain('mesh.dat');
    const gone = await collect({ files: { ...files, 'solver.log': missing }, sizes });
    expect(gone.outcome).toMatchObject({ status: 'Failed', reason: 'exit-code' });
    expect(gone.outcome?.message).not.toContain('singular');
  });

  it('as an output can’t be had undamaged says which', async () => {
    const { outcome } = await collect({ files: { ...good, 'out.txt': missing } });
    expect(outcome).toMatchObject({
      ...{ status: 'Failed', reason: 'output-damaged', values: {} },
      message: expect.stringContaining('Not found.') as string,
    });
  });

  it('as an output isn’t there, or a constraint has no value, keeps the values it has', async () => {
    expect((await collect({ files: unlisted })).outcome).toMatchObject({
      ...{ status: 'Failed', reason: 'output-missing' },
    });
    const { outcome } = await collect({
      ...{ files: good, judge: (values) => ({ values: { ...values, c: null }, failed: ['c'] }) },
    });
    expect(outcome).toMatchObject({ status: 'Failed', values: { y: 4 } });
    expect(outcome?.message).toContain('c');
  });

  it('with its cluster says so where it was cut or never began, and nowhere else', async () => {
    const ending = { kind: 'ended', lostCluster: 'c1' } as const;
    const jobRun = (dateStarted: string | null): JobRun =>
      ({ id: '5', dateStarted, variables: [] }) as unknown as JobRun;
    const of = async (files: Made['files'], started: string | null) => {
      const change = { ending, runsServed: true, jobRun: jobRun(started) };
      return (await collect({ files, change })).outcome;
    };
    expect(await of({}, '2026-01-01T00:00:00Z')).toMatchObject({
      ...{ reason: 'cut', lostWithCluster: true },
    });
    expect(await of({}, null)).toMatchObject({ reason: 'not-started', lostWithCluster: true });
    const failed = await of({ 'doeflow-run.txt': markerOf(3) }, '2026-01-01T00:00:00Z');
    expect(failed).toMatchObject({ reason: 'exit-code' });
    expect(failed).not.toHaveProperty('lostWithCluster');
    const alone = await collect({
      files: {},
      change: { runsServed: true, jobRun: jobRun('2026-01-01T00:00:00Z') },
    });
    expect(alone.outcome).toMatchObject({ reason: 'cut' });
    expect(alone.outcome).not.toHaveProperty('lostWithCluster');
  });

  it('as it was stopped has what the study collects of it, and what never began no outcome', async () => {
    const ending = { kind: 'stopped', byStudy: true } as const;
    const jobRun = { id: '5', dateStarted: 'x', variables: [] } as unknown as JobRun;
    const files = { 'out.txt': 'y = 4', 'process_output.log': 'log', 'mesh.dat': 'x' };
    const { outcome } = await collect({ files, change: { ending, runsServed: true, jobRun } });
    expect(outcome).toMatchObject({ status: 'Failed', reason: 'stopped' });
    expect(Object.keys(outcome?.files ?? {}).sort()).toEqual(['out.txt', 'process_output.log']);
    const never = { id: '5', dateStarted: null, variables: [] } as unknown as JobRun;
    const begun = await collect({ files: {}, change: { ending, runsServed: true, jobRun: never } });
    expect(begun.outcome).toBeUndefined();
  });
});

describe('a run of a job that still executes', () => {
  const early = (mustProve: 'files' | 'all', files: Made['files'], outputFileCount?: number) => {
    const jobRun = { id: '5', dateStarted: 'x', variables: [], outputFileCount };
    const change = { mustProve, runsServed: true, jobRun: jobRun as unknown as JobRun };
    return collect({ files, change }).then(({ outcome, asked }) => ({
      status: outcome?.status,
      asked,
    }));
  };

  it('that left nothing is told by the platform’s log, which isn’t asked while it may still prove itself', async () => {
    const jobRun = {
      ...{ id: '5', dateStarted: '2026-01-01T00:00:00Z', variables: [] },
      dateCompleted: '2026-01-01T00:00:01Z',
    } as unknown as JobRun;
    const asked: number[] = [];
    const told = (run: number) => {
      asked.push(run);
      return Promise.resolve('Run 5 uncollected: no folder');
    };
    const change = { jobRun, runsServed: true, told };
    const stop = Date.parse('2026-01-01T00:00:02Z');
    const ending = { kind: 'stopped', byStudy: true, stoppedAtMs: stop } as const;
    expect((await collect({ files: {}, change: { ...change, ending } })).outcome).toMatchObject({
      reason: 'cut',
      message: 'the platform says: Run 5 uncollected: no folder',
    });
    await collect({ files: {}, change: { ...change, mustProve: 'all' } });
    await collect({ files: good, change });
    expect(asked).toEqual([5]);
  });

  it('is left to a later look until its marker proves that it ended', async () => {
    expect(await early('all', { 'out.txt': 'y = 4' })).toEqual({ status: undefined, asked: [] });
  });

  it('is left while outputs aren’t listed, unless as many files are there as it left, or none came since', async () => {
    expect(await early('all', good)).toMatchObject({ status: 'Done' });
    expect(await early('all', unlisted)).toEqual({ status: undefined, asked: ['doeflow-run.txt'] });
    expect(await early('all', unlisted, 3)).toMatchObject({ status: undefined });
    expect(await early('all', unlisted, 2)).toMatchObject({ status: 'Failed' });
    expect(await early('files', unlisted)).toMatchObject({ status: 'Failed' });
  });

  it('is left while an output can’t be had', async () => {
    expect(await early('all', { ...good, 'out.txt': missing })).toMatchObject({
      status: undefined,
    });
  });
});
