import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, clipMiddle, escapedLine, printableLine } from '../../src/cli/printable.ts';
import { printable } from '../../src/printable.ts';

/** Mostly from the ranges that matter: C0, C1, escapes, and some letters. */
const anyCharacter = fc.integer({ min: 0, max: 0x20ff }).map((code) => String.fromCodePoint(code));

describe('printable', () => {
  it.each([
    ['plain text stays', 'Grüße 漢字 😀', 'Grüße 漢字 😀'],
    ['colours go', '\u001b[31mred\u001b[0m', 'red'],
    ['titles of terminals go with their text', 'a\u001b]0;owned\u0007b', 'ab'],
    ['clipboard commands go', 'a\u001b]52;c;ZXZpbA==\u001b\\b', 'ab'],
    ['eight-bit escapes go', 'a\u009b31mb', 'a31mb'],
    ['backspaces and bells go', 'a\u0008\u0007b', 'ab'],
    ['carriage returns that overwrite go', 'good\rbad', 'goodbad'],
    ['line ends of Windows become line feeds', 'a\r\nb', 'a\nb'],
    ['marks that reorder text go', 'a\u202egnp.exe', 'agnp.exe'],
    ['tabs and line feeds stay', 'a\tb\nc', 'a\tb\nc'],
  ])('%s', (_what, text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it('leaves no control character but tab and line feed, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (text) => {
        expect([...printable(text)].filter(isControl)).toEqual([]);
      }),
      { seed: 20261121 },
    );
  });

  it('makes one line of many', () => {
    expect(printableLine(' a\n\tb\r\nc ')).toBe(' a b c');
  });
});

describe('clip', () => {
  it('cuts to the width and says so by an ellipsis', () => {
    expect(clip('abcdef', 4)).toBe('abc…');
    expect(clip('abcd', 4)).toBe('abcd');
    expect(clip('😀😀😀', 2)).toBe('😀…');
    expect(clipMiddle('exit code 3 (such as run 4)', 14)).toBe('exit co…run 4)');
    expect(clipMiddle('abcd', 4)).toBe('abcd');
    expect(clipMiddle('abcd', 1)).toBe('…');
  });
});

function isControl(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (code < 32 && code !== 9 && code !== 10) || (code >= 127 && code < 160);
}

describe('escapedLine', () => {
  it('shows on one line all that a name holds', () => {
    expect(escapedLine('a\n  whole: yes\r\tb\u001b[31m\u202ec\u2028d \u00e9')).toBe(
      'a\\n  whole: yes\\r\\tb\\u001b[31m\\u202ec\\u2028d \u00e9',
    );
  });
});
