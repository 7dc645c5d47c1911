/** What a note begins with where the copy of a study's results couldn't be made. */
export function notCopiedWords(resultsDir: string): string {
  return `The results are safe in the store, but could not be copied to ${resultsDir}: `;
}
