import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { roomOf, rooms, whyForbidden } from '../../eslint.walls.js';
import { findCircles } from './find-circles.ts';
import { readSourceFiles } from './source-files.ts';

const files = readSourceFiles();
const names = rooms.map(({ name }) => name);
const pure = ['numbers', 'distributions', 'design', 'run', 'study', 'analysis'].map(
  (name) => `src/${name}`,
);

describe('the matrix of rooms', () => {
  it('holds every folder of the program once, and no other', () => {
    const folders = readdirSync('src', { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `src/${name}`);
    expect(names.toSorted()).toEqual(
      ['src', 'workflows', 'activities', 'worker', ...folders].toSorted(),
    );
  });

  it('lets a room use only rooms that stand before it, so that no circle can arise', () => {
    const upwards = rooms.flatMap(({ name, uses }, place) =>
      uses
        .filter((used) => {
          const at = names.indexOf(roomOf(used)?.name ?? used);
          return at < 0 || at >= place;
        })
        .map((used) => `${name} uses ${used}`),
    );
    expect(upwards).toEqual([]);
  });

  it('names only files that are there', () => {
    const named = rooms.flatMap(({ uses }) => uses).filter((used) => used.endsWith('.ts'));
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('lets nothing know the local platform: the engine reaches a platform only through its API', () => {
    expect(rooms.filter(({ uses }) => uses.some((used) => /local-platform/u.test(used)))).toEqual(
      [],
    );
  });
});

describe('the source files', () => {
  it('import only what the matrix allows their room', () => {
    expect(
      files.flatMap(({ path, imports }) =>
        imports.flatMap(({ text }) => {
          const problem = whyForbidden(path, text);
          return problem === undefined ? [] : [`${path}: ${problem}`];
        }),
      ),
    ).toEqual([]);
  });

  it('import one another by files that are there', () => {
    const paths = new Set(files.map(({ path }) => path));
    const dangling = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target !== undefined && !paths.has(target))
        .map(({ text }) => `${path} imports ${text}`),
    );
    expect(dangling).toEqual([]);
  });

  it('form no circle, not even of types', () => {
    const edges = new Map(
      files.map(({ path, imports }) => [
        path,
        new Set(imports.flatMap(({ target }) => target ?? [])),
      ]),
    );
    expect(findCircles(edges)).toEqual([]);
  });

  it('know no clock, no environment and no chance in the pure rooms', () => {
    const impure = files
      .filter(({ path }) => pure.includes(roomOf(path)?.name ?? ''))
      .flatMap(({ path, text }) =>
        [
          ...withoutComments(text).matchAll(
            /\b(?:Math\.random|Date\.now|new Date\(\)|process\.|performance\.)/gu,
          ),
        ].map(([word]) => `${path} uses ${word}`),
      );
    expect(impure).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/\/\/.*$/gmu, '');
}
