import { describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { isMarker, listJobFiles, lookAtJobFiles } from '../../../activities/jobs/list-job-files.ts';
import type { PlatformPatience } from '../../../activities/jobs/platform-patience.ts';
import type { PlatformFile } from '../../../src/platform-api/index.ts';
import type { JobEnding } from '../../../src/run/index.ts';

const fileOf = (run: number | undefined, name: string): PlatformFile =>
  ({
    ...{ id: `${run}-${name}`, name, relativePath: name },
    path: run === undefined ? `jobs/j1/${name}` : `jobs/j1/run${run}/${name}`,
  }) as PlatformFile;
const marker = (run: number): PlatformFile => fileOf(run, 'doeflow-run.txt');
const out = (run: number, nth = 1): PlatformFile => fileOf(run, `out${nth}.txt`);

/** A platform whose list of files is one of these at each look, the last one for ever. */
function served(...lists: readonly (readonly PlatformFile[])[]) {
  const options: object[] = [];
  const platform = {
    jobs: {
      files: async function* (jobId: string, option: object) {
        expect(jobId).toBe('j1');
        yield* lists[Math.min(options.push(option), lists.length) - 1] ?? [];
        await Promise.resolve();
      },
    },
  };
  const shown: object[] = [];
  const patience = { call: () => Promise.resolve() } as unknown as PlatformPatience;
  const ending = new AbortController();
  const run = {
    patience,
    ...{ ending, signal: ending.signal },
    show: (what: object) => void shown.push(what),
  };
  const dependencies = {
    platform,
    poll: { minMs: 1, maxMs: 2 },
  } as unknown as ActivityDependencies;
  const list = (expected: number, kind: JobEnding['kind'] = 'ended') =>
    listJobFiles(dependencies, 'j1', { expected, ending: { kind } }, run);
  return {
    list,
    run,
    shown,
    options,
    looks: () => options.length,
    platform: dependencies.platform,
  };
}

describe('the files of an ended job', () => {
  it('are looked at once where every run has its marker, and shown', async () => {
    const job = served([marker(1), out(1), fileOf(undefined, 'job.log'), out(2), marker(2)]);
    const files = await job.list(2);
    expect([...files].map(([run, of]) => [run, of.map(({ name }) => name)])).toEqual([
      [1, ['doeflow-run.txt', 'out1.txt']],
      [2, ['out1.txt', 'doeflow-run.txt']],
    ]);
    expect(job.looks()).toBe(1);
    expect(job.shown).toEqual([{ job: 'j1', files: 4 }]);
    // By the largest pages, patiently, for as long as the activity goes on.
    const { patience, signal } = job.run;
    expect(job.options).toEqual([{ pageSize: 1_000, askPage: patience.call, signal }]);
  });

  it('are looked at again while markers come, as they lag behind the end', async () => {
    const grown = [marker(1), out(2), marker(2)];
    const job = served([], grown.slice(0, 1), grown.slice(0, 2), grown);
    expect([...(await job.list(2)).keys()]).toEqual([1, 2]);
    expect(job.looks()).toBe(4);
  });

  it('are taken as they are once the list has stood still for long, as a run may have died before its marker', async () => {
    const job = served([marker(1)]);
    expect((await job.list(2)).size).toBe(1);
    expect(job.looks()).toBe(3);
    const slow = served([], [marker(1)], [marker(1), out(2)], [marker(1), out(2), out(2, 2)]);
    await slow.list(2);
    expect(slow.looks()).toBe(5);
  });

  it('are looked at five times at most', async () => {
    const growing = Array.from({ length: 9 }, (_, n) =>
      Array.from({ length: n }, (__, i) => out(1, i)),
    );
    const job = served(...growing);
    expect((await job.list(2)).get(1)).toHaveLength(4);
    expect(job.looks()).toBe(5);
  });

  it('of one that was stopped are looked at twice, and of one that was deleted not again', async () => {
    const stopped = served([marker(1)]);
    await stopped.list(3, 'stopped');
    expect(stopped.looks()).toBe(2);
    const empty = served([]);
    await empty.list(3, 'stopped');
    expect(empty.looks()).toBe(2);
    const deleted = served([]);
    await deleted.list(3, 'deleted');
    expect(deleted.looks()).toBe(1);
  });
});

it('the wait for files ends with its activity', async () => {
  const { list, run, looks } = served([]);
  run.ending.abort();
  await expect(list(1)).rejects.toThrow('aborted');
  expect(looks()).toBe(0);
});

it('a look that fails gives no half list', async () => {
  const { run } = served();
  const platform = {
    jobs: {
      files: async function* () {
        yield marker(1);
        throw new Error('cut');
      },
    },
  } as unknown as ActivityDependencies['platform'];
  await expect(lookAtJobFiles(platform, 'j1', run)).rejects.toThrow('cut');
});

it('a marker is known by where it lies in its run, and by its name only where the platform doesn’t say where', () => {
  expect(isMarker(marker(1))).toBe(true);
  expect(isMarker(fileOf(1, 'out.txt'))).toBe(false);
  const unplaced = { ...marker(1), relativePath: undefined } as unknown as PlatformFile;
  expect(isMarker(unplaced)).toBe(true);
  expect(isMarker({ ...marker(1), relativePath: 'old/doeflow-run.txt' })).toBe(false);
});
