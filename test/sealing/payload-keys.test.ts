import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ensurePayloadKeys, readPayloadKeys } from '../../src/sealing/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
}

const hex = 'ab'.repeat(32);

it('is made once, for its owner alone, however many ask for it at once', async () => {
  const path = join(folder, 'home', 'payload-key');
  const all = await Promise.all(Array.from({ length: 8 }, () => ensurePayloadKeys(path)));
  expect(new Set(all.map(([key]) => Buffer.from(key).toString('hex'))).size).toBe(1);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  expect(await ensurePayloadKeys(path)).toEqual(all[0]);
});

it('holds several keys, hexadecimal or base64, in their order', () => {
  const base64 = Buffer.alloc(32, 7).toString('base64');
  const keys = readPayloadKeys(write('two', `# new\n${base64}\n\n# old\n${hex}\n`));
  expect(keys.map((key) => key[0])).toEqual([7, 0xab]);
});

it('is refused when others may read it', () => {
  for (const mode of [0o640, 0o604, 0o660]) {
    expect(() => readPayloadKeys(write('open', hex, mode))).toThrow(/Other users may read/);
  }
});

it('is refused, and none of it repeated, when it holds no such keys', async () => {
  for (const text of ['', '# none\n', 'abcd', 'not a key!', `${hex}\nshort`]) {
    const path = write('bad', text);
    expect(() => readPayloadKeys(path)).toThrow(
      expect.objectContaining({ code: 'USAGE_PAYLOAD_KEY' }) as Error,
    );
    await expect(ensurePayloadKeys(path)).rejects.toThrow(/payload key file|as key/);
  }
  expect(() => readPayloadKeys(join(folder, 'nowhere'))).toThrow(/cannot be read/);
  expect(() => readPayloadKeys(folder)).toThrow();
});
