import { describe, expect, it } from 'vitest';
import { hasKnownUnit, numberSlip } from '../../src/numbers/index.ts';

describe('a number with letters behind it', () => {
  it.each([
    ['10k', 'write 10000'],
    ['10 k', 'write 10000'],
    ['1.5e3 k', 'write 1500000'],
    ['-2.2meg', 'write -2200000'],
    ['3M', 'write 3000000 for mega, 0.003 for milli, as in SPICE'],
    ['4 n', 'write 4e-9 for nano'],
    ['4.7µ', 'write 0.0000047'],
    ['2,5k', 'write 2500'],
    ['10 Mi', 'write 10485760'],
    ['7G', 'write 7000000000 for giga'],
  ])('is multiplied as its prefix says: %s', (text, advice) => {
    expect(numberSlip(text)).toEqual({ advice });
  });

  it.each([
    ['5m', 'write 5 for metres or minutes, 0.005 for milli', 'm'],
    ['300 K', 'write 300 for kelvin, 300000 for kilo', 'K'],
    ['10 mm', 'write 10, or 0.01 where the runs expect m', 'mm'],
    ['2 kN/m', 'write 2, or 2000 where the runs expect N/m', 'kN/m'],
    ['210 GPa', 'write 210, or 210000000000 where the runs expect Pa', 'GPa'],
    ['2 kg/m^3', 'write 2, or 2000 where the runs expect g/m^3', 'kg/m^3'],
    ['3 psi', 'write 3: numbers have no units', 'psi'],
    ['5 Pa', 'write 5: numbers have no units', 'Pa'],
    ['5 min', 'write 5: numbers have no units', 'min'],
    ['1000 N', 'write 1000: numbers have no units', 'N'],
  ])('is told both ways where it may be a unit: %s', (text, advice, unit) => {
    expect(numberSlip(text)).toEqual({ advice, unit });
  });

  it.each(['3 psi', '2,5k', '10 Mi', '2 N/mm', '1,5 mm', '90 deg'])('is known: %s', (text) => {
    expect(hasKnownUnit(text)).toBe(true);
  });

  it.each(['3D', '4340 steel', 'V8', '10A36', '8.8'])('may be a name: %s', (text) => {
    expect(hasKnownUnit(text)).toBe(false);
  });
});
