/** A stamp of day and time, and behind it a number or, of a study that comes again, a hash. */
const studyIdForm = /^(.+)-\d{8}-\d{6}(?:-\d+|-r[0-9a-f]{6})?$/u;

/** The name in a study's id, for a study whose records don't tell it; undefined where the id has another form. */
export function studyNameOfId(studyId: string): string | undefined {
  return studyIdForm.exec(studyId)?.[1];
}
