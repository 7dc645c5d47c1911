import { layout } from './layout.ts';
import type { Checkpoint } from './schemas/study-records.ts';
import type { StudyFolder } from './study-folder.ts';

/** How far the study was when it last ended; the very beginning for one that never ended. */
export async function readCheckpoint(folder: StudyFolder): Promise<Checkpoint> {
  return (await folder.find(layout.checkpoint)) ?? { jobs: 0, nextPlanned: 1 };
}
