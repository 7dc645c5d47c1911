/** Where two JSON values differ, for readers. */

/** One place. */
export interface Difference {
  /** Such as `responses.2.mean`; empty for the whole. */
  readonly place: string;
  readonly expected: string;
  readonly found: string;
}

/** Numbers this close are equal: another processor or another version of Node may round the last digits otherwise. */
const tolerance = 1e-9;

/**
 * Places where `found` isn't what `expected` has; what only `found` has is no difference, as later versions tell more.
 * @param ignored names of fields that are passed over
 */
export function differencesOf(
  expected: unknown,
  found: unknown,
  ignored: ReadonlySet<string>,
  place = '',
): readonly Difference[] {
  if (isObject(expected)) {
    const other = isObject(found) ? found : {};
    return Object.entries(expected).flatMap(([name, value]) => {
      if (ignored.has(name)) return [];
      const inside = place === '' ? name : `${place}.${name}`;
      return differencesOf(value, other[name], ignored, inside);
    });
  }
  if (Array.isArray(expected) && Array.isArray(found) && expected.length === found.length) {
    return expected.flatMap((value, index) =>
      differencesOf(value, found[index], ignored, `${place}.${index}`),
    );
  }
  if (isEqual(expected, found)) return [];
  return [{ place, expected: shown(expected), found: shown(found) }];
}

function isEqual(expected: unknown, found: unknown): boolean {
  if (typeof expected === 'number' && typeof found === 'number') {
    const scale = Math.max(Math.abs(expected), Math.abs(found));
    return expected === found || Math.abs(expected - found) <= tolerance * scale;
  }
  // JSON has no number for what isn't finite.
  if (expected === null && typeof found === 'number') return !Number.isFinite(found);
  if (expected === null || expected === undefined) return found === null || found === undefined;
  return expected === found;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
