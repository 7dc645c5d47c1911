/** What a study does for a moment, paused or not, before it is again as it was. Pure. */

/** Its outputs were amended. */
export const readingAnew = 'reading the outputs of collected runs anew';

const uploading = 'uploading revision ';

/** Its files were mended or amended. */
export function uploadingRevision(revision: number): string {
  return `${uploading}${revision} of the study's files`;
}

/** Whether a study does one of these: what it tells then is not why it is paused. */
export function isPassing(activity: string): boolean {
  return activity === readingAnew || activity.startsWith(uploading);
}
