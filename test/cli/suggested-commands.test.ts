/** No sentence of the program names a command that it doesn't have. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Written from the program's own definition. */
const page = readFileSync('docs/command-line.md', 'utf8');
const group = /^## doeflow (archive|schedule|notify) /gmu;

it('suggests only commands of groups that are there', () => {
  const groups = new Set([...page.matchAll(group)].map(([, name = '']) => name));
  expect([...groups].sort()).toEqual(['archive', 'notify', 'schedule']);
  const sources = ['src', 'activities', 'worker'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(room, name), 'utf8')),
  );
  const suggested = sources.flatMap((text) =>
    [...text.matchAll(/doeflow (archive|schedule|notify) ([a-z]+)(?= [$A-Z[])/gu)].map(
      ([, of = '', command = '']) => `doeflow ${of} ${command}`,
    ),
  );
  expect(suggested.length).toBeGreaterThan(40);
  expect([...new Set(suggested)].filter((one) => !page.includes(`## ${one}\n`)).sort()).toEqual([]);
});
