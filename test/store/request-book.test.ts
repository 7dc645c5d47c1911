import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openStore } from '../../src/store/index.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-request-book-'));
afterAll(() => rmSync(root, { recursive: true }));

const access = { baseUrl: 'https://platform.example.com/', token: 'planted-0123456789abcdef' };
const count = (found: unknown): { next: number; answer: number } => {
  const next = (typeof found === 'number' ? found : 0) + 1;
  return { next, answer: next };
};

it('counts each change of several programs once, keeps few files, and names no token', async () => {
  const place = join(root, 'counted');
  const programs = 3;
  const each = 150;
  const answers = await Promise.all(
    Array.from({ length: programs }, async () => {
      const book = (await openStore(place)).requestBook(access);
      const own: number[] = [];
      for (let i = 0; i < each; i += 1) own.push(await book.change('user', count));
      return own;
    }),
  );
  const all = answers.flat().sort((a, b) => a - b);
  expect(all).toEqual(Array.from({ length: programs * each }, (_, index) => index + 1));
  const files = readdirSync(place, { recursive: true }).map(String);
  expect(files.length).toBeLessThan(450);
  const pages = files.filter((name) => /\/user\/\d+$/u.test(name));
  expect(pages.map((name) => name.replace(/.*\//u, '')).sort()).toEqual(['2', '3']);
  expect(files.join()).not.toContain(access.token);
}, 60_000);

it('is another one for another token, platform or scope', async () => {
  const store = await openStore(join(root, 'others'));
  await store.requestBook(access).change('user', count);
  expect(await store.requestBook(access).change('user', count)).toBe(2);
  expect(await store.requestBook(access).change('file-access', count)).toBe(1);
  expect(await store.requestBook({ ...access, token: 'another' }).change('user', count)).toBe(1);
  const elsewhere = { ...access, baseUrl: 'https://other.example.com/' };
  expect(await store.requestBook(elsewhere).change('user', count)).toBe(1);
});

it('gives a record that can’t be read as one that says nothing', async () => {
  const place = join(root, 'damaged');
  const book = (await openStore(place)).requestBook(access);
  await book.change('user', count);
  const file = readdirSync(place, { recursive: true })
    .map(String)
    .find((name) => name.endsWith('book.json')) as string;
  expect(readFileSync(join(place, file), 'utf8')).toContain('"record":1');
  writeFileSync(join(place, file), '{"changes":');
  expect(await book.change('user', (found) => ({ answer: found }))).toBeNull();
  expect(await book.change('user', count)).toBe(1);
});
