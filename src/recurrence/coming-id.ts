import { createHash } from 'node:crypto';

/**
 * Id of the study of one coming: `<study>-<yyyymmdd>-<hhmmss>-r<hash>`, the time being the coming's, in UTC. The same coming has the same id,
 * whoever asks; no study that a person starts can have it.
 */
export function comingStudyId(studyName: string, schedule: string, passTime: string): string {
  const stamp = passTime.replace(/[-:]/gu, '').replace('T', '-').slice(0, 15);
  const hash = createHash('sha256').update(`${schedule} ${passTime}`).digest('hex').slice(0, 6);
  return `${studyName}-${stamp}-r${hash}`;
}
