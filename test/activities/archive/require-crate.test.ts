/** What a job needs beside its own copy before it is deleted: its study's crate, and input files that nobody else needs. */
import { describe, expect, it } from 'vitest';
import type { JobCalls } from '../../../activities/archive/job-calls.ts';
import { requireCrate } from '../../../activities/archive/require-copy.ts';
import { SharedInputs } from '../../../activities/archive/shared-inputs.ts';
import type { ArchiveRecord } from '../../../src/archive/index.ts';
import { NotFoundError, type Job, type PlatformClient } from '../../../src/platform-api/index.ts';

describe('the crate of a job’s study', () => {
  const require = (faults: readonly string[] | 'none', isKnown = true, studyId?: string) =>
    requireCrate(
      {
        studyOf: (name) =>
          Promise.resolve(isKnown ? { id: name, name: 'beam', open: false } : undefined),
        crateFaults: (id) => Promise.resolve(id === 'beam-1' ? faults : ['of another study']),
      },
      { name: 'job', ...(studyId && { studyId }) } as unknown as ArchiveRecord,
    );
  const refused = (message: string): object => ({ outcome: 'refused', message });

  it('must be whole', async () => {
    await require([], true, 'beam-1');
    await expect(require(['a is missing'], true, 'beam-1')).rejects.toMatchObject(
      refused(
        'Not deleted: the crate of its study beam-1 is not whole any more: a is missing. The next pass writes it anew',
      ),
    );
    await expect(require(['a is missing', 'b', 'c'], true, 'beam-1')).rejects.toMatchObject(
      refused(
        'Not deleted: the crate of its study beam-1 is not whole any more: a is missing, and 2 more. The next pass writes it anew',
      ),
    );
  });

  it('must be written, where its study is still in the store', async () => {
    await expect(require('none', true, 'beam-1')).rejects.toMatchObject(
      refused(
        'Not deleted: its study beam-1 has no crate in the archive yet. A pass writes it once the study has ended',
      ),
    );
    await require('none', false, 'beam-1');
  });

  it('is asked for by no job without a study', async () => {
    await require(['of another study']);
  });
});

describe('the input files of a job', () => {
  const jobOf = (id: string, ...files: readonly string[]): Job =>
    ({
      id,
      jobanalyses: [
        {
          inputFiles: files.map((file) => ({ id: file, name: `${file}.dat` })),
          templateTasks: [],
        },
      ],
    }) as unknown as Job;

  /** An account with these jobs, each of which may be unreadable; it may change between two questions. */
  function account(jobs: Map<string, Job | Error>) {
    const reads: string[] = [];
    const lists: object[] = [];
    const platform = {
      jobs: {
        async *list(options: object) {
          lists.push(options);
          await Promise.resolve();
          for (const id of jobs.keys()) yield { id };
        },
        get: (id: string) => {
          reads.push(id);
          const job = jobs.get(id);
          return job instanceof Error ? Promise.reject(job) : Promise.resolve(job);
        },
      },
    } as unknown as PlatformClient;
    const calls = {
      any: (ask: () => unknown) => ask(),
      about: (_: string, id: string, read: (id: string) => unknown) => read(id),
    } as unknown as JobCalls;
    const { signal } = new AbortController();
    return { inputs: new SharedInputs(platform, calls, signal), reads, lists, signal };
  }

  it('may go where no other job refers to them, each job read once', async () => {
    const own = jobOf('a', 'f1', 'f2');
    const jobs = new Map<string, Job>([
      ['a', own],
      ['b', jobOf('b', 'f3')],
    ]);
    const { inputs, reads, lists, signal } = account(jobs);
    expect(await inputs.reasonToKeep(own)).toBeUndefined();
    expect(await inputs.reasonToKeep(own)).toBeUndefined();
    expect(reads.sort()).toEqual(['a', 'b']);
    // All that the account can see, not its own alone.
    expect(lists[0]).toMatchObject({ f: '0', pageSize: 1_000, signal });
    // One that came since is looked at, too; one that went needs nothing any more.
    jobs.set('c', jobOf('c', 'f2'));
    expect(await inputs.reasonToKeep(own)).toBe('job c refers to f2.dat (f2) too');
    jobs.delete('c');
    expect(await inputs.reasonToKeep(own)).toBeUndefined();
  });

  it('stay where there are none, and nobody is asked for that', async () => {
    const { inputs, lists } = account(new Map());
    expect(await inputs.reasonToKeep(jobOf('a'))).toBe('it has no input files');
    expect(lists).toEqual([]);
  });

  it('stay where a job of the account can’t be read', async () => {
    const missing = new NotFoundError('Not found.', { method: 'GET', path: '/x/' });
    const own = jobOf('a', 'f1');
    const { inputs } = account(
      new Map<string, Job | Error>([
        ['a', own],
        ['b', missing],
      ]),
    );
    expect(await inputs.reasonToKeep(own)).toBe(
      'whether others refer to them can’t be told: job b is listed, but can’t be read',
    );
    const broken = new Error('cut');
    const failing = account(new Map<string, Job | Error>([['b', broken]]));
    await expect(failing.inputs.reasonToKeep(own)).rejects.toThrow('cut');
  });
});
