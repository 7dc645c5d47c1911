import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileRunExpression } from '../../src/expressions/compile-run-expression.ts';
import { compileStudyExpression } from '../../src/expressions/compile-study-expression.ts';
import { ExpressionError } from '../../src/expressions/expression-error.ts';

const pieces = [
  'x',
  'y',
  'ok',
  '1',
  '2.5',
  '1e3',
  '"a"',
  '+',
  '-',
  '*',
  '/',
  '^',
  '(',
  ')',
  ',',
  '?',
  ':',
  '<',
  '<=',
  '==',
  '!=',
  ' and ',
  ' or ',
  'not ',
  ' mod ',
  ' xor ',
  'sqrt(',
  'mean(',
  'max(',
  'count(',
  'pi',
  ' ',
  'in',
  'to',
  '%',
  '!',
  "'",
  '[',
  ';',
  '=',
  '.',
  'i',
  'e',
  'true',
];
const columns = { x: Float64Array.of(1, 2, NaN), y: ['a', 'b', 'c'], ok: Float64Array.of(0, 1, 1) };

it('any text is an expression with a finite value, true, false or NaN, or an error with its place', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      try {
        const value = compileRunExpression(text, new Set(['x', 'y', 'ok'])).evaluate({
          x: 2,
          y: 'a',
          ok: true,
        });
        if (typeof value !== 'boolean')
          expect(Number.isFinite(value) || Number.isNaN(value)).toBe(true);
      } catch (error) {
        checkPlace(error, text);
      }
      try {
        const value = compileStudyExpression(text, new Set(['x', 'y', 'ok'])).evaluate(columns);
        expect(Number.isFinite(value) || Number.isNaN(value)).toBe(true);
      } catch (error) {
        checkPlace(error, text);
      }
    }),
    { seed: 7, numRuns: 3000 },
  );
});

function checkPlace(error: unknown, text: string): void {
  if (!(error instanceof ExpressionError)) throw error;
  expect(error.offset).toBeGreaterThanOrEqual(0);
  expect(error.offset).toBeLessThanOrEqual(text.length);
}
