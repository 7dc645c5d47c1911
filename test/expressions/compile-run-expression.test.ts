import { describe, expect, it } from 'vitest';
import { compileRunExpression } from '../../src/expressions/compile-run-expression.ts';
import { ExpressionError } from '../../src/expressions/expression-error.ts';
import type { ValueKind } from '../../src/expressions/value-kind.ts';

const names = new Map<string, ValueKind>([
  ['w', 'number'],
  ['t', 'number'],
  ['stress', 'number'],
  ['grade', 'text'],
  ['ok', 'boolean'],
]);
const scope = { w: 2, t: 3, stress: 40_000, grade: 'S235', ok: true };

function failure(text: string): ExpressionError {
  try {
    compileRunExpression(text, names);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`accepted: ${text}`);
}

describe('compileRunExpression', () => {
  it.each([
    ['w * t', 6],
    ['-w^2', -4],
    ['2^3^2', 512],
    ['w < t and not (t < w)', true],
    ['1 < w <= t', true],
    ['1 < w < 2', false],
    ['stress <= 40000', true],
    ['grade == "S235"', true],
    ["grade != 'S235'", false],
    ['ok ? w : t', 2],
    ['ok == false', false],
    ['2 * pi', 2 * Math.PI],
    ['max(w, t, 1e3)', 1000],
    ['round(2.345, 2)', 2.35],
    ['round(-2.5)', -3],
    ['-7 mod 3', 2],
    ['log(8, 2)', 3],
    ['atan2(1, 1)', Math.PI / 4],
    ['+w', 2],
    ['w > 1 xor t > 1', false],
    ['w - 2', 0],
    ['-(w - 2)', 0],
  ])('evaluates %s', (text, expected) => {
    const value = compileRunExpression(text, names).evaluate(scope);
    expect(value).toEqual(typeof expected === 'number' ? expect.closeTo(expected, 12) : expected);
    expect(Object.is(value, -0)).toBe(false);
  });

  it('tells which names it reads, in reading order', () => {
    expect(compileRunExpression('t * w + t', names).names).toEqual(['t', 'w']);
  });

  it.each(['sqrt(-w)', 'w / 0', 'exp(1e6)', 'log(-1) < 3', 'stress + missing'])(
    'gives NaN instead of a value that is not finite: %s',
    (text) => {
      const more = new Map(names).set('missing', 'number');
      expect(compileRunExpression(text, more).evaluate(scope)).toBeNaN();
    },
  );

  it('never judges a missing value', () => {
    const judge = compileRunExpression('stress <= 40000', names);
    expect(judge.evaluate({ stress: NaN })).toBeNaN();
    expect(judge.evaluate({ stress: null })).toBeNaN();
    expect(judge.evaluate({})).toBeNaN();
    expect(judge.evaluate({ stress: '39000' })).toBeNaN();
  });

  it.each([
    ['w +', 3, 'ends where a value should follow'],
    ['w * x', 4, 'got `x`'],
    ['sress > 1', 0, 'got `sress`'],
    ['wat(w)', 0, 'got `wat`'],
    ['sqrt(w, t)', 0, 'Expected 1 argument'],
    ['w = 3', 2, 'assignment'],
    ['f(x) = x', 5, 'assignment'],
    ['1:1e9', 1, 'range'],
    ['range(0, 1e8)', 0, 'got `range`'],
    ['zeros(20000, 20000)', 0, 'got `zeros`'],
    ['combinations(1e9, 5e8)', 0, 'got `combinations`'],
    ['createUnit("x")', 0, 'got `createUnit`'],
    ['evaluate("1")', 0, 'got `evaluate`'],
    ['[1, 2]', 0, 'array'],
    ['{a: 1}', 0, 'object'],
    ['w.constructor', 1, 'property'],
    ['w; t', 1, 'second statement'],
    ['w\nt', 1, 'second line'],
    ['w # c', 2, 'comment'],
    ['w!', 1, '`!`'],
    ['w && t', 2, '`&&`'],
    ['w ** 2', 2, '`**`'],
    ['5 % 3', 2, '`%`'],
    ['2 w', 2, 'operator before'],
    ['2(w)', 1, 'operator before'],
    ['(w)(t)', 3, 'operator before'],
    ['0x10', 1, 'operator before'],
    ['1e999', 0, '1.8e308'],
    ['NaN', 0, 'got `NaN`'],
    ['null', 0, 'got `null`'],
    ['grade + 1', 0, 'got a text'],
    ['grade < "a"', 0, 'two numbers'],
    ['grade == 1', 0, 'one kind'],
    ['w and t', 0, 'got a number'],
    ['"S235"', 0, 'got a text'],
    ['α', 0, 'got "α"'],
    ['', 0, 'is empty'],
    ['"open', 0, 'open quote'],
    [`${'('.repeat(60)}w${')'.repeat(60)}`, 50, 'at most 50'],
    [`${'-'.repeat(1500)}w`, 0, 'at most 50'],
    ['w'.repeat(2001), 2000, 'at most 2000'],
  ])('refuses %s with its place', (text, offset, fragment) => {
    const error = failure(text);
    expect(error.message).toContain(fragment);
    expect(error.offset).toBe(offset);
  });

  it('suggests the nearest name', () => {
    expect(failure('sress > 1').hint).toBe('did you mean `stress`?');
    expect(failure('sqr(w)').hint).toBe('did you mean `sqrt`?');
  });

  it('takes any kind where names come without kinds', () => {
    const judge = compileRunExpression('grade == "a" or w > 1', new Set(['grade', 'w']));
    expect(judge.evaluate({ grade: 'b', w: 2 })).toBe(true);
    expect(judge.evaluate({ grade: 'b', w: 'x' })).toBeNaN();
  });
});
