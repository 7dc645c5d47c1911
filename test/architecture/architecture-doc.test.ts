import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rooms } from '../../eslint.walls.js';

const path = 'docs/architecture.md';
const pure = ['numbers', 'distributions', 'design', 'run', 'study', 'analysis'].map(
  (name) => `src/${name}`,
);
const section = /(<!-- rooms: .*-->\n)[\s\S]*?(<!-- end of rooms -->)/u;

it('docs/architecture.md has the rooms as the matrix has them', async () => {
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(section);
  const now = text.replace(section, (_, begin: string, end: string) =>
    [begin, ...printRooms(), '', end].join('\n'),
  );
  await expect(now).toMatchFileSnapshot(`../../${path}`);
});

/** The matrix as a table, a line for each room. */
function printRooms(): readonly string[] {
  return [
    '| room | holds | may import | packages |',
    '| --- | --- | --- | --- |',
    ...rooms.map(
      ({ name, holds, uses, packages }) =>
        `| \`${name}\` | ${holds} | ${printUses(uses)} | ${printNames(packages)} |`,
    ),
  ];
}

/** The pure rooms as one word where all of them may be used. */
function printUses(uses: readonly string[]): string {
  const hasPure = pure.every((name) => uses.includes(name));
  const others = hasPure ? uses.filter((name) => !pure.includes(name)) : uses;
  return [hasPure ? 'the pure rooms' : '', printNames(others.map(withoutSource))]
    .filter((part) => part !== '')
    .join(' ');
}

function printNames(names: readonly string[]): string {
  return names.length === 0 ? '' : names.map((name) => `\`${name}\``).join(' ');
}

/** `src/numbers` as `numbers`. */
function withoutSource(name: string): string {
  return name.replace(/^src\//u, '');
}
