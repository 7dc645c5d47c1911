import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toApplicationFailure } from '../../../activities/application-failure.ts';
import { healingErrorOf } from '../../../activities/healing-errors.ts';
import { openDestination, type ObjectStore } from '../../../src/objects/index.ts';
import { startS3Server, type S3Server } from '../../kit/s3-server.ts';
import { startFaultyProxy, type FaultyProxy } from './faulty-proxy.ts';

let server: S3Server;
let proxy: FaultyProxy;
let store: ObjectStore;
let place = 0;
beforeAll(async () => {
  server = await startS3Server();
  proxy = await startFaultyProxy(server);
});
beforeEach(async () => {
  place += 1;
  store = await openDestination(`s3://${server.bucket}/${place}`, server.env(proxy.port));
});
afterAll(async () => {
  await proxy?.stop();
  await server?.stop();
});

const many = Buffer.alloc(20_000_000, 'doeflow ');
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

/** The error of what fails; its whole inside must not hold a credential. */
async function failureOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => new Error('Expected a failure'),
    (reason: unknown) => reason as Error,
  );
  const { AWS_ACCESS_KEY_ID: id = '-', AWS_SECRET_ACCESS_KEY: secret = '-' } = server.env();
  const inside = inspect(error, { depth: 10, showHidden: true });
  expect(inside).not.toContain(id);
  expect(inside).not.toContain(secret);
  return error;
}

describe('a bucket that answers 503', () => {
  it('is asked again', async () => {
    proxy.spoil(/^PUT/u, times(2, 'busy'));
    await store.write('a', ['x']);
    proxy.spoil(/^GET/u, ['busy']);
    expect((await store.get('a'))?.bytes.toString()).toBe('x');
  });

  it('becomes an error that says what, where and what to do, and that activities wait out', async () => {
    proxy.spoil(/^PUT/u, times(5, 'busy'));
    const error = await failureOf(store.write('a', ['x']));
    expect(error).toMatchObject({
      code: 'STORAGE_UNREACHABLE',
      hint: expect.stringMatching(/AWS_ENDPOINT_URL_S3/u),
    });
    expect(error.message).toMatch(
      new RegExp(
        `^s3://test-bucket/${place}/a on 127.0.0.1:\\d+ doesn't answer: 503 SlowDown`,
        'u',
      ),
    );
    expect(healingErrorOf(error)?.cure.waitingFor).toBe('the storage');
    expect(toApplicationFailure(error)).toMatchObject({
      ...{ type: 'STORAGE_UNREACHABLE', nonRetryable: false },
    });
    expect(await store.has('a')).toBe(false);
  });
});

describe('a bucket whose connections are cut', () => {
  it('is read on behind the last byte that came', async () => {
    await store.write('a', [many]);
    proxy.spoil(/^GET .*\/a/u, [0, 10_000_000, 5, 1_000_000]);
    expect((await store.get('a'))?.bytes.equals(many)).toBe(true);
  });

  it('becomes an error when nothing comes any more', async () => {
    await store.write('a', [many]);
    proxy.spoil(/^GET .*\/a/u, times(7, 0));
    const error = await failureOf(store.get('a'));
    expect(error).toMatchObject({
      code: 'STORAGE_UNREACHABLE',
      message: expect.stringMatching(/ECONNRESET/u),
    });
  });

  it('is never read on into another version of the object', async () => {
    await store.write('a', [many]);
    const reading = await store.read('a');
    const chunks = reading[Symbol.asyncIterator]();
    await chunks.next();
    await server.kill();
    await server.start();
    await store.write('a', [Buffer.alloc(20_000_000, 'other')]);
    const rest = (async () => {
      while ((await chunks.next()).done !== true);
    })();
    expect(await failureOf(rest)).toMatchObject({
      message: expect.stringMatching(/was replaced while it was read/u),
    });
  });

  it('knows its own creation and change again where the answer was lost', async () => {
    proxy.spoil(/^PUT/u, ['unanswered']);
    expect(await store.putIfAbsent('a', Buffer.from('1'))).toBe(true);
    const tag = (await store.get('a'))?.tag ?? '';
    proxy.spoil(/^PUT/u, ['unanswered', 'broken', 'unanswered']);
    expect(await store.putIfMatch('a', Buffer.from('2'), tag)).toBe(true);
    expect(await store.putIfMatch('a', Buffer.from('3'), tag)).toBe(false);
    expect((await store.get('a'))?.bytes.toString()).toBe('2');
    proxy.spoil(/^PUT/u, ['broken']);
    expect(await store.putIfAbsent('a', Buffer.from('2'))).toBe(false);
  });

  it('knows the end of a large upload again where its answer was lost', async () => {
    proxy.spoil(/^POST .*uploadId/u, ['unanswered']);
    await store.write('a', [many]);
    expect((await store.get('a'))?.bytes.equals(many)).toBe(true);
  });

  it('takes parts again, and ends an upload that fails, so that nothing of it stays', async () => {
    proxy.spoil(/^PUT .*partNumber=2/u, ['unanswered', 'broken']);
    await store.write('a', [many]);
    expect((await store.get('a'))?.bytes.equals(many)).toBe(true);
    proxy.spoil(/^PUT .*partNumber=2/u, times(5, 'broken'));
    let given = 0;
    const pieces = function* (): Generator<Buffer> {
      for (; given < 100; given += 1) yield Buffer.alloc(4_000_000, given);
    };
    const before = proxy.seen.length;
    expect(await failureOf(store.write('b', pieces()))).toMatchObject({
      code: 'STORAGE_UNREACHABLE',
    });
    // The source isn't read to its end for nothing.
    expect(given).toBeLessThan(20);
    const seen = proxy.seen.slice(before);
    expect(seen.filter((one) => /^DELETE .*uploadId/u.test(one))).toHaveLength(1);
    expect(await store.has('b')).toBe(false);
  });
});

