import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLines } from '../../src/tables/csv-text.ts';

it('writes rows as csv-stringify does, for any texts and numbers', () => {
  const texts = fc.oneof(
    ...[fc.double(), fc.integer(), fc.string(), fc.stringMatching(/^[\w.:+-]{0,9}$/u)],
    fc.constantFrom(
      'é',
      '"',
      ',',
      '\n',
      '\r',
      '\r\n',
      '=1+1',
      '',
      ' ',
      ' 漢字 ',
      '😀',
      '\u2028',
      '-0',
    ),
  );
  const rows = fc.array(fc.tuple(texts, texts, texts), { minLength: 1 });
  fc.assert(
    fc.property(rows, (some) => {
      expect(csvLines(some)).toBe(stringify(some));
    }),
    { seed: 34, numRuns: 500 },
  );
});
