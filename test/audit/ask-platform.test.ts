/** One answer that a platform doesn't give takes nothing else of an audit away. */
import { describe, expect, it, vi } from 'vitest';
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  PermissionError,
  RateLimitError,
  ServerError,
  UnexpectedShapeError,
  type PlatformClient,
} from '../../src/platform-api/index.ts';
import { recordScene, toldIn } from './audited-scene.ts';
import type { Damage } from './damage.ts';
import { damagesOfPlatform } from './damages-of-platform.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { auditAfter } = recordScene();

const call = { method: 'GET', path: '/api/v2/asked/' } as const;

const errors = [
  new ServerError('Out of order.', { ...call, status: 500 }),
  new PermissionError('Not yours.', { ...call, status: 403 }),
  new ConflictError('Other length.', { ...call, status: 409 }),
  new InvalidRequestError('No such thing.', [], { ...call, status: 400 }),
  new UnexpectedShapeError('Expected a list', 'results', false, { ...call, status: 200 }),
  new ConnectionError('The answer was cut.', call),
];

/** Each question of an audit, as a method of the client, with what the note of it begins with. */
const questions: readonly (readonly [
  part: 'jobs' | 'customFields' | 'clusters' | 'files',
  method: string,
  about: RegExp,
])[] = [
  ['jobs', 'get', /^not compared: job 2 \(J2\), its record/u],
  ['jobs', 'statuses', /^not compared: job 2 \(J2\), its history/u],
  ['jobs', 'runs', /^not compared: job 2 \(J2\), its runs/u],
  ['jobs', 'files', /^not compared: job 2 \(J2\), its files/u],
  ['customFields', 'values', /^not compared: job 2 \(J2\), its fields/u],
  ['files', 'stream', /^not compared: run 3, attempt 1: out\.txt, its contents/u],
  ['clusters', 'statuses', /^not compared: cluster C1, its history/u],
  ['clusters', 'list', /^not compared: clusters with the study's mark, their list/u],
];

/** A platform that fails where it is asked this of job 2, a file of it, or the cluster. */
function failing(part: string, method: string, error: Error, baseUrl?: string) {
  return (platform: PlatformClient): PlatformClient => {
    const parts = platform as unknown as Record<
      string,
      Record<string, (...args: never[]) => unknown>
    >;
    const whole = parts[part]?.[method];
    const fails = (about: unknown): boolean =>
      typeof about !== 'string' || about === 'J2' || about === 'C1';
    const isList = method === 'statuses' || method === 'files' || method === 'stream';
    const replaced = (...args: never[]): unknown => {
      const [about] = args as unknown[];
      const id = (about as { id?: string } | undefined)?.id;
      if (part === 'files' ? id !== 'J2-0' : !fails(about)) return whole?.(...args);
      return isList ? failingRows(error) : Promise.reject(error);
    };
    return {
      ...{ ...platform, baseUrl: baseUrl ?? 'https://platform.example' },
      [part]: { ...parts[part], [method]: replaced },
    } as PlatformClient;
  };
}

async function* failingRows(error: Error): AsyncGenerator<never> {
  await Promise.resolve();
  throw error;
}

const leftOn = damagesOfPlatform.find(({ what }) => what === 'a second cluster that is left on');
const harmLast: Damage['harm'] = (scene) => leftOn?.harm(scene);

describe.each(questions)('a platform that fails at %s.%s', (part, method, about) => {
  it.each(errors)(
    'with $code: it is noted by name with what to do, and no fault',
    async (error) => {
      const client = failing(part, method, error);
      const report = await auditAfter(() => undefined, { isDeep: true, client });
      expect(report.faults).toEqual([]);
      expect(report).toMatchObject({ clean: true, platform: 'partly', platformCopies: 'read' });
      const note = report.notes.find((each) => about.test(each));
      expect(note, report.notes.join('\n')).toContain(error.message);
      expect(note).toContain('verify once more asks again');
      expect(note).toContain('doeflow api GET v2/asked/');
    },
  );
});

it('what is asked after it is compared all the same', async () => {
  for (const [part, method] of questions.filter(([one]) => one !== 'clusters')) {
    const client = failing(part, method, new ServerError('Out of order.', call));
    const report = await auditAfter(harmLast, { isDeep: true, client });
    expect(toldIn(report)).toContainEqual(expect.stringMatching(/left-on cluster C2/u));
  }
});

it.each([new ConnectionError('No answer.', call), new RateLimitError('Too many.', 1000, call)])(
  'one that answers nothing at all any more is told once ($code)',
  async (error) => {
    const client = (platform: PlatformClient): PlatformClient => ({
      ...failing('jobs', 'get', error)(platform),
      jobs: {
        ...failing('jobs', 'get', error)(platform).jobs,
        list: (options) =>
          options?.q === undefined ? failingRows(error) : platform.jobs.list(options),
      },
    });
    const report = await auditAfter(() => undefined, { client });
    expect(report.platform).toBe('not asked');
    const told = `the platform could not be asked to the end: ${error.message}`;
    expect(report.notes.filter((note) => note.includes(error.message))).toEqual([told]);
  },
);

it('a refused token ends the audit', async () => {
  const error = new AuthenticationError('Invalid token.', { ...call, status: 401 });
  const client = failing('jobs', 'files', error);
  await expect(auditAfter(() => undefined, { client })).rejects.toBe(error);
});

it('a file of another length than a platform on this machine recorded is a fault', async () => {
  const error = new ConflictError('64 bytes were recorded, 10 are there.', {
    ...call,
    status: 409,
  });
  const here = await auditAfter(() => undefined, {
    isDeep: true,
    client: failing('files', 'stream', error, 'http://127.0.0.1:1'),
  });
  expect(toldIn(here)[0]).toEqual(
    expect.stringMatching(
      /^changed run 3, attempt 1: out\.txt the platform’s own copy is no longer what was collected \(.*64 bytes were recorded/u,
    ),
  );
  expect(here.faultCount).toBe(1);
});
