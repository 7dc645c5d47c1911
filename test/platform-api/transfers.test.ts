import { createHash } from 'node:crypto';
import fileSystem from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  collect,
  DamagedDownloadError,
  DamagedUploadError,
  PlatformError,
  TooLargeError,
} from '../../src/platform-api/index.ts';
import type { PlatformFile } from '../../src/platform-api/index.ts';
import { connect, json, rejection, startServer } from './scripted-server.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doeflow-transfers-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const content = Buffer.from('t,stress\n1,39999.5\n');
const md5 = createHash('md5').update(content).digest('hex');
const file: PlatformFile = { id: 'f1', name: 'out.csv', decryptedSize: content.length, md5 };

describe('an upload', () => {
  it('is multipart with a known length and the type before the file', async () => {
    const server = await startServer((_, response) =>
      json(response, { ...file, pathParts: { path: 'p', container: 'c' } }, 201),
    );
    const path = join(folder, 'out.csv');
    await writeFile(path, content);
    const progress: unknown[] = [];
    const stored = await connect(server).files.upload({
      path,
      typeId: 3,
      onProgress: (...told) => progress.push(told),
    });
    const seen = server.seen[0];
    expect(seen?.url).toBe('/api/v2/files/contents/');
    expect(seen?.headers['transfer-encoding']).toBeUndefined();
    expect(seen?.headers['content-length']).toBe(String(seen?.body.length));
    const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(
      seen?.headers['content-type'] ?? '',
    )?.[1];
    expect(seen?.body).toBe(
      `--${boundary}\r\nContent-Disposition: form-data; name="typeId"\r\n\r\n3\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="out.csv"\r\n` +
        `Content-Type: application/octet-stream\r\n\r\n${content.toString()}\r\n--${boundary}--\r\n`,
    );
    expect(stored.id).toBe('f1');
    expect(progress).toEqual([[content.length, content.length]]);
  });

  it('of bytes keeps odd names inside the header', async () => {
    const server = await startServer((_, response) => json(response, { id: 'f', name: 'x' }, 201));
    await connect(server).files.uploadBytes('x', { name: 'a"b\r\nX-Evil: 1' });
    expect(server.seen[0]?.body).toContain('filename="a%22b%0D%0AX-Evil: 1"\r\n');
  });

  it('of an empty file is one', async () => {
    const server = await startServer((_, response) =>
      json(response, { id: 'f', name: 'x', decryptedSize: 0 }, 201),
    );
    const stored = await connect(server).files.uploadBytes('', { name: 'empty' });
    expect(stored.decryptedSize).toBe(0);
  });

  it('above 5 GB is refused before anything is sent', async () => {
    const server = await startServer((_, response) => json(response, {}));
    const path = join(folder, 'huge.bin');
    await writeFile(path, '');
    await truncate(path, 5_100_000_000);
    const error = await rejection(connect(server).files.upload({ path }));
    expect(error).toBeInstanceOf(TooLargeError);
    expect(error).toMatchObject({ code: 'API_TOO_LARGE', retryable: false });
    expect(server.seen).toHaveLength(0);
  });

  it.each([
    ['MD5', { ...file, md5: '0'.repeat(32) }],
    ['size', { ...file, decryptedSize: 3 }],
  ])('whose record shows another %s is damaged', async (_, record) => {
    const server = await startServer((__, response) => json(response, record, 201));
    const error = await rejection(connect(server).files.uploadBytes(content, { name: 'out.csv' }));
    expect(error).toBeInstanceOf(DamagedUploadError);
  });

  it('of a file that shrinks while it is sent is damaged', async () => {
    const server = await startServer((_, response) => json(response, { id: 'f', name: 'x' }, 201));
    const path = join(folder, 'log');
    await writeFile(path, Buffer.alloc(4_000_000));
    const client = connect(server, { timeouts: { headersMs: 5_000 } });
    const work = rejection(client.files.upload({ path, onProgress: () => undefined }));
    // The size was read; the reading of the pieces has not begun.
    await truncate(path, 10);
    const error = await work;
    expect(error).toMatchObject({ retryable: true });
  });

  it('of what isn’t a file says where it looked', async () => {
    const server = await startServer((_, response) => json(response, {}));
    const { files } = connect(server);
    expect(await rejection(files.upload({ path: folder }))).toMatchObject({ code: 'USAGE_FILE' });
    expect(await rejection(files.upload({ path: join(folder, 'none') }))).toMatchObject({
      message: expect.stringContaining(join(folder, 'none')) as string,
    });
  });
});

