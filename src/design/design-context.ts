import { DesignError } from '../errors.ts';
import type { DesignSpec } from './design.ts';
import { prepareVariable, type PreparedVariable } from './prepare-variable.ts';

/** What a method may ask while it makes its points. */
export interface DesignContext {
  readonly method: string;
  readonly seed: number;
  readonly variables: readonly PreparedVariable[];
  /** `runs` as given. */
  readonly runs: number | undefined;
  /** `runs`, which this method needs. @throws DesignError DESIGN_RUNS */
  readonly requireRuns: (minimum?: number) => number;
  /** The rows that the structure gives; a `runs` that says otherwise is refused. @throws DesignError DESIGN_RUNS */
  readonly structureRuns: (count: number) => number;
  /** A whole number option. @throws DesignError DESIGN_OPTION */
  readonly integer: (key: string, range: readonly [number, number], fallback?: number) => number;
  /** A finite number option. @throws DesignError DESIGN_OPTION */
  readonly number: (key: string, range: readonly [number, number], fallback?: number) => number;
  /** One of some words. @throws DesignError DESIGN_OPTION */
  readonly choice: <T extends string>(key: string, words: readonly T[], fallback: T) => T;
  readonly option: (key: string) => unknown;
  /** Refuses an option. */
  readonly refuse: (key: string, expected: string, hint?: string) => never;
}

/**
 * @param options those that the method takes; another one is refused
 * @throws DesignError for variables or options that can't be used
 */
export function createDesignContext(spec: DesignSpec, options: readonly string[]): DesignContext {
  const { method, seed, runs } = spec;
  for (const key of Object.keys(spec.options)) {
    if (options.includes(key)) continue;
    throw new DesignError('DESIGN_OPTION', `The design ${method} has no setting \`${key}\``, {
      path: ['design', key],
      hint:
        options.length > 0 ? `it takes: ${options.join(', ')}` : 'it has no settings of its own',
    });
  }
  const refuse = (key: string, expected: string, hint?: string): never => {
    const got = key === 'runs' ? runs : key === 'method' ? method : spec.options[key];
    throw new DesignError(
      key === 'runs' ? 'DESIGN_RUNS' : 'DESIGN_OPTION',
      `Expected \`${key}\` of design "${method}" to be ${expected}, ${got === undefined ? 'but it is missing' : `got ${JSON.stringify(got)}`}`,
      {
        path: got === undefined ? ['design'] : ['design', key],
        ...(hint === undefined ? {} : { hint }),
      },
    );
  };
  const number: DesignContext['number'] = (key, [low, high], fallback) => {
    const value = spec.options[key] ?? fallback;
    return typeof value === 'number' && value >= low && value <= high
      ? value
      : refuse(key, describeRange('a number', low, high));
  };
  return {
    method,
    seed,
    variables: spec.variables.map(prepareVariable),
    runs,
    requireRuns: (minimum = 1) => {
      if (runs !== undefined && Number.isInteger(runs) && runs >= minimum && runs <= 2 ** 31) {
        return runs;
      }
      return refuse(
        'runs',
        describeRange('a whole number', minimum, 2 ** 31),
        'such as `runs: 100`',
      );
    },
    structureRuns: (count) => {
      if (runs === undefined || runs === count) return count;
      return refuse('runs', `absent or ${count}, which its structure gives`, `runs: ${count}`);
    },
    integer: (key, range, fallback) => {
      const value = number(key, range, fallback);
      return Number.isInteger(value)
        ? value
        : refuse(key, describeRange('a whole number', ...range));
    },
    number,
    choice: (key, words, fallback) => {
      const value = spec.options[key] ?? fallback;
      return words.find((word) => word === value) ?? refuse(key, `one of ${words.join(', ')}`);
    },
    option: (key) => spec.options[key],
    refuse,
  };
}

function describeRange(kind: string, low: number, high: number): string {
  return Number.isFinite(high) ? `${kind} from ${low} to ${high}` : `${kind} of at least ${low}`;
}
