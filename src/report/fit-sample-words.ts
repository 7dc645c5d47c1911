import { countOf } from './figure-block.ts';
import { formatCount } from './format-count.ts';

/** A sentence for a caption: how many runs a fit was made of, with a blank before it; empty where it was made of all. */
export function fitSampleWords(
  sample: { readonly rows: number; readonly of: number } | undefined,
): string {
  return sample === undefined
    ? ''
    : ` Fitted to a sample of ${formatCount(sample.rows)} of ${countOf(sample.of, 'run')}.`;
}
