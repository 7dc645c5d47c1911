/** How a job's calls find out whether a file or the platform is bad, and what is shown meanwhile. */
import { describe, expect, it } from 'vitest';
import { openPatience } from '../../../activities/jobs/open-patience.ts';
import {
  ServerError,
  type PlatformClient,
  type PlatformFile,
} from '../../../src/platform-api/index.ts';

const broken = new ServerError('Oops.', { method: 'GET', path: '/x/' });
const fileOf = (id: string): PlatformFile => ({ id, name: id }) as PlatformFile;

/** Patience with a platform that answers whatever is asked to see whether it works, but for the first `failures` times. */
function open(failures = 0) {
  const asked: unknown[] = [];
  const shown: object[] = [];
  const { signal } = new AbortController();
  const answer = (...call: unknown[]): void => {
    asked.push(call);
    if (asked.length <= failures) throw broken;
  };
  const platform = {
    files: {
      read: async (file: PlatformFile, options: object) =>
        Promise.resolve(answer('read', file.id, options)),
    },
    jobs: {
      async *statuses(jobId: string, options: object) {
        await Promise.resolve();
        answer('statuses', jobId, options);
        yield* [];
      },
    },
  } as unknown as PlatformClient;
  const show = (details: unknown): void => void shown.push(details as object);
  return { ...openPatience({ platform }, 'j1', { signal, show }), asked, shown, signal };
}

/** A read that fails once. */
function failOnce(): () => Promise<string> {
  let tries = 0;
  return () => ((tries += 1) === 1 ? Promise.reject(broken) : Promise.resolve('bytes'));
}

describe('a file of a job that can’t be had', () => {
  it('is laid to the file where another of the job can: of that no more than a marker’s size is read', async () => {
    const { patience, asked, signal } = open();
    const read = await patience.file(fileOf('f1'), [fileOf('f2')], failOnce());
    expect(read).toEqual({ content: 'bytes' });
    expect(asked).toEqual([['read', 'f2', { signal, maxBytes: 1_048_576 }]]);
  });

  it('is laid to the file where the job has no other, and its history can be had', async () => {
    const { patience, asked, signal } = open();
    await patience.file(fileOf('f1'), [], failOnce());
    expect(asked).toEqual([['statuses', 'j1', { signal }]]);
  });
});

it('an outage before anything else was shown names the job', async () => {
  const { patience, shown } = open(1);
  await patience.file(fileOf('f1'), [], failOnce());
  const trouble = expect.objectContaining({ waitingFor: 'the platform' }) as object;
  expect(shown).toEqual([{ job: 'j1', trouble }, { job: 'j1' }]);
});

it('an outage stands in the heartbeats beside what was last shown, until it is over', async () => {
  const { patience, show, shown } = open(1);
  show({ files: 3 });
  await patience.file(fileOf('f1'), [], failOnce());
  show({ files: 4 });
  const trouble = expect.objectContaining({ waitingFor: 'the platform' }) as object;
  expect(shown).toEqual([{ files: 3 }, { files: 3, trouble }, { files: 3 }, { files: 4 }]);
});
