/** Dakota's variables as inputs of a study. */
import { KeywordReader } from './keyword-reader.ts';
import type { DakotaKeyword } from './parse-dakota.ts';
import type { GivenVariable, VariableKind } from './read-variables.ts';
import { kindsOfVariables } from './variable-kinds.ts';

export interface DakotaVariables {
  readonly variables: readonly DakotaVariable[];
  /** Rank correlations of the uncertain ones, as [index, index, value]. */
  readonly correlations: readonly (readonly [number, number, number])[];
  readonly notes: readonly string[];
  /** Which ones a method varies, where the file says. */
  readonly active: string | undefined;
}

export interface DakotaVariable {
  readonly label: string;
  readonly group: string;
  readonly kind: VariableKind;
  readonly given: GivenVariable;
}

/** The block's variables in its order, and what was not understood. */
export function readDakotaVariables(keywords: readonly DakotaKeyword[]): DakotaVariables {
  const variables: DakotaVariable[] = [];
  const notes: string[] = [];
  const general: DakotaKeyword[] = [];
  for (const { group, kind, own } of groupsOf(keywords, general)) {
    const reader = new KeywordReader(`variables, ${group}`, own);
    // `discrete_design_set integer = 2`: the type of the elements may hold the count.
    const count = reader.number(group) ?? reader.number('integer', 'real', 'string') ?? 1;
    reader.has('integer', 'real', 'string');
    const labels = reader.texts('descriptors', 'descriptor') ?? [];
    for (const [index, given] of kind.read(reader, count).entries()) {
      const label = labels[index] ?? `${kind.prefix}_${index + 1}`;
      variables.push({ label, group, kind, given });
    }
    notes.push(...reader.leftovers());
  }
  const reader = new KeywordReader('variables', general);
  const matrix = reader.numbers('uncertain_correlation_matrix') ?? [];
  const active = reader.has('active')
    ? (['all', 'design', 'uncertain', 'aleatory', 'epistemic', 'state'] as const).find((word) =>
        reader.has(word),
      )
    : undefined;
  // All inputs are continuous or discrete as they are: neither is relaxed.
  reader.has('mixed');
  reader.has('id_variables');
  notes.push(...reader.leftovers());
  return { variables, correlations: correlationsOf(matrix, variables), notes, active };
}

function* groupsOf(
  keywords: readonly DakotaKeyword[],
  general: DakotaKeyword[],
): Generator<{
  readonly group: string;
  readonly kind: VariableKind;
  readonly own: DakotaKeyword[];
}> {
  let current: { group: string; kind: VariableKind; own: DakotaKeyword[] } | undefined;
  const isGeneral = (word: string): boolean =>
    /^(?:active|all|design|uncertain|aleatory|epistemic|state|mixed|relaxed|id_variables|uncertain_correlation_matrix|linear_\w+)$/u.test(
      word,
    );
  for (const keyword of keywords) {
    const kind = kindsOfVariables.get(keyword.word);
    if (kind !== undefined) {
      if (current !== undefined) yield current;
      current = { group: keyword.word, kind, own: [keyword] };
    } else if (current === undefined || isGeneral(keyword.word)) general.push(keyword);
    else current.own.push(keyword);
  }
  if (current !== undefined) yield current;
}

function correlationsOf(
  matrix: readonly number[],
  variables: readonly DakotaVariable[],
): readonly (readonly [number, number, number])[] {
  const uncertain = variables.flatMap(({ kind }, index) => (kind.isUncertain ? [index] : []));
  const size = uncertain.length;
  if (matrix.length !== size * size) return [];
  return uncertain.flatMap((first, row) =>
    uncertain.slice(row + 1).flatMap((second, offset) => {
      const value = matrix[row * size + row + 1 + offset] ?? 0;
      return value === 0 ? [] : [[first, second, value] as const];
    }),
  );
}
