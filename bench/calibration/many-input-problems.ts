/** Models of five inputs and more that interact, whose Sobol' indices are known exactly. */
import { createStream } from '../../src/distributions/index.ts';
import type { Problem } from './problems.ts';

const centred: Problem['inputs'][string] = {
  kind: 'generator',
  generator: 'Uniform',
  settings: { minvalue: -0.5, maxvalue: 0.5 },
};
const names = 'abcdefghijklmnop';

/** A product of inputs that has a variance. */
interface Term {
  readonly inputs: readonly number[];
  readonly variance: number;
}

/** The sum of products of centred inputs: their variances add up, and those of an input's products are its total. */
function sumOfProducts(name: string, inputs: number, terms: readonly Term[]): Problem {
  const variance = terms.reduce((sum, term) => sum + term.variance, 0);
  const shareOf = (isCounted: (term: Term) => boolean): number =>
    terms.reduce((sum, term) => sum + (isCounted(term) ? term.variance : 0), 0) / variance;
  const factors = terms.map((term) => Math.sqrt(term.variance * 12 ** term.inputs.length));
  const places = Array.from({ length: inputs }, (_, place) => place);
  return {
    name,
    inputs: Object.fromEntries(places.map((place) => [names.charAt(place), centred])),
    model: (...x) =>
      terms.reduce(
        (sum, term, at) =>
          sum + term.inputs.reduce((product, j) => product * (x[j] ?? 0), factors[at] ?? 0),
        0,
      ),
    mean: 0,
    standardDeviation: Math.sqrt(variance),
    first: places.map((j) => shareOf((term) => term.inputs.length === 1 && term.inputs[0] === j)),
    total: places.map((j) => shareOf((term) => term.inputs.includes(j))),
  };
}

/** Each input alone, and with the next. */
function chain(inputs: number, factor: number): Problem {
  const alone = Array.from({ length: inputs }, (_, j) => ({ inputs: [j], variance: 1 / 12 }));
  const pairs = alone.slice(1).map((_, j) => ({ inputs: [j, j + 1], variance: factor ** 2 / 144 }));
  return sumOfProducts(`chain of ${inputs}, ${factor}`, inputs, [...alone, ...pairs]);
}

/** Each input alone, and as many products of two, three and four of them chosen at random, each a third as much. */
function chosen(inputs: number, seed: number): Problem {
  const uniforms = new Float64Array(12 * inputs * 4);
  createStream(seed, '/products').fill(uniforms, 0);
  const sets = new Map<string, readonly number[]>();
  for (let term = 0; term < 3 * inputs; term += 1) {
    const size = 2 + (term % 3);
    const own = new Set<number>();
    for (let draw = 0; own.size < size && draw < 16; draw += 1) {
      own.add(Math.floor((uniforms[16 * term + draw] ?? 0) * inputs));
    }
    const sorted = [...own].sort((one, other) => one - other);
    sets.set(sorted.join(), sorted);
  }
  const alone = Array.from({ length: inputs }, (_, j) => ({ inputs: [j], variance: 1 }));
  const products = [...sets.values()].map((set) => ({ inputs: set, variance: 1 / 3 }));
  return sumOfProducts(`random products of ${inputs}, ${seed}`, inputs, [...alone, ...products]);
}

/** Sobol's g-function of eight inputs. @see I. M. Sobol', Yu. L. Levitan (1999), doi:10.1016/S0010-4655(98)00156-8 */
function gFunction(): Problem {
  const own = [0, 1, 4.5, 9, 99, 99, 99, 99];
  const parts = own.map((a) => 1 / (3 * (1 + a) ** 2));
  const all = parts.reduce((product, part) => product * (1 + part), 1);
  const variance = all - 1;
  return {
    name: 'g of 8',
    inputs: Object.fromEntries(own.map((_, place) => [names.charAt(place), centred])),
    model: (...x) =>
      own.reduce((product, a, j) => (product * (4 * Math.abs(x[j] ?? 0) + a)) / (1 + a), 1),
    mean: 1,
    standardDeviation: Math.sqrt(variance),
    first: parts.map((part) => part / variance),
    total: parts.map((part) => ((all / (1 + part)) * part) / variance),
  };
}

/** Whether all of five inputs are above the middle, and a little of each alone. */
function corner(share: number): Problem {
  const own = Array.from({ length: 5 }, (_, place) => names.charAt(place));
  // Of the corner, of all inputs alone, and of both together.
  const [isAll, alone] = [1 / 32 - 1 / 1024, share ** 2 / 12];
  const variance = isAll + 5 * alone + 10 * share * (1 / 32) * 0.25;
  const first = 1 / 1024 + alone + share * 2 * (1 / 32) * 0.25;
  // Both with and without the input: half of the corner's rows of the others have it.
  const total = 1 / 16 / 4 + alone + share * 2 * (1 / 16) * 0.125;
  return {
    name: `corner of 5, ${share}`,
    inputs: Object.fromEntries(own.map((name) => [name, centred])),
    model: (...x) => Number(x.every((one) => one > 0)) + share * x.reduce((a, b) => a + b, 0),
    mean: 1 / 32,
    standardDeviation: Math.sqrt(variance),
    first: own.map(() => first / variance),
    total: own.map(() => total / variance),
  };
}

export const manyInputProblems: readonly Problem[] = [
  ...[5, 8, 10, 12].map((inputs) => chain(inputs, 4)),
  ...[8, 10].map((inputs) => chain(inputs, 12)),
  ...[5, 8, 10, 16].flatMap((inputs) => [1, 2].map((seed) => chosen(inputs, seed))),
  gFunction(),
  corner(0),
  corner(0.1),
];
