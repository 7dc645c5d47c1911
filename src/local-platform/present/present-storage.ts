import type { PlatformContext } from '../context.ts';
import type { StorageRow } from '../database/storage-store.ts';
import { presentHardware } from './present-job.ts';

/** Where storage devices can be: here. */
export const storageRegion = { id: 'local', name: 'This machine' } as const;

/** A storage device, with the fields that published clients read. */
export function presentStorage(
  context: PlatformContext,
  { id, record, createdAt }: StorageRow,
): Record<string, unknown> {
  return {
    id,
    name: record.name,
    owner: context.catalogue.workspace.owner,
    dateInserted: new Date(createdAt).toISOString(),
    storageSize: record.storageSize,
    hardware: presentHardware(context, record.hardware, 2),
    region: storageRegion,
    urls: { statuses: `${context.baseUrl()}/api/v2/storage-devices/${id}/statuses/` },
  };
}
