import { archiveLayout } from '../../src/archive/index.ts';
import { passHeld, type PassTarget } from '../../src/run/archive-contract.ts';
import { whyPaused, type DocumentFolder } from '../../src/store/index.ts';
import { refusal } from './open-archive.ts';

/**
 * Why a pass may not begin to work or to delete, as a sentence; undefined where it may. The store says so, whatever Temporal starts: passes that
 * are made up for come on after their schedule was paused.
 */
export async function whyHeld(
  folder: DocumentFolder,
  { archive, passTime }: PassTarget,
): Promise<string | undefined> {
  if (!(await folder.has(archiveLayout.order))) return `The archive ${archive} was deleted`;
  const paused = await whyPaused(folder, passTime);
  return paused === undefined ? undefined : `The archive ${archive} is ${paused}`;
}

/** @throws ApplicationFailure that ends the pass as skipped, where the archive is paused or was deleted */
export async function requireNotHeld(folder: DocumentFolder, pass: PassTarget): Promise<void> {
  const reason = await whyHeld(folder, pass);
  if (reason !== undefined) throw refusal(passHeld, reason);
}
