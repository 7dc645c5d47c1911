import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DamagedDownloadError, type PlatformFile } from '../../src/platform-api/index.ts';
import { connect, json, rejection, startServer, type SeenRequest } from './scripted-server.ts';

const mib = 2 ** 20;
const size = 5 * 32 * mib + 12_345;
/** No two ranges alike. */
const content = Buffer.alloc(size);
for (let at = 0; at < size; at += 4096)
  content.writeUInt32LE(at / 4096 + 1, Math.min(at, size - 4));
const md5 = createHash('md5').update(content).digest('hex');
const file: PlatformFile = { id: 'f1', name: 'field.bin', decryptedSize: size, md5 };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-ranges-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function rangeOf({ headers }: SeenRequest): readonly [from: number, to: number] {
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/u.exec(headers.range ?? '') ?? [];
  return [Number(from), to === '' ? size - 1 : Number(to)];
}

function giveRange(request: SeenRequest, response: ServerResponse, bytes = content): void {
  const [from, to] = rangeOf(request);
  const head = { etag: '"v1"', 'content-range': `bytes ${from}-${to}/${size}` };
  response.writeHead(206, { ...head, 'content-length': to + 1 - from });
  response.end(bytes.subarray(from, to + 1));
}

describe('the download of a large file', () => {
  it('asks for its ranges, four at a time, each once, and proves the whole', async () => {
    let open = 0;
    let most = 0;
    const server = await startServer((request, response) => {
      most = Math.max(most, (open += 1));
      response.on('close', () => (open -= 1));
      setTimeout(() => giveRange(request, response), 50);
    });
    const target = join(folder, 'field.bin');
    const progress: number[] = [];
    const proven = await connect(server).files.download(file, target, {
      fsync: false,
      onProgress: (bytes) => progress.push(bytes),
    });
    expect(proven).toEqual({ bytes: size, md5 });
    expect(content.equals(readFileSync(target))).toBe(true);
    const asked = server.seen.map(rangeOf).sort(([a], [b]) => a - b);
    expect(asked.map(([from]) => from)).toEqual([0, 32, 64, 96, 128, 160].map((at) => at * mib));
    expect(asked.at(-1)?.[1]).toBe(size - 1);
    expect(server.seen.slice(1).map(({ headers }) => headers['if-range'])).toEqual(
      Array(5).fill('"v1"'),
    );
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
    expect(progress.at(-1)).toBe(size);
  });

  it.each([
    ['answers with all', 200],
    ['refuses ranges', 416],
  ])('is one stream where the platform %s', async (_, status) => {
    const server = await startServer((request, response) => {
      if (status !== 200 && request.headers.range !== undefined) json(response, {}, status);
      else response.end(content);
    });
    const target = join(folder, 'field.bin');
    expect(await connect(server).files.download(file, target, { fsync: false })).toEqual({
      ...{ bytes: size, md5 },
    });
    expect(server.seen).toHaveLength(status === 200 ? 1 : 2);
  });

  it('goes on in a range that is cut, and waits where the platform wants a pause', async () => {
    let isCut = false;
    let isThrottled = false;
    const server = await startServer((request, response) => {
      const [from, to] = rangeOf(request);
      if (from === 64 * mib && !isCut) {
        isCut = true;
        response.writeHead(206, {
          'content-range': `bytes ${from}-${to}/${size}`,
          'content-length': to + 1 - from,
        });
        response.write(content.subarray(from, from + mib), () =>
          setTimeout(() => response.destroy(), 50),
        );
      } else if (from === 96 * mib && !isThrottled) {
        isThrottled = true;
        json(response, {}, 429, { 'retry-after': '1' });
      } else giveRange(request, response);
    });
    const target = join(folder, 'field.bin');
    expect(await connect(server).files.download(file, target, { fsync: false })).toEqual({
      ...{ bytes: size, md5 },
    });
    expect(content.equals(readFileSync(target))).toBe(true);
    const ranges = server.seen.map(rangeOf);
    expect(ranges).toContainEqual([65 * mib, 96 * mib - 1]);
    expect(ranges.filter(([from]) => from === 96 * mib)).toHaveLength(2);
  });

  it.each([
    [
      'has another byte',
      (request: SeenRequest, response: ServerResponse) => {
        const bad = Buffer.from(content);
        bad[70 * mib + 9] = 1;
        giveRange(request, response, bad);
      },
    ],
    [
      'is of another version from its third range on',
      (request: SeenRequest, response: ServerResponse) => {
        if (rangeOf(request)[0] < 64 * mib) giveRange(request, response);
        else response.writeHead(200, { etag: '"v2"' }).end('another version');
      },
    ],
    [
      'has a range that is too short',
      (request: SeenRequest, response: ServerResponse) => {
        const [from, to] = rangeOf(request);
        if (from === 0) giveRange(request, response);
        else {
          const head = { 'content-range': `bytes ${from}-${to}/${size}`, 'content-length': 10 };
          response.writeHead(206, head).end(content.subarray(from, from + 10));
        }
      },
    ],
  ])('that %s is damaged, and nothing of it is kept', async (_, script) => {
    const server = await startServer(script);
    const target = join(folder, 'field.bin');
    const error = await rejection(connect(server).files.download(file, target, { fsync: false }));
    expect(error).toBeInstanceOf(DamagedDownloadError);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is one stream where no hash proves the parts together', async () => {
    const server = await startServer((_, response) => void response.end(content));
    await connect(server).files.download({ ...file, md5: null }, join(folder, 'x'), {
      fsync: false,
    });
    expect(server.seen.map(({ headers }) => headers.range)).toEqual([undefined]);
  });
});
