import { describe, expect, it } from 'vitest';
import { axisScale, type AxisScale } from '../../../src/report/plots/axis-scale.ts';

function texts({ first, last, textAt }: AxisScale): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, tick) => textAt(first + tick));
}

const ranges: readonly (readonly number[])[] = [
  ...[
    [0, 1],
    [-1, 1],
    [0.1, 0.3],
    [-0.2, 1.3],
    [1e-5, 3],
    [99.999, 100.001],
    [123456, 987654],
  ],
  ...[
    [1e-19, 2e-19],
    [1e-21, 3e-21],
    [-1e-24, 1e-24],
    [1e-300, 5e-300],
    [5e-324, 1.5e-323],
  ],
  ...[
    [0, 5e-324],
    [1e300, 1.7e300],
    [-1.7e308, 1.7e308],
    [1.7e308, 1.75e308],
    [-5e-324, 1e308],
  ],
  ...[
    [1 - 1e-12, 1 + 1e-12],
    [1, 1 + 2 ** -52],
    [-1 - 1e-13, -1],
    [101324.5, 101325.5],
  ],
  ...[
    [1_000_000, 1_000_001],
    [-1_000_001, -1_000_000],
    [1e15, 1e15 + 1],
  ],
  ...[[5], [0], [-3], [5e-324], [1.79e308], [1e-21], [101325], []],
];

describe('the scale of an axis', () => {
  it.each(ranges.map((range) => [range.join(' to '), range] as const))(
    'has different numbers at three to ten ticks, and all values between them: %s',
    (_, range) => {
      const scale = axisScale(range);
      const written = texts(scale);
      expect(written.length).toBeGreaterThanOrEqual(2 + Number(range.length !== 1));
      expect(written.length).toBeLessThanOrEqual(10);
      expect(new Set(written).size).toBe(written.length);
      expect(Math.max(...written.map((text) => text.length))).toBeLessThanOrEqual(9);
      for (const value of range) {
        expect(scale.place(value)).toBeGreaterThanOrEqual(scale.first - 1e-6);
        expect(scale.place(value)).toBeLessThanOrEqual(scale.last + 1e-6);
      }
    },
  );

  it('puts a value where the numbers beside it say', () => {
    for (const range of ranges) {
      const scale = axisScale(range);
      const offset = Number(scale.offset.replaceAll(' ', '').replace('−', '-').replace('+', '+'));
      for (const value of range) {
        const below = Math.max(scale.first, Math.floor(scale.place(value)));
        const at = Number(scale.textAt(below));
        const next = Number(scale.textAt(below === scale.last ? below : below + 1));
        const own = value + offset;
        const slack = Math.max(...range.map(Math.abs)) * 1e-14;
        expect(own).toBeGreaterThanOrEqual(at - slack - Math.abs(at) * 1e-9);
        expect(own).toBeLessThanOrEqual(next + slack + Math.abs(next) * 1e-9);
      }
    }
  });

  it('says behind the name what is taken off long numbers', () => {
    const [near, far] = [
      [1_000_000, 1_000_001],
      [101324.5, 101325.5],
    ].map(axisScale);
    expect([near?.offset, near && texts(near)]).toEqual([
      ' − 1e6',
      ['0', '0.2', '0.4', '0.6', '0.8', '1'],
    ]);
    expect(far?.offset).toBe(' − 101325');
    expect(axisScale([-1 - 1e-12, -1]).offset).toBe(' + 1');
    expect(axisScale([0, 1]).offset).toBe('');
  });

  it('lets bars begin at the value zero', () => {
    for (const range of [
      [0, 3e-21],
      [-2, 5],
      [-1e300, 0],
    ]) {
      expect(axisScale(range).place(0)).toBe(0);
    }
  });

  it('leaves out what is no number', () => {
    expect(texts(axisScale([NaN, null, Infinity, 1, 2]))).toEqual(texts(axisScale([1, 2])));
  });
});
