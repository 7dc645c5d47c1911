import { isOnlyRounding } from '../../numbers/index.ts';
import type { StudyColumn, StudyTable } from '../study-table.ts';

/** Digits that rounding leaves alone. */
const roundedDigits = 13;

/**
 * A warning where all done runs gave the same outputs, or such as differ by rounding alone, though their inputs differ: then, most often, the
 * inputs don't reach the model, and every number is right but means nothing.
 * @returns at most one sentence
 */
export function warnOfEqualOutputs({ columns, accepted }: StudyTable): readonly string[] {
  const rows = Array.from(accepted.keys()).filter((row) => Boolean(accepted[row]));
  const differs = ({ values }: StudyColumn): boolean =>
    rows.some((row) => !Object.is(values[row], values[rows[0] ?? 0]));
  const moves = (column: StudyColumn): boolean =>
    differs(column) && !isOnlyRounding(numbersOf(column, rows));
  const inputs = columns.filter(({ role }) => role === 'input' || role === 'case');
  const outputs = columns.filter(
    ({ role, values }) => role === 'output' && rows.some((row) => isGiven(values[row])),
  );
  if (outputs.length === 0 || outputs.some(moves) || !inputs.some(differs)) return [];
  const told = outputs.slice(0, 3).map((column) => {
    const value = column.values[rows[0] ?? 0];
    const isRounded = typeof value === 'number' && differs(column);
    return `${column.name} = ${isRounded ? Number(value.toPrecision(roundedDigits)) : value}`;
  });
  const more = outputs.length > told.length ? ', …' : '';
  const rounded = outputs.some(differs) ? ' but for rounding' : '';
  return [
    `All ${rows.length} done runs gave the same outputs${rounded} (${told.join(', ')}${more}), though their inputs differ: look whether the inputs reach the model, such as with doeflow render`,
  ];
}

/** Its values in these rows where each is a number that is there; none otherwise. */
function numbersOf({ values }: StudyColumn, rows: readonly number[]): readonly number[] {
  const own = rows.flatMap((row) => {
    const value = values[row];
    return typeof value === 'number' && Number.isFinite(value) ? [value] : [];
  });
  return own.length === rows.length ? own : [];
}

function isGiven(value: unknown): boolean {
  return typeof value === 'number' ? !Number.isNaN(value) : value !== undefined && value !== '';
}
