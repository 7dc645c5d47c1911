/**
 * Times the designs and indices of a build: node bench/designs/measure.mjs DIST > ours.jsonl
 * DIST is the folder of `npm run build`. One JSON line a figure: {what, best, median} in seconds of processor time, or {what, value}.
 */
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

const dist = pathToFileURL(`${resolve(process.argv[2] ?? 'dist')}/`);
const { createDesign } = await import(new URL('src/design/index.js', dist));
const { sobolIndices } = await import(new URL('src/analysis/sobol-indices.js', dist));
const { pickFreezeBlocks } = await import(new URL('src/analysis/pick-freeze.js', dist));
const { centredDiscrepancy } = await import(
  new URL('src/design/exchange/centred-discrepancy.js', dist)
);

const rows = 1_000_000;
const laws = [
  ['Normal', { mean: 0, stddev: 1 }],
  ['Uniform', { minvalue: 0, maxvalue: 1 }],
  ['LogNormal', { mu: 0, sigma: 1 }],
  ['Triangular', { minvalue: 0, mode: 1, maxvalue: 3 }],
];
const variables = [...laws, ...laws].map(([generator, settings], index) => ({
  name: `x${index}`,
  source: { kind: 'generator', generator, settings },
}));

/** Seconds of processor time, so that other work on the machine counts little. */
function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function print(what, figure) {
  console.log(JSON.stringify({ what, ...figure }));
}

function time(what, repeats, work) {
  const seconds = Array.from({ length: repeats }, () => {
    const start = cpuSeconds();
    work();
    return cpuSeconds() - start;
  }).sort((a, b) => a - b);
  print(what, { best: seconds[0], median: seconds[seconds.length >> 1] });
}

for (const [method, runs] of [
  ['monte-carlo', rows],
  ['latin-hypercube', rows],
  ['sobol', 2 ** 20],
  ['halton', rows],
]) {
  time(`${method} ${runs} x 8`, 3, () => {
    const design = createDesign({ method, runs, seed: 1, variables, options: {} });
    design.block(0, runs);
  });
}

const before = process.memoryUsage().rss;
const huge = createDesign({
  method: 'latin-hypercube',
  runs: 10 ** 7,
  seed: 1,
  variables,
  options: {},
});
time('latin-hypercube 10^7 x 8 in blocks of 8192', 1, () => {
  for (let start = 0; start < huge.rowCount; start += 8192) {
    huge.block(start, Math.min(8192, huge.rowCount - start));
  }
});
print('memory of it', { value: Math.max(before, process.memoryUsage().rss) / 2 ** 20, unit: 'MB' });

const three = ['x1', 'x2', 'x3'].map((name) => ({
  name,
  source: {
    kind: 'generator',
    generator: 'Uniform',
    settings: { minvalue: -Math.PI, maxvalue: Math.PI },
  },
}));
function ishigami(seed) {
  const design = createDesign({
    method: 'saltelli',
    seed,
    variables: three,
    options: { baseSamples: 2 ** 14 },
  });
  const [a, b, c] = design.block(0, design.rowCount);
  return a.map(
    (x, row) => Math.sin(x) + 7 * Math.sin(b[row]) ** 2 + 0.1 * c[row] ** 4 * Math.sin(x),
  );
}
const blocks = pickFreezeBlocks(2 ** 14 * 5, 3, false);
time('Ishigami N = 2^14: sample, run, indices with 100 resamples', 5, () => {
  sobolIndices(ishigami(1), blocks, { resamples: 100, confidence: 0.95, seed: 1 });
});
const errors = { first: [], total: [] };
const exact = {
  first: [0.3139051911, 0.4424111448, 0],
  total: [0.5575888552, 0.4424111448, 0.2436836641],
};
for (let seed = 1; seed <= 20; seed += 1) {
  const found = sobolIndices(ishigami(seed), blocks, { resamples: 0, confidence: 0.95, seed });
  for (const order of ['first', 'total']) {
    errors[order].push(
      Math.max(...found[order].map((index, j) => Math.abs(index.value - exact[order][j]))),
    );
  }
}
for (const order of ['first', 'total']) {
  const sorted = errors[order].sort((a, b) => a - b);
  print(`largest error of ${order} order over 20 seeds, median`, {
    value: (sorted[9] + sorted[10]) / 2,
  });
}

const five = Array.from({ length: 5 }, (_, index) => ({
  name: `x${index}`,
  source: { kind: 'generator', generator: 'Uniform', settings: { minvalue: 0, maxvalue: 1 } },
}));
for (const [method, options] of [
  ['sobol', {}],
  ['latin-hypercube', {}],
  ['latin-hypercube', { criterion: 'cd2' }],
  ['halton', {}],
]) {
  const found = Array.from({ length: 11 }, (_, seed) => {
    const start = cpuSeconds();
    const points = createDesign({ method, runs: 128, seed, variables: five, options }).block(
      0,
      128,
    );
    return { seconds: cpuSeconds() - start, value: centredDiscrepancy(points) };
  });
  const middle = (key) => found.map((one) => one[key]).sort((a, b) => a - b)[5];
  print(`centred discrepancy 128 x 5, ${method} ${JSON.stringify(options)}`, {
    value: middle('value'),
    median: middle('seconds'),
  });
}
