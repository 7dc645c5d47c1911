/**
 * A new study's id: `<name>-<yyyymmdd>-<hhmmss>` in UTC, with `-2`, `-3`, … where that one is taken.
 */
export function createStudyId(
  name: string,
  now: Date,
  taken: (studyId: string) => boolean,
): string {
  const stamp = now.toISOString().replace(/[-:]/gu, '').replace('T', '-').slice(0, 15);
  const base = `${name}-${stamp}`;
  let studyId = base;
  for (let number = 2; taken(studyId); number += 1) studyId = `${base}-${number}`;
  return studyId;
}
