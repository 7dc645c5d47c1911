import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tableCell, unguardText } from '../../src/tables/index.ts';

it('texts read back exactly, and none begins as a formula does', () => {
  const text = fc.array(fc.constantFrom("'", '=', '+', '-', '@', '3', 'a', ' '), { maxLength: 6 });
  fc.assert(
    fc.property(text, (characters) => {
      const written = characters.join('');
      const cell = tableCell(written);
      expect(unguardText(cell)).toBe(written);
      expect(cell).not.toMatch(/^(?:[=@]|[+-](?!3+ *$))/u);
    }),
    { seed: 7, numRuns: 2000 },
  );
});
