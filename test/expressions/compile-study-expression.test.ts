import { describe, expect, it } from 'vitest';
import { compileStudyExpression } from '../../src/expressions/compile-study-expression.ts';
import type { ValueKind } from '../../src/expressions/value-kind.ts';

const names = new Map<string, ValueKind>([
  ['x', 'number'],
  ['y', 'number'],
  ['grade', 'text'],
  ['ok', 'boolean'],
]);
const columns = {
  x: Float64Array.of(1, 2, 3, 4),
  y: Float64Array.of(2, 4, NaN, 9),
  grade: ['a', 'b', 'b', 'a'],
  ok: Float64Array.of(1, 0, 1, NaN),
};

describe('compileStudyExpression', () => {
  it.each([
    ['mean(x)', 2.5],
    ['sum(x)', 10],
    ['variance(x)', 5 / 3],
    ['sd(x)^2', 5 / 3],
    ['median(x)', 2.5],
    ['quantile(x, 0.25)', 1.75],
    ['min(x) + max(x)', 5],
    ['max(min(x), 3)', 3],
    ['mean(max(x, 2.5))', (2.5 + 2.5 + 3 + 4) / 4],
    ['count()', 4],
    ['count(x > 1.5)', 3],
    ['count(ok)', 2],
    ['count(grade == "b" and x > 2)', 1],
    ['mean(y)', 5],
    ['count(y)', 3],
    ['mean(x * y)', (2 + 8 + 36) / 3],
    ['kurtosis(x)', -1.2],
    ['skewness(x)', 0],
    ['correlation(x, 2 * x)', 1],
    ['count(x > 2) / count() * 100', 50],
  ])('evaluates %s', (text, expected) => {
    expect(compileStudyExpression(text, names).evaluate(columns)).toBeCloseTo(expected, 12);
  });

  it('gives a text where the expression is one', () => {
    const verdict = compileStudyExpression('mean(x) > 2 ? "high" : "low"', names);
    expect(verdict.kind).toBe('text');
    expect(verdict.evaluateText(columns)).toBe('high');
  });

  it.each([
    ['x', 'got the column'],
    ['mean(x) + y', 'got the column'],
    ['mean(mean(x))', 'inside a column function'],
    ['mean(z)', 'got `z`'],
    ['mean(grade)', 'got text'],
    ['mean(ok)', 'got conditions'],
    ['quantile(x)', 'Expected 2 argument'],
    ['quantile(x, 1.5)', 'Expected a number from 0 to 1 for `quantile`, got 1.5'],
    ['quantile(x, -0.1)', 'Expected a number from 0 to 1 for `quantile`, got -0.1'],
    ['quantile(x, 95)', 'from 0 to 1 for `quantile`, got 95'],
    ['mean(x) > 2', 'got a condition'],
    ['maen(x)', 'got `maen`'],
  ])('refuses %s', (text, fragment) => {
    expect(() => compileStudyExpression(text, names)).toThrow(fragment);
  });

  it('has no value over no rows', () => {
    const none = { x: new Float64Array(), y: new Float64Array() };
    expect(compileStudyExpression('mean(x)', names).evaluate(none)).toBeNaN();
    expect(compileStudyExpression('min(x)', names).evaluate(none)).toBeNaN();
    expect(compileStudyExpression('count()', names).evaluate(none)).toBe(0);
  });
});
