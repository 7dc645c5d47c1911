/** A login that puts a token of another account into a profile says so; one that can't tell goes on in silence. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { startServer, type ScriptedServer } from '../../platform-api/scripted-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-token-owner-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const annFirst = 'ann-first-0123456789';
const annSecond = 'ann-second-0123456789';
const bobToken = 'bob-first-0123456789';

/** A platform of two users, which refuses what was revoked. */
function startPlatform(revoked: readonly string[] = []): Promise<ScriptedServer> {
  return startServer(({ url, headers }, response) => {
    const [, token = ''] = (headers.authorization ?? '').split(' ');
    const isRefused = revoked.includes(token);
    const answer = url.startsWith('/api/v2/users/me/')
      ? { email: `${token.split('-')[0] ?? ''}@example.com` }
      : { count: 0, next: null, previous: null, results: [] };
    response.writeHead(isRefused ? 401 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRefused ? { detail: 'Invalid token.' } : answer));
  });
}

/** Logs in as the profile `acme` of a home of that name. */
function login(home: string, address: string, token: string) {
  const place = join(folder, home);
  const env = { DOEFLOW_HOME: join(place, 'home'), XDG_CONFIG_HOME: join(place, 'config') };
  return doeflowInProcess(
    ['login', address, '--token-stdin', '--profile', 'acme'],
    env,
    `${token}\n`,
  );
}

it('names both users, what it means and the way back, and saves the token', async () => {
  const { origin } = await startPlatform();
  expect((await login('other', origin, annFirst)).stderr).not.toContain('ann@example.com');
  const { exitCode, stderr, stdout } = await login('other', origin, bobToken);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('This token is of bob@example.com');
  expect(stderr).toContain('log in again with a token of ann@example.com');
  expect(stdout + stderr).not.toMatch(/ann-first|bob-first/u);
  const saved = join(folder, 'other', 'config', 'doeflow', 'tokens', 'acme');
  expect(readFileSync(saved, 'utf8')).toBe(`${bobToken}\n`);
});

it('says nothing where the account is the same', async () => {
  const { origin } = await startPlatform();
  await login('same', origin, annFirst);
  const { exitCode, stderr } = await login('same', origin, annSecond);
  expect([exitCode, stderr.includes('another account')]).toEqual([0, false]);
});

it('goes on where the old token was revoked: whose it was can’t be asked', async () => {
  const revoked: string[] = [];
  const { origin, seen } = await startPlatform(revoked);
  await login('revoked', origin, annFirst);
  revoked.push(annFirst);
  const before = seen.length;
  const { exitCode, stderr } = await login('revoked', origin, bobToken);
  expect([exitCode, stderr.includes('another account')]).toEqual([0, false]);
  expect(JSON.stringify(seen.slice(before))).toContain(annFirst);
});

it('asks no other platform with the old token', async () => {
  const [one, other] = [await startPlatform(), await startPlatform()];
  await login('elsewhere', one.origin, annFirst);
  const { exitCode, stderr } = await login('elsewhere', other.origin, bobToken);
  expect([exitCode, stderr.includes('another account')]).toEqual([0, false]);
  expect(JSON.stringify(other.seen)).not.toContain(annFirst);
});
