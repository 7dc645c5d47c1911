import fc from 'fast-check';
import { expect, it } from 'vitest';
import { outcomeSchema } from '../../../src/store/schemas/outcome.ts';
import { isPlainOutcome } from '../../../src/store/schemas/plain-outcome.ts';

const whole = {
  ...{ run: 1, attempt: 1, jobNumber: 2, revision: 2, judgedWith: 3, platformJob: 'rx4wVaZ46y' },
  ...{ platformRun: 7, status: 'Done', exitCode: 0, message: 'ended', values: { y: 1.5, z: null } },
  ...{ files: { 'out.txt': 'd41d8cd9' }, pack: `2-${'0f'.repeat(16)}`, elapsedSeconds: 0.25 },
  ...{ startedAt: '2026-11-28T10:00:00.000Z', endedAt: '2026-11-28T10:00:01.000Z' },
};
const names = [...Object.keys(whole), 'reason', 'reusedFrom', 'uncollected', '__proto__', 'other'];

it('knows outcomes as most runs have them', () => {
  expect(isPlainOutcome(whole)).toBe(true);
  const { run, attempt, jobNumber, values } = whole;
  expect(isPlainOutcome({ run, attempt, jobNumber, status: 'Failed', values })).toBe(true);
});

it('leaves to the schema whatever that refuses or changes, with any field changed or gone', () => {
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('done', 'Done', 1e300, 2 ** 53, -0.5, '1-x', { y: Infinity }, { y: {} }, [1]),
  );
  const changed = fc
    .array(fc.tuple(fc.constantFrom(...names), fc.option(odd)), { minLength: 1, maxLength: 3 })
    .map((changes) => {
      const fields = new Map<string, unknown>(Object.entries(whole));
      for (const [name, value] of changes) {
        if (value === null) fields.delete(name);
        else fields.set(name, value);
      }
      const text = [...fields].map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
      return JSON.parse(`{${text.join(',')}}`) as unknown;
    });
  let plain = 0;
  fc.assert(
    fc.property(fc.oneof(changed, odd), (value) => {
      if (!isPlainOutcome(value)) return;
      plain += 1;
      expect(outcomeSchema.safeParse(value)).toEqual({ success: true, data: value });
    }),
    { seed: 34, numRuns: 3000 },
  );
  expect(plain).toBeGreaterThan(100);
});
