/** A study that has ended, as pruning looks at it. */
import {
  layout,
  numberOfPlatformJob,
  readEndedAt,
  type DocumentFolder,
  type Size,
  type Store,
} from '../../store/index.ts';
import type { EndedStudy } from '../studies/stored-study.ts';

/** What is known of it before anybody decides. */
export interface Candidate {
  readonly stored: EndedStudy;
  readonly endedAt: string;
  /** Its jobs on the platform, by number. */
  readonly jobs: readonly { readonly jobNumber: number; readonly jobId: string }[];
  /** What it sent to the platform. */
  readonly fileIds: readonly string[];
}

/** A study that goes. */
export interface Chosen extends Candidate {
  /** In the store. */
  readonly size: Size;
  /** Of its jobs on the local platform. */
  readonly localBytes: number;
  /** A verified copy; absent where its owner goes without. */
  readonly archive?: ArchivedCopy;
}

/** A copy of a study in an archive. */
export interface ArchivedCopy {
  /** Of the archive. */
  readonly name: string;
  readonly destination: string;
  readonly version: number;
}

/** Reads what is known of an ended study. */
export async function readCandidate(store: Store, stored: EndedStudy): Promise<Candidate> {
  const folder = store.study(stored.studyId);
  return {
    stored,
    endedAt: await readEndedAt(folder, stored.snapshot),
    jobs: await readJobs(folder),
    fileIds: await readFileIds(folder),
  };
}

async function readJobs(folder: DocumentFolder): Promise<Candidate['jobs']> {
  const { objects } = await folder.list(layout.allJobs);
  const numbers = objects.flatMap((name) => numberOfPlatformJob(name) ?? []);
  return Promise.all(
    numbers
      .sort((a, b) => a - b)
      .map(async (jobNumber) => {
        const { jobId } = await folder.read(layout.platformJob(jobNumber));
        return { jobNumber, jobId };
      }),
  );
}

async function readFileIds(folder: DocumentFolder): Promise<readonly string[]> {
  const { objects } = await folder.list(layout.allUploads);
  const uploads = await Promise.all(objects.map((name) => folder.find(layout.uploadRecord(name))));
  return uploads.flatMap((upload) => (upload === undefined ? [] : [upload.fileId]));
}
