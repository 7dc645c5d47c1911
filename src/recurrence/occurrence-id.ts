import { createHash } from 'node:crypto';

/**
 * Id of the study of one occurrence: `<study>-<yyyymmdd>-<hhmmss>-r<hash>`, the time being the occurrence's, in UTC. The same occurrence has the same id,
 * whoever asks; no study that a person starts can have it.
 */
export function occurrenceStudyId(studyName: string, schedule: string, passTime: string): string {
  const stamp = passTime.replace(/[-:]/gu, '').replace('T', '-').slice(0, 15);
  const hash = createHash('sha256').update(`${schedule} ${passTime}`).digest('hex').slice(0, 6);
  return `${studyName}-${stamp}-r${hash}`;
}