describe('a download', () => {
  it('is written aside, proven, and named', async () => {
    const server = await startServer((_, response) => void response.end(content));
    const target = join(folder, 'out.csv');
    const proven = await connect(server).files.download(file, target);
    expect(proven).toEqual({ bytes: content.length, md5 });
    expect(await readFile(target)).toEqual(content);
    expect(await readdir(folder)).toEqual(['out.csv']);
    expect(server.seen[0]?.url).toBe('/api/v2/files/f1/contents/');
  });

  it.each([
    ['cut without any error', content.subarray(0, 5)],
    ['longer than on record', Buffer.concat([content, content])],
    ['changed on the way', Buffer.from(content.toString().replace('1', '2'))],
    ['empty', Buffer.alloc(0)],
  ])('that is %s leaves nothing, not even of an older one', async (_, sent) => {
    const server = await startServer((__, response) => {
      // No length and not chunked: the end of the connection is the end of the body.
      response.useChunkedEncodingByDefault = false;
      response.shouldKeepAlive = false;
      response.end(sent);
    });
    const target = join(folder, 'out.csv');
    await writeFile(`${target}.part`, 'left by a killed attempt');
    const error = await rejection(connect(server).files.download(file, target));
    expect(error).toBeInstanceOf(DamagedDownloadError);
    expect(error).toMatchObject({ code: 'API_DAMAGED_DOWNLOAD', retryable: true });
    expect(await readdir(folder)).toEqual([]);
  });

  it('that is cut below its stated length is a lost connection', async () => {
    const server = await startServer((_, response) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 5), () => response.destroy());
    });
    const error = await rejection(connect(server).files.download(file, join(folder, 'x')));
    expect(error).toMatchObject({ code: 'API_CONNECTION', retryable: true });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['goes on behind it', { 'accept-ranges': 'bytes', etag: '"v1"' }],
    ['goes on without a name for the version', { 'accept-ranges': 'bytes' }],
  ])('that is cut again and again %s where ranges are taken', async (_, headers) => {
    const server = await startServer((request, response) => {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const rest = content.subarray(from);
      response.writeHead(from === 0 ? 200 : 206, {
        ...headers,
        'content-length': rest.length,
        ...(from === 0 ? {} : { 'content-range': `bytes ${from}-${content.length - 1}/*` }),
      });
      if (rest.length <= 5) response.end(rest);
      else response.write(rest.subarray(0, 5), () => response.destroy());
    });
    const target = join(folder, 'out.csv');
    expect(await connect(server).files.download(file, target)).toEqual({
      ...{ bytes: content.length, md5 },
    });
    expect(await readFile(target)).toEqual(content);
    const asked = server.seen.map((request) => request.headers.range);
    expect(asked).toEqual([undefined, 'bytes=5-', 'bytes=10-', 'bytes=15-']);
    const etag = 'etag' in headers ? headers.etag : undefined;
    expect(server.seen.map((request) => request.headers['if-range'])).toEqual([
      ...[undefined, etag, etag, etag],
    ]);
  });

  it.each([
    ['the whole file again', 200, {}],
    ['another part', 206, { 'content-range': 'bytes 0-19/20' }],
    ['a refusal', 416, {}],
  ])('that is cut is lost when %s comes instead of the rest', async (_, status, more) => {
    const server = await startServer((request, response) => {
      if (request.headers.range === undefined) {
        const head = { 'accept-ranges': 'bytes', 'content-length': content.length };
        response.writeHead(200, head);
        response.write(content.subarray(0, 5), () => response.destroy());
      } else response.writeHead(status, more).end(content);
    });
    const error = await rejection(connect(server).files.download(file, join(folder, 'x')));
    expect(error).toMatchObject({ name: expect.stringMatching(/Error$/) as string });
    expect(await readdir(folder)).toEqual([]);
  });

  it('whose rest belongs to another version is damaged', async () => {
    const server = await startServer((request, response) => {
      const isRest = request.headers.range !== undefined;
      response.writeHead(isRest ? 206 : 200, {
        'accept-ranges': 'bytes',
        ...(isRest ? { 'content-range': 'bytes 5-' } : { 'content-length': content.length }),
      });
      if (isRest) response.end(Buffer.alloc(content.length - 5, 'x'));
      else response.write(content.subarray(0, 5), () => response.destroy());
    });
    const error = await rejection(connect(server).files.download(file, join(folder, 'x')));
    expect(error).toBeInstanceOf(DamagedDownloadError);
    expect(await readdir(folder)).toEqual([]);
  });

  it('that stalls ends', async () => {
    const server = await startServer((_, response) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 5));
    });
    const client = connect(server, { timeouts: { bodyMs: 100 } });
    const error = await rejection(client.files.download(file, join(folder, 'x')));
    expect(error).toMatchObject({ code: 'API_CONNECTION' });
  });

  it('that trickles ends at the deadline of its size', async () => {
    const server = await startServer((_, response) => {
      const timer = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const client = connect(server, {
      timeouts: { transferBaseMs: 100, slowestBytesPerSecond: 1_000 },
    });
    const error = await rejection(client.files.download(file, join(folder, 'x')));
    expect((error as Error).message).toContain('no complete answer within');
  });

  it('that came compressed unasked isn’t taken for the file', async () => {
    const server = await startServer((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(content));
    });
    const error = await rejection(connect(server).files.read(file));
    expect(error).toBeInstanceOf(DamagedDownloadError);
  });

  it('without size, MD5 and length can’t be proven', async () => {
    const server = await startServer((_, response) => {
      response.useChunkedEncodingByDefault = false;
      response.shouldKeepAlive = false;
      response.end(content);
    });
    const error = await rejection(connect(server).files.read({ id: 'f1', name: 'x' }));
    expect(error).toBeInstanceOf(DamagedDownloadError);
  });

  it('given up by one attempt is finished only by the newer one', async () => {
    const held: (() => void)[] = [];
    const server = await startServer((_, response) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 5));
      held.push(() => response.end(content.subarray(5)));
    });
    const client = connect(server);
    const target = join(folder, 'out.csv');
    const older = rejection(client.files.download(file, target));
    while (held.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    const newer = client.files.download(file, target);
    while (held.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    held[0]?.();
    expect(await older).toBeInstanceOf(DamagedDownloadError);
    expect(await readdir(folder)).toEqual(['out.csv.part']);
    held[1]?.();
    await newer;
    expect(await readFile(target)).toEqual(content);
  });

  it('as a stream gives each piece, and an error where it isn’t the file', async () => {
    const server = await startServer((_, response) => void response.end(content));
    const { files } = connect(server);
    expect(Buffer.concat(await collect(files.stream(file)))).toEqual(content);
    const damaged = collect(files.stream({ ...file, md5: '0'.repeat(32) }));
    expect(await rejection(damaged)).toBeInstanceOf(DamagedDownloadError);
  });

  it('as a stream asks for nothing that isn’t read', async () => {
    let closed = false;
    const server = await startServer((_, response) => {
      response.on('close', () => (closed = true));
      response.write(content);
    });
    const { files } = connect(server);
    const unread = files.stream({ ...file, decryptedSize: 10_000_000 });
    expect(server.seen).toHaveLength(0);
    for await (const piece of unread) {
      expect(piece).toHaveLength(content.length);
      break;
    }
    await expect.poll(() => closed).toBe(true);
  });

  it('isn’t kept in memory above a limit', async () => {
    const server = await startServer((_, response) => void response.end(content));
    const error = await rejection(connect(server).files.read(file, { maxBytes: 4 }));
    expect(error).toBeInstanceOf(TooLargeError);
  });

  it('whose target can’t be written says so', async () => {
    const server = await startServer((_, response) => void response.end(content));
    const target = join(folder, 'no-such-folder', 'x');
    const error = await rejection(connect(server).files.download(file, target));
    expect(error).toMatchObject({ code: 'ENOENT' });
  });

  it('of a record above 5 GB isn’t begun', async () => {
    const server = await startServer((_, response) => void response.end(content));
    const huge = { ...file, decryptedSize: 5_100_000_000 };
    expect(await rejection(connect(server).files.read(huge))).toBeInstanceOf(TooLargeError);
    expect(server.seen).toHaveLength(0);
  });
});

