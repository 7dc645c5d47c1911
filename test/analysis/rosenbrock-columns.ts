import { readFileSync } from 'node:fs';

/** Columns of the 200 published rows of Dakota's Rosenbrock example. */
export function rosenbrockColumns(): Readonly<Record<'x1' | 'x2' | 'f', Float64Array>> {
  const text = readFileSync(new URL('../reference/rosenbrock-200.csv', import.meta.url), 'utf8');
  const rows = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number));
  const column = (index: number): Float64Array =>
    Float64Array.from(rows, (row) => row[index] ?? NaN);
  return { x1: column(0), x2: column(1), f: column(2) };
}
