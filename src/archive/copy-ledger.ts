/**
 * What the engine keeps in its own store of the copies that it made in a destination: others may write there, and a copy that was changed
 * together with its hashes must never pass for one of ours, as a job is deleted on the strength of it.
 */
import { z } from 'zod';
import { document, type DocumentFolder } from '../objects/index.ts';
import { destinationLayout, type ArchiveRecord } from './destination-layout.ts';
import { safeId } from './safe-names.ts';

const sealSchema = z.object({
  version: z.number().int().positive(),
  /** Of the bag's tagmanifest-sha256.txt, which holds the hashes of all else. */
  sha256: z.string(),
});

/** Which bag of a job was sealed last. */
export type BagSeal = Readonly<z.output<typeof sealSchema>>;

/** The engine's own account of one destination. */
export interface CopyLedger {
  record(jobId: string): Promise<ArchiveRecord | undefined>;
  writeRecord(record: ArchiveRecord): Promise<void>;
  listRecords(): AsyncIterable<ArchiveRecord>;
  /** Kept just before the bag is sealed: whatever is found there later has this hash, or isn't ours. */
  noteSeal(jobId: string, seal: BagSeal): Promise<void>;
  sealOf(jobId: string): Promise<BagSeal | undefined>;
}

const seals = 'seals/';
const sealDocument = (jobId: string) => document(`${seals}${safeId(jobId)}.json`, sealSchema);

/** The ledger in a folder of the store that no other destination has. */
export function openCopyLedger(folder: DocumentFolder): CopyLedger {
  return {
    record: (jobId) => folder.find(destinationLayout.record(jobId)),
    writeRecord: (record) => folder.write(destinationLayout.record(record.jobId), record),
    listRecords: () => listRecords(folder),
    noteSeal: (jobId, seal) => folder.write(sealDocument(jobId), seal),
    sealOf: (jobId) => folder.find(sealDocument(jobId)),
  };
}

/** All records in a folder. */
export async function* listRecords(folder: DocumentFolder): AsyncIterable<ArchiveRecord> {
  const { objects } = await folder.list({ prefix: destinationLayout.records });
  const shape = destinationLayout.record('');
  for (const name of objects) {
    const record = await folder.find({ ...shape, name: `${destinationLayout.records}${name}` });
    if (record !== undefined) yield record;
  }
}
