import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StudyError } from '../../src/errors.ts';
import { parseTemplate } from '../../src/templates/index.ts';

function issuesOf(text: string) {
  try {
    parseTemplate(text, { file: 'beam.in' });
  } catch (error) {
    if (error instanceof StudyError) return error.issues;
    throw error;
  }
  return [];
}

describe('parseTemplate', () => {
  it('lists placeholders with their places, as often as they stand there', () => {
    const { placeholders } = parseTemplate('a ${w}\n  ${ E?string("0.00") }${w}\r\n', {
      file: 'f',
    });
    expect(placeholders).toEqual([
      { name: 'w', line: 1, column: 3 },
      { name: 'E', format: '0.00', line: 2, column: 3 },
      { name: 'w', line: 2, column: 24 },
    ]);
  });

  it('leaves text without placeholders as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!/[$#]\{|<[/#@]/u.test(text));
        return parseTemplate(text, { file: 'f' }).render({}) === text;
      }),
      { seed: 21, numRuns: 1000 },
    );
  });

  it('inserts text unchanged and never looks at it again', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('', '${y}', '$&', '<#if>', '$1', '{{'), (a, b) => {
        const value = a + b;
        return (
          parseTemplate('<${x}|${x}>', { file: 'f' }).render({ x: value }) === `<${value}|${value}>`
        );
      }),
      { seed: 22, numRuns: 500 },
    );
  });

  it('prints numbers without a pattern so that reading gives the same double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        return Number(parseTemplate('${x}', { file: 'f' }).render({ x })) === x;
      }),
      { seed: 23, numRuns: 1000 },
    );
  });

  it('formats a number that comes as text', () => {
    expect(parseTemplate('${x?string("0.00")}', { file: 'f' }).render({ x: ' 1.005D0' })).toBe(
      '1.00',
    );
  });

  it('reads a long template in one pass', () => {
    const text = 'v = ${x}\n'.repeat(20_000);
    const { placeholders } = parseTemplate(text, { file: 'f' });
    expect(placeholders.at(-1)).toEqual({ name: 'x', line: 20_000, column: 5 });
  });

  it.each([
    ['x\n ${w+1}', 2, 2, /got `\$\{w\+1\}`/u],
    ['${w', 1, 1, /not closed/u],
    ['${}', 1, 1, /Expected a placeholder/u],
    ['${a.b}', 1, 1, /Expected a placeholder/u],
    ['${w?string}', 1, 1, /Expected a placeholder/u],
    ['${w?string("%.2f")}', 1, 1, /no digit/u],
    ['${w?string("0.0\\n")}', 1, 1, /plain characters/u],
    ['${w?string("0 ${x}")}', 1, 1, /plain characters/u],
    ['ab\n<#if w>\n</#if>', 2, 1, /directive `<#if`/u],
    ['  <@macro/>', 1, 3, /directive `<@macro`/u],
    ['<#-- c -->', 1, 1, /directive `<#--`/u],
    ['#{w}', 1, 1, /`#\{`/u],
  ])('refuses %j with its place', (text, line, column, message) => {
    expect(issuesOf(text)[0]).toMatchObject({ file: 'beam.in', line, column });
    expect(issuesOf(text)[0]?.message).toMatch(message);
    expect(issuesOf(text)[0]?.hint).toBeTruthy();
  });

  it('gives all findings at once', () => {
    expect(issuesOf('<#if a>\n${a b}\n</#if>').map(({ line }) => line)).toEqual([1, 2, 3]);
  });

  it('names the place of a value that is missing, and of text where a number must stand', () => {
    const template = parseTemplate('a\n ${w?string("0")}', { file: 'beam.in' });
    expect(() => template.render({})).toThrow('beam.in:2:2: There is no value for ${w}');
    expect(() => template.render({ w: '1,5' })).toThrow(
      /beam\.in:2:2: Expected a number .* got "1,5"/u,
    );
  });

  it('knows no values but those it is given', () => {
    const template = parseTemplate('${constructor}${__proto__}', { file: 'f' });
    expect(() => template.render({})).toThrow(StudyError);
  });
});