describe('a bucket', () => {
  it('that is away is an error, and is used again when it is back', async () => {
    await server.kill();
    const error = await failureOf(store.get('a'));
    expect(error).toMatchObject({ code: 'STORAGE_UNREACHABLE' });
    await server.start();
    expect(await store.putIfAbsent('a', Buffer.from('x'))).toBe(true);
  });

  it('that gives other bytes than were written is found out', async () => {
    await store.write('a', ['written']);
    const path = join(server.folder, String(place), 'a');
    expect(readFileSync(path, 'utf8')).toBe('written');
    writeFileSync(path, 'flipped', { flag: 'r+' });
    expect(await failureOf(store.get('a'))).toMatchObject({ code: 'STORAGE_DAMAGED' });
  });

  it('that creates an object twice is refused', async () => {
    proxy.spoil(/^PUT .*probe/u, ['ignored', 'ignored']);
    const open = openDestination(`s3://${server.bucket}/twice`, server.env(proxy.port));
    const error = await failureOf(open);
    expect(error).toMatchObject({ code: 'STORAGE_FAULT' });
    expect(error.message).toMatch(/creates an object although there is one/u);
    expect(healingErrorOf(error)).toBeUndefined();
  });

  it('that is only read is left as it is', async () => {
    const url = `s3://${server.bucket}/only-read`;
    const before = proxy.seen.length;
    const reader = await openDestination(url, server.env(proxy.port), 'read');
    expect(await reader.get('a')).toBeUndefined();
    expect(proxy.seen.slice(before).map((one) => one.split(' ')[0])).toEqual(['GET', 'GET']);
  });

  it('that refuses, or is missing, or is none, says so', async () => {
    const env = server.env();
    const open = (changed: Readonly<Record<string, string>>, bucket = server.bucket) =>
      failureOf(openDestination(`s3://${bucket}/x`, { ...env, ...changed }));
    expect(await open({ AWS_SECRET_ACCESS_KEY: 'wrong-secret' })).toMatchObject({
      ...{
        code: 'STORAGE_REFUSED',
        message: expect.stringMatching(/may not be used: 403 SignatureDoesNotMatch/u),
      },
    });
    const missing = await open({}, 'no-such-bucket');
    expect(missing).toMatchObject({
      message: expect.stringMatching(/There is no such bucket: s3:\/\/no-such-bucket/u),
    });
    expect(healingErrorOf(missing)?.message).toMatch(/make the bucket/u);
    expect(await open({ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' })).toMatchObject({
      ...{
        code: 'STORAGE_UNREACHABLE',
        message: expect.stringMatching(/127.0.0.1:1 doesn't answer: ECONNREFUSED/u),
      },
    });
    expect(await open({ AWS_ENDPOINT_URL_S3: 'http://user:pass@h' })).toMatchObject({
      ...{ code: 'USAGE_DESTINATION', message: expect.not.stringContaining('pass') },
    });
  });
});
