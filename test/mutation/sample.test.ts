import { describe, expect, it } from 'vitest';
import { intervalOf, isInSample } from '../../.ci/mutation/sample.js';

const mutantIn = (line: number) => ({
  mutatorName: 'EqualityOperator',
  replacement: 'a >= 1',
  location: { start: { line, column: 5 }, end: { line, column: 10 } },
});
const lines = Array.from({ length: 4000 }, (_, line) => line);
const sampleOf = (share: number) =>
  lines.filter((line) => isInSample(share, 'src/run/a.ts', mutantIn(line)));

describe('a sample of mutants', () => {
  it('is as large a part of all as asked, the same each time, and a part of a larger one', () => {
    // Four standard deviations of a binomial count.
    expect(Math.abs(sampleOf(0.1).length - 400)).toBeLessThan(76);
    expect(sampleOf(0.1)).toEqual(sampleOf(0.1));
    expect(sampleOf(0.2)).toEqual(expect.arrayContaining(sampleOf(0.1)));
    expect(sampleOf(1)).toEqual(lines);
  });

  it('is another one with another seed', () => {
    const drawn = (seed?: string) =>
      lines.filter((line) => isInSample(0.1, 'src/run/a.ts', mutantIn(line), seed));
    expect(drawn('')).toEqual(sampleOf(0.1));
    expect(drawn('2')).toEqual(drawn('2'));
    const both = drawn('2').filter((line) => drawn('3').includes(line));
    // As many as chance has in two samples of a tenth: 40, and four standard deviations of that.
    expect(both.length).toBeLessThan(66);
    expect(both.length).toBeGreaterThan(14);
  });

  it('tells mutants of one place apart', () => {
    const first = lines.map((line) => ({ ...mutantIn(line), replacement: 'true' }));
    const drawn = first.filter((mutant) => isInSample(0.5, 'src/run/a.ts', mutant));
    expect(drawn.map(({ location }) => location.start.line)).not.toEqual(sampleOf(0.5));
  });
});

it('the interval of a score is Wilson’s', () => {
  // Newcombe 1998, table I: 81 of 263, and 15 of 148.
  const [low, high] = intervalOf(81, 263);
  expect([low.toFixed(2), high.toFixed(2)]).toEqual(['25.53', '36.62']);
  const [lower, higher] = intervalOf(15, 148);
  expect([lower.toFixed(2), higher.toFixed(2)]).toEqual(['6.24', '16.05']);
});
