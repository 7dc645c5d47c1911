import type { SectionInput } from './section-input.ts';

/** Behind the title of what is of one case alone, its number and its values: `, case 2: load = high, site = north`; empty where there are no cases. @param caseNumber from 1 */
export function caseWords(
  { inputs }: Pick<SectionInput, 'inputs'>,
  caseNumber: number | undefined,
): string {
  return caseNumber === undefined ? '' : `, ${caseName({ inputs }, caseNumber)}`;
}

/** A case by its number and its values: `case 2: load = high, site = north`. */
export function caseName({ inputs }: Pick<SectionInput, 'inputs'>, caseNumber: number): string {
  // The runs of a row of the design stand next to each other, one a case, in the order of the cases.
  const values = inputs
    .filter(({ role }) => role === 'case')
    .map((column) => `${column.name} = ${column.values[caseNumber - 1] ?? ''}`);
  return `case ${caseNumber}${values.length === 0 ? '' : `: ${values.join(', ')}`}`;
}
