/** Dakota's methods as designs of a study. */
import type { DraftValue } from '../study-draft.ts';
import { KeywordReader } from './keyword-reader.ts';
import type { DakotaKeyword } from './parse-dakota.ts';
import type { GivenVariable } from './read-variables.ts';

/** What a method needs to know of the inputs, in their order. */
export interface MethodInput {
  readonly name: string;
  readonly given: GivenVariable;
}

export interface DakotaDesign {
  readonly design: { readonly [key: string]: DraftValue };
  /** Sources of inputs that the method itself decides, by name. */
  readonly sources: ReadonlyMap<string, GivenVariable['source']>;
  /** Rows of a list of points. */
  readonly points?: readonly (readonly (string | number)[])[];
  /** Levels of the responses, in order, with how many each response has. */
  readonly levels: Readonly<Record<'response' | 'probability', AskedLevels | undefined>>;
  readonly notes: readonly string[];
}

export interface AskedLevels {
  readonly all: readonly number[];
  readonly counts: readonly number[] | undefined;
}

type Reader = (
  reader: KeywordReader,
  inputs: readonly MethodInput[],
) => Partial<Pick<DakotaDesign, 'design' | 'sources' | 'points' | 'notes'>>;

/** The design of the first method that has runs of its own; a sample stands for one that a study can't do. */
export function readDakotaMethod(
  keywords: readonly DakotaKeyword[],
  inputs: readonly MethodInput[],
): DakotaDesign {
  const reader = new KeywordReader('method', keywords);
  const known = Object.entries(methods).find(([word]) => reader.has(word));
  const [first] = keywords.filter(({ word }) => word !== 'id_method');
  const made = known?.[1](reader, inputs) ?? {
    design: { method: 'latin-hypercube', runs: 10 * (inputs.length + 1), seed: 1 },
    notes: [`method: ${first?.word ?? 'none'} is no design; a Latin hypercube stands for it`],
  };
  const levels = (...words: readonly string[]): AskedLevels | undefined => {
    const all = reader.numbers(...words);
    const counts = words.map((word) => reader.numbers(`num_${word}`)).find((one) => one);
    return all === undefined ? undefined : { all, counts };
  };
  // The default: probabilities of values up to the level.
  reader.has('distribution');
  reader.has('cumulative');
  const asked = { response: levels('response_levels'), probability: levels('probability_levels') };
  return {
    design: {},
    sources: new Map(),
    levels: asked,
    ...made,
    notes: [...(made.notes ?? []), ...reader.leftovers()],
  };
}

const seedOf = (reader: KeywordReader): number => reader.number('seed') ?? 1;

const sampling: Reader = (reader) => {
  const runs = reader.number('samples', 'initial_samples') ?? 100;
  const types = { random: 'monte-carlo', lhs: 'latin-hypercube' } as const;
  reader.has('sample_type');
  const isRandom = reader.has('random', 'incremental_random');
  reader.has('lhs', 'incremental_lhs');
  const extend = reader.numbers('refinement_samples');
  const method = isRandom ? types.random : types.lhs;
  return { design: { method, runs, seed: seedOf(reader), extend } };
};

const moat: Reader = (reader, inputs) => {
  const samples = reader.number('samples') ?? 10 * (inputs.length + 1);
  const trajectories = Math.max(2, Math.round(samples / (inputs.length + 1)));
  const partitions = reader.number('partitions') ?? 3;
  const levels = partitions + 1 + ((partitions + 1) % 2);
  return {
    design: { method: 'morris', trajectories, levels, seed: seedOf(reader) },
    notes: [
      ...(trajectories * (inputs.length + 1) === samples
        ? []
        : [`method: samples = ${samples}: ${trajectories} whole trajectories are taken`]),
      ...(levels === partitions + 1
        ? []
        : [`method: partitions = ${partitions}: Morris designs have an even number of levels`]),
    ],
  };
};

const quasiMonteCarlo: Reader = (reader) => {
  const isHammersley = reader.has('hammersley');
  reader.has('halton');
  const runs = reader.number('samples') ?? 100;
  return {
    design: { method: 'halton', runs, scramble: 'none' },
    notes: isHammersley ? ['method: hammersley: the Halton sequence stands for it'] : [],
  };
};

const dace: Reader = (reader) => {
  const runs = reader.number('samples') ?? 100;
  const seed = seedOf(reader);
  const symbols = reader.number('symbols');
  if (reader.has('box_behnken')) return { design: { method: 'box-behnken' } };
  if (reader.has('central_composite')) return { design: { method: 'central-composite' } };
  if (reader.has('random')) return { design: { method: 'monte-carlo', runs, seed } };
  const isArray = reader.has('oas');
  if (isArray || reader.has('oa_lhs')) {
    const place = isArray ? 'center' : 'latin';
    return {
      design: { method: 'orthogonal-array', levels: symbols, place, seed },
      notes: [`method: samples = ${runs}: the array decides how many rows it has`],
    };
  }
  const isGrid = reader.has('grid');
  reader.has('lhs');
  return {
    design: { method: 'latin-hypercube', runs, seed },
    notes: isGrid ? ['method: grid: a Latin hypercube stands for it'] : [],
  };
};

