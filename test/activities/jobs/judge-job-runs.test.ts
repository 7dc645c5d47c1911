/** What is judged again and what isn't, and how much a worker that is killed loses of it. */
import { describe, expect, it } from 'vitest';
import { judgeJobRuns, type JobToJudge } from '../../../activities/jobs/judge-job-runs.ts';
import { memoryPlace, OutgrownError } from '../../../activities/jobs/run-place.ts';
import { openPatience } from '../../../activities/jobs/open-patience.ts';
import { TooLargeError, type PlatformFile } from '../../../src/platform-api/index.ts';
import {
  createPackReader,
  layout,
  readJobSpec,
  readJudgedRuns,
  specRuns,
  type JudgedRun,
} from '../../../src/store/index.ts';
import { serveJob, target, type ServedJob } from './served-job.ts';

const fileOf = (run: number, name: string, id = `${run}-${name}`): PlatformFile =>
  ({ id, name, relativePath: name }) as unknown as PlatformFile;
const filesOf = (run: number): readonly PlatformFile[] => [
  fileOf(run, 'doeflow-run.txt'),
  fileOf(run, 'out.txt'),
];

/** Judges the runs of a job by these files, in place of those that the platform lists. */
async function judge(
  job: ServedJob,
  files: ReadonlyMap<number, readonly PlatformFile[]>,
  change: Partial<JobToJudge> = {},
) {
  const { dependencies, folder } = job;
  const shown: object[] = [];
  const activity = {
    ...{ signal: new AbortController().signal, attempt: 1 },
    show: (what: object) => void shown.push(what),
  };
  const run = { signal: activity.signal, ...openPatience(dependencies, target.jobId, activity) };
  const spec = await readJobSpec(folder, 1);
  const before = job.downloads.length;
  const judged = await judgeJobRuns(
    dependencies,
    {
      ...{ cached: await dependencies.studyCache.get('served'), folder, spec, files },
      ...{ jobId: 'job1', ending: { kind: 'ended' }, jobRuns: undefined, isExecuting: false },
      before: await readJudgedRuns(folder, 1),
      ...change,
    },
    specRuns(spec),
    run,
  );
  return { judged, shown, fetched: job.downloads.slice(before) };
}

async function served(runs: number): Promise<ServedJob> {
  const job = await serveJob(runs);
  for (let run = 1; run <= runs; run += 1) job.platform.ended.set(run, 0);
  return job;
}

describe('a run that was judged', () => {
  it('is not judged again while its files are the same, and is by another marker or further files', async () => {
    const job = await served(2);
    const files = new Map([1, 2].map((run) => [run, filesOf(run)]));
    const first = await judge(job, files);
    expect(first.judged).toMatchObject([
      { platformRun: 1, outcome: { status: 'Done', values: { y: 1 } } },
      { platformRun: 2, outcome: { status: 'Done' } },
    ]);
    expect(first.fetched).toHaveLength(4);
    expect(await judge(job, files)).toMatchObject({ judged: first.judged, fetched: [] });
    const [, output = fileOf(2, 'out.txt')] = filesOf(2);
    const others = new Map(files).set(2, [fileOf(2, 'doeflow-run.txt', '2-again'), output]);
    expect((await judge(job, others)).fetched).toContain('2-again');
    const more = new Map(files).set(1, [...filesOf(1), fileOf(1, 'late.txt')]);
    expect((await judge(job, more)).fetched.filter((file) => file.startsWith('1-'))).toHaveLength(
      2,
    );
  });

  it('has left no files that it wasn’t judged by', async () => {
    const job = await served(1);
    const { judged } = await judge(job, new Map());
    expect(judged).toMatchObject([{ platformRun: 1, outcome: { status: 'Failed' } }]);
    const found = await judge(job, new Map([[1, filesOf(1)]]));
    expect(found.judged).toMatchObject([{ outcome: { status: 'Done' } }]);
  });

  it('while its job executes may be left without an outcome, and is looked at again', async () => {
    const job = await served(1);
    const half = new Map([[1, [fileOf(1, 'doeflow-run.txt')]]]);
    const early = await judge(job, half, { isExecuting: true });
    expect(early.judged[0]).not.toHaveProperty('outcome');
    // The same files once more: nothing else is to come.
    const again = await judge(job, half, { isExecuting: true });
    expect(again.judged).toMatchObject([{ outcome: { status: 'Failed' } }]);
  });
});

