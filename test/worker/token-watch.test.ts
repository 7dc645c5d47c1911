import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeProfilePlatform } from '../../src/host/settings/profile-file.ts';
import { readTokenAnew } from '../../src/host/settings/token-anew.ts';
import { writeTokenFile } from '../../src/host/settings/token-file.ts';
import { createTokenWatch } from '../../worker/token-watch.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-token-watch-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const baseUrl = 'https://platform.example.com/';
const refused = { event: 'answered', status: 401 } as const;

/** A worker of this profile with the token `old-token-1`, at a second that is counted up. */
async function watchOf(name: string, env: Readonly<Record<string, string>> = {}) {
  const place = join(folder, name);
  await mkdir(join(place, 'tokens'), { recursive: true });
  const profileFile = join(place, 'config.yaml');
  const tokenFile = join(place, 'tokens', 'acme');
  writeProfilePlatform(profileFile, 'acme', baseUrl, { makeDefault: true, insecureHttp: false });
  writeTokenFile(tokenFile, 'old-token-1');
  const said: string[] = [];
  const hidden: string[] = [];
  let seconds = 0;
  const watch = createTokenWatch({
    token: 'old-token-1',
    readAnew: () => readTokenAnew({ profile: 'acme', profileFile }, { baseUrl, env }),
    hide: (token) => void hidden.push(token),
    log: { warn: (sentence: unknown) => void said.push(String(sentence)) },
    nowMs: () => (seconds += 2) * 1000,
  });
  return { watch, said, hidden, tokenFile, profileFile };
}

it('takes a new token from the file of its profile once the platform refuses the old one', async () => {
  const { watch, said, hidden, tokenFile } = await watchOf('renewed');
  let heard = 0;
  watch.onNew(() => (heard += 1));
  watch.hear(refused);
  watch.hear(refused);
  expect(said).toEqual([expect.stringContaining('doeflow login')]);
  writeTokenFile(tokenFile, 'new-token-2');
  watch.hear({ event: 'answered', status: 200 });
  expect(watch.renewed()).toBeUndefined();
  watch.hear(refused);
  watch.hear(refused);
  expect(watch.renewed()).toBe('new-token-2');
  expect([heard, hidden]).toEqual([1, ['new-token-2']]);
  expect(said.join('\n')).not.toMatch(/old-token-1|new-token-2/u);
  watch.onNew(() => (heard += 1));
  expect(heard).toBe(2);
});

it('keeps its token when another host, which isn’t given it, refuses a download', async () => {
  const { watch, said, tokenFile } = await watchOf('foreign');
  writeTokenFile(tokenFile, 'new-token-2');
  watch.hear({ ...refused, foreign: true });
  expect(said).toEqual([]);
  expect(watch.renewed()).toBeUndefined();
  watch.hear(refused);
  expect(watch.renewed()).toBe('new-token-2');
});

it('says that a token of the environment needs a new start', async () => {
  const { watch, said, tokenFile } = await watchOf('environment', {
    DOEFLOW_PLATFORM_TOKEN: 'old-token-1',
  });
  writeTokenFile(tokenFile, 'new-token-2');
  watch.hear(refused);
  watch.hear(refused);
  expect(watch.renewed()).toBeUndefined();
  expect(said).toEqual([expect.stringContaining('start the worker again')]);
});

it('takes no token of a profile that is for another platform by now, and none that others may read', async () => {
  const { watch, said, tokenFile, profileFile } = await watchOf('elsewhere');
  writeTokenFile(tokenFile, 'new-token-2');
  const options = { makeDefault: true, insecureHttp: false };
  writeProfilePlatform(profileFile, 'acme', 'https://other.example.com/', options);
  watch.hear(refused);
  expect(said.at(-1)).toContain('is for https://other.example.com');
  writeProfilePlatform(profileFile, 'acme', baseUrl, options);
  chmodSync(tokenFile, 0o644);
  watch.hear(refused);
  expect(said.at(-1)).toContain('Other users may read the token file');
  expect(watch.renewed()).toBeUndefined();
});

it('takes another token while it waits, though its own is accepted, and hides it before it says so', async () => {
  const { watch, said, hidden, tokenFile } = await watchOf('waiting');
  let heard = 0;
  watch.onNew(() => (heard += 1));
  expect(watch.look()).toBe(false);
  expect(said).toEqual([]);
  writeTokenFile(tokenFile, 'new-token-2');
  expect(watch.look()).toBe(true);
  expect(watch.look()).toBe(true);
  expect([watch.renewed(), heard, hidden]).toEqual(['new-token-2', 1, ['new-token-2']]);
  expect(said).toEqual(['This worker waits, and its profile has another token by now']);
});

it('works on with a good token when there is another one', async () => {
  const { watch, said, tokenFile } = await watchOf('working');
  writeTokenFile(tokenFile, 'new-token-2');
  watch.hear({ event: 'answered', status: 200 });
  watch.hear({ event: 'answered', status: 403 });
  expect([watch.renewed(), said]).toEqual([undefined, []]);
});

it('says once, while it waits, that a token of the environment needs a new start', async () => {
  const { watch, said, tokenFile } = await watchOf('waiting-environment', {
    DOEFLOW_PLATFORM_TOKEN: 'old-token-1',
  });
  writeTokenFile(tokenFile, 'new-token-2');
  expect([watch.look(), watch.look()]).toEqual([false, false]);
  expect(said).toEqual([expect.stringContaining('start the worker again')]);
});
