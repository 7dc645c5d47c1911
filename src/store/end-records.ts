/**
 * The SHA-256 of every record that a study's end left in the store: what is changed, lost or put there afterwards is told by its audit. Files of
 * runs aren't among them, as outcomes have their hashes.
 */
import { createHash } from 'node:crypto';
import type { StudyProgress } from '../run/messages.ts';
import { hashStream } from './contents.ts';
import { layout, linesEnding } from './layout.ts';
import { walkFolders, type DocumentFolder, type StoredObject } from '../objects/index.ts';
import { isTicketName } from './tickets.ts';

const filesOfRuns: ReadonlySet<string> = new Set([layout.allRuns.prefix, layout.allPacks.prefix]);

/** Writes the study's last progress, from which on it has ended, and before that the hashes of all its records. */
export async function keepEnd(folder: DocumentFolder, progress: StudyProgress): Promise<void> {
  const status = layout.status.encode(progress);
  const files: Record<string, string> = {};
  for await (const name of recordNames(folder)) {
    if (name === layout.status.name || !(await isOfTheEnd(folder, name))) continue;
    files[name] = (await hashStream(await folder.readStream({ name }))).sha256;
  }
  files[layout.status.name] = createHash('sha256').update(status).digest('hex');
  await folder.write(layout.records, { formatVersion: 1, files });
  await folder.write(layout.status, progress);
}

/** Hashes again what the engine wrote after the end, and nothing else; for a study whose end left no hashes it does nothing. */
export async function renewRecords(
  folder: DocumentFolder,
  written: readonly StoredObject[],
): Promise<void> {
  const kept = await folder.find(layout.records);
  if (kept === undefined) return;
  const files = { ...kept.files };
  for (const object of written) {
    if (!(await folder.has(object))) continue;
    files[object.name] = (await hashStream(await folder.readStream(object))).sha256;
  }
  await folder.write(layout.records, { ...kept, files });
}

/** Names of all that is kept of the study, but files of runs and the hashes themselves. */
export async function* recordNames(folder: Pick<DocumentFolder, 'list'>): AsyncGenerator<string> {
  const names = walkFolders(async (prefix) => {
    const listing = await folder.list({ prefix });
    if (prefix !== '') return listing;
    return {
      ...listing,
      folders: listing.folders.filter((name) => !filesOfRuns.has(`${name}/`)),
    };
  });
  for await (const name of names) if (name !== layout.records.name) yield name;
}

/** Whether a record by its name is JSON in lines. */
export function holdsLines(name: string): boolean {
  return name.endsWith(linesEnding);
}

/** Whether a record stays as it is from the end on; a wish of the owner that nobody took may be taken back or lapse. */
async function isOfTheEnd(folder: Pick<DocumentFolder, 'has'>, name: string): Promise<boolean> {
  if (name === layout.starting.name) return false;
  const about = ticketOf(name);
  return about?.part !== '' || (await folder.has(layout.ticketTaken(about.ticket)));
}

/** The ticket that an object is, or is about, and the part of its name behind it, such as `-taken`; undefined for any other object. */
export function ticketOf(
  name: string,
): { readonly ticket: string; readonly part: string } | undefined {
  const { prefix } = layout.allTickets;
  if (!name.startsWith(prefix)) return undefined;
  const [, ticket = '', part = ''] =
    /^(.{36})(|-[a-z]+)\.json$/u.exec(name.slice(prefix.length)) ?? [];
  return isTicketName(ticket) ? { ticket, part } : undefined;
}
