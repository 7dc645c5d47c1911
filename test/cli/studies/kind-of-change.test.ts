import { expect, it } from 'vitest';
import { kindOfChange } from '../../../src/cli/studies/kind-of-change.ts';
import { parseStudy } from '../../../src/study-file/index.ts';
import { exampleText, inMemory } from '../../study-file/example.ts';

const files = [{ path: 'beam.mjs', sha256: 'a' }];
const state = (text: string) => ({ study: parseStudy(text, inMemory()).study, files });
const before = state(exampleText);

it.each([
  ['words', 'description: Stress', 'description: Stresses'],
  ['words', 'unit: in, label: width', 'unit: mm, label: Width'],
  ['words', 'unit: psi', 'unit: MPa'],
  ['reading', 'pointer: /stress', 'pointer: /mises'],
  ['reading', 'stress <= 40000', 'stress <= 30000'],
  ['reading', 'value: "mean(stress)"', 'value: "max(stress)"'],
  ['runs', 'seed: 42', 'seed: 43'],
  ['runs', 'maxvalue: 4}, unit', 'maxvalue: 5}, unit'],
  ['runs', 'node beam.mjs beam.json', 'node beam.mjs -v beam.json'],
  ['runs', 'walltime: 1}', 'walltime: 2}'],
])('%s: %s -> %s', (kind, from, to) => {
  expect(exampleText).toContain(from);
  expect(kindOfChange(before, state(exampleText.replace(from, to)))).toBe(kind);
});

it('a file with another content changes what runs', () => {
  const other = { ...before, files: [{ path: 'beam.mjs', sha256: 'b' }] };
  expect(kindOfChange(before, other)).toBe('runs');
  expect(kindOfChange(before, before)).toBe('words');
});
