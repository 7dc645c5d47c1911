/** Messages gone wrong: each differs from a good one in a way that no parser may take for another good one. Seeded, and plain JSON. */

/** A good message. A text with a blank in it stands for a free one, in which any characters are allowed. */
export interface Sample {
  /** With all its fields. */
  readonly full: unknown;
  /** With those alone that it needs; default: all. */
  readonly least?: unknown;
}

/** A message gone wrong, and how. */
export interface Mutation {
  readonly how: string;
  readonly value: unknown;
}

type Path = readonly (string | number)[];

const tooLong = 'x'.repeat(100_001);
const veryDeep = (): unknown => JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`);
const wrongNumbers = [1e308, -1e308, -1e12, 0.5, 2 ** 53, 'NaN', '1', true, null, [1], {}];
const wrongWholes = [undefined, null, true, 7, '', 'studyId', [], [[]], {}];

/** Gives back `count` messages gone wrong; the same ones for the same seed. */
export function mutations({ full, least = full }: Sample, count: number, seed: number): Mutation[] {
  const random = createRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const places = pathsOf(full);
  const needed = pathsOf(least).filter((path) => typeof path.at(-1) === 'string');
  const one = (): Mutation => {
    const way = random();
    if (way < 0.08) {
      const value = pick([...wrongWholes, veryDeep(), tooLong]);
      return { how: `the whole is ${typeof value}`, value };
    }
    if (way < 0.12) return { how: 'its fields are of its prototype', value: asPrototype(least) };
    if (way < 0.25) {
      const path = pick(needed);
      return { how: `without ${path.join('.')}`, value: changed(least, path, undefined) };
    }
    const path = pick(places);
    const value = pick(wrongFor(valueAt(full, path)));
    return { how: `${path.join('.')} is ${describe(value)}`, value: changed(full, path, value) };
  };
  return Array.from({ length: count }, one);
}

/** What may not stand in the place of a value. */
function wrongFor(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [...wrongNumbers, veryDeep()];
  if (typeof value === 'boolean') return ['true', 1, null, {}, []];
  if (typeof value === 'string') {
    const types = [null, 42, true, { toString: 'x' }, [value], veryDeep(), tooLong];
    if (value.includes(' ')) return types;
    return [
      ...[...types, '', '__proto__', '..', `../${value}`, `${value}/../../x`, `/${value}`],
      ...[`${value}\0`, `${value}\n`, `\u001b[2J${value}`, `${value}\\..`, `${value}\u202e`],
    ];
  }
  if (Array.isArray(value)) return [null, 'failed ', 7, { length: 1 }, { 0: 1 }, veryDeep()];
  return [null, 'x', 7, true, [], veryDeep()];
}

/** A message whose fields stand in an own field of the name `__proto__`, as JSON can say it. */
function asPrototype(value: unknown): unknown {
  return JSON.parse(`{"__proto__": ${JSON.stringify(value)}}`);
}

/** The ways to all values inside one, by keys. */
function pathsOf(value: unknown, here: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => {
    const path = [...here, Array.isArray(value) ? Number(key) : key];
    return [path, ...pathsOf(value[key as keyof typeof value], path)];
  });
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inside, key) => (inside as Record<string, unknown>)[key], value);
}

/** A copy with another value at the path; `undefined` takes the field away. */
function changed(value: unknown, path: Path, put: unknown): unknown {
  const copy = structuredClone(value);
  const holder = valueAt(copy, path.slice(0, -1)) as Record<string, unknown>;
  const key = String(path.at(-1));
  if (put === undefined) delete holder[key];
  else holder[key] = put;
  return copy;
}

function describe(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : `a ${typeof value}`;
}

/** Mulberry32: uniform numbers from 0 to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}
