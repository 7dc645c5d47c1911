import type { StudyColumn } from '../analysis/index.ts';
import type { SectionInput } from './section-input.ts';

/** The inputs that vary, by how much of a response they explain, as the best estimator of the summary has it. */
export function strongestInputs(
  { summary, inputs }: Pick<SectionInput, 'summary' | 'inputs'>,
  response: string,
): readonly StudyColumn[] {
  const isOf = (one: { readonly response: string }): boolean => one.response === response;
  const strengths = new Map<string, number>();
  const rank = (name: string, value: number | undefined): void => {
    if (value !== undefined && !strengths.has(name)) strengths.set(name, Math.abs(value));
  };
  for (const { variable, total } of summary.sobol?.find(isOf)?.indices ?? []) {
    rank(variable, total?.value);
  }
  for (const { variable, muStar } of summary.morris?.find(isOf)?.effects ?? []) {
    rank(variable, muStar);
  }
  for (const { inputs: of, share } of summary.anova?.find(isOf)?.terms ?? []) {
    const [only, ...others] = of;
    if (only !== undefined && others.length === 0) rank(only, share);
  }
  for (const { input, firstOrder, src } of summary.sensitivity.find(isOf)?.inputs ?? []) {
    rank(input, firstOrder ?? (src === undefined ? undefined : src * src));
  }
  return inputs
    .filter(({ values }) => new Set(values as Iterable<unknown>).size > 1)
    .toSorted((a, b) => (strengths.get(b.name) ?? 0) - (strengths.get(a.name) ?? 0));
}
