/** Sobol' indices of many inputs from Saltelli blocks: as the summary computes and judges them, without its other estimators, which take most of its time. */
import { judgeSobol } from '../../src/analysis/judges/judge-structure.ts';
import { summariseSobol } from '../../src/analysis/summarise-structure.ts';
import { createDesign } from '../../src/design/index.ts';
import { scramblingsOfNew } from '../../src/study-file/design-rules.ts';
import type { Calibration } from './calibrate.ts';
import type { Problem } from './problems.ts';

/** Two entries for each input. @param studies each with a seed of its own, from 1 */
export function calibrateBlocks(
  { inputs, model, first, total }: Problem,
  baseSamples: number,
  studies: number,
): readonly Calibration[] {
  const variables = Object.entries(inputs).map(([name, source]) => ({ name, source }));
  const names = variables.map(({ name }) => name);
  const scramblings = scramblingsOfNew(names.length);
  const options = { baseSamples, ...(scramblings === undefined ? {} : { scramblings }) };
  const truths = { first, total };
  const quantities = (['first', 'total'] as const).flatMap((kind) =>
    names.map((name, place) => ({ kind, name, place, missed: 0 })),
  );
  let good = 0;
  for (let seed = 1; seed <= studies; seed += 1) {
    const design = createDesign({ method: 'saltelli', seed, variables, options });
    const columns = design.block(0, design.rowCount).map((one) => Float64Array.from(one, Number));
    const values = Float64Array.from({ length: design.rowCount }, (_, row) =>
      model(...columns.map((column) => column[row] ?? NaN)),
    );
    const sobol = summariseSobol(
      [{ name: 'y', values }],
      names.map((name, j) => ({ name, role: 'input', values: columns[j] ?? values })),
      { method: 'saltelli', options, seed, variables: names },
    );
    const judged = judgeSobol({ name: 'y', rows: values.length, values, results: { sobol } });
    if (judged.some(({ reasons }) => reasons.some((reason) => reason !== false))) continue;
    good += 1;
    for (const quantity of quantities) {
      const { value = NaN, halfWidth = NaN } =
        sobol[0]?.indices[quantity.place]?.[quantity.kind] ?? {};
      const truth = truths[quantity.kind][quantity.place] ?? NaN;
      if (!(Math.abs(value - truth) <= halfWidth + 1e-9)) quantity.missed += 1;
    }
  }
  return quantities.map(({ kind, name, missed }) => ({
    estimator: 'sobol',
    quantity: `${kind} ${name}`,
    good,
    missed,
  }));
}
