import type { FitSample } from './fit-sample.ts';

/** Of how many runs a fit was made, such as `, a sample of 8,192 of 1,000,000 runs`, between `before` and `after`; empty where it was made of all. */
export function fitSampleWords(sample: FitSample | undefined, before = ', ', after = ''): string {
  if (sample === undefined) return '';
  const [rows, all] = [sample.rows, sample.of].map((count) => count.toLocaleString('en-US'));
  return `${before}a sample of ${rows} of ${all} runs${after}`;
}

/** {@link fitSampleWords} as a sentence for a caption, with a blank before it. */
export function fitSampleSentence(sample: FitSample | undefined): string {
  return fitSampleWords(sample, ' Fitted to ', '.');
}
