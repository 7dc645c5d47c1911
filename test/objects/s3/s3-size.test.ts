import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDestination } from '../../../src/objects/index.ts';
import { startS3Server, type S3Server } from '../../kit/s3-server.ts';
import { longForm } from '../../kit/test-form.ts';
import { runStoreProgram } from '../folder/run-store-program.ts';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server?.stop());

it('lists 2,500 objects and 1,200 folders', async () => {
  const names = Array.from({ length: 2500 }, (_, index) => `object ${index}`);
  const folders = Array.from({ length: 1200 }, (_, index) => `folder+${index}`);
  const place = join(server.folder, 'many');
  for (const name of folders) mkdirSync(join(place, name), { recursive: true });
  for (const name of folders) writeFileSync(join(place, name, 'x'), '');
  for (const name of names) writeFileSync(join(place, name), '');
  const store = await openDestination(`s3://${server.bucket}`, server.env());
  expect(await store.list('many/')).toEqual({ objects: names.sort(), folders: folders.sort() });
});

/** Writes and reads back as many megabytes; says its peak memory in megabytes before and after. */
const stream = `
  process.on('warning', (warning) => console.log(warning.message));
  const { openDestination } = await import(from('objects/index.js'));
  const [url, env, megabytes] = process.argv.slice(1);
  const store = await openDestination(url, JSON.parse(env));
  const peak = () => Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(peak());
  const piece = Buffer.alloc(1e6, 7);
  const pieces = async function* () {
    for (let given = 0; given < Number(megabytes); given += 1) yield piece;
  };
  await store.write('stream', pieces());
  let bytes = 0;
  for await (const chunk of await store.read('stream')) bytes += chunk.length;
  console.log(peak(), bytes);`;

it('streams in the memory of a few parts, and loads quietly', { timeout: 300_000 }, async () => {
  const megabytes = longForm ? 2000 : 200;
  const args = [`s3://${server.bucket}`, JSON.stringify(server.env()), String(megabytes)];
  const { code, lines } = await runStoreProgram(stream, args);
  expect(code).toBe(0);
  const [before, after, bytes] = lines.join(' ').split(' ').map(Number);
  expect(bytes).toBe(megabytes * 1e6);
  expect((after ?? 0) - (before ?? 0)).toBeLessThan(190);
});

/** Opens a destination, and says how many files of the SDK were loaded. */
const load = `
  import { createRequire } from 'node:module';
  const { openDestination } = await import(from('objects/index.js'));
  const [url, env] = process.argv.slice(1);
  await openDestination(url, JSON.parse(env));
  const loaded = Object.keys(createRequire(from('objects/index.js')).cache);
  console.log(loaded.filter((path) => path.includes('@aws-sdk')).length > 0);`;

it('is loaded only where a bucket is used', async () => {
  const used = await runStoreProgram(load, [`s3://${server.bucket}`, JSON.stringify(server.env())]);
  expect(used.lines).toEqual(['true']);
  expect((await runStoreProgram(load, ['/tmp', '{}'])).lines).toEqual(['false']);
});
