/** Dakota's variables as inputs of a study. */
import { KeywordReader } from './keyword-reader.ts';
import type { DakotaKeyword } from './parse-dakota.ts';
import { variableRoles, type GivenVariable, type VariableKind } from './read-variables.ts';
import { kindsOfVariables } from './variable-kinds.ts';

export interface DakotaVariables {
  /** In the order of Dakota's points, which is that of the kinds, whatever the order in the file. */
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

interface Group {
  readonly group: string;
  readonly kind: VariableKind;
  /** Of the elements of a set, where the file says. */
  type: ElementType | undefined;
  readonly own: DakotaKeyword[];
}

/** In the order of Dakota's points. */
const elementTypes = ['integer', 'string', 'real'] as const;

type ElementType = (typeof elementTypes)[number];

/** The block's variables, and what was not understood. */
export function readDakotaVariables(keywords: readonly DakotaKeyword[]): DakotaVariables {
  const { groups, general, unknown } = groupsOf(keywords);
  const notes: string[] = unknown.map(
    ({ word, line }) => `variables: the variables of ${word} are not understood (line ${line})`,
  );
  const found = groups.map(({ group, kind, type, own }) => {
    const reader = new KeywordReader(`variables, ${group}`, own);
    // `discrete_design_set integer = 2`: the type of the elements may hold the count.
    const ofGroup = reader.number(group);
    const count = (type === undefined ? undefined : reader.number(type)) ?? ofGroup ?? 1;
    const labels = reader.textsFor(count, 'descriptors', 'descriptor');
    const variables = kind.read(reader, count).map((given, index): DakotaVariable => {
      const label = labels[index] ?? `${kind.prefix}_${index + 1}`;
      return { label, group, kind, given };
    });
    notes.push(...reader.leftovers());
    return { rank: rankOf(group, kind, type), variables };
  });
  const variables = found.toSorted((a, b) => a.rank - b.rank).flatMap((one) => one.variables);
  const reader = new KeywordReader('variables', general);
  const correlations = readCorrelations(reader, variables);
  const active = reader.has('active')
    ? (['all', 'design', 'uncertain', 'aleatory', 'epistemic', 'state'] as const).find((word) =>
        reader.has(word),
      )
    : undefined;
  // All inputs are continuous or discrete as they are: neither is relaxed.
  reader.has('mixed');
  reader.has('id_variables');
  notes.push(...reader.leftovers());
  return { variables, correlations, notes, active };
}

/** Dakota's points have the roles one after the other; in each continuous ones first, then whole numbers, texts, and sets of reals. */
function rankOf(group: string, { role }: VariableKind, type: ElementType | undefined): number {
  const inName = elementTypes.find((one) => group.endsWith(`_${one}`));
  const isWhole = /_range$|^(?:poisson|\w*binomial|\w*geometric|discrete_interval)_/u.test(group);
  const ofType = type ?? inName ?? (isWhole || group.endsWith('_set') ? 'integer' : undefined);
  const ranks = [
    variableRoles.indexOf(role),
    ofType === undefined ? 0 : 1 + elementTypes.indexOf(ofType),
    [...kindsOfVariables.keys()].indexOf(group),
  ];
  return ranks.reduce((sum, rank) => 100 * sum + rank, 0);
}

function groupsOf(keywords: readonly DakotaKeyword[]) {
  const groups: Group[] = [];
  const general: DakotaKeyword[] = [];
  const unknown: DakotaKeyword[] = [];
  const isGeneral = (word: string): boolean =>
    /^(?:active|all|design|uncertain|aleatory|epistemic|state|mixed|relaxed|id_variables|uncertain_correlation_matrix|linear_\w+)$/u.test(
      word,
    );
  let current: Group | undefined;
  const begin = (group: string, kind: VariableKind, own: DakotaKeyword[]): Group => {
    const begun: Group = { group, kind, type: undefined, own };
    groups.push(begun);
    return begun;
  };
  for (const keyword of keywords) {
    const { word } = keyword;
    const kind = kindsOfVariables.get(word);
    const type = elementTypes.find((one) => one === word);
    if (kind !== undefined) {
      current = begin(word, kind, [keyword]);
    } else if (/^(?!initial_)[a-z_]+_(?:uncertain|design|state)$/u.test(word)) {
      unknown.push(keyword);
      current = undefined;
    } else if (isGeneral(word)) {
      general.push(keyword);
    } else if (current === undefined) {
      // What belongs to a group that isn't understood is missing with it.
      if (unknown.length === 0) general.push(keyword);
    } else {
      // One word may begin groups of several types.
      if (type !== undefined && current.type !== undefined) {
        current = begin(current.group, current.kind, []);
      }
      current.type = type ?? current.type;
      current.own.push(keyword);
    }
  }
  return { groups, general, unknown };
}

function readCorrelations(
  reader: KeywordReader,
  variables: readonly DakotaVariable[],
): DakotaVariables['correlations'] {
  const uncertain = variables.flatMap(({ kind }, index) =>
    kind.role === 'aleatory' ? [index] : [],
  );
  const size = uncertain.length;
  const matrix = reader.numbersFor(
    size * size,
    `one for each pair of ${size} uncertain variables; no correlation is taken`,
    'uncertain_correlation_matrix',
  );
  if (matrix.length !== size * size) return [];
  return uncertain.flatMap((first, row) =>
    uncertain.slice(row + 1).flatMap((second, offset) => {
      const value = matrix[row * size + row + 1 + offset] ?? 0;
      return value === 0 ? [] : [[first, second, value] as const];
    }),
  );
}
