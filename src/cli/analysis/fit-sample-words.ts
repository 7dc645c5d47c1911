/** What to say of a fit that was made of a sample of the runs, with `before` in front; empty where it was made of all. */
export function fitSampleWords(
  sample: { readonly rows: number; readonly of: number } | undefined,
  before = ', ',
): string {
  return sample === undefined ? '' : `${before}a sample of ${sample.rows} of ${sample.of} runs`;
}
