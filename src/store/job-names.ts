/** Names by which a study's jobs and clusters are found again on the platform, whoever made them and however often. */
import { createHash, randomBytes } from 'node:crypto';

/** One bare word that all jobs of a study carry. */
export function searchTag(studyId: string): string {
  return `s${shortHash(studyId)}`;
}

/** One bare word that only this job carries; a further try of the same job (`attempt`) has another. */
export function jobTag(studyId: string, jobNumber: number, attempt: number): string {
  return `j${shortHash(`${studyId} ${jobNumber} ${attempt}`)}`;
}

/** The whole name: for people first, then the two words. */
export function jobName(
  study: { studyId: string; name: string },
  jobNumber: number,
  attempt = 1,
): string {
  return `${study.name} job ${jobNumber} ${searchTag(study.studyId)} ${jobTag(study.studyId, jobNumber, attempt)}`;
}

/** The platform's name of a study's own cluster: for people first, then the word that finds it again. */
export function clusterName(studyId: string, name: string): string {
  return `${name} ${searchTag(studyId)}`;
}

/**
 * A fresh key that the markers of a job's runs repeat: proof that a marker belongs to this very job. Nobody can guess it, so that no program
 * writes it by accident, from an earlier study or on purpose without reading the command that carries it.
 */
export function newAttemptKey(): string {
  return randomBytes(16).toString('hex');
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
