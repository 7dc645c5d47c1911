/** The number of the files that a study was started with. */
export const firstRevision = 1;

/** From 1, whose files are those that the study was started with. */
export function revisionOf({ revision }: { readonly revision?: number | undefined }): number {
  return revision ?? firstRevision;
}