const multidimensional: Reader = (reader, inputs) => {
  const partitions = reader.numbers('partitions') ?? [];
  const sources = new Map<string, GivenVariable['source']>();
  for (const [index, { name, given }] of inputs.entries()) {
    const count = (partitions[index] ?? partitions[0] ?? 1) + 1;
    const { bounds } = given;
    if (bounds === undefined || given.source['generator'] === 'FixedRange') continue;
    const [minvalue, maxvalue] = bounds;
    sources.set(
      name,
      count === 1
        ? { values: [minvalue] }
        : { generator: 'Linspace', settings: { minvalue, maxvalue, count } },
    );
  }
  return { design: { method: 'full-factorial' }, sources };
};

const vector: Reader = (reader, inputs) => {
  const steps = reader.number('num_steps') ?? 1;
  const final = reader.numbers('final_point');
  const step = reader.numbers('step_vector') ?? [];
  const from = inputs.map(({ given }) => Number(given.initial ?? given.bounds?.[0] ?? 0));
  const to = from.map((start, index) => final?.[index] ?? start + steps * (step[index] ?? 0));
  return {
    design: { method: 'vector', from: named(inputs, from), to: named(inputs, to), steps },
    sources: widened(inputs, from, to),
  };
};

const centered: Reader = (reader, inputs) => {
  const steps = reader.numbers('steps_per_variable', 'deltas_per_variable') ?? [1];
  const percent = reader.number('percent_delta');
  const given = reader.numbers('step_vector') ?? [];
  const most = steps.reduce((largest, one) => Math.max(largest, one), 1);
  const center = inputs.map((input) => Number(input.given.initial ?? 0));
  const step =
    percent === undefined ? given : center.map((one) => (Math.abs(one) * percent) / 100 || 1);
  const reach = inputs.map((_, index) => most * (step[index] ?? step[0] ?? 1));
  return {
    design: {
      method: 'centered',
      center: named(inputs, center),
      step: named(
        inputs,
        reach.map((one) => one / most),
      ),
      steps: most,
    },
    sources: widened(
      inputs,
      center.map((one, index) => one - (reach[index] ?? 0)),
      center.map((one, index) => one + (reach[index] ?? 0)),
    ),
    notes: [
      ...(steps.every((one) => one === most)
        ? []
        : [`method: steps_per_variable = ${steps.join(' ')}: ${most} steps are taken for all`]),
      ...(percent !== undefined && center.includes(0)
        ? [`method: percent_delta = ${percent} is no step from 0: 1 stands for it`]
        : []),
    ],
  };
};

const list: Reader = (reader, inputs) => {
  const values = reader.take('list_of_points') ?? [];
  const file = reader.text('import_points_file');
  const size = Math.max(1, inputs.length);
  const points = Array.from({ length: Math.floor(values.length / size) }, (_, row) =>
    values.slice(row * size, (row + 1) * size),
  );
  const center = inputs.map(({ given }) => given.initial ?? 0);
  return {
    design: { method: 'table', file: 'points.csv' },
    points: points.length === 0 ? [center] : points,
    sources: new Map(inputs.map(({ name }) => [name, {}])),
    notes:
      file === undefined ? [] : [`method: import_points_file ${file}: copy its rows to points.csv`],
  };
};

const methods: Readonly<Record<string, Reader>> = {
  sampling,
  nond_sampling: sampling,
  dace,
  psuade_moat: moat,
  fsu_quasi_mc: quasiMonteCarlo,
  multidim_parameter_study: multidimensional,
  vector_parameter_study: vector,
  centered_parameter_study: centered,
  list_parameter_study: list,
};

function named(inputs: readonly MethodInput[], values: readonly number[]): DraftValue {
  return Object.fromEntries(inputs.map(({ name }, index) => [name, values[index] ?? 0]));
}

/** Ranges that hold all points of the method, for inputs without bounds that do. */
function widened(
  inputs: readonly MethodInput[],
  from: readonly number[],
  to: readonly number[],
): ReadonlyMap<string, GivenVariable['source']> {
  return new Map(
    inputs.flatMap(({ name, given }, index) => {
      const [a, b] = [from[index] ?? 0, to[index] ?? 0];
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      const { bounds } = given;
      if (given.source['generator'] !== 'Uniform') return [];
      if (bounds !== undefined && bounds[0] <= low && bounds[1] >= high) return [];
      const maxvalue = high > low ? high : low + 1;
      return [[name, { generator: 'Uniform', settings: { minvalue: low, maxvalue } }] as const];
    }),
  );
}
