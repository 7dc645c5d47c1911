/** Reads the record of a job for a verification. */
import { openDocumentFolder } from '../objects/index.ts';
import type { Audit } from './audit.ts';
import { destinationLayout, type ArchiveRecord } from './destination-layout.ts';
import { idOfSafe } from './safe-names.ts';

/** The record of the job that has this folder below `jobs/`; one that can't be read or is another job's is told, and is none. */
export async function readRecord(audit: Audit, folder: string): Promise<ArchiveRecord | undefined> {
  const name = `${destinationLayout.records}${folder}.json`;
  if (audit.isOther(name)) return undefined;
  try {
    const shape = { ...destinationLayout.record(''), name };
    const record = await openDocumentFolder(audit.objects, '').find(shape);
    if (record === undefined) return undefined;
    if (destinationLayout.record(record.jobId).name === name) {
      await audit.expectOf(record);
      return record;
    }
    const expected = `the record of ${idOfSafe(folder)}`;
    audit.tell({ kind: 'contradiction', path: name, expected, found: `that of ${record.jobId}` });
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    audit.tell({ kind: 'unreadable', path: name, found });
  }
  return undefined;
}
