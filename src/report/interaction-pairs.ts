import type { StudyColumn } from '../analysis/index.ts';
import { leastShare } from './least-share.ts';
import type { SectionInput } from './section-input.ts';
import { strongestInputs } from './strongest-inputs.ts';

/** Inputs of which each pair is a candidate, where nothing tells how strong its interaction is. */
const mostUnknown = 6;
/** An expansion that predicts less tells nothing of interactions. */
const leastQuality = 0.7;

/** Pairs of inputs in the order of their interaction. */
export interface InteractionPairs {
  /** All pairs of inputs that vary. */
  readonly total: number;
  /** The strongest first; of many inputs not all, and none that explains next to nothing. */
  readonly pairs: readonly (readonly [StudyColumn, StudyColumn])[];
  /** What tells the order; absent where it is only that of the inputs themselves. */
  readonly by?: string;
  /** Pairs of which that tells that they explain next to nothing together. */
  readonly without: number;
}

/** The pairs of inputs whose interaction in a response is worth a look, as the summary's best estimator orders them; behind these, pairs of the strongest inputs. */
export function interactionPairs(input: SectionInput, response: string): InteractionPairs {
  const inputs = strongestInputs(input, response);
  const total = (inputs.length * (inputs.length - 1)) / 2;
  const byName = new Map(inputs.map((one) => [one.name, one]));
  const { by, strengths } = strengthsOf(input.summary, response);
  const told = strengths
    .toSorted((a, b) => b.strength - a.strength)
    .flatMap(({ names: [a, b], strength, most = strength }) => {
      const [first, second] = [byName.get(a), byName.get(b)];
      return first && second ? [{ pair: [first, second] as const, most }] : [];
    });
  const known = told.filter(({ most }) => most > leastShare).map(({ pair }) => pair);
  const isKnown = new Set(told.flatMap(({ pair: [a, b] }) => [key(a, b), key(b, a)]));
  const others = inputs
    .slice(0, mostUnknown)
    .flatMap((first, place) =>
      inputs.slice(place + 1, mostUnknown).map((second) => [first, second] as const),
    )
    .filter(([a, b]) => !isKnown.has(key(a, b)));
  return {
    ...{ total, pairs: [...known, ...others] },
    without: told.length - known.length,
    ...((known.length > 0 || others.length === 0) && by !== undefined && { by }),
  };
}

function key(a: StudyColumn, b: StudyColumn): string {
  return JSON.stringify([a.name, b.name]);
}

interface Strength {
  readonly names: readonly [string, string];
  readonly strength: number;
  /** The end of its interval, where it has one. */
  readonly most?: number;
}

/** How much of the variance each pair explains only together. */
function strengthsOf(
  summary: SectionInput['summary'],
  response: string,
): { readonly by?: string; readonly strengths: readonly Strength[] } {
  const isOf = (one: { readonly response: string }): boolean => one.response === response;
  const terms = summary.anova?.find(isOf)?.terms ?? [];
  const shares = terms.flatMap(({ inputs: [a, b, ...more], share, isCurvature }): Strength[] =>
    a === undefined || b === undefined || more.length > 0 || isCurvature
      ? []
      : [{ names: [a, b], strength: share }],
  );
  if (shares.length > 0) return { by: 'the analysis of variance', strengths: shares };
  const second = summary.sobol?.find(isOf)?.second ?? [];
  if (second.length > 0) {
    const strengths = second.map(
      ({ variables: names, index: { value: strength, halfWidth = 0 } }) => ({
        ...{ names, strength, most: strength + halfWidth },
      }),
    );
    return { by: 'the second-order Sobol’ indices', strengths };
  }
  const chaos = summary.polynomialChaos?.find(isOf);
  if (chaos?.second === undefined || chaos.q2 < leastQuality) return { strengths: [] };
  return {
    by: 'the polynomial chaos',
    strengths: chaos.second.map(({ inputs: names, value: strength }) => ({ names, strength })),
  };
}
