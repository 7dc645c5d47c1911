/** What the `value` of a finding may be beside an expression. */
import type { Finding, FindingType } from './study.ts';

/** Tables of the results that a finding of type `file` can put on the platform, as a study file writes them. */
export const findingFiles = ['results.csv', 'design.csv', 'runs.csv', 'statistics.json'] as const;

/** What is known only where a study runs: days of its start and end (UTC), and whose token it runs with. */
export type FindingFact = 'started' | 'ended' | 'owner';

/** Values of the facts; one that the platform doesn't tell is absent. */
export type FindingFacts = Readonly<Partial<Record<FindingFact, string | undefined>>>;

/** The fact that a written value stands for; undefined for every other value. */
export function factOfValue(valueType: FindingType, written: string): FindingFact | undefined {
  if (valueType === 'date' && (written === 'started' || written === 'ended')) return written;
  return valueType === 'user' && written === 'owner' ? written : undefined;
}

/** Whether a written value is computed from the table, rather than taken as it is. */
export function isComputedValue(valueType: FindingType, written: string): boolean {
  if (valueType === 'file' || valueType === 'user') return false;
  return factOfValue(valueType, written) === undefined;
}

/** A finding's values as written, in order; one where the field isn't multiple. */
export function writtenValues({ value }: Pick<Finding, 'value'>): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

/** Why a value can't stand in a field of its type, as the end of a sentence; undefined where it can. */
export function wrongValue(
  { valueType, options = [], allowOther }: Pick<Finding, 'valueType' | 'options' | 'allowOther'>,
  value: number | string,
): string | undefined {
  const shown = JSON.stringify(value);
  if (valueType === 'date' && !isDay(String(value)))
    return `expected a date as year/month/day, got ${shown}`;
  if (valueType === 'select' && allowOther !== true && !options.includes(String(value)))
    return `expected one of its options ${options.join(', ')}, got ${shown}`;
  return undefined;
}

/** A day as the platform writes it. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10).replaceAll('-', '/');
}

/** Whether a text is a day of the calendar as year/month/day. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/u.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}
