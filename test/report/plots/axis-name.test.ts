import { expect, it } from 'vitest';
import { axisName } from '../../../src/report/plots/axis-name.ts';
import { textWidth } from '../../../src/report/plots/text-width.ts';

const titles = ['M', 'W'].map(
  (end) => `Maximum bending moment at the weld ${end} side (MOMENT_AT_THE_WELD_${end}) [kNm]`,
);

it('is whole where it has room', () => {
  expect(axisName(titles[0] ?? '', titles, 900)).toBe(titles[0]);
});

it.each([120, 200, 300])('differs from those beside it, and fits into %d px', (room) => {
  const names = titles.map((title) => axisName(title, titles, room));
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(textWidth(name)).toBeLessThanOrEqual(room);
});

it('is cut also where nothing short differs', () => {
  const alike = ['p', 'q'].map(
    (middle) => `${'x'.repeat(40)}${middle.repeat(40)}${'y'.repeat(40)}`,
  );
  for (const name of alike) {
    const shown = axisName(name, alike, 130);
    expect(shown).toContain('…');
    expect(textWidth(shown)).toBeLessThanOrEqual(130);
  }
});

it('has fewer letters where they are capitals', () => {
  const [small, capital] = ['moment of the web', 'MOMENT OF THE WEB'].map((name) =>
    axisName(name, [], 125),
  );
  expect(small).toBe('moment of the web');
  expect(capital).toContain('…');
});
