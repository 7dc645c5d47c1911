import type { StoredStudy } from '../../../src/cli/studies/stored-study.ts';

/** A made-up study of the store; its creation time is read from its id. */
export function storedStudy(studyId: string, studyName: string): StoredStudy {
  return {
    studyId,
    snapshot: {
      formatVersion: 1,
      studyId,
      studyName,
      planHash: '0'.repeat(64),
      createdAt: studyId.slice(-15),
      engineVersion: '0.1.0',
      studyFile: { name: 'study.yaml', sha256: '0'.repeat(64) },
      files: [],
    },
    ended: undefined,
    starting: undefined,
  };
}
