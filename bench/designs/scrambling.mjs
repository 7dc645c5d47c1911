/**
 * How far Sobol' indices of Ishigami's function are off, seed by seed: node bench/designs/scrambling.mjs DIST [N] [SEEDS]
 * Linear scrambling (doeflow's and scipy's) beside nested uniform scrambling (every bit turned by a hash of the bits above it) of the same sequence.
 */
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

const dist = pathToFileURL(`${resolve(process.argv[2] ?? 'dist')}/`);
const { createSobol, createScrambledSobol } = await import(
  new URL('src/design/sobol/sobol-sequence.js', dist)
);
const runs = Number(process.argv[3] ?? 2 ** 14);
const seeds = Number(process.argv[4] ?? 40);
const exact = {
  first: [0.3139051911, 0.4424111448, 0],
  total: [0.5575888552, 0.4424111448, 0.2436836641],
};

function fill(sequence) {
  const column = new Float64Array(runs);
  sequence(column, 0);
  return column;
}

function mix(value) {
  let x = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return x ^ (x >>> 16);
}

/** Owen's nested uniform scrambling of one 32-bit fraction. */
function nest(bits, seed) {
  let turned = 0;
  let above = seed;
  for (let place = 31; place >= 0; place -= 1) {
    const bit = (bits >>> place) & 1;
    turned |= (bit ^ (mix(above ^ Math.imul(place + 1, 0x9e3779b9)) & 1)) << place;
    above = mix(above ^ Math.imul(Math.imul(bit + 1, 0x9e3779b1) ^ place, 0x85ebca6b));
  }
  return ((turned >>> 0) + 0.5) * 2 ** -32;
}

const plain = Array.from({ length: 6 }, (_, dimension) =>
  Int32Array.from(fill(createSobol(dimension)), (u) => (u * 2 ** 32) | 0),
);
const methods = {
  linear: (seed) =>
    plain.map((_, dimension) => fill(createScrambledSobol(dimension, seed, `x${dimension}`))),
  nested: (seed) =>
    plain.map((column, dimension) => {
      const key = mix(mix(seed * 104729 + 3) + Math.imul(dimension, 0x9e3779b9));
      return Float64Array.from(column, (bits) => nest(bits, key));
    }),
};

function errors(columns) {
  const x = columns.map((column) => column.map((u) => Math.PI * (2 * u - 1)));
  const [a, b] = [x.slice(0, 3), x.slice(3)];
  const respond = ([x1, x2, x3]) =>
    x1.map((value, row) => Math.sin(value) * (1 + 0.1 * x3[row] ** 4) + 7 * Math.sin(x2[row]) ** 2);
  const responses = [
    respond(a),
    respond(b),
    ...[0, 1, 2].map((j) => respond(a.map((column, k) => (k === j ? b[k] : column)))),
  ];
  const mean = responses.flatMap((y) => Array.from(y)).reduce((s, y) => s + y, 0) / (5 * runs);
  const [ya, yb, ...mixed] = responses.map((y) => y.map((value) => value - mean));
  const over = (f) => ya.reduce((sum, _, row) => sum + f(row), 0) / runs;
  const variance =
    over((row) => ya[row] ** 2 + yb[row] ** 2) / 2 - over((row) => (ya[row] + yb[row]) / 2) ** 2;
  const first = mixed.map((y) => over((row) => yb[row] * (y[row] - ya[row])) / variance);
  const total = mixed.map((y) => over((row) => (ya[row] - y[row]) ** 2) / 2 / variance);
  const off = (found, wanted) => Math.max(...found.map((s, j) => Math.abs(s - wanted[j])));
  return { first: off(first, exact.first), total: off(total, exact.total) };
}

for (const [method, make] of Object.entries(methods)) {
  const found = Array.from({ length: seeds }, (_, index) => errors(make(index + 1)));
  for (const order of ['first', 'total']) {
    const sorted = found.map((error) => error[order]).sort((p, q) => p - q);
    const rms = Math.sqrt(sorted.reduce((sum, e) => sum + e * e, 0) / seeds);
    const figures = { median: sorted[seeds >> 1], rms, max: sorted.at(-1) };
    console.log(JSON.stringify({ method, order, runs, seeds, ...figures }));
  }
}
