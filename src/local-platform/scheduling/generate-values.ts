import { createDistribution, createStream, type Distribution } from '../../distributions/index.ts';
import { DesignError } from '../../errors.ts';
import type { JobRecord, JobVariableRecord } from '../job-record.ts';
import type { FieldErrors } from '../validation/body-reader.ts';

/** Values of the variables of one row. */
export type GeneratedRow = Readonly<Record<string, number>>;

/** Rows that job variables make by themselves, without a file. */
export interface GeneratedValues {
  readonly rowCount: number;
  readonly rows: () => Iterable<GeneratedRow>;
  /** Middle level, mode or mean of each. */
  readonly nominal: GeneratedRow;
}

interface GeneratedVariable {
  readonly name: string;
  readonly distribution: Distribution;
}

/** A job names no seed; the same job makes the same numbers. */
const seed = 1;

/**
 * The rows of a job's generators: the levels of Linspace and FixedRange crossed, the first in display order slowest; with a
 * continuous variable `monteCarloIterations` rows for each of those combinations, drawn afresh in every row. Undefined when no
 * variable of these types has a generator. Mistakes are noted under their fields.
 */
export function generateValues(
  record: JobRecord,
  types: readonly string[],
  errors: FieldErrors,
): GeneratedValues | undefined {
  const variables = record.jobvariables
    .map((variable, index) => ({ variable, index }))
    .filter(({ variable }) => types.includes(variable.variableType))
    .filter(({ variable }) => variable.valueGeneratorType !== '')
    .toSorted((a, b) => a.variable.displayOrder - b.variable.displayOrder)
    .map(({ variable, index }) => readVariable(variable, index, errors))
    .filter((variable) => variable !== undefined);
  if (variables.length === 0) return undefined;
  const continuous = variables.filter(({ distribution }) => distribution.levels === undefined);
  const iterations = continuous.length === 0 ? 1 : record.monteCarloIterations;
  if (iterations === null) {
    errors.add(
      ['monteCarloIterations'],
      `This field is required with the generator of "${continuous[0]?.name ?? ''}".`,
    );
    return undefined;
  }
  const combinations = variables.reduce(
    (n, { distribution }) => n * (distribution.levels?.length ?? 1),
    1,
  );
  const rowCount = combinations * iterations;
  return {
    rowCount,
    rows: () => rowsOf(variables, iterations, rowCount),
    nominal: Object.fromEntries(
      variables.map(({ name, distribution }) => [name, nominalOf(distribution)]),
    ),
  };
}

function* rowsOf(
  variables: readonly GeneratedVariable[],
  iterations: number,
  rowCount: number,
): Generator<GeneratedRow> {
  const streams = variables.map(({ name }) => createStream(seed, name));
  for (let row = 0; row < rowCount; row += 1) {
    const values: Record<string, number> = {};
    let combination = Math.floor(row / iterations);
    for (const [at, { name, distribution }] of [...variables.entries()].toReversed()) {
      const { levels } = distribution;
      if (levels === undefined) {
        values[name] = distribution.quantile(streams[at]?.uniform(row) ?? 0.5);
      } else {
        values[name] = levels[combination % levels.length] ?? distribution.mean;
        combination = Math.floor(combination / levels.length);
      }
    }
    yield values;
  }
}

function readVariable(
  variable: JobVariableRecord,
  index: number,
  errors: FieldErrors,
): GeneratedVariable | undefined {
  const { name, valueGeneratorType, valueGeneratorSettings } = variable;
  const settings: Record<string, number> = {};
  for (const [setting, value] of Object.entries(valueGeneratorSettings)) {
    if (typeof value === 'number') settings[setting] = value;
    else {
      const path = ['jobvariables', index, 'valueGeneratorSettings', setting];
      errors.add(path, 'A valid number is required.');
      return undefined;
    }
  }
  try {
    const type = valueGeneratorType as Parameters<typeof createDistribution>[0];
    return { name, distribution: createDistribution(type, settings) };
  } catch (error) {
    if (!(error instanceof DesignError)) throw error;
    const setting = error.path.slice(1);
    errors.add(['jobvariables', index, 'valueGeneratorSettings', ...setting], error.message);
    return undefined;
  }
}

function nominalOf(distribution: Distribution): number {
  return (
    distribution.levels?.[Math.floor((distribution.levels.length - 1) / 2)] ??
    distribution.mode ??
    distribution.mean
  );
}
