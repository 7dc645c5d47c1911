import { expect, it } from 'vitest';
import type { RunOutcome } from '../../src/run/index.ts';
import { noteEqualResponses } from '../../src/study/equal-responses.ts';
import type { Study } from '../../src/study/study.ts';

const study = {
  variables: [
    { name: 'x', type: 'Design' },
    { name: 'r', type: 'Output', valueType: 'number' },
    { name: 's', type: 'Output', valueType: 'number' },
    { name: 'twice', type: 'Objective', expression: 'r * x' },
  ],
  design: { method: 'monte-carlo', replicates: 1 },
} as unknown as Study;

const runs = (...values: RunOutcome['values'][]): readonly RunOutcome[] =>
  values.map((one, index) => ({
    ...{ run: index + 1, attempt: 1, jobNumber: 1, status: 'Done', values: one },
  }));

it('responses that are equal in all done runs of a study that varies are told, with their value', () => {
  const [note] = noteEqualResponses(runs({ r: 3 }, { r: 3 }, { r: 3 }), study);
  expect(note).toContain('all done runs have equal responses (r = 3)');
  const more = noteEqualResponses(runs({ r: 3 }, { r: 3 }, { r: 3 }, { r: 3 }), study);
  expect(more).toEqual([note]);
  for (const type of ['Param', 'Case']) {
    const [, ...others] = study.variables;
    const other = { ...study, variables: [{ name: 'x', type }, ...others] } as unknown as Study;
    expect(noteEqualResponses(runs({ r: 3 }, { r: 3 }, { r: 3 }), other)).toEqual([note]);
  }
});

it.each([
  ['one differs', runs({ r: 3 }, { r: 3 }, { r: 4 })],
  ['one of several differs', runs({ r: 3, s: 1 }, { r: 3, s: 2 }, { r: 3, s: 1 })],
  ['only two are done', runs({ r: 3 }, { r: 3 })],
  ['nothing was read', runs({ r: null }, { r: null }, { r: null })],
])('nothing is told where %s', (_title, outcomes) => {
  expect(noteEqualResponses(outcomes, study)).toEqual([]);
});

it('nothing is told of replicates of one row, or of inputs that stand still', () => {
  const outcomes = runs({ r: 3 }, { r: 3 }, { r: 3 });
  const replicated = { ...study, design: { ...study.design, replicates: 3 } };
  expect(noteEqualResponses(outcomes, replicated)).toEqual([]);
  expect(noteEqualResponses(outcomes, { ...study, variables: [] })).toEqual([]);
});

it('what an expression makes of the inputs is no response of the run', () => {
  const outcomes = [1, 2, 3].map((twice) => ({ r: 3, twice }));
  expect(noteEqualResponses(runs(...outcomes), study)[0]).toContain('equal responses (r = 3)');
});

it('one output that is equal in all of five runs is told beside others that vary', () => {
  const outcomes = [1, 2, 3, 4, 5].map((s) => ({ r: 7, s }));
  expect(noteEqualResponses(runs(...outcomes), study)).toEqual([
    expect.stringMatching(/^all done runs have r = 7, .*: where it depends on any/u) as string,
  ]);
  expect(noteEqualResponses(runs(...outcomes.slice(1)), study)).toEqual([]);
});

it('runs with mended files are looked at by themselves', () => {
  const first = runs({ r: 1 }, { r: 2 }, { r: 4 });
  const mended = runs({ r: 7 }, { r: 7 }, { r: 7 }).map((one) => ({ ...one, revision: 2 }));
  expect(noteEqualResponses([...first, ...mended], study)).toEqual([
    expect.stringContaining(
      "all done runs with revision 2 of the study's files have equal responses (r = 7)",
    ) as string,
  ]);
});
