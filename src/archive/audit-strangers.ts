/** Finds what lies in a destination's own folders and is no part of the archive. */
import { openDocumentFolder, type Listing } from '../objects/index.ts';
import type { Audit } from './audit.ts';
import { destinationFolders, destinationLayout } from './destination-layout.ts';

/** File systems have it at their root. */
const lostAndFound = 'lost+found';

const ownFolders: ReadonlySet<string> = new Set([...destinationFolders, `${lostAndFound}/`]);

/** Checks whose archive it is, and tells of all else at its top. */
export async function auditTop(audit: Audit): Promise<void> {
  const { mark, readme } = destinationLayout;
  const { objects: present, folders } = await audit.list('');
  if (!present.includes(mark.name)) {
    const expected = 'the file that says whose archive this is';
    audit.tell({ kind: 'missing', path: mark.name, expected });
  } else await auditMark(audit);
  if (!present.includes(readme.name)) audit.note(`${readme.name} is missing`);
  for (const name of strangersAtTop({ objects: present, folders })) {
    tellAdded(audit, name, name.endsWith('/') ? 'a folder' : 'a file');
  }
  if (folders.includes(lostAndFound)) {
    audit.note(`${lostAndFound}/ is the file system's own, and was not read`);
  }
}

/** What lies at the top of a destination and is no part of an archive; folders end in `/`. */
export function strangersAtTop({ objects, folders }: Listing): readonly string[] {
  const { mark, readme } = destinationLayout;
  return [
    ...objects.filter((name) => name !== mark.name && name !== readme.name),
    ...folders.map((name) => `${name}/`).filter((name) => !ownFolders.has(name)),
  ];
}

/** Names of the folders below `prefix`, which has nothing else; what else lies there is told. */
export async function foldersBelow(audit: Audit, prefix: string): Promise<readonly string[]> {
  const { objects: names, folders } = await audit.list(prefix);
  for (const name of names) tellAdded(audit, `${prefix}${name}`, 'a file where only folders are');
  return folders;
}

/** Names, without their ending, of the records below `prefix`, which has nothing else; what else lies there is told. */
export async function recordsBelow(audit: Audit, prefix: string): Promise<readonly string[]> {
  const { objects: names, folders } = await audit.list(prefix);
  const found = 'something where only records are';
  for (const name of folders) tellAdded(audit, `${prefix}${name}/`, found);
  return names.flatMap((name) => {
    if (name.endsWith(ending)) return [name.slice(0, -ending.length)];
    tellAdded(audit, `${prefix}${name}`, found);
    return [];
  });
}

const ending = '.json';

function tellAdded(audit: Audit, path: string, found: string): void {
  audit.tell({ kind: 'added', path, found });
}

async function auditMark(audit: Audit): Promise<void> {
  const { mark } = destinationLayout;
  try {
    await openDocumentFolder(audit.objects, '').find(mark);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    audit.tell({ kind: 'unreadable', path: mark.name, found });
  }
}
