/** The number of the files that a study was started with. */
export const firstRevision = 1;

/** From 1, whose files are those that the study was started with. */
export function revisionOf({ revision }: { readonly revision?: number | undefined }): number {
  return revision ?? firstRevision;
}

/** The revision that decided how a run was made: later ones have left that as it was. */
export function madeAs(outcome: {
  readonly revision?: number | undefined;
  readonly madeAs?: number | undefined;
}): number {
  return outcome.madeAs ?? revisionOf(outcome);
}
