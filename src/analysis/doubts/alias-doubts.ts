import { named } from '../named.ts';
import type { AnovaSummary, FactorialSummary } from '../summarise-factors.ts';

/** Ambiguous effects of two inputs count where any of them is less likely than this by chance. */
const chance = 0.05;

/** Why effects may not be those of the inputs that they are named after. */
export function aliasDoubts(effects: FactorialSummary['effects']): readonly (string | false)[] {
  const aliased = effects.filter(({ aliases }) => aliases.length > 0);
  const mains = aliased.filter(({ inputs }) => inputs.length === 1);
  const partial = effects.filter(({ partialAliases }) => partialAliases !== undefined);
  const chains = aliased.filter(({ inputs }) => inputs.length > 1);
  const pairs = chains.filter(({ pValue = 1 }) => pValue < chance / chains.length);
  return [
    mains.length > 0 &&
      `these runs can't tell inputs from interactions: ${named(mains.map(chainOf))}; if the interaction acts, the effect isn't the input's`,
    partial.length > 0 &&
      `interactions stand in the effects of inputs by a share: ${named(partial.map(partlyOf))}; if one acts, the effect isn't the input's alone; add runs that tell them apart`,
    pairs.length > 0 &&
      `interactions that act can't be told from each other: ${named(pairs.map(chainOf))}`,
  ];
}

/** The same of a variance table, which leaves interactions out that aren't told apart. @param hasEffects whether the effects are given that have the chains of these */
export function aliasDoubtOfTable({ aliased }: AnovaSummary, hasEffects: boolean): string | false {
  return (
    aliased.length > 0 &&
    `these runs can't tell ${named(aliased.map((pair) => pair.join(' x ')))} from other terms: what stands there may be theirs; ${hasEffects ? 'see factorialEffects, or add runs' : 'add runs'}`
  );
}

function partlyOf({ inputs, partialAliases }: FactorialSummary['effects'][number]): string {
  const { count = 0, largest: [largest] = [] } = partialAliases ?? {};
  const others = count > 1 ? ` and ${count - 1} more` : '';
  return `${inputs.join()} holds ${largest?.share.toFixed(2) ?? ''} of ${largest?.inputs.join(' x ') ?? ''}${others}`;
}

function chainOf({ inputs, aliases }: FactorialSummary['effects'][number]): string {
  return [inputs, ...aliases.map((alias) => alias.inputs)]
    .map((names) => names.join(' x '))
    .join(' or ');
}
