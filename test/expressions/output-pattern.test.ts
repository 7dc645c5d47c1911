/** Expressions as studies write them, read by RE2 beside JavaScript's own. */
import { describe, expect, it } from 'vitest';
import { readOutputPattern } from '../../src/expressions/output-pattern.ts';
import { searchText } from '../../src/extract/search-text.ts';

/** What JavaScript's own expressions give, as studies were read before. */
function byJavaScript(regex: string, text: string): string | undefined {
  return new RegExp(regex, 'mu').exec(text)?.[1];
}

function problemOf(regex: string) {
  const read = readOutputPattern(regex);
  return 'problem' in read ? read.problem : undefined;
}

describe('an output expression', () => {
  it.each([
    ['disp = (\\S+)', 'a\ndisp = 1.5e-3\n'],
    ['disp = (\\S+)', 'disp = 1.5\r\n'],
    ['^x = (.*)$', 'w = 2\r\nx = 1 2\r\ny'],
    ['x = (.*)', 'x = 1\u2028y'],
    ['x = (\\S+)\\r\\ny', 'x = 1\r\ny'],
    ['x = (\\S+)\\r?\\ny', 'x = 1\r\ny'],
    ['(?<value>\\d+)', 'a 12'],
    ['([\\d.eE+-]+)$', 'mass 1.5e-3'],
    ['(\\p{L}+)', 'é1'],
    ['(\\p{Script=Greek}+)', 'a αβ'],
    ['\\P{sc=Greek}(.)', 'aβ'],
    ['(\\u00e9+)', 'aéé'],
    ['(\\u{1F600}.)', '😀x'],
    ['(\\uD83D\\uDE00.)', '😀x'],
    ['(😀.)', '😀x'],
    ['a\\\\u(.)', 'a\\u5'],
    ['x([^]+)y', 'x\n\ny'],
    ['\\cI(\\w)', '\ta'],
    ['(a|ab)(?:c|bcd)', 'abcd'],
    ['(\\w+?)\\b', 'foo bar'],
    ['[(?=](\\d)', '(1'],
    ['\\(\\?=(\\d)', '(?=1'],
    ['(a.*?b)', 'a1b2b'],
    ['(\\x41)\\/', 'A/'],
    ['(?<![\\s\\S])(?:[^\\n]*\\n){2}\\s*(\\S+)', '1\n2\n 3\n4\n'],
    ['(\\d)\\s*(?![\\s\\S])', '1\n2\n'],
  ])('%j finds in %j what it found before', (regex, text) => {
    const before = byJavaScript(regex, text);
    expect(before).toBeDefined();
    expect(searchText(text, regex, 'first')).toBe(before);
  });

  it.each(['(\\d+)(?=;)', '(?<=a)(b)', '(?<!a)(b)', '(?!a)(b)'])(
    'refuses lookaround: %s',
    (regex) => {
      expect(problemOf(regex)?.message).toBe('Expected a regular expression without lookaround');
      expect(problemOf(regex)?.hint).toContain('outside the group');
    },
  );

  it.each(['(a)\\1', '(?<v>a)\\k<v>'])('refuses references back: %s', (regex) => {
    expect(problemOf(regex)?.message).toContain('without references back');
  });

  it.each([
    ['(a', 'missing closing )'],
    ['[z-a]', 'invalid character class range'],
    ['(a{30}){30}{30}{30}', 'invalid'],
    ['a'.repeat(2001), 'at most 2000 characters'],
    ['((((((a{30}){30}){30}){30}){30}){30})', 'invalid repeat count'],
  ])('refuses what can not be read, in little time', (regex, why) => {
    const begun = performance.now();
    expect(problemOf(regex)?.message).toContain(why);
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it.each(['(x+x+)+y', '(a*)*b', '^(([a-z])+.)+[A-Z]([a-z])+$', '(?:(?:a|a)+)+(b)'])(
    'that would backtrack without end ends: %s',
    (regex) => {
      const text = `${'x'.repeat(50_000)}\n${'a'.repeat(50_000)}!\n`;
      const begun = performance.now();
      expect(() => searchText(text, regex, 'only')).toThrow('nothing in the text matches');
      expect(performance.now() - begun).toBeLessThan(5000);
    },
  );

  it('of a study from before may still look around', () => {
    expect(searchText('12;', '(\\d+)(?=;)', 'only')).toBe('12');
  });
});
