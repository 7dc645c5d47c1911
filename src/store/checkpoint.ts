import { layout } from './layout.ts';
import type { Checkpoint } from './schemas/study-records.ts';
import type { DocumentFolder } from '../objects/index.ts';

/** How far the study was when it last ended; the very beginning for one that never ended. */
export async function readCheckpoint(folder: DocumentFolder): Promise<Checkpoint> {
  return (await folder.find(layout.checkpoint)) ?? { jobs: 0, nextPlanned: 1 };
}