it('what was judged is kept a hundred runs at a time, in order, and shown one by one', async () => {
  const job = await served(205);
  const files = new Map(Array.from({ length: 205 }, (_, index) => [index + 1, filesOf(index + 1)]));
  const { judged, shown } = await judge(job, files);
  expect(judged.map(({ platformRun }) => platformRun)).toEqual([...files.keys()]);
  const pages = await job.folder.list(layout.judgedPages(1));
  expect(pages.objects.length).toBeGreaterThanOrEqual(3);
  expect((await readJudgedRuns(job.folder, 1)).size).toBe(205);
  expect(shown.at(-1)).toEqual({ job: 'job1', collected: 205, of: 205 });
  expect(shown[0]).toEqual({ job: 'job1', collected: 1, of: 205 });
});

describe('short files of runs', () => {
  const marker = (run: number) => `doeflow 1 key-1\nin\tx\t${run}.0\nexit\t0\t0\n`;
  const short = (run: number, name: string, content: string): PlatformFile => ({
    ...fileOf(run, name),
    decryptedSize: content.length,
  });
  const shortOf = (run: number) => [
    short(run, 'doeflow-run.txt', marker(run)),
    short(run, 'out.txt', `y = ${run}\n`),
  ];
  const readOne = async (job: ServedJob, judged: JudgedRun | undefined) => {
    const contents = await createPackReader(job.folder).read(judged?.outcome ?? none);
    return Object.fromEntries([...contents].map(([path, content]) => [path, String(content)]));
  };
  const none = { run: 0, attempt: 1 };

  it('go into packs, which the pages name; long ones lie by themselves', async () => {
    const job = await served(3);
    const files = new Map<number, readonly PlatformFile[]>(
      [1, 2].map((run) => [run, shortOf(run)]),
    );
    const long = `y = 3\n${'#'.repeat(40_000)}`;
    files.set(3, [short(3, 'doeflow-run.txt', marker(3)), short(3, 'out.txt', long)]);
    job.platform.disturb = ({ file, response }) => {
      if (file !== '3-out.txt') return false;
      response.end(long);
      return true;
    };
    const { judged } = await judge(job, files);
    expect((await job.folder.list(layout.allRuns)).folders).toEqual(['3']);
    expect((await job.folder.list(layout.allPacks)).objects).toHaveLength(1);
    expect(judged.map(({ outcome }) => outcome?.pack === undefined)).toEqual([false, false, true]);
    expect(await readOne(job, judged[1])).toEqual({ 'out.txt': 'y = 2\n' });
    expect(await readJudgedRuns(job.folder, 1)).toEqual(
      new Map(judged.map((one) => [one.platformRun, one])),
    );
  });

  it('that a later look judges again go into a further pack, with what the first has', async () => {
    const job = await served(1);
    const first = await judge(job, new Map([[1, shortOf(1)]]));
    const more = [...shortOf(1), short(1, 'late.txt', 'late')];
    const { judged } = await judge(job, new Map([[1, more]]));
    expect(await readOne(job, judged[0])).toEqual({ 'out.txt': 'y = 1\n' });
    expect(await readOne(job, first.judged[0])).toEqual({ 'out.txt': 'y = 1\n' });
  });

  it('that turn out to be longer than the memory is for are not taken into it', async () => {
    const call = { method: 'GET', path: '/contents/' } as const;
    const read = () => Promise.reject(new TooLargeError('more', call));
    const platform = { files: { read } } as unknown as Parameters<typeof memoryPlace>[0];
    const place = memoryPlace(platform, new Map());
    const { signal } = new AbortController();
    await expect(place.fetch(fileOf(1, 'a.log'), 'a.log', signal)).rejects.toThrow(OutgrownError);
  });
});
