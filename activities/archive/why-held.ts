import { archiveLayout } from '../../src/archive/index.ts';
import { passHeld, type PassTarget } from '../../src/run/archive-contract.ts';
import type { DocumentFolder } from '../../src/store/index.ts';
import { refusal } from './open-archive.ts';

/** A pass that was asked for by hand may be named by a server whose clock is this far behind. */
const clocksDifferMs = 60_000;

/**
 * Why a pass may not begin to work or to delete, as a sentence; undefined where it may. The store says so, whatever Temporal starts: passes that
 * are made up for come on after their schedule was paused.
 */
export async function whyHeld(
  folder: DocumentFolder,
  { archive, passTime }: PassTarget,
): Promise<string | undefined> {
  if (!(await folder.has(archiveLayout.order))) return `The archive ${archive} was deleted`;
  const paused = await folder.find(archiveLayout.paused);
  if (paused === undefined) return undefined;
  const { at, note, askedAt } = paused;
  const isAsked =
    askedAt !== undefined && Date.parse(passTime) >= Date.parse(askedAt) - clocksDifferMs;
  return isAsked ? undefined : `The archive ${archive} is paused since ${at}: ${note}`;
}

/** @throws ApplicationFailure that ends the pass as skipped, where the archive is paused or was deleted */
export async function requireNotHeld(folder: DocumentFolder, pass: PassTarget): Promise<void> {
  const reason = await whyHeld(folder, pass);
  if (reason !== undefined) throw refusal(passHeld, reason);
}
