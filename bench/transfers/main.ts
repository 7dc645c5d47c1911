/**
 * One large file up to a platform and back through the client, with its peak memory, beside copying the same file on this disk; a part of it over a
 * line of 25 MB/s a connection, by ranges side by side and as one stream; and a file above the limit, which must be refused before it is sent. Use, after `npm run build`, with a platform running:
 *
 *     DOEFLOW_PLATFORM_TOKEN=… node dist/bench/transfers/main.js http://127.0.0.1:PORT [GIGABYTES]
 */
import { copyFileSync, constants, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlatformClient, isNotServed, TooLargeError } from '../../src/platform-api/index.ts';
import { startSlowLine } from './slow-line.ts';

const baseUrl = process.argv[2] ?? '';
const bytes = Math.round(Number(process.argv[3] ?? 4.9) * 1e9);
const token = process.env['DOEFLOW_PLATFORM_TOKEN'] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'doeflow-transfers-'));
const client = createPlatformClient({ baseUrl, token });

/** Seconds that `work` takes, printed. */
async function time<T>(what: string, work: () => Promise<T> | T): Promise<T> {
  const started = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

async function farClient() {
  const { hostname, port } = new URL(baseUrl);
  const line = await startSlowLine({ host: hostname, port: Number(port) }, 25_000_000);
  return { client: createPlatformClient({ baseUrl: line.baseUrl, token }), close: line.close };
}

try {
  const path = join(folder, 'sparse.bin');
  writeFileSync(path, '');
  truncateSync(path, bytes);
  await time('copy on this disk', () =>
    copyFileSync(path, join(folder, 'copy.bin'), constants.COPYFILE_EXCL),
  );
  const file = await time(`upload ${bytes} bytes`, () => client.files.upload({ path }));
  const target = join(folder, 'back.bin');
  const back = await time('download', () => client.files.download(file, target, { fsync: false }));
  console.log(`same MD5: ${back.md5 === file.md5}`);
  const [farBytes, far] = [250_000_000, await farClient()];
  truncateSync(path, farBytes);
  const part = await client.files.upload({ path });
  try {
    await time(`download of ${farBytes} bytes over a slow line, by ranges`, () =>
      far.client.files.download(part, target, { fsync: false }),
    );
    // Parts that no hash proves together aren't asked for.
    await time('the same as one stream', () =>
      far.client.files.download({ ...part, md5: null }, target, { fsync: false }),
    );
  } finally {
    await far.client.close();
    far.close();
    await client.files.delete(part.id);
  }
  if (isNotServed(await client.files.delete(file.id)))
    console.log('the file stays: no deletion here');
  truncateSync(path, 5_100_000_000);
  const refused = await client.files.upload({ path }).then(
    () => 'no',
    (error: unknown) => (error instanceof TooLargeError ? 'yes' : String(error)),
  );
  console.log(`5.1 GB refused before sending: ${refused}`);
  console.log(
    `peak memory of this process: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
  );
} finally {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
}
