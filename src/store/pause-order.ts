/** Whether a standing order is paused, as what comes of it reads it in the store: Temporal's own pause doesn't hold what came before it. */
import { z } from 'zod';
import { document, type DocumentFolder } from '../objects/index.ts';

/** What was asked for by hand may be named by a server whose clock is this far behind. */
export const clocksDifferMs = 60_000;

/** The order is paused: nothing of it begins, but what was asked for by hand since `askedAt`. */
export const pausedMark = document(
  'paused.json',
  z.object({ at: z.string(), note: z.string(), askedAt: z.string().optional() }),
);

/** From now on nothing of the order begins. */
export async function pauseOrder(
  folder: DocumentFolder,
  { at, note }: { readonly at: Date; readonly note: string },
): Promise<void> {
  await folder.write(pausedMark, { at: at.toISOString(), note });
}

/** Things begin again. */
export async function resumeOrder(folder: DocumentFolder): Promise<void> {
  await folder.remove(pausedMark);
}

/** Lets that begin which a person asks for now, where the order is paused. */
export async function askWhilePaused(folder: DocumentFolder, now: Date): Promise<void> {
  const paused = await folder.find(pausedMark);
  if (paused === undefined) return;
  await folder.write(pausedMark, { ...paused, askedAt: now.toISOString() });
}

/** Since when and why what is for `passTime` (ISO 8601) may not begin, such as `paused since …: holidays`; undefined where it may. */
export async function whyPaused(
  folder: DocumentFolder,
  passTime: string,
): Promise<string | undefined> {
  const paused = await folder.find(pausedMark);
  if (paused === undefined) return undefined;
  const { at, note, askedAt } = paused;
  const isAsked =
    askedAt !== undefined && Date.parse(passTime) >= Date.parse(askedAt) - clocksDifferMs;
  return isAsked ? undefined : `paused since ${at}: ${note}`;
}
