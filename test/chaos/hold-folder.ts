import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '../kit/processes.ts';

/** Points at which a worker can be held, so that something is killed exactly there. */
export const holdPoints = [
  'upload-middle',
  'create-after-post',
  'submit-after-post',
  'download-middle',
  'findings-before',
] as const;

/** Those at which something that is paid for, or becomes so, has just been asked of the platform: tried at each change, the others by night. */
export const payingPoints: readonly FailpointName[] = ['create-after-post', 'submit-after-post'];

export type FailpointName = (typeof holdPoints)[number];

/** The test's side of a worker's `DOEFLOW_HOLD_DIR`. */
export interface HoldFolder {
  /** Holds the next worker that comes to the point. */
  readonly arm: (point: FailpointName) => void;
  /** Resolves when a worker stands there. */
  readonly reached: (point: FailpointName) => Promise<void>;
  readonly letGo: (point: FailpointName) => void;
}

/** Makes the folder. A point that is armed again forgets what happened there before. */
export function createHoldFolder(folder: string): HoldFolder {
  mkdirSync(folder, { recursive: true });
  const file = (point: FailpointName, suffix: string): string => join(folder, `${point}.${suffix}`);
  return {
    arm: (point) => {
      for (const suffix of ['reached', 'go']) rmSync(file(point, suffix), { force: true });
      writeFileSync(file(point, 'hold'), '');
    },
    reached: async (point) => {
      await waitFor(`a worker at ${point}`, () => existsSync(file(point, 'reached')), 120_000);
    },
    letGo: (point) => writeFileSync(file(point, 'go'), ''),
  };
}
