import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redact } from '../src/redact.ts';

it('takes a secret out of any text, plain, base64 or percent-encoded', () => {
  const secret = fc.stringMatching(/^[!-~]{8,40}$/);
  fc.assert(
    fc.property(fc.string(), secret, fc.string(), (before, token, after) => {
      const forms = [
        token,
        Buffer.from(token).toString('base64'),
        Buffer.from(token).toString('base64url'),
        encodeURIComponent(token),
      ];
      for (const form of forms) {
        expect(redact(`${before}<${form}>${after}`, [token])).toContain('<[redacted]');
      }
    }),
    { seed: 20261121 },
  );
});

it('leaves a text without secrets as it is', () => {
  expect(redact('plain words', ['tok-abcdef', ''])).toBe('plain words');
});
