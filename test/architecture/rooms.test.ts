import { describe, expect, it } from 'vitest';
import { readSourceFiles, roomOf } from './source-files.ts';

const files = readSourceFiles();
const pure = ['numbers', 'distributions', 'design', 'study', 'analysis'];

/** Room -> rooms whose code it may use. Types alone may come from anywhere the lint walls allow. */
const mayUse: Readonly<Record<string, readonly string[]>> = {
  numbers: [],
  distributions: ['numbers'],
  design: ['numbers', 'distributions', 'study'],
  study: ['numbers', 'distributions', 'design'],
  analysis: pure,
  expressions: pure,
  templates: pure,
  'study-file': [...pure, 'expressions', 'templates'],
  results: [...pure, 'templates', 'expressions'],
  'platform-api': [],
  'local-platform': [...pure, 'platform-api', 'templates'],
  temporal: ['platform-api'],
  report: pure,
  workflows: ['temporal', 'study'],
  activities: [
    ...pure,
    'study-file',
    'expressions',
    'templates',
    'results',
    'platform-api',
    'temporal',
    'report',
  ],
  worker: ['activities', 'platform-api', 'temporal', 'results'],
  cli: [
    ...pure,
    'study-file',
    'expressions',
    'templates',
    'results',
    'platform-api',
    'temporal',
    'report',
    'workflows',
  ],
};

describe('the rooms', () => {
  it('are all listed here', () => {
    const rooms = new Set(
      files.map(({ path }) => roomOf(path)).filter((room) => room !== undefined),
    );
    expect([...rooms].filter((room) => !(room in mayUse))).toEqual([]);
  });

  it.each(Object.entries(mayUse))('let %s use only its own neighbours', (room, neighbours) => {
    const strays = files
      .filter(({ path }) => roomOf(path) === room)
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ typeOnly, target }) => !typeOnly && target !== undefined)
          .filter(({ target = '' }) => {
            const other = roomOf(target);
            return other !== undefined && other !== room && !neighbours.includes(other);
          })
          .map(({ text }) => `${path} imports ${text}`),
      );
    expect(strays).toEqual([]);
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

  it('form no circle, in code', () => {
    const edges = new Map<string, Set<string>>();
    for (const { path, imports } of files) {
      const room = roomOf(path);
      for (const { target, typeOnly } of imports) {
        const other = target === undefined ? undefined : roomOf(target);
        if (typeOnly || room === undefined || other === undefined || other === room) continue;
        edges.set(room, (edges.get(room) ?? new Set()).add(other));
      }
    }
    expect(findCircles(edges)).toEqual([]);
  });

  it('hold no circle of files either, in what is loaded at the start', () => {
    const edges = new Map(
      files.map(({ path, imports }) => [
        path,
        new Set(
          imports.flatMap(({ target, typeOnly, lazy }) =>
            typeOnly || lazy || target === undefined ? [] : [target],
          ),
        ),
      ]),
    );
    expect(findCircles(edges)).toEqual([]);
  });
});

describe('the pure rooms', () => {
  it('know no Node, no clock, no environment and no chance', () => {
    const impure = files
      .filter(({ path }) => pure.includes(roomOf(path) ?? ''))
      .flatMap(({ path, text, imports }) => [
        ...imports
          .filter((one) => one.target === undefined && one.text.startsWith('node:'))
          .map((one) => `${path} imports ${one.text}`),
        ...[
          ...withoutComments(text).matchAll(
            /\b(?:Math\.random|Date\.now|new Date\(\)|process\.|performance\.)/gu,
          ),
        ].map(([word]) => `${path} uses ${word}`),
      ]);
    expect(impure).toEqual([]);
  });
});

describe('the engine', () => {
  it('knows the platform only through its API', () => {
    const strays = files
      .filter(({ path }) => !path.startsWith('src/local-platform/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ target }) => target?.startsWith('src/local-platform/'))
          .map(({ text }) => `${path} imports ${text}`),
      );
    expect(strays).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/\/\/.*$/gmu, '');
}

/** Circles met on a walk from every node, each written once, such as `a > b > a`. */
function findCircles(edges: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const walk = (node: string): void => {
    const at = trail.indexOf(node);
    if (at >= 0) circles.push([...trail.slice(at), node].join(' > '));
    if (at >= 0 || done.has(node)) return;
    trail.push(node);
    for (const next of edges.get(node) ?? []) walk(next);
    trail.pop();
    done.add(node);
  };
  for (const node of edges.keys()) walk(node);
  return circles;
}
