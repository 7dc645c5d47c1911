import { createStream } from '../../src/distributions/index.ts';

/** Columns of the table. */
export const inputs = 12;
export const responses = 8;

/** Of the columns, in order. */
export const names: readonly string[] = [
  ...Array.from({ length: inputs }, (_, j) => `x${j}`),
  ...Array.from({ length: responses }, (_, j) => `y${j}`),
];

/** Rows of a block that is written at once. */
const blockRows = 4096;

/** The study file that says what the columns are. */
export function studyText(rows: number): string {
  const uniform = 'type: Design, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}';
  return `name: bench
variables:
${Array.from({ length: inputs }, (_, j) => `  - {name: x${j}, ${uniform}}`).join('\n')}
${Array.from({ length: responses }, (_, j) => `  - {name: y${j}, type: Output, from: stdout}`).join('\n')}
design: {method: monte-carlo, runs: ${rows}, seed: 1}
`;
}

/**
 * Independent uniform inputs; each response a wave of one, a product of it and the next, a sum of all with weights, and noise with a tail. Eight
 * digits, as solvers write.
 */
export function* tableBlocks(rows: number): Iterable<readonly Float64Array[]> {
  const streams = Array.from({ length: inputs + responses }, (_, j) => createStream(1, `c${j}`));
  for (let start = 0; start < rows; start += blockRows) {
    const size = Math.min(blockRows, rows - start);
    const drawn = streams.map((stream) =>
      Float64Array.from({ length: size }, (_, row) =>
        rounded(Math.max(1e-9, stream.uniform(start + row))),
      ),
    );
    const x = drawn.slice(0, inputs);
    const y = drawn.slice(inputs).map((noise, j) =>
      noise.map((u, row) => {
        const at = (input: number): number => x[input % inputs]?.[row] ?? NaN;
        const sum = x.reduce((total, _, k) => total + (((k + j) % 5) / 5) * at(k), 0);
        return rounded(
          Math.sin(2 * Math.PI * at(j)) + 3 * at(j) * at(j + 1) + sum - 0.5 * Math.log(u),
        );
      }),
    );
    yield [...x, ...y];
  }
}

function rounded(value: number): number {
  return Number(value.toPrecision(8));
}
