import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact, redactInPieces } from '../src/redact.ts';

const token = 'tok_7Qf9ZkW3xL0pR8sVbN2m';

/** How a program may write a text. */
const spellings: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['hex', (text) => Buffer.from(text).toString('hex')],
  ['upper-case hex', (text) => Buffer.from(text).toString('hex').toUpperCase()],
  ['base64', (text) => Buffer.from(text).toString('base64')],
  ['base64 of addresses', (text) => Buffer.from(text).toString('base64url')],
  ['percent-encoded', (text) => encodeURIComponent(text)],
  [
    'percent-encoded throughout',
    (text) => Buffer.from(text).toString('hex').replaceAll(/../gu, '%$&'),
  ],
  ['JSON', (text) => JSON.stringify(text)],
];

describe('a secret in a text', () => {
  it('is hidden, plain, in hex, base64 or percent-encoded', () => {
    const secret = fc.stringMatching(/^[!-~]{8,40}$/);
    fc.assert(
      fc.property(fc.string(), secret, fc.string(), (before, any, after) => {
        for (const [name, spell] of spellings.filter(([one]) => one !== 'JSON')) {
          const text = redact(`${before}<${spell(any)}>${after}`, [any]);
          expect(text, name).toContain('<[redacted]');
        }
      }),
      { seed: 20261121 },
    );
  });

  it.each(spellings)('is hidden in the middle of something longer: %s', (_name, spell) => {
    for (const before of ['', 'a', 'ab', 'abc']) {
      for (const after of ['', 'x', 'xy', 'xyz']) {
        const text = redact(`<${spell(`${before}${token}${after}`)}>`, [token]);
        expect(text).toContain('[redacted]');
        for (const [, other] of spellings) expect(text).not.toContain(other(token));
      }
    }
  });

  it.each(spellings)('is hidden in every part of eight characters: %s', (_name, spell) => {
    for (let start = 0; start + 8 <= token.length; start += 1) {
      for (const before of ['', '.', '..']) {
        const part = token.slice(start, start + 8);
        const text = redact(`<${spell(`${before}${part}`)}>`, [token]);
        expect(text, part).toContain('[redacted]');
      }
    }
  });

  it('is one mask wherever it stands', () => {
    expect(redact(`a ${token} b ${token}${token}`, [token])).toBe('a [redacted] b [redacted]');
  });
});

describe('what is no secret', () => {
  it('stays as it is', () => {
    expect(redact('plain words', ['tok-abcdef', ''])).toBe('plain words');
    expect(redact('seven: 7Qf9ZkW', [token])).toBe('seven: 7Qf9ZkW');
  });

  it('stays where a secret has words of it', () => {
    const worded = 'local-platform-of-acme-0123456789';
    const text = 'the platform of local-platform ran; -------- 00000000';
    expect(redact(text, [worded, 'a--------b00000000c'])).toBe(text);
    expect(redact(`x ${worded} y`, [worded])).toBe('x [redacted] y');
    expect(redact('local-platform-of-acme', [worded])).toBe('[redacted]');
  });
});

describe('a secret that comes in pieces', () => {
  it.each(spellings)('shows at most seven characters of it: %s', (_name, spell) => {
    const text = `the log has ${spell(token)} in it`;
    for (let cut = 0; cut <= text.length; cut += 1) {
      const clean = redactInPieces(() => [token]);
      const shown = clean(text.slice(0, cut)) + clean(text.slice(cut));
      const longest = spell(token.slice(0, 8)).length;
      for (let start = 0; start + 8 <= token.length; start += 1) {
        expect(shown).not.toContain(spell(token.slice(start, start + 8)));
      }
      expect(shown.length).toBeLessThan(text.length + '[redacted]'.length * 2 + longest);
    }
  });

  it('shows no more of it when each piece is one character', () => {
    const clean = redactInPieces(() => [token]);
    const shown = [...`<${token}>`].map(clean).join('');
    expect(shown.replaceAll('[redacted]', '')).toBe(`<${token.slice(0, 7)}>`);
  });

  it('changes nothing without one', () => {
    const clean = redactInPieces(() => [token]);
    expect([...'some text'].map(clean).join('')).toBe('some text');
  });
});

it('takes milliseconds for a megabyte', () => {
  const text = `${'x'.repeat(50)}${token.slice(0, 6)} 0.123\n`.repeat(150_000);
  const begun = performance.now();
  expect(redact(text, [token])).toBe(text);
  expect(performance.now() - begun).toBeLessThan(2000);
});

it('hides a secret that is written backwards', () => {
  const secret = 'aB3dE5gH7jK9mN1pQ';
  const backwards = [...secret].reverse().join('');
  expect(redact(`it says ${backwards}, or ${backwards.slice(0, 9)}`, [secret])).toBe(
    'it says [redacted], or [redacted]',
  );
});
