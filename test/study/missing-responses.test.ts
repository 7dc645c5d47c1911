import { expect, it } from 'vitest';
import type { RunOutcome } from '../../src/run/index.ts';
import { noteOutcomes } from '../../src/study/note-outcomes.ts';
import type { Study } from '../../src/study/study.ts';

const output = (name: string, required: boolean) => ({
  ...{ name, type: 'Output', required, source: { kind: 'key', file: 'out.txt', key: name } },
});
const study = {
  variables: [{ name: 'x', type: 'Design' }, output('r', true), output('s', false)],
  design: { method: 'monte-carlo', replicates: 1 },
} as unknown as Study;

const runs = (...values: RunOutcome['values'][]): readonly RunOutcome[] =>
  values.map((one, index) => ({
    ...{ run: index + 1, attempt: 1, jobNumber: 1, status: 'Done', values: one },
  }));

it('an optional output that no done run has is told, with where it is looked for', () => {
  const failed = { ...runs({})[0]!, run: 9, status: 'Failed' as const, values: { s: 3 } };
  const [note, ...others] = noteOutcomes([...runs({ r: 1, s: null }, { r: 2 }), failed], study);
  expect(note).toMatch(/^the optional output s is missing in all done runs: .* out\.txt/u);
  expect(others).toEqual([]);
  expect(noteOutcomes(runs({ r: 1, s: null }), study)).toEqual([note]);
});

it.each([
  ['one run has it', runs({ r: 1, s: null }, { r: 2, s: 0 })],
  [
    'a run left it, and its message says why it could not be read',
    runs({ r: 1, s: null }, { r: 2 }).map((one) => ({
      ...one,
      message: 's is left empty, as it is not required: Expected a number, got 1,5',
    })),
  ],
  ['it is an empty text', runs({ r: 1, s: '' })],
  ['no run is done', []],
])('nothing is told where %s', (_title, outcomes) => {
  expect(noteOutcomes(outcomes, study)).toEqual([]);
});
