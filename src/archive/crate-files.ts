/** What a crate holds beside what the store keeps of its study, and where. */
import { z } from 'zod';
import { document } from '../objects/index.ts';

const crateStudyFile = z.object({
  /** As written in the study file. */
  path: z.string(),
  role: z.string(),
  sha256: z.string(),
  /** Below the crate. */
  at: z.string(),
});

export const crateFiles = {
  metadata: 'ro-crate-metadata.json',
  /** Hashes of all other files; written last: a crate that has it is whole. */
  manifest: 'manifest-sha256.txt',
  /** The study file and all that it names. */
  studyFilesFolder: 'study-files/',
  studyFiles: document('study-files.json', z.array(crateStudyFile)),
  /** Mended files of the study that differ from those. */
  revisionFilesFolder: 'revision-files/',
  /** The study file and all that it names, for each revision after the first; absent for a study without one. */
  revisionFiles: document(
    'revision-files.json',
    z.array(crateStudyFile.extend({ revision: z.number().int().min(2) })),
  ),
  /** The study's jobs that are in the archive, and which version of each. */
  jobs: document(
    'archived-jobs.json',
    z.array(z.object({ jobId: z.string(), version: z.number().int().positive(), bag: z.string() })),
  ),
};

/** The study file itself, among the files by their paths. */
export const studyFileRole = 'study';

export type CrateStudyFiles = ReturnType<(typeof crateFiles.studyFiles)['decode']>;
export type CrateRevisionFiles = ReturnType<(typeof crateFiles.revisionFiles)['decode']>;
export type CrateJobs = ReturnType<(typeof crateFiles.jobs)['decode']>;
