/**
 * The best value of an objective after each run that bettered it, in the order of the runs, and after the last.
 * @param values NaN where a run gave none, or breaks a constraint
 * @returns numbers of runs from 1
 */
export function bestSoFar(
  values: Float64Array,
  goal: 'minimize' | 'maximize',
): readonly { readonly run: number; readonly best: number }[] {
  const steps: { run: number; best: number }[] = [];
  let best = NaN;
  values.forEach((value, row) => {
    if (!Number.isFinite(value)) return;
    const isBetter = Number.isNaN(best) || (goal === 'minimize' ? value < best : value > best);
    if (!isBetter) return;
    best = value;
    steps.push({ run: row + 1, best });
  });
  const last = steps.at(-1);
  if (last !== undefined && last.run < values.length) steps.push({ run: values.length, best });
  return steps;
}
