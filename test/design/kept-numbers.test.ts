import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createDesign } from '../../src/design/index.ts';
import type { DesignMethod } from '../../src/design/design-settings.ts';
import { variablesOf } from './four-distributions.ts';

/** SHA-256 of 20,000 rows of four distributions in blocks that cut through every inner table, as little-endian doubles. */
function digest(method: DesignMethod, runs: number): string {
  const design = createDesign({ method, runs, seed: 42, variables: variablesOf(8), options: {} });
  const hash = createHash('sha256');
  for (let start = 0; start < 20_000; start += 3001) {
    for (const column of design.block(start, Math.min(3001, 20_000 - start))) {
      hash.update(Buffer.from(Float64Array.from(column, Number).buffer));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

describe('a design', () => {
  it('keeps its numbers for ever, however fast they are made', () => {
    expect({
      independent: digest('monte-carlo', 20_000),
      latin: digest('latin-hypercube', 20_000),
      sobol: digest('sobol', 2 ** 15),
      halton: digest('halton', 20_000),
    }).toMatchInlineSnapshot(`
      {
        "halton": "4a72904bdcad29f6",
        "independent": "5a8f1f537d914487",
        "latin": "1cc17aecd249ab6f",
        "sobol": "7ad309d1b82dd076",
      }
    `);
  });
});