it('a transfer of 200 MB keeps memory flat, both ways', async () => {
  const bytes = 200_000_000;
  const path = join(folder, 'sparse.bin');
  await (await open(path, 'w')).close();
  await truncate(path, bytes);
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const before = process.memoryUsage().rss;
  const zeros = Buffer.alloc(1_000_000);
  const sinks = await import('node:http');
  const server = sinks.createServer((request, response) => {
    if (request.method === 'POST') {
      request.resume();
      request.on('end', () => json(response, { id: 'f', name: 'x', decryptedSize: bytes }, 201));
      return;
    }
    response.writeHead(200, { 'content-length': bytes });
    let left = bytes / zeros.length;
    const more = (): void => {
      left -= 1;
      if (left === 0) response.end(zeros);
      else response.write(zeros, more);
    };
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const client = connect({ origin: `http://127.0.0.1:${port}`, seen: [] });
  try {
    const stored = await client.files.upload({ path });
    await client.files.download({ ...stored, decryptedSize: bytes }, join(folder, 'back.bin'), {
      fsync: false,
    });
  } finally {
    clearInterval(timer);
    await client.close();
    await new Promise((resolve) => server.close(resolve));
  }
  expect(peak - before).toBeLessThan(120_000_000);
});

describe('a download to a disk without room', () => {
  it('fails for the disk, by its path, and not for the network or the file', async () => {
    const server = await startServer((_, response) => void response.end(content));
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      ...{ code: 'ENOSPC', errno: -28, syscall: 'write' },
    });
    const write = vi.spyOn(fileSystem, 'writeSync').mockImplementation(() => {
      throw full;
    });
    syncBuiltinESMExports();
    const target = join(folder, 'out.csv');
    const error = await rejection(connect(server).files.download(file, target));
    write.mockRestore();
    syncBuiltinESMExports();
    expect(error).not.toBeInstanceOf(PlatformError);
    expect(error).toMatchObject({ cause: full });
    expect(String(error)).toContain(`Cannot write ${target}.part: the disk is full`);
    expect(await readdir(folder)).toEqual([]);
  });
});
