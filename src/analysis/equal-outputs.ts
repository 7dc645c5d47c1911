import type { StudyColumn, StudyTable } from './study-table.ts';

/**
 * A warning where all done runs gave the same outputs though their inputs differ: then, most often, the inputs don't reach the model, and every
 * number is right but means nothing.
 * @returns at most one sentence
 */
export function warnOfEqualOutputs({ columns, accepted }: StudyTable): readonly string[] {
  const rows = Array.from(accepted.keys()).filter((row) => Boolean(accepted[row]));
  const differs = ({ values }: StudyColumn): boolean =>
    rows.some((row) => !Object.is(values[row], values[rows[0] ?? 0]));
  const inputs = columns.filter(({ role }) => role === 'input' || role === 'case');
  const outputs = columns.filter(
    ({ role, values }) => role === 'output' && rows.some((row) => isGiven(values[row])),
  );
  if (outputs.length === 0 || outputs.some(differs) || !inputs.some(differs)) return [];
  const told = outputs.slice(0, 3).map(({ name, values }) => `${name} = ${values[rows[0] ?? 0]}`);
  const more = outputs.length > told.length ? ', …' : '';
  return [
    `All ${rows.length} done runs gave the same outputs (${told.join(', ')}${more}), though their inputs differ: look whether the inputs reach the model, such as with doeflow render`,
  ];
}

function isGiven(value: unknown): boolean {
  return typeof value === 'number' ? !Number.isNaN(value) : value !== undefined && value !== '';
}
