/** An effect of a text is from the one that the study lists first to the other, whichever the rows begin with. */
import { expect, it } from 'vitest';
import { summariseStudy, type StudyStructure } from '../../src/analysis/index.ts';

const rows = [
  ['cold', 1, 1.5],
  ['hot', 1, 11.5],
  ['cold', 2, 2.5],
  ['hot', 2, 12.5],
  ['cold', 1, 1.6],
  ['hot', 1, 11.6],
  ['cold', 2, 2.6],
  ['hot', 2, 12.7],
] as const;

function effectsOf(first: number, listed: readonly string[] | undefined) {
  const ordered = [...rows.slice(first), ...rows.slice(0, first)];
  const structure: StudyStructure = {
    ...{ method: 'full-factorial', options: {}, seed: 1, variables: ['T', 'A'], replicates: 2 },
    ...(listed ? { distributions: { T: { kind: 'levels', values: listed } } } : {}),
  };
  const { factorialEffects = [] } = summariseStudy(
    {
      accepted: rows.map(() => true),
      columns: [
        { name: 'T', role: 'input', values: ordered.map(([text]) => text) },
        { name: 'A', role: 'input', values: Float64Array.from(ordered, ([, a]) => a) },
        { name: 'y', role: 'output', values: Float64Array.from(ordered, ([, , y]) => y) },
      ],
    },
    structure,
  );
  const [own] = factorialEffects;
  const effects = own?.effects.map(({ inputs, effect }) => [inputs.join(''), effect.toFixed(3)]);
  return { ...Object.fromEntries(effects ?? []), levels: own?.textLevels };
}

it.each([0, 1])('with the rows from place %i on first', (first) => {
  const upwards = [{ input: 'T', low: 'cold', high: 'hot' }];
  const up = { T: '10.025', A: '1.025', TA: '0.025', levels: upwards };
  expect(effectsOf(first, ['cold', 'hot'])).toEqual(up);
  // Without a list by the alphabet.
  expect(effectsOf(first, undefined)).toEqual(up);
  expect(effectsOf(first, ['hot', 'cold'])).toEqual({
    ...{ T: '-10.025', A: '1.025', TA: '-0.025' },
    levels: [{ input: 'T', low: 'hot', high: 'cold' }],
  });
});
