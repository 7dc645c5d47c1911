import { expect, it } from 'vitest';
import { clipped, clippedNames } from '../../../src/report/plots/clipped-names.ts';

it('a name is cut in its middle where it is too long, never within a sign', () => {
  expect(clipped('inlet temperature [K]', 12)).toBe('inlet …e [K]');
  expect(clipped('😀😁😂😃', 3)).toBe('😀…😃');
  expect(clipped('inlet', 5)).toBe('inlet');
});

it('names that differ still differ when they are cut', () => {
  expect(clippedNames(['short', 'a long name'], 8)).toEqual(['short', 'a lo…ame']);
  expect(clippedNames(['temperature in', 'temperature out'], 9)).toEqual([
    'temp…e in',
    'temp… out',
  ]);
  expect(clippedNames(['a-temperature', 'b-temperature'], 3)).toEqual(['a…e', 'b…e']);
  expect(clippedNames(['aa-temperature', 'ab-temperature'], 3)).toEqual(['aa…', 'ab…']);
  const alike = clippedNames(['aaaaaaaa-1-aaaaaaaa', 'aaaaaaaa-2-aaaaaaaa'], 8);
  expect(alike).toEqual(['aaaaa…1…', 'aaaaa…2…']);
});

it('a name is cut to the words that tell it from those most like it', () => {
  const stations = Array.from({ length: 24 }, (_, at) => {
    return `wing_rib_panel_thickness_station_${String(at).padStart(2, '0')}_lower_skin`;
  });
  const margins = ['margin_of_safety_buckling_0', 'margin_of_safety_buckling_7'];
  const texts = clippedNames([...stations, ...margins], 16);
  expect(new Set(texts).size).toBe(26);
  expect([texts[0], texts[10], texts[23], texts[25]]).toEqual([
    ...['wing_rib_pan…00…', 'wing_rib_pan…10…', 'wing_rib_pan…23…', 'margin_of_safe…7'],
  ]);
  const thirds = stations
    .slice(2, 4)
    .flatMap((name) => [`${name} lowest third`, `${name} highest third`]);
  for (const text of clippedNames(thirds, 30))
    expect(text).toMatch(/^wing_.*…0[23]_lower_skin (?:low|high)est…$/u);
});

it('names of which nothing so short tells are as long as they must be, and bear no number of their own', () => {
  const long = ['a-xxxxxxxxxxxx-b', 'a-yxxxxxxxxxxx-b', 'a-xxxxxxxxxxxy-b'];
  expect(clippedNames(long, 5)).toEqual(['…xxxxxxxxxxxx…', '…yxxxxxxxxxxx…', '…xxxxxxxxxxxy…']);
});

it('a name that comes twice is written alike both times', () => {
  const long = ['aaaaaaaa-1-aaaaaaaa', 'aaaaaaaa-2-aaaaaaaa', 'aaaaaaaa-1-aaaaaaaa'];
  expect(clippedNames(long, 8)).toEqual(['aaaaa…1…', 'aaaaa…2…', 'aaaaa…1…']);
});

it('marks that reorder text are left out, as a cut may take their end', () => {
  expect(clipped('a\u202eb\u202c', 5)).toBe('ab');
  expect(clipped('\u2067inlet temperature\u2069', 9)).toBe('inle…ture');
  expect(clippedNames(['\u202elong name of one\u202c', 'other'], 8)).toEqual(['long…one', 'other']);
});
