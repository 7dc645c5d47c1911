/** `doeflow verify` makes statistics once more only for studies that its own version ended: statistics that change need another version. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { summariseStudy } from '../../src/analysis/index.ts';
import { createDesign } from '../../src/design/index.ts';
import { createStream, normalQuantile } from '../../src/distributions/index.ts';
import packageFile from '../../package.json' with { type: 'json' };
import recorded from './statistics-of-version.json' with { type: 'json' };

const { version } = packageFile;
const names = ['a', 'b', 'c'];
const drawn = {
  kind: 'generator',
  generator: 'Normal',
  settings: { mean: 1, stddev: 0.5 },
} as const;
const listed = { kind: 'levels', values: [1, 2, 3] } as const;

/** A design of each kind whose results differ in kind. */
const designs = [
  { method: 'monte-carlo', runs: 120, source: drawn, options: {} },
  { method: 'latin-hypercube', runs: 60, source: drawn, options: {} },
  { method: 'sobol', runs: 64, source: drawn, options: {} },
  { method: 'saltelli', source: drawn, options: { baseSamples: 64 } },
  { method: 'morris', source: drawn, options: { trajectories: 12 } },
  { method: 'full-factorial', source: listed, options: {} },
  { method: 'central-composite', source: drawn, options: { centerPoints: 5 } },
  { method: 'fractional-factorial', source: drawn, options: { resolution: 3 }, replicates: 6 },
  { method: 'box-behnken', source: drawn, options: {} },
  { method: 'plackett-burman', source: drawn, options: {} },
] as const;

type Response = (x: readonly number[], error: number, run: number) => number;

/** Each estimator has something to say of some of them: noise, curvature, long tails, holes, a huge value, digits, a chain. */
const responses: Readonly<Record<string, Response>> = {
  linear: ([a = 0, b = 0], error) => 3 * a - b + 0.1 * error,
  quadratic: ([a = 0, b = 0, c = 0], error) => a ** 2 + a * b - c ** 2 + 0.2 * error,
  unequal: ([a = 0, b = 0], error) => a + b ** 2 + 0.3 * a * error,
  skewed: ([a = 0], error) => Math.exp(a + 0.5 * error),
  exact: ([a = 0, b = 0, c = 0]) => a * b * c,
  holes: ([a = 0, b = 0], error) => (a > 1.3 ? NaN : a + b + error),
  huge: ([a = 0], error, run) => (run === 3 ? 1e200 : a + error),
  rounded: ([a = 0, b = 0], error) => Math.round(10 * (a + b + 0.1 * error)) / 10,
  chain: ([a = 0], error, run) => a + Math.sin(run / 8) + 0.1 * error,
  constraint: ([a = 0, b = 0], error) => Number(a + b + 0.2 * error > 2),
};

function digestOf(design: (typeof designs)[number]): string {
  const variables = names.map((name) => ({ name, source: design.source }));
  const { replicates, ...spec } = { replicates: 1, ...design };
  const made = createDesign({ ...spec, seed: 7, variables });
  const errors = new Float64Array(made.rowCount * replicates);
  const inputs = made
    .block(0, made.rowCount)
    .map((column) => errors.map((_, run) => Number(column[Math.floor(run / replicates)])));
  const summary = summariseStudy(
    {
      accepted: Array.from(errors, (_, run) => run % 29 !== 11),
      columns: [
        ...names.map((name, place) => ({
          name,
          role: 'input' as const,
          values: inputs[place] ?? errors,
        })),
        ...Object.entries(responses).map(([name, response]) => {
          createStream(7, `/version/${name}`).fill(errors, 0);
          return {
            name,
            role: 'output' as const,
            values: Float64Array.from(errors, (uniform, run) =>
              response(
                inputs.map((column) => column[run] ?? NaN),
                normalQuantile(uniform),
                run,
              ),
            ),
          };
        }),
      ],
    },
    {
      ...{ method: design.method, options: design.options, seed: 7, variables: names, replicates },
      ...(design.method === 'latin-hypercube'
        ? { distributions: Object.fromEntries(names.map((name) => [name, drawn])) }
        : {}),
      settings: {
        levels: { linear: { response: [2] }, skewed: { probability: [0.9] } },
      },
    },
  );
  return createHash('sha256').update(JSON.stringify(summary, rounded)).digest('hex').slice(0, 8);
}

/** Machines differ in the last digits. */
function rounded(_: string, value: unknown): unknown {
  if (typeof value !== 'number' || Number.isInteger(value)) return value;
  return Math.abs(value) < 1e-10 ? 0 : Number(value.toPrecision(8));
}

it('statistics are those that this version is known by', () => {
  const own = Object.fromEntries(designs.map((design) => [design.method, digestOf(design)]));
  const all: Readonly<Record<string, unknown>> = recorded;
  expect(
    all[version],
    `Expected the statistics of version ${version}, got others: raise the version in package.json, and add to statistics-of-version.json "<the new version>": ${JSON.stringify(own)}`,
  ).toEqual(own);
});

it('the README names the package of this version', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(new Set(readme.match(/doeflow-[\d.]+\.tgz/gu))).toEqual(
    new Set([`doeflow-${version}.tgz`]),
  );
});

it('the changes begin with this version', () => {
  const [newest] = readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\d+\.\d+\.\d+), /gmu);
  expect(newest?.[1]).toBe(version);
});
