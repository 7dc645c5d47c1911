/** Dakota's methods as designs of a study. */
import type {
  AskedLevels,
  DakotaDesign,
  MethodInput,
  MethodReader,
  ReadBeside,
} from './dakota-design.ts';
import { KeywordReader } from './keyword-reader.ts';
import type { DakotaKeyword } from './parse-dakota.ts';
import { centered, list, multidimensional, vector } from './parameter-studies.ts';
import { variableRoles, type VariableRole } from './read-variables.ts';

/** The design of the first method that has runs of its own; a sample stands for one that a study can't do. */
export function readDakotaMethod(
  keywords: readonly DakotaKeyword[],
  inputs: readonly MethodInput[],
  readBeside: ReadBeside,
): DakotaDesign {
  const reader = new KeywordReader('method', keywords);
  const known = Object.entries(methods).find(([word]) => reader.has(word));
  const [first] = keywords.filter(({ word }) => word !== 'id_method');
  const made = known?.[1](reader, inputs, readBeside) ?? {
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

const sampling: MethodReader = (reader) => {
  const runs = reader.number('samples', 'initial_samples') ?? 100;
  const types = { random: 'monte-carlo', lhs: 'latin-hypercube' } as const;
  reader.has('sample_type');
  const isRandom = reader.has('random', 'incremental_random');
  reader.has('lhs', 'incremental_lhs');
  const extend = reader.numbers('refinement_samples');
  const method = isRandom ? types.random : types.lhs;
  return { design: { method, runs, seed: seedOf(reader), extend } };
};

const moat: MethodReader = (reader, inputs) => {
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

const quasiMonteCarlo: MethodReader = (reader) => {
  const isHammersley = reader.has('hammersley');
  reader.has('halton');
  const runs = reader.number('samples') ?? 100;
  return {
    design: { method: 'halton', runs, scramble: 'none' },
    notes: isHammersley ? ['method: hammersley: the Halton sequence stands for it'] : [],
  };
};

const dace: MethodReader = (reader) => {
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

const methods: Readonly<Record<string, MethodReader>> = {
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

/**
 * Whose variables a method varies: those that the file says, else what Dakota infers from the method.
 * @param active the word behind `active`
 * @param present roles of the variables that the file has
 */
export function variedRoles(
  keywords: readonly DakotaKeyword[],
  active: string | undefined,
  present: ReadonlySet<VariableRole>,
): ReadonlySet<VariableRole> {
  const isStudy = keywords.some(({ word }) => studies.test(word));
  const uncertain: readonly VariableRole[] = ['aleatory', 'epistemic'];
  const isUncertain = uncertain.some((role) => present.has(role));
  const inferred = isUncertain ? 'uncertain' : present.has('design') ? 'design' : 'state';
  const view = active ?? (isStudy ? 'all' : inferred);
  if (view === 'all') return new Set(variableRoles);
  if (view === 'uncertain') return new Set(uncertain);
  return new Set(variableRoles.filter((role) => role === view));
}

/** @returns whether a method has points of its own, and needs no bounds */
export function hasOwnPoints(keywords: readonly DakotaKeyword[]): boolean {
  return keywords.some(({ word }) => /^(?:vector|centered|list)_parameter_study$/u.test(word));
}

/** Methods that vary all variables. */
const studies = /^(?:\w+_parameter_study|dace|psuade_moat|fsu_\w+)$/u;
