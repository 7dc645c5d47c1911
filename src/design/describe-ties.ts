import type { DesignMethod } from './design-settings.ts';
import { tiedInputs } from './tied-inputs.ts';

/** What {@link tiedInputs} finds, as a sentence with the next step; undefined where no inputs are tied. */
export function describeTies(...given: Parameters<typeof tiedInputs>): string | undefined {
  const [method, options, inputs] = given;
  const found = tiedInputs(...given);
  if (!found || found.count === 0) return undefined;
  const named = found.pairs.map(
    ({ first, second, errors }, place) =>
      `${first} with ${second} (${errors.toFixed(1)}${place === 0 ? ' standard errors' : ''})`,
  );
  const others = found.count > named.length ? `, … (${found.count} pairs)` : '';
  return `${inputs[0]?.values.length ?? 0} rows of a ${method} sequence tie inputs to each other, as products of them are further from their mean than in independent rows: ${named.join(', ')}${others}; results that rest on both may be off by more than their intervals; take ${nextStep(method, options)}`;
}

function nextStep(method: DesignMethod, options: Readonly<Record<string, unknown>>): string {
  return options['scramble'] === 'none' && method === 'halton'
    ? 'more runs, leave out `scramble: none`, or take latin-hypercube'
    : 'more runs, or latin-hypercube';
}
