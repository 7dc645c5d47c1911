import { longForm } from '../kit/test-form.ts';

/** The two platforms that the engine must be at home on: [in words, setting of DOEFLOW_LOCAL_DOCUMENT_ONLY]. */
export const platformModes = [
  ['with all that is served', '0'],
  ['with nothing beyond the document', '1'],
] as const;

/**
 * Gives back the cases to try on one of the platforms: all of them in the long form; in the short form every second one, so that
 * the two platforms together try each case once.
 */
export function casesOn<T>(documentOnly: string, cases: readonly T[]): readonly T[] {
  return longForm ? cases : cases.filter((_, index) => index % 2 === Number(documentOnly));
}
